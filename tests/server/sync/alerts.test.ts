import { beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlert } from '../../../server/areas/alert'
import { nextRevision } from '../../../server/db/revision'
import { startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

/** An alert that is resolved by ringing the patient. */
const rang = { status: 'closed', outcome: 'rang', outcomeText: null }

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let time = now
  let serial = 0
  /** Raises the alert of a1 again; the id of the new trigger. */
  const raise = async (): Promise<string> => {
    const source = `test ${(serial += 1)}`
    await opened.database.asSystem(async (trx) =>
      raiseAlert(
        trx,
        {
          organizationId: 'w',
          patientId: 'a1',
          type: 'AlertRule',
          key: 'rule-w',
          source,
          occurredAt: at(1),
          severity: 4,
          escalateAfterMinutes: null,
        },
        at(0),
        await nextRevision(trx, 'w'),
      ),
    )
    return (
      await opened.database.kysely
        .selectFrom('alert_trigger')
        .select('id')
        .where('source', '=', source)
        .executeTakeFirstOrThrow()
    ).id
  }
  const alert = () =>
    opened.database.kysely
      .selectFrom('alert')
      .selectAll()
      .where('id', '=', 'alert-a1')
      .executeTakeFirstOrThrow()
  const command = (
    triggerIds: readonly string[],
    options: Parameters<SignedIn['command']>[2] = {},
  ) =>
    nurse.command(
      'setAlertStatus',
      { patientId: 'a1', alerts: [{ ...rang, id: 'alert-a1', triggerIds }] },
      options,
    )
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    tablet = createTablet(
      () => server,
      () => new Date(now).toISOString(),
    )
    time = now - 600 * 60_000
    nurse = await tablet.signIn('nurse')
    time = now
  })
  beforeEach(() =>
    opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').where('id', '<>', 'trigger-a1').execute()
      await trx
        .updateTable('alert_trigger')
        .set({
          status: 'open',
          closed_at: null,
          closed_by: null,
          closed_reason: null,
          outcome: null,
        })
        .execute()
      await trx
        .updateTable('alert')
        .set({
          status: 'open',
          open_triggers: 1,
          triggers: 1,
          closed_at: null,
          closed_by: null,
          closed_reason: null,
          outcome: null,
        })
        .execute()
    }),
  )

  test('C376 written offline it closes what its author saw, and answers patient and card', async () => {
    const second = await raise()
    const [result] = (
      await tablet.push(nurse, await command(['trigger-a1', second], { at: at(5) }))
    ).results
    expect(result).toMatchObject({
      class: 'APPLIED',
      server: { __typename: 'Patient', id: 'a1' },
      also: [{ __typename: 'VirtualWardPatient', id: 'a1' }],
    })
    expect(await alert()).toMatchObject({
      status: 'closed',
      open_triggers: 0,
      closed_by: 'nurse',
      closed_reason: 'resolved',
      outcome: 'rang',
      closed_at: at(0),
    })
  })

  test('a trigger that came after it was written stays open, and so does the alert: nothing hides a new alarm', async () => {
    const mutation = await command(['trigger-a1'], { at: at(5) })
    const later = await raise()
    expect(await tablet.said(nurse, mutation)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({ status: 'open', open_triggers: 1 })
    expect(
      await opened.database.kysely
        .selectFrom('alert_trigger')
        .select(['id', 'status'])
        .where('alert_id', '=', 'alert-a1')
        .orderBy('status')
        .execute(),
    ).toEqual([
      { id: 'trigger-a1', status: 'closed' },
      { id: later, status: 'open' },
    ])
  })

  test('sent twice it is done once; what somebody else closed meanwhile stays theirs', async () => {
    const mine = await command(['trigger-a1'])
    await server.ask(
      'mutation { setAlertStatus(alerts: [{ id: "alert-a1", status: closed, outcome: rang }]) { id } }',
      { as: 'manager' },
    )
    expect(await tablet.said(nurse, mine)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({ status: 'closed', closed_by: 'manager' })
    const again = (await tablet.push(nurse, mine)).results[0]
    expect(again).toMatchObject({ class: 'APPLIED', replay: true })
  })

  test('an alert of another patient, one that is not there, a status other than closed, and one without what was done are refused', async () => {
    const said = async (input: Record<string, unknown> & { readonly patientId: string }) =>
      (await tablet.said(nurse, await nurse.command('setAlertStatus', input)))[0]
    expect(
      await said({
        patientId: 'a2',
        alerts: [{ ...rang, id: 'alert-a1', triggerIds: ['trigger-a1'] }],
      }),
    ).toMatch(/^REJECTED/)
    expect(
      await said({
        patientId: 'a1',
        alerts: [{ ...rang, id: 'none', triggerIds: ['x'] }],
      }),
    ).toBe('REJECTED/NOT_FOUND')
    expect(
      await said({
        patientId: 'a1',
        alerts: [{ ...rang, id: 'alert-a1', status: 'open', triggerIds: ['trigger-a1'] }],
      }),
    ).toBe('REJECTED/INVALID')
    expect(
      await said({
        patientId: 'a1',
        alerts: [{ ...rang, id: 'alert-a1', triggerIds: [] }],
      }),
    ).toBe('REJECTED/INVALID')
    for (const untold of [
      {},
      { outcome: 'rang', outcomeText: 'No answer' },
      { outcome: 'other', outcomeText: null },
    ])
      expect(
        await said({
          patientId: 'a1',
          alerts: [{ id: 'alert-a1', status: 'closed', triggerIds: ['trigger-a1'], ...untold }],
        }),
      ).toBe('REJECTED/INVALID')
    expect((await alert()).status).toBe('open')
  })

  test('two at the same time close it once, and each trigger once', async () => {
    const second = await raise()
    const close = (triggerIds: string) =>
      server.ask(
        `mutation { setAlertStatus(alerts: [{ id: "alert-a1", status: closed, outcome: rang, triggerIds: [${triggerIds}] }]) { id } }`,
        { as: 'manager' },
      )
    await Promise.all([close('"trigger-a1"'), close(`"${second}"`), close('"trigger-a1"'), raise()])
    const left = await alert()
    const open = await opened.database.kysely
      .selectFrom('alert_trigger')
      .select('id')
      .where('alert_id', '=', 'alert-a1')
      .where('status', '=', 'open')
      .execute()
    expect([left.status, left.open_triggers]).toEqual(['open', 1])
    expect(open).toHaveLength(1)
  })

  const takeOn = (minutesAgo: number, isAcknowledged = true) =>
    nurse.command(
      'acknowledgeAlert',
      { patientId: 'a1', id: 'alert-a1', isAcknowledged, seenAt: at(minutesAgo) },
      { at: at(minutesAgo) },
    )
  const acknowledgeNow = (as: string) =>
    server.ask('mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id } }', { as })
  const release = () =>
    opened.database.asSystem(async (trx) => {
      await trx
        .updateTable('alert')
        .set({
          acknowledged_at: null,
          acknowledged_by: null,
          hold_ended_at: null,
          hold_ended_by: null,
          hold_ended_reason: null,
          escalated_at: null,
          escalate_due_at: at(-3),
        })
        .execute()
      await trx
        .updateTable('alert_trigger')
        .set({ raised_at: at(60), occurred_at: at(60) })
        .execute()
    })

  test('acknowledged offline it escalates until that arrives, and is then held as of the press', async () => {
    await release()
    const mutation = await takeOn(5)
    expect(await alert()).toMatchObject({ acknowledged_by: null, escalate_due_at: at(-3) })
    const [result] = (await tablet.push(nurse, mutation)).results
    expect(result).toMatchObject({
      class: 'APPLIED',
      also: [{ __typename: 'VirtualWardPatient', id: 'a1' }],
    })
    expect(await alert()).toMatchObject({
      acknowledged_by: 'nurse',
      acknowledged_at: at(5),
      escalate_due_at: null,
      status: 'open',
    })
    expect((await tablet.push(nurse, mutation)).results[0]).toMatchObject({ replay: true })
    await release()
  })

  test('what was raised since is not held by it, and everybody is told why; the time to escalate runs on', async () => {
    await release()
    await opened.database.asSystem((trx) =>
      trx.updateTable('alert_trigger').set({ severity: 2 }).execute(),
    )
    const mutation = await takeOn(5)
    await raise()
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('alert')
        .set({ escalate_due_at: at(-3) })
        .execute(),
    )
    expect(await tablet.said(nurse, mutation)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({
      acknowledged_at: null,
      acknowledged_by: null,
      hold_ended_by: 'nurse',
      hold_ended_reason: 'worse',
      escalate_due_at: at(-3),
    })
    await release()
  })

  test('a colleague who took it on later keeps it; one that was resolved, or opened anew since, stays as it is', async () => {
    await release()
    const late = await takeOn(5)
    await acknowledgeNow('manager')
    expect(await tablet.said(nurse, late)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({ acknowledged_by: 'manager', acknowledged_at: at(0) })
    const handsBack = await takeOn(4, false)
    expect(await tablet.said(nurse, handsBack)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({ acknowledged_by: 'manager' })
    await release()

    const over = await takeOn(5)
    await server.ask(
      'mutation { setAlertStatus(alerts: [{ id: "alert-a1", status: closed, outcome: rang }]) { id } }',
      { as: 'manager' },
    )
    expect(await tablet.said(nurse, over)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({ status: 'closed', acknowledged_by: null })
    const anew = await takeOn(5)
    await raise()
    expect(await tablet.said(nurse, anew)).toEqual(['APPLIED'])
    expect(await alert()).toMatchObject({ status: 'open', acknowledged_by: null })
    await release()
  })

  test('an alert of another patient is not found', async () => {
    const other = await nurse.command('acknowledgeAlert', {
      patientId: 'a2',
      id: 'alert-a1',
      isAcknowledged: true,
      seenAt: at(5),
    })
    expect(await tablet.said(nurse, other)).toEqual(['REJECTED/NOT_FOUND'])
  })

  test('raised, resolved, answered: each comes to other devices with the roster, and a quiet one brings nothing', async () => {
    const puller = createPuller(tablet, 'nurse', () => nurse.hello.epoch)
    await puller.pull(['ROSTER:w'])
    const changed = async (): Promise<readonly string[]> =>
      (await puller.pull(['ROSTER:w'])).flatMap(({ scopes }) =>
        scopes.flatMap(({ put }) => put.map(({ id }) => id)),
      )
    await raise()
    expect(await changed()).toEqual(['a1'])
    expect(await changed()).toEqual([])
    await server.ask('mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id } }', {
      as: 'nurse',
    })
    expect(await changed()).toEqual(['a1'])
    await server.ask('mutation { snoozeAlert(id: "alert-a1", minutes: 15) { id } }', {
      as: 'nurse',
    })
    expect(await changed()).toEqual(['a1'])
    await server.ask(
      'mutation { setAlertStatus(alerts: [{ id: "alert-a1", status: closed, outcome: rang }]) { id } }',
      { as: 'nurse' },
    )
    expect(await changed()).toEqual(['a1'])
    await opened.database.asSystem((trx) =>
      trx.updateTable('alert_rule').set({ name: 'Another name', revision: 99 }).execute(),
    )
    expect(await changed()).toEqual([])
  })
})
