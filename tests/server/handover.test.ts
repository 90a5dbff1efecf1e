import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { RecentDischargesDocument } from '../../schema/generated/documents/handover'
import { VirtualWardPatientsDocument } from '../../schema/generated/documents/virtual-ward'
import { keptRecords } from '../../src/data/handover'
import { virtualWard } from '../../src/data/virtual-ward'
import { changesSince, type HandoverChanges } from '../../src/domain/handover/changes'
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
          const since = at(random(20 * hour))
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
    const cards = virtualWard.wire(
      await read(ask(VirtualWardPatientsDocument, { take: 50, skip: 0, sort: [], wardIds: null })),
      { take: 50, skip: 0, sort: [] },
    ).rows
    const records = keptRecords.wire(await read(ask(RecentDischargesDocument, {})), {}).rows
    const shown = cards.filter((card) => wardId === null || card.wardAdmission?.ward.id === wardId)
    return changesSince(shown, records, wardId, now - sinceMinutes * 60_000, now)
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
          sql`select o.alert_id as id from alert_opening o join alert a on a.id = o.alert_id
          where o.organization_id = 'w' and a.status = 'open' and a.started_at = o.opened_at and o.opened_at >= ${since}
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
          cross join lateral (select (c.ews_scores->>'totalScore')::int as total from checkup c
            where c.patient_id = l.patient_id and c.ended_at < ${since} order by c.ended_at desc limit 1) b
          where l.ended_at >= ${since} and l.total > b.total and ${isAdmitted('l')} and ${onWard(wardId, 'l')}`,
        )
        expect(ids(changes.rises)).toEqual(expected)
      })

      test('admitted and discharged', async () => {
        expect(ids(changes.arrived)).toEqual(
          await asked(
            sql`select a.patient_id as id from ward_admission a where a.organization_id = 'w' and a.discharged_at is null
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

  test('another organisation is told nothing of it', async () => {
    const answer = await ask(RecentDischargesDocument, {}, { as: 'carer', in: 'h' })
    expect(answer.data?.['recentDischarges'] ?? []).toEqual([])
  })
})
