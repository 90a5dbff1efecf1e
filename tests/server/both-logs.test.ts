import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstBrokenAction } from '../../server/db/action-log'
import { startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { somebodyWaits } from './waits'
import { at, buildWorld } from './world'

interface Entry {
  readonly message: string
  readonly user: { readonly id: string; readonly name: string | null } | null
  readonly actingOrganization: { readonly id: string; readonly name: string } | null
  readonly affectedOrganization: { readonly name: string }
}

const flags = (active: boolean) =>
  `mutation { updatePatientFlags(patientId: "a1", flags: [{ type: "FallsRisk", active: ${active} }]) { id } }`
const scale = (spo2Scale: number) =>
  `mutation { createEWSThresholds(patientId: "a1", thresholds: null, spo2Scale: ${spo2Scale},
    basis: { reason: "COPD", decidedBy: "Dr Park", reviewOn: "2026-05-01" }) { errors { message } } }`
const changes = {
  updatePatientFlags: flags(true),
  createEWSThresholds: scale(2),
  acknowledgeAlert: 'mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id } }',
  snoozeAlert: 'mutation { snoozeAlert(id: "alert-a1", minutes: 15) { id } }',
  setPatientAcuityScore:
    'mutation { setPatientAcuityScore(patientId: "a1", score: 1, reason: "Frail") { id } }',
  setAlertStatus:
    'mutation { setAlertStatus(alerts: [{ id: "alert-a1", status: closed, outcome: rang }]) { id } }',
}

// w has a1 admitted; the practice p is linked with them.
onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('patient_organization')
        .values({ patient_id: 'a1', organization_id: 'p', linked_at: at(90) })
        .execute()
      await sql`update user_organization set roles = '["Organisation Admin"]' where user_id = 'gp'`.execute(
        trx,
      )
      await sql`update organization set features = features || '{"patientAcuityScore": true}' where id = 'p'`.execute(
        trx,
      )
    })
  })
  const done = async (query: string, as: string) =>
    expect((await server.ask(query, { as })).errors).toEqual([])
  const logOf = (organizationId: string, action: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['actor_id', 'entity_type', 'entity_id', 'patient_id', 'details'])
        .where('organization_id', '=', organizationId)
        .where('action', '=', action)
        .orderBy('seq')
        .execute(),
    )
  const told = async (as: string): Promise<readonly Entry[]> => {
    const { data, errors } = await server.ask(
      `{ actionLogs(patientId: "a1") { entries { message user { id name } actingOrganization { id name } affectedOrganization { name } } } }`,
      { as },
    )
    expect(errors).toEqual([])
    const page = data?.['actionLogs'] as { readonly entries: readonly Entry[] } | undefined
    return page?.entries ?? []
  }
  const isWhole = () =>
    Promise.all(
      ['w', 'p'].map((id) =>
        opened.database.asOrganization(id, (trx) => firstBrokenAction(trx, id)),
      ),
    )

  describe('what a practice changes of a resident whom another organisation has admitted', () => {
    for (const [action, query] of Object.entries(changes))
      test(`K29 ${action} is in the log of both, the same`, async () => {
        await done(query, 'gp')
        const [own, other] = [await logOf('p', action), await logOf('w', action)]
        expect(own).toMatchObject([{ actor_id: 'gp', patient_id: 'a1' }])
        expect(other).toEqual(own)
      })

    test('K29 the record’s log says who of which organisation did it, to both; the chains are whole', async () => {
      const by = {
        user: { id: 'gp', name: 'GP Tester' },
        actingOrganization: { id: 'p', name: 'Park Practice' },
      }
      for (const [as, organization] of [
        ['nurse', 'West Ward'],
        ['gp', 'Park Practice'],
      ] as const)
        expect((await told(as)).slice(0, 6)).toEqual(
          [
            /^Set the status of .+ to closed: rang the patient$/,
            /^Set the acuity score$/,
            /^Snoozed /,
            /^Said that they deal with /,
            /^Set the personalised EWS thresholds, SpO2 Scale 2$/,
            /^Changed the flags of Zoë O'Neill: Falls Risk on$/,
          ].map((message) => ({
            message: expect.stringMatching(message) as unknown,
            ...by,
            affectedOrganization: { name: organization },
          })),
        )
      expect(await isWhole()).toEqual([null, null])
    })
  })

  test('what the admitting organisation changes is in its own log alone', async () => {
    await done(flags(false), 'manager')
    expect((await logOf('w', 'updatePatientFlags')).map((entry) => entry.actor_id)).toEqual([
      'gp',
      'manager',
    ])
    expect(await logOf('p', 'updatePatientFlags')).toHaveLength(1)
    expect((await told('nurse'))[0]).toMatchObject({
      user: { id: 'manager', name: 'MANAGER Tester' },
      actingOrganization: { id: 'w', name: 'West Ward' },
    })
  })

  test('what is somebody’s own, or of nobody’s stay, is in the log of who does it alone', async () => {
    await done('mutation { addToWatchList(patientId: "a1") { id } }', 'gp')
    expect(await logOf('w', 'addToWatchList')).toEqual([])
    const admitted = (discharged_at: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at })
          .where('patient_id', '=', 'a1')
          .execute(),
      )
    await admitted(at(1))
    await done(flags(true), 'gp')
    await admitted(null)
    expect(await logOf('p', 'updatePatientFlags')).toHaveLength(2)
    expect(await logOf('w', 'updatePatientFlags')).toHaveLength(2)
  })

  test('whoever has wards of their own does not deal with the alerts of a patient on another organisation’s ward', async () => {
    const openAgain = () =>
      sql`update alert set status = 'open', open_triggers = 1, closed_at = null, closed_by = null, closed_reason = null, acknowledged_by = null, acknowledged_at = null, snoozed_by = null, snoozed_at = null, snoozed_until = null where id = 'alert-a1'`.execute(
        opened.database.kysely,
      )
    const features = (more: string) =>
      sql`update organization set features = features || ${more}::jsonb where id = 'p'`.execute(
        opened.database.kysely,
      )
    const acts = [changes.acknowledgeAlert, changes.snoozeAlert, changes.setAlertStatus]
    const codes = async () => {
      const answers = []
      for (const query of acts) answers.push(await server.ask(query, { as: 'gp' }))
      return answers.map(({ errors }) => errors.map((error) => error.extensions?.['code']))
    }
    await openAgain()
    await features('{"wards": true}')
    const before = await logOf('w', 'setAlertStatus')
    expect(await codes()).toEqual([['FORBIDDEN'], ['FORBIDDEN'], ['FORBIDDEN']])
    expect(await logOf('w', 'setAlertStatus')).toEqual(before)
    const row = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('alert')
        .select(['status', 'acknowledged_by', 'snoozed_by'])
        .where('id', '=', 'alert-a1')
        .executeTakeFirstOrThrow(),
    )
    expect(row).toEqual({ status: 'open', acknowledged_by: null, snoozed_by: null })
    // On no ward: whoever may open the record.
    await sql`update ward_admission set discharged_at = now() where patient_id = 'a1'`.execute(
      opened.database.kysely,
    )
    await openAgain()
    expect(await codes()).toEqual([[], [], []])
    await sql`update ward_admission set discharged_at = null where patient_id = 'a1'`.execute(
      opened.database.kysely,
    )
    await features('{"wards": false}')
  })

  test('K29 two organisations that change each other’s residents at once do not wait in a ring', async () => {
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('ward')
        .values({
          id: 'ward-of-p',
          organization_id: 'p',
          name: 'Rooms',
          created_at: at(90),
          updated_at: at(90),
          revision: 1,
        })
        .execute()
      await trx
        .insertInto('patient_organization')
        .values({ patient_id: 'p1', organization_id: 'w', linked_at: at(90) })
        .execute()
      await trx
        .insertInto('ward_admission')
        .values({
          id: 'stay-of-p1',
          patient_id: 'p1',
          organization_id: 'p',
          ward_id: 'ward-of-p',
          care_pathway_id: 'pathway-p',
          admitted_at: at(80),
          created_at: at(80),
          revision: 1,
        })
        .execute()
    })
    const set = (id: string, as: string) =>
      server.ask(
        `mutation { setPatientAcuityScore(patientId: "${id}", score: 2, reason: "Frail") { id } }`,
        { as },
      )
    // The chain of w is held until w's own user waits for a chain, and the other for one after them.
    const both = await opened.database.asSystem(async (trx) => {
      await sql`select * from app_last_action('w')`.execute(trx)
      const first = set('p1', 'admin')
      if (opened.url !== null) await somebodyWaits(opened.database)
      const second = set('a1', 'gp')
      if (opened.url !== null) await somebodyWaits(opened.database, 2)
      return [first, second]
    })
    const answers = await Promise.all(both)
    expect(answers.flatMap(({ errors }) => errors)).toEqual([])
    expect((await logOf('p', 'setPatientAcuityScore')).map((entry) => entry.patient_id)).toContain(
      'p1',
    )
    expect(await isWhole()).toEqual([null, null])
  })
})
