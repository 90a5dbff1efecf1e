import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { ResolvedAlertsDocument } from '../../schema/generated/documents/alert'
import {
  RecentDischargesDocument,
  RecentWardMovesDocument,
} from '../../schema/generated/documents/handover'
import { resolvedAlerts } from '../../src/data/alert'
import { keptRecords, wardMoves } from '../../src/data/handover'
import { virtualWardPatientSchema } from '../../src/domain/virtual-ward/virtual-ward'
import { changesSince, type HandoverChanges } from '../../src/domain/handover/changes'
import { boardByName } from './by-name'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, addPatient, at, buildWorld, now } from './world'

const hour = 60
/** A small generator of numbers from a seed, so that a history can be played again. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
    const random = numbers(20_260_302)
    await opened.database.asSystem(async (trx) => {
      for (let n = 0; n < 24; n += 1) {
        const id = `s${n}`
        await addPatient(trx, {
          id,
          of: 'w',
          first: 'Ada',
          last: `Shift ${n}`,
          ward: n % 3 === 0 ? 'B' : 'A',
        })
        const admitted = at((1 + random(30)) * hour)
        await sql`update ward_admission set admitted_at = ${admitted}, created_at = ${admitted} where patient_id = ${id}`.execute(
          trx,
        )
        for (let k = 0; k < 5; k += 1)
          await addCheckup(trx, {
            id: `${id} ${k}`,
            organizationId: 'w',
            patientId: id,
            endedAt: at(20 * hour - k * 4 * hour - random(3 * hour)),
            total: random(9),
          })
        if (n % 2 === 0) {
          const since = n % 8 === 0 ? at(15 * hour) : at(random(20 * hour))
          await trx
            .insertInto('alert')
            .values({
              id: `alert ${id}`,
              organization_id: 'w',
              patient_id: id,
              type: 'AlertRule',
              source_key: id,
              alert_rule_id: 'rule-w',
              status: n % 4 === 0 ? 'open' : 'closed',
              started_at: since,
              latest_at: since,
              severity: 2,
              open_triggers: n % 4 === 0 ? 1 : 0,
              triggers: 1,
              closed_at: n % 4 === 0 ? null : at(0),
              closed_reason: n % 4 === 0 ? null : 'ended',
              created_at: since,
              revision: 1,
            })
            .execute()
        }
        if (n % 8 === 0)
          await sql`insert into alert_trigger (id, alert_id, organization_id, patient_id, source, occurred_at, raised_at, severity, status)
            values (${`again ${id}`}, ${`alert ${id}`}, 'w', ${id}, 'again', ${at(15 * hour)}, ${at(hour)}, 2, 'open')`.execute(
            trx,
          )
        // From ward to ward, some of them back again.
        await sql`insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, ward_id, care_pathway_id, revision)
          select ${randomUUID()}, a.id, a.patient_id, 'w', 'Admission', a.admitted_at, a.created_at, a.ward_id, a.care_pathway_id, 1 from ward_admission a where a.patient_id = ${id}`.execute(
          trx,
        )
        const home = n % 3 === 0 ? 'ward-B' : 'ward-A'
        const away = n % 3 === 0 ? 'ward-A' : 'ward-B'
        for (const [ward, when] of n % 7 === 1
          ? ([[away, 4]] as const)
          : n % 7 === 2
            ? ([
                [away, 5],
                [home, 3],
              ] as const)
            : []) {
          await sql`insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, ward_id, care_pathway_id, revision)
            select ${randomUUID()}, a.id, a.patient_id, 'w', 'WardTransfer', ${at(when * hour)}, ${at(when * hour)}, ${ward}, a.care_pathway_id, 1 from ward_admission a where a.patient_id = ${id}`.execute(
            trx,
          )
          await sql`update ward_admission set ward_id = ${ward}, admitted_at = least(admitted_at, ${at((when + 1) * hour)}::timestamptz), created_at = least(created_at, ${at((when + 1) * hour)}::timestamptz) where patient_id = ${id}`.execute(
            trx,
          )
        }
        if (n % 5 !== 0) continue
        const left = at(random(20 * hour))
        await sql`update ward_admission set discharged_at = ${left} where patient_id = ${id}`.execute(
          trx,
        )
        await sql`insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, ward_id, care_pathway_id, revision)
          select ${randomUUID()}, a.id, a.patient_id, 'w', 'Discharge', ${left}, ${left}, a.ward_id, a.care_pathway_id, 1 from ward_admission a where a.patient_id = ${id}`.execute(
          trx,
        )
      }
    })
  })

  const ask = (document: { readonly text: string }, variables: object, options: Ask = {}) =>
    server.ask(document.text, { as: 'manager', variables: { ...variables }, ...options })
  const read = async (answer: Promise<Answer>): Promise<unknown> => {
    const { data, errors } = await answer
    expect(errors).toEqual([])
    return data
  }
  /** What a device would tell of these wards, of the answers that it keeps. */
  const told = async (sinceMinutes: number, wardId: string | null): Promise<HandoverChanges> => {
    const { virtualWardPatients: board } = z
      .object({ virtualWardPatients: z.object({ patients: z.array(virtualWardPatientSchema) }) })
      .parse(await read(ask({ text: boardByName }, { take: 50, skip: 0, sort: [], wardIds: null })))
    const cards = board.patients
    const records = keptRecords.wire(await read(ask(RecentDischargesDocument, {})), {}).rows
    const shown = cards.filter((card) => wardId === null || card.wardAdmission?.ward.id === wardId)
    const moves = wardMoves.wire(await read(ask(RecentWardMovesDocument, {})))
    return changesSince(
      {
        patients: shown,
        records,
        moves,
        resolved: resolvedAlerts.wire(await read(ask(ResolvedAlertsDocument, {}))),
        organizationId: 'w',
        wardId,
        sinceMs: now - sinceMinutes * 60_000,
      },
      now,
    )
  }
  /** Of the history, not of the small world beside it. */
  const isOurs = (id: string): boolean => /^(alert )?s\d+$/.test(id)
  const asked = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<readonly string[]> =>
    (await opened.database.asSystem((trx) => query.execute(trx))).rows
      .map(({ id }) => id)
      .filter(isOurs)
      .toSorted()
  const ids = (rows: readonly { readonly patient: { readonly id: string } }[]) =>
    rows
      .map(({ patient }) => patient.id)
      .filter(isOurs)
      .toSorted()
  const onWard = (wardId: string | null, alias: string) =>
    wardId === null
      ? sql`true`
      : sql`exists (select 1 from ward_admission s where s.patient_id = ${sql.ref(`${alias}.patient_id`)} and s.ward_id = ${wardId})`
  const isAdmitted = (alias: string) =>
    sql`exists (select 1 from ward_admission s where s.patient_id = ${sql.ref(`${alias}.patient_id`)} and s.organization_id = 'w' and s.discharged_at is null)`

  describe.each([
    [5 * hour, null],
    [12 * hour, null],
    [12 * hour, 'ward-A'],
    [17 * hour, 'ward-B'],
  ] as const)(
    'the changes of %i minutes on %s equal an independent count of the rows',
    (back, wardId) => {
      let changes: HandoverChanges
      beforeAll(async () => {
        changes = await told(back, wardId)
      })
      const since = at(back)

      test('alerts raised since and open', async () => {
        const expected = await asked(
          sql`select o.id from alert o where o.organization_id = 'w' and o.status = 'open' and o.type <> 'PacsanaEvent'
            and coalesce((select max(t.raised_at) from alert_trigger t where t.alert_id = o.id and t.status = 'open'), o.started_at) >= ${since}
            and ${isAdmitted('o')} and ${onWard(wardId, 'o')}`,
        )
        expect(
          changes.alerts
            .map(({ alert }) => alert.id)
            .filter(isOurs)
            .toSorted(),
        ).toEqual(expected)
      })

      test('scores that rose', async () => {
        const expected = await asked(
          sql`select l.patient_id as id from
          (select distinct on (c.patient_id) c.patient_id, c.ended_at, (c.ews_scores->>'totalScore')::int as total from checkup c order by c.patient_id, c.ended_at desc) l
          cross join lateral (select coalesce(
            (select (c.ews_scores->>'totalScore')::int from checkup c where c.patient_id = l.patient_id and c.ended_at <= ${since} order by c.ended_at desc limit 1),
            (select (c.ews_scores->>'totalScore')::int from checkup c where c.patient_id = l.patient_id order by c.ended_at limit 1)) as total) b
          where l.ended_at >= ${since} and l.total > b.total and ${isAdmitted('l')} and ${onWard(wardId, 'l')}`,
        )
        expect(ids(changes.rises)).toEqual(expected)
      })

      test('moved off the ward and not back', async () => {
        const from = wardId === null ? sql`true` : sql`b.ward_id = ${wardId}`
        const stays = wardId === null ? sql`true` : sql`s.ward_id = ${wardId}`
        const isOff =
          wardId === null
            ? sql`not exists (select 1 from ward_admission s where s.patient_id = e.patient_id and s.discharged_at is null)`
            : sql`not exists (select 1 from ward_admission s where s.patient_id = e.patient_id and s.discharged_at is null and ${stays})`
        const expected = await asked(
          sql`select distinct e.patient_id as id from admission_event e where e.type = 'WardTransfer' and e.effective_at >= ${since} and ${isOff}
            and exists (select 1 from admission_event b where b.admission_id = e.admission_id and b.type in ('Admission', 'WardTransfer') and ${from} and b.ward_id <> e.ward_id
              and b.effective_at = (select max(c.effective_at) from admission_event c where c.admission_id = e.admission_id and c.type in ('Admission', 'WardTransfer') and c.effective_at < e.effective_at))
            and not exists (select 1 from ward_admission s where s.patient_id = e.patient_id and s.discharged_at >= ${since} and ${stays})`,
        )
        expect(
          changes.left
            .map(({ patientId }) => patientId)
            .filter(isOurs)
            .toSorted(),
        ).toEqual(expected)
      })

      test('admitted and discharged', async () => {
        expect(ids(changes.arrived)).toEqual(
          await asked(
            sql`select a.patient_id as id from ward_admission a where a.organization_id = 'w'
            and (a.discharged_at is null or a.discharged_at >= ${since})
            and a.admitted_at >= ${since} and ${onWard(wardId, 'a')}`,
          ),
        )
        expect(ids(changes.discharged)).toEqual(
          await asked(
            sql`select a.patient_id as id from ward_admission a where a.organization_id = 'w' and a.discharged_at >= ${since} and ${onWard(wardId, 'a')}`,
          ),
        )
      })
    },
  )

  test('the history has each kind of change, so that the counts are not of nothing', async () => {
    const { alerts, rises, arrived, discharged } = await told(12 * hour, null)
    for (const rows of [alerts, rises, arrived, discharged]) expect(rows.length).toBeGreaterThan(0)
    expect(alerts.some(({ isOlder }) => isOlder)).toBe(true)
    expect((await told(12 * hour, 'ward-A')).left.length).toBeGreaterThan(0)
  })

  test('who may not open the record of a discharged patient is not told of them', async () => {
    const answer = await ask(RecentDischargesDocument, {}, { as: 'nurse' })
    expect(codeOf(answer)).toBe('ok')
    const gone = await asked(
      sql`select a.patient_id as id from ward_admission a where a.discharged_at is not null and a.organization_id = 'w'`,
    )
    expect(gone.length).toBeGreaterThan(0)
    const rows = answer.data?.['recentDischarges'] as readonly { id: string }[]
    for (const { id } of rows)
      expect(
        codeOf(await server.ask(`{ patient(patientId: "${id}") { id } }`, { as: 'nurse' })),
      ).toBe('ok')
  })

  test('who was discharged from a ward is told to that ward, also of whose record is closed to them', async () => {
    const dischargesFor = async (as: string) =>
      wardMoves
        .wire(await read(ask(RecentWardMovesDocument, {}, { as })))
        .filter(({ isDischarge }) => isDischarge)
    const all = await asked(
      sql`select a.patient_id as id from ward_admission a where a.organization_id = 'w' and a.discharged_at >= ${at(24 * hour)}`,
    )
    expect((await dischargesFor('manager')).map(({ patientId }) => patientId).toSorted()).toEqual(
      all,
    )
    const ofNurse = await dischargesFor('nurse')
    expect(ofNurse.map(({ patientId }) => patientId).toSorted()).toEqual(
      await asked(
        sql`select a.patient_id as id from ward_admission a where a.organization_id = 'w' and a.discharged_at >= ${at(24 * hour)} and ${onWard('ward-A', 'a')}`,
      ),
    )
    expect(ofNurse.length).toBeGreaterThan(0)
    expect(ofNurse.every(({ to }) => to === null)).toBe(true)
  })

  test('who moved off a ward is told to that ward; where to, and of other wards, only to who may open the record', async () => {
    const movesFor = async (as: string) =>
      wardMoves
        .wire(await read(ask(RecentWardMovesDocument, {}, { as })))
        .filter(({ isDischarge }) => !isDischarge)
    const ofManager = await movesFor('manager')
    expect(new Set(ofManager.map(({ from }) => from.name))).toEqual(new Set(['Ward A', 'Ward B']))
    const offA = ofManager.filter(({ from }) => from.id === 'ward-A')
    const ofNurse = await movesFor('nurse')
    expect(ofNurse.map(({ patientId, at: when }) => [patientId, when])).toEqual(
      offA.map(({ patientId, at: when }) => [patientId, when]),
    )
    const answers = await Promise.all(
      ofNurse.map(async ({ patientId, to }) => [
        codeOf(
          await server.ask(`{ patient(patientId: "${patientId}") { id } }`, { as: 'nurse' }),
        ) === 'ok',
        to !== null,
      ]),
    )
    for (const [opens, knows] of answers) expect(knows).toBe(opens)
    expect(new Set(answers.map(([opens]) => opens))).toEqual(new Set([true, false]))
  })

  test('another organisation is told nothing of it', async () => {
    const answer = await ask(RecentDischargesDocument, {}, { as: 'carer', in: 'h' })
    expect(answer.data?.['recentDischarges'] ?? []).toEqual([])
    const moves = await ask(RecentWardMovesDocument, {}, { as: 'carer', in: 'h' })
    expect(moves.data?.['recentWardMoves'] ?? []).toEqual([])
  })
})
