import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseGone } from '../../../server/areas/alert'
import { firstBrokenAction } from '../../../server/db/action-log'
import { nextRevision } from '../../../server/db/revision'
import { runDue } from '../../../server/jobs'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { somebodyWaits } from '../waits'
import { at, buildWorld, now } from '../world'

const minute = 60_000

// a1 of ward A has an open alert; the nurse, on duty there, said that they deal with it.
onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  const clock = { now: () => time }
  const iso = () => new Date(time).toISOString()
  const run = (text: string) => opened.database.asSystem((trx) => sql.raw(text).execute(trx))
  const due = () => runDue(opened.database, { clock, asksDatabase: false })
  const act = async (query: string, as = 'nurse') =>
    expect((await server.ask(query, { as })).errors).toEqual([])
  const state = async () => {
    const alert = await opened.database.kysely
      .selectFrom('alert')
      .select(['acknowledged_by', 'escalated_at', 'escalate_due_at'])
      .where('id', '=', 'alert-a1')
      .executeTakeFirstOrThrow()
    const duty = await opened.database.kysely
      .selectFrom('ward_duty')
      .select('left_at')
      .where('user_id', '=', 'nurse')
      .executeTakeFirst()
    return { dealsWith: alert.acknowledged_by, escalated: alert.escalated_at, left: duty?.left_at }
  }
  const entries = async (action: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['actor_id', 'entity_id', 'details'])
      .where('action', '=', action)
      .orderBy('seq')
      .execute()

  beforeAll(async () => {
    server = await startServer(opened.database, { clock })
    // No schedule is asked here.
    await run('delete from checkup_type')
  })
  beforeEach(async () => {
    time = now
    await run('delete from ward_duty')
    await run(`update user_account set deleted_at = null where id = 'nurse'`)
    await run(`update user_organization set deleted_at = null where user_id = 'nurse'`)
    await run(
      `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'nurse', 'w', '${at(90)}') on conflict do nothing`,
    )
    await run(`delete from identity_account where uid = 'nurse'`)
    await run(
      `update alert set escalate_after_minutes = 30, escalated_at = null, acknowledged_at = null, acknowledged_by = null, escalate_due_at = null where id = 'alert-a1'`,
    )
    await act('mutation { acceptDuty(wardId: "ward-A") { id } }')
    await act('mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id } }')
  })

  test('who is there keeps the duty, and what they deal with does not escalate', async () => {
    time = now + 59 * minute
    await due()
    expect(await state()).toEqual({ dealsWith: 'nurse', escalated: null, left: null })
  })

  test.each([
    [
      'an account that was disabled',
      `insert into identity_account (uid, email, is_disabled, tokens_valid_after, password_changed_at, created_at) values ('nurse', 'nurse@example.test', true, 0, 0, 0)`,
      'account-gone',
    ],
    [
      'an account that was ended',
      `update user_account set deleted_at = '${at(1)}' where id = 'nurse'`,
      'account-gone',
    ],
    ['who was removed from the organisation', null, 'user-removed'],
  ] as const)(
    '%s keeps neither duty nor alert: it escalates after its time',
    async (_what, change, reason) => {
      if (change === null) await act('mutation { deleteUser(userId: "nurse") }', 'admin')
      else await run(change)
      time = now + minute
      const ended = iso()
      await due()
      const { left, ...alert } = await state()
      expect(alert).toEqual({ dealsWith: null, escalated: null })
      expect(left).toBe(change === null ? new Date(now).toISOString() : ended)
      expect((await entries('endDuty')).at(-1)).toMatchObject({
        actor_id: change === null ? 'admin' : null,
        entity_id: 'ward-A',
        details: { userId: 'nurse', reason },
      })
      expect((await entries('alertHoldEnded')).at(-1)).toEqual({
        actor_id: null,
        entity_id: 'alert-a1',
        details: { userId: 'nurse', reason: 'gone' },
      })
      time = now + 30 * minute
      await due()
      expect((await state()).escalated).toBeNull()
      time = now + 31 * minute
      await due()
      expect((await state()).escalated).toBe(iso())
      expect(
        await opened.database.asOrganization('w', (trx) => firstBrokenAction(trx, 'w')),
      ).toBeNull()
    },
  )

  test.each([
    ['off the ward', `delete from ward_staff where user_id = 'nurse'`],
    [
      'in another role, without patients',
      `update user_organization set roles = '["No such role"]' where user_id = 'nurse'`,
    ],
    [
      'of a patient who is on another ward now',
      `update ward_admission set ward_id = 'ward-B' where patient_id = 'a1' and discharged_at is null`,
    ],
  ])('who is %s deals with the alert no longer', async (_what, change) => {
    await due()
    expect((await state()).dealsWith).toBe('nurse')
    await run(change)
    await due()
    expect((await state()).dealsWith).toBeNull()
    await run(`update user_organization set roles = '["Clinician"]' where user_id = 'nurse'`)
    await run(
      `update ward_admission set ward_id = 'ward-A' where patient_id = 'a1' and discharged_at is null`,
    )
  })

  test('who says that they deal with it while the job waits to release it keeps it; others are released', async () => {
    // One connection waits for nobody.
    if (opened.url === null) return
    await run(
      `insert into alert select (jsonb_populate_record(a, '{"id":"alert-2","source_key":"2"}')).* from alert a where a.id = 'alert-a1'`,
    )
    await run(`update user_account set deleted_at = '${at(1)}' where id = 'nurse'`)
    const job = await opened.database.asSystem(async (trx) => {
      await nextRevision(trx, 'w')
      const released = releaseGone(opened.database, { clock, asksDatabase: false })
      await somebodyWaits(opened.database)
      await sql`update alert set acknowledged_by = 'manager' where id = 'alert-a1'`.execute(trx)
      return [released]
    })
    expect(await job[0]).toBe(1)
    expect((await state()).dealsWith).toBe('manager')
    expect((await entries('alertHoldEnded')).at(-1)).toMatchObject({ entity_id: 'alert-2' })
    await run(`delete from alert where id = 'alert-2'`)
  })

  test('a practice that no longer has the patient deals with none of their alerts', async () => {
    await run(
      `insert into patient_organization (patient_id, organization_id, linked_at) values ('a1', 'p', '${at(90)}')`,
    )
    await act('mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id } }', 'gp')
    await due()
    expect((await state()).dealsWith).toBe('gp')
    await run(`delete from patient_organization where patient_id = 'a1' and organization_id = 'p'`)
    await Promise.all([due(), due()])
    expect((await state()).dealsWith).toBeNull()
    expect(
      (await entries('alertHoldEnded')).filter(({ details }) => details['userId'] === 'gp'),
    ).toHaveLength(1)
  })
})
