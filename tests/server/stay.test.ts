import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  DischargePatientFromWardDocument,
  TransferPatientToCarePathwayDocument,
  TransferPatientToWardDocument,
  TransferTargetsDocument,
} from '../../schema/generated/documents/stay'
import { enrolSchedules } from '../../server/areas/checkup/enrol-schedules'
import { nextRevision } from '../../server/db/revision'
import { decideMissed } from '../../server/jobs'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addSession } from './monitored'
import { refusing } from './refusing'
import { addCheckup, addPatient, at, buildWorld, now } from './world'

const argumentsOf = (answer: Answer) =>
  (answer.errors[0]?.extensions?.argErrors ?? []) as readonly { path: string; message: string }[]
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const done = { type: 'TreatmentCompleted' }

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
    await opened.database.asSystem(async (trx) => {
      for (const id of ['pathway-two', 'pathway-five'])
        await trx
          .insertInto('care_pathway')
          .values({
            id,
            organization_id: 'w',
            name: id,
            created_at: at(9999),
            updated_at: at(9999),
            revision: 1,
          })
          .execute()
      await trx
        .insertInto('checkup_type')
        .values({
          id: 'five',
          organization_id: 'w',
          care_pathway_id: 'pathway-five',
          name: 'Five a day',
          heading: 'Five a day',
          description: '',
          schedule: JSON.stringify({
            rrule: 'FREQ=DAILY;BYHOUR=6,10,14,18,22;BYMINUTE=0',
            tolerance: { early: 1800, late: 1800 },
          }),
          tiles: '{}',
          updated_at: at(0),
          revision: 1,
        })
        .execute()
    })
  })

  const onWard = async (ward = 'A', links: readonly string[] = []): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of: 'w', first: 'Ada', last: `Stay ${id}`, ward, links }),
    )
    return id
  }
  type Args = Readonly<Record<string, unknown>>
  const ask = (document: { readonly text: string }, variables: Args, options: Ask = {}) =>
    server.ask(document.text, { as: 'nurse', variables, ...options })
  const toWard = (patientId: string, wardId: string, options?: Ask) =>
    ask(TransferPatientToWardDocument, { patientId, wardId }, options)
  const toPathway = (patientId: string, carePathwayId: string, options?: Ask) =>
    ask(TransferPatientToCarePathwayDocument, { patientId, carePathwayId }, options)
  const discharge = (patientId: string, reason: Args = done, wardId = 'ward-A', options?: Ask) =>
    ask(DischargePatientFromWardDocument, { patientId, wardId, reason }, options)
  const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
    opened.database.asSystem(
      async (trx) => (await query.execute(trx)).rows as Record<string, unknown>[],
    )
  const admissionOf = (id: string) =>
    rows(
      sql`select ward_id, care_pathway_id, discharged_at is not null as discharged from ward_admission where patient_id = ${id}`,
    )
  const eventsOf = (id: string) =>
    rows(
      sql`select type, ward_id, care_pathway_id, reason, created_by from admission_event where patient_id = ${id} order by revision`,
    )
  const actionsOf = async (id: string) =>
    (
      await rows(
        sql`select action from action_log where patient_id = ${id} and organization_id = 'w' order by seq`,
      )
    ).map(({ action }) => action)

  describe('a transfer to another ward', () => {
    test('C537 moves the patient, in their history and the log, and tells who loses sight of them', async () => {
      const id = await onWard()
      const answer = await toWard(id, 'ward-B')
      expect(answer.data).toMatchObject({
        transferPatientToWard: { id, mayOpen: false, ward: { id: 'ward-B', name: 'Ward B' } },
      })
      expect(await admissionOf(id)).toEqual([
        { ward_id: 'ward-B', care_pathway_id: 'pathway-w', discharged: false },
      ])
      expect((await eventsOf(id)).at(-1)).toMatchObject({
        type: 'WardTransfer',
        ward_id: 'ward-B',
        care_pathway_id: 'pathway-w',
        created_by: 'nurse',
      })
      expect(await actionsOf(id)).toEqual(['transferPatientToWard'])
      expect(codeOf(await ask(TransferTargetsDocument, { patientId: id }))).toBe('NOT_FOUND')
      expect((await toWard(id, 'ward-A', { as: 'multi', in: 'w' })).data).toMatchObject({
        transferPatientToWard: { id, mayOpen: true },
      })
    })

    test('C428 the present ward, none of the organisation and a deleted one are refused at wardId', async () => {
      const id = await onWard()
      expect(argumentsOf(await toWard(id, 'ward-A'))).toMatchObject([
        {
          path: 'wardId',
          message: 'Target ward must be different to current ward admission',
        },
      ])
      expect(argumentsOf(await toWard(id, 'ward-of-nobody'))).toMatchObject([
        { path: 'wardId', message: 'There is no such ward' },
      ])
      expect(await actionsOf(id)).toEqual([])
    })

    test('who is not admitted, and who may not be opened', async () => {
      expect(reasonOf(await toWard('n1', 'ward-B', { as: 'admin' }))).toEqual([
        'CONFLICT',
        'NOT_ADMITTED',
      ])
      const other = await onWard('B')
      const random = await toWard(randomUUID(), 'ward-A')
      expect((await toWard(other, 'ward-A')).errors).toMatchObject([
        { message: random.errors[0]?.message, extensions: { code: 'NOT_FOUND' } },
      ])
      expect(codeOf(await toWard('h1', 'ward-A'))).toBe('NOT_FOUND')
    })

    // K2 has both: each of the two permissions is asked for, by both transfers.
    test('C463 C464 without view_patients nobody is moved to a ward or a care pathway, with admit_ward_patients as little; with both they are', async () => {
      const id = await onWard()
      const moves = async (...permissions: readonly string[]) => {
        await opened.database.asSystem(async (trx) => {
          await trx
            .updateTable('role')
            .set({ permissions: JSON.stringify(permissions) })
            .where('id', '=', 'owl')
            .execute()
        })
        const as = { as: 'owl' }
        return [
          codeOf(await toWard(id, 'ward-B', as)),
          codeOf(await toPathway(id, 'pathway-two', as)),
        ]
      }
      const sees = 'view_virtual_ward'
      expect(await moves(sees, 'admit_ward_patients')).toEqual(['FORBIDDEN', 'FORBIDDEN'])
      expect(await moves(sees, 'view_patients')).toEqual(['FORBIDDEN', 'FORBIDDEN'])
      expect(await actionsOf(id)).toEqual([])
      const [ward] = await moves('view_patients', 'admit_ward_patients', 'view_patient_archive')
      expect(ward).toBe('ok')
      await toWard(id, 'ward-A', { as: 'admin' })
      expect(codeOf(await toPathway(id, 'pathway-two', { as: 'owl' }))).toBe('ok')
      await moves('view_patients', 'add_patient_notes')
    })

    test('of two at once both are told the truth, and the patient is on one ward', async () => {
      const id = await onWard()
      const answers = await Promise.all([
        toWard(id, 'ward-B', { as: 'admin' }),
        toWard(id, 'ward-B', { as: 'manager' }),
      ])
      expect(answers.map(codeOf).toSorted()).toEqual(['BAD_USER_INPUT', 'ok'])
      expect(await actionsOf(id)).toEqual(['transferPatientToWard'])
    })

    test('the wards are told with whether the user is on them', async () => {
      const id = await onWard()
      const { data } = await ask(TransferTargetsDocument, { patientId: id })
      const { wards, carePathways } = (data ?? {})['transferTargets'] as {
        wards: { name: string; seesPatients: boolean }[]
        carePathways: { name: string }[]
      }
      expect(wards.map(({ name, seesPatients }) => [name, seesPatients])).toEqual([
        ['Ward A', true],
        ['Ward B', false],
      ])
      expect(carePathways.map(({ name }) => name)).toEqual([
        'pathway-five',
        'pathway-two',
        'West Ward pathway',
      ])
    })

    test('a repeat under the same key moves nobody again', async () => {
      const id = await onWard()
      const key = randomUUID()
      await toWard(id, 'ward-B', { key })
      expect((await toWard(id, 'ward-B', { key })).data).toMatchObject({
        transferPatientToWard: { id, mayOpen: false },
      })
      expect(await actionsOf(id)).toEqual(['transferPatientToWard'])
    })
  })

  describe('a transfer to another care pathway', () => {
    test('C430 C536 moves the patient; the present pathway and another organisation’s are refused', async () => {
      const id = await onWard()
      expect(argumentsOf(await toPathway(id, 'pathway-w'))).toMatchObject([
        {
          path: 'carePathwayId',
          message: 'Target care pathway must be different to current care pathway admission',
        },
      ])
      expect(argumentsOf(await toPathway(id, 'pathway-h'))).toMatchObject([
        { path: 'carePathwayId', message: 'There is no such care pathway' },
      ])
      expect((await toPathway(id, 'pathway-two')).data).toMatchObject({
        transferPatientToCarePathway: { id, mayOpen: true },
      })
      expect((await eventsOf(id)).at(-1)).toMatchObject({
        type: 'CarePathwayTransfer',
        care_pathway_id: 'pathway-two',
        ward_id: 'ward-A',
      })
      expect(await actionsOf(id)).toEqual(['transferPatientToCarePathway'])
    })

    test('scores that were given stay', async () => {
      const id = await onWard()
      await opened.database.asSystem((trx) =>
        addCheckup(trx, {
          id: `c-${id}`,
          organizationId: 'w',
          patientId: id,
          endedAt: at(30),
          total: 2,
          risk: 0,
        }),
      )
      const scores = () =>
        rows(sql`select ews_scores, total_score, revision from checkup where patient_id = ${id}`)
      const before = await scores()
      await toPathway(id, 'pathway-two')
      expect(await scores()).toEqual(before)
    })

    test('K17 nothing is missed from before the transfer, and from then on it is', async () => {
      const id = await onWard()
      // Admitted this morning: 06:00 and 10:00 were before the transfer.
      await rows(
        sql`update ward_admission set admitted_at = ${at(600)}, created_at = ${at(600)} where patient_id = ${id}`,
      )
      await toPathway(id, 'pathway-five')
      const missed = async (atMs: number): Promise<number> => {
        await opened.database.asSystem((trx) => enrolSchedules(trx, atMs))
        await decideMissed(opened.database, { clock: { now: () => atMs }, asksDatabase: false })
        return (
          await rows(
            sql`select 1 from alert_trigger where patient_id = ${id} and expected_at is not null`,
          )
        ).length
      }
      expect(await missed(now + 60_000)).toBe(0)
      // 14:00 and 18:00 with half an hour of tolerance.
      expect(await missed(now + 7 * 3_600_000)).toBe(2)
      await toPathway(id, 'pathway-two')
      expect(await missed(now + 20 * 3_600_000)).toBe(2)
    })

    test('the record says from when check-ups are asked for', async () => {
      const id = await onWard()
      const from = async () => {
        const { data } = await server.ask(
          `{ patient(patientId: "${id}") { wardAdmission { scheduledFrom admittedAt } } }`,
          { as: 'nurse' },
        )
        return ((data ?? {})['patient'] as { wardAdmission: { scheduledFrom: string } })
          .wardAdmission
      }
      expect((await from()).scheduledFrom).toBe(at(5000))
      await toPathway(id, 'pathway-two')
      expect(await from()).toMatchObject({ scheduledFrom: at(0), admittedAt: at(5000) })
    })
  })

  /** A patient of two organisations who is monitored by the other, watched, alerting, with thresholds. */
  const busyPatient = async (spo2Scale: 1 | 2): Promise<string> => {
    const id = await onWard('A', ['h'])
    await opened.database.asSystem(async (trx) => {
      await addSession(trx, {
        id: `session-${id}`,
        organizationId: 'h',
        patientId: id,
        createdAt: at(600),
      })
      await addCheckup(trx, {
        id: `c-${id}`,
        organizationId: 'w',
        patientId: id,
        endedAt: at(30),
        total: 2,
        risk: 0,
      })
      await trx
        .insertInto('alert')
        .values({
          id: `alert-${id}`,
          organization_id: 'w',
          patient_id: id,
          type: 'AlertRule',
          source_key: 'rule-w',
          alert_rule_id: 'rule-w',
          status: 'open',
          started_at: at(60),
          latest_at: at(60),
          severity: 4,
          open_triggers: 1,
          triggers: 1,
          created_at: at(60),
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
      await trx
        .insertInto('personal_ews')
        .values({
          id: `ews-${id}`,
          patient_id: id,
          organization_id: 'w',
          thresholds: '{}',
          risk_scheme: 'Personal',
          spo2_scale: spo2Scale,
          reason: 'COPD',
          decided_by: 'Dr Ash',
          review_on: '2026-06-01',
          created_at: at(500),
          created_by: 'manager',
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
    })
    await server.ask(`mutation { addToWatchList(patientId: "${id}") { id } }`, { as: 'nurse' })
    return id
  }
  const stateOf = async (id: string) => ({
    admission: (await admissionOf(id))[0]?.['discharged'],
    alerts: await rows(sql`select status, closed_reason from alert where patient_id = ${id}`),
    session: (
      await rows(
        sql`select ended_at is not null as ended from continuous_monitoring_session where patient_id = ${id}`,
      )
    )[0]?.['ended'],
    watched: (
      await rows(sql`select is_watched from watch_list_entry where patient_id = ${id}`)
    )[0]?.['is_watched'],
    thresholds: await rows(
      sql`select thresholds is null as none, spo2_scale, reason, decided_by, created_by from personal_ews where patient_id = ${id} order by created_at desc, id desc limit 1`,
    ),
    checkup: await rows(
      sql`select ews_scores ->> 'totalScore' as total, total_score from checkup where patient_id = ${id}`,
    ),
    events: (await eventsOf(id)).map(({ type }) => type),
    log: (await actionsOf(id)).filter((action) => action !== 'addToWatchList'),
    documents: await rows(sql`select kind, state from document where patient_id = ${id}`),
  })
  const before = (scale: number) => ({
    admission: false,
    alerts: [{ status: 'open', closed_reason: null }],
    session: false,
    watched: true,
    thresholds: [
      {
        none: false,
        spo2_scale: scale,
        reason: 'COPD',
        decided_by: 'Dr Ash',
        created_by: 'manager',
      },
    ],
    checkup: [{ total: '2', total_score: 2 }],
    events: ['Admission'],
    log: [],
    documents: [] as object[],
  })
  const after = (scale: 1 | 2) => ({
    ...before(scale),
    admission: true,
    alerts: [{ status: 'closed', closed_reason: 'discharged' }],
    session: true,
    watched: false,
    thresholds: [
      scale === 2
        ? { ...before(2).thresholds[0], none: true }
        : { none: true, spo2_scale: 1, reason: null, decided_by: null, created_by: null },
    ],
    events: ['Admission', 'Discharge'],
    log: ['dischargePatientFromWard'],
    documents: [{ kind: 'discharge-summary', state: 'due' }],
  })

  describe('a discharge', () => {
    test('O251 O252 O253 O254 O229 O389 leaves the ward and ends what went on, whoever began it; Scale 2 and old scores stay', async () => {
      const id = await busyPatient(2)
      expect(await stateOf(id)).toEqual(before(2))
      const answer = await discharge(id, { type: 'Other', additionalInfo: ' Moved to Spain ' })
      expect(answer.data).toEqual({ dischargePatientFromWard: { id, mayOpen: true } })
      expect(await stateOf(id)).toEqual(after(2))
      expect((await eventsOf(id)).at(-1)).toMatchObject({
        ward_id: 'ward-A',
        reason: { type: 'Other', additionalInfo: 'Moved to Spain' },
      })
    })

    test('O254 K16 personal thresholds under Scale 2 end at the discharge, and Scale 2 counts since it was set', async () => {
      const id = await busyPatient(2)
      await discharge(id)
      const [end, set] = await rows(
        sql`select created_at, spo2_scale_since from personal_ews where patient_id = ${id} order by created_at desc`,
      )
      const [left] = await rows(
        sql`select discharged_at from ward_admission where patient_id = ${id}`,
      )
      expect(end?.['created_at']).toEqual(left?.['discharged_at'])
      expect(end?.['spo2_scale_since']).toEqual(set?.['created_at'])
      const answer = await server.ask(
        `{ patient(patientId: "${id}") { ewsThresholds { createdAt spo2Scale } } }`,
        { as: 'admin' },
      )
      expect(answer.data).toEqual({
        patient: {
          ewsThresholds: {
            createdAt: new Date(Date.parse(String(set?.['created_at'])) + 1).toISOString(),
            spo2Scale: 2,
          },
        },
      })
    })

    test('O254 under Scale 1 nothing of the personal thresholds stays', async () => {
      const id = await busyPatient(1)
      await discharge(id)
      expect(await stateOf(id)).toEqual(after(1))
    })

    /** Every table that a discharge writes, in whichever order. */
    const writes = [
      ['ward_admission', 'update'],
      ['admission_event', 'insert'],
      ['alert', 'update'],
      ['continuous_monitoring_session', 'update'],
      ['personal_ews', 'insert'],
      ['watch_list_entry', 'update'],
      ['document', 'insert'],
      ['org_version', 'update'],
      ['action_log', 'insert'],
    ] as const
    test('O256 is whole or not at all: wherever a write fails, nothing of it happened, and no summary is asked for', async () => {
      const id = await busyPatient(2)
      const failed: string[] = []
      for (const [table, event] of writes) {
        const refused = await refusing(opened, { table, event, when: 'true' }, () => discharge(id))
        if (codeOf(refused) !== 'ok') failed.push(table)
        expect([table, await stateOf(id)]).toEqual([table, before(2)])
      }
      expect(failed).toEqual(writes.map(([table]) => table))
      expect(codeOf(await discharge(id))).toBe('ok')
      expect(await stateOf(id)).toEqual(after(2))
    })

    test('O317 O318 O319 without a reason, with an unknown one, and Other without words it is refused at the field', async () => {
      const id = await onWard()
      const wrong = async (reason: Args) =>
        argumentsOf(await discharge(id, reason)).map(({ path, message }) => [path, message])
      expect(await wrong({ type: '' })).toEqual([['reason.type', 'Required']])
      expect(await wrong({ type: 'Bored' })).toEqual([['reason.type', 'Invalid reason']])
      expect(await wrong({ type: 'Other', additionalInfo: '  ' })).toEqual([
        ['reason.additionalInfo', 'Required'],
      ])
      expect(await wrong({ type: 'Expired', additionalInfo: 'x'.repeat(1001) })).toEqual([
        ['reason.additionalInfo', 'Has at most 1000 characters'],
      ])
      expect((await admissionOf(id))[0]?.['discharged']).toBe(false)
    })

    test('from a ward that the patient left meanwhile it is refused', async () => {
      const id = await onWard()
      await toWard(id, 'ward-B', { as: 'admin' })
      expect(reasonOf(await discharge(id, done, 'ward-A', { as: 'admin' }))).toEqual([
        'CONFLICT',
        'NOT_ADMITTED',
      ])
      expect((await admissionOf(id))[0]?.['discharged']).toBe(false)
    })

    test('of two at once one discharges; a transfer at the same time finds nobody or comes first', async () => {
      const id = await onWard()
      const answers = await Promise.all([
        discharge(id, done, 'ward-A', { as: 'admin' }),
        discharge(id, done, 'ward-A', { as: 'manager' }),
      ])
      expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'ok'])
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['Admission', 'Discharge'])
      const other = await onWard()
      await Promise.all([
        discharge(other, done, 'ward-A', { as: 'admin' }),
        toPathway(other, 'pathway-two', { as: 'manager' }),
      ])
      const [admission] = await admissionOf(other)
      const types = (await eventsOf(other)).map(({ type }) => type)
      expect(admission?.['discharged']).toBe(true)
      expect(types.at(-1)).toBe('Discharge')
    })

    test('who oversees the archive may still open the record, others may not', async () => {
      const id = await onWard()
      expect(
        (await discharge(id, done, 'ward-A', { as: 'admin' })).data?.['dischargePatientFromWard'],
      ).toEqual({ id, mayOpen: true })
      const read = (as: string) => server.ask(`{ patient(patientId: "${id}") { id } }`, { as })
      expect([codeOf(await read('nurse')), codeOf(await read('owl'))]).toEqual(['ok', 'NOT_FOUND'])
    })
  })
})
