import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientChat, sendChatMessage } from '../../src/data/chat'
import { openEmergencyAccess } from '../../src/data/emergency-access'
import { markNotificationsRead, unreadNotifications } from '../../src/data/notification'
import { patientRecord } from '../../src/data/patient'
import type { ChatMessage } from '../../src/domain/chat/chat'
import type { Runtime, Shown, ViewState } from '../../src/engine/define'
import { systemClock, type Clock } from '../../src/platform/clock'

let server: FlowServer
const tablets: Tablet[] = []
let signIns = 0

beforeAll(async () => {
  server = await startServer()
  await server.database.asSystem((trx) => trx.deleteFrom('chat_message').execute())
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

const signIn = async (
  email = 'nurse@riverside.example',
  options: { readonly clock?: Clock; readonly listening?: boolean } = {},
): Promise<{ tab: Runtime; tablet: Tablet }> => {
  const tablet = createTablet(server)
  tablets.push(tablet)
  tablet.token = `${server.uid(email)}~chat${(signIns += 1)}`
  const tab = await tablet.openTab({
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.listening === true ? { following: true, listening: true } : {}),
  })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return { tab, tablet }
}
const chat = (tab: Runtime, patientId: string) => tab.watch(patientChat, { patientId })
const texts = (rows: readonly Shown<ChatMessage>[]) =>
  rows.map((row) => `${row.message}${row.waiting === undefined ? '' : ` (${row.waiting.state})`}`)
const shows =
  (...wanted: readonly string[]) =>
  (state: ViewState<ChatMessage>): boolean =>
    state.ready && JSON.stringify(texts(state.rows)) === JSON.stringify(wanted)
const written = async (tab: Runtime, patientId: string, message: string): Promise<string> => {
  const result = await tab.run(sendChatMessage, { patientId, message })
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  return result.id
}
const onServer = async (patientId: string): Promise<readonly string[]> =>
  (
    await server.database.kysely
      .selectFrom('chat_message')
      .select('text')
      .where('patient_id', '=', patientId)
      .orderBy('revision')
      .execute()
  ).map(({ text }) => text)

test('C164 what a patient writes is on a screen that nobody refreshes, and what a colleague answers, newest last', async () => {
  const patient = server.patient('Heart Failure Ward', 0)
  const here = await signIn('nurse@riverside.example', { listening: true })
  await until(here.tab.connection, ({ isTold }) => isTold === true)
  const view = chat(here.tab, patient.id)
  await here.tab.refresh(patientChat, { patientId: patient.id })
  const heard = until(view, shows('I feel dizzy'))
  const sentAt = performance.now()
  await server.sendMessage(patient, 'I feel dizzy')
  await heard
  expect(performance.now() - sentAt).toBeLessThan(6_000)

  const there = await signIn('admin@riverside.example')
  await openRecord(there.tab, patient.id)
  const answered = until(view, shows('I feel dizzy', 'Sit down, I call you'))
  await written(there.tab, patient.id, 'Sit down, I call you')
  await answered
  expect(await onServer(patient.id)).toEqual(['I feel dizzy', 'Sit down, I call you'])
})

test('a message that is written offline waits on the device, is behind all others, and is sent once', async () => {
  const patient = server.patient('Heart Failure Ward', 1)
  const { tab, tablet } = await signIn()
  await openRecord(tab, patient.id)
  await server.sendMessage(patient, 'Good morning')
  await tab.refresh(patientChat, { patientId: patient.id })
  await goOffline(tablet, tab)
  await written(tab, patient.id, 'How are you?')
  const view = chat(tab, patient.id)
  await until(view, shows('Good morning', 'How are you? (waiting)'))
  expect(await onServer(patient.id)).toEqual(['Good morning'])
  tablet.reconnect()
  await until(view, shows('Good morning', 'How are you?'))
  await until(tab.outbox, (items) => items.length === 0)
  expect(await onServer(patient.id)).toEqual(['Good morning', 'How are you?'])
})

test('the chat that this device has is read without a connection, after a restart too', async () => {
  const patient = server.patient('Heart Failure Ward', 2)
  const { tab, tablet } = await signIn()
  await server.sendMessage(patient, 'Kept')
  await openRecord(tab, patient.id)
  await tab.refresh(patientChat, { patientId: patient.id })
  tablet.network = 'down'
  await tab.close()
  const again = await tablet.openTab()
  const state = await until(chat(again, patient.id), shows('Kept'))
  expect(state.asOf).not.toBeNull()
})

test('a message that waited for more than 15 minutes is not sent until its author says so', async () => {
  const later = { ms: 0 }
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + later.ms,
    monotonic: () => systemClock.monotonic() + later.ms,
  }
  const patient = server.patient('Heart Failure Ward', 3)
  const { tab, tablet } = await signIn('nurse@riverside.example', { clock })
  await openRecord(tab, patient.id)
  await goOffline(tablet, tab)
  const id = await written(tab, patient.id, 'Take it now')
  await until(tab.outbox, ([item]) => item?.state === 'waiting')
  later.ms = 16 * 60_000
  tablet.hint()
  await until(tab.outbox, ([item]) => item?.id === id && item.state === 'expired')
  tablet.reconnect()
  await until(tab.connection, ({ state }) => state === 'refused')
  expect(await onServer(patient.id)).toEqual([])
  await tab.outbox.retry(id)
  await until(tab.outbox, (items) => items.length === 0)
  expect(await onServer(patient.id)).toEqual(['Take it now'])
})

test('what was written for a patient who was discharged meanwhile is refused, with its words still here', async () => {
  const patient = server.patient('Heart Failure Ward', 4)
  const { tab, tablet } = await signIn()
  await openRecord(tab, patient.id)
  await goOffline(tablet, tab)
  const id = await written(tab, patient.id, 'See you tomorrow')
  await server.database.asSystem((trx) =>
    trx
      .updateTable('ward_admission')
      .set({ discharged_at: new Date(Date.now() + 1_000).toISOString() })
      .where('patient_id', '=', patient.id)
      .execute(),
  )
  tablet.reconnect()
  const [item] = await until(tab.outbox, ([one]) => one?.state === 'refused')
  expect(item).toMatchObject({ id, code: 'CHAT_CLOSED' })
  expect(await onServer(patient.id)).toEqual([])
})

test('a record that is open in an emergency brings no chat to the device', async () => {
  const patient = server.patient('Frailty Ward', 0)
  await server.sendMessage(patient, 'For my ward')
  const { tab } = await signIn()
  expect(
    await tab.run(openEmergencyAccess, {
      patientId: patient.id,
      reason: 'Called at night, nobody of the ward is here',
      reasonAgain: null,
    }),
  ).toMatchObject({ kind: 'done' })
  await tab.refresh(patientRecord, { patientId: patient.id })
  await until(tab.watch(patientRecord, { patientId: patient.id }), ({ rows }) => rows.length === 1)
  expect(chat(tab, patient.id).get().rows).toEqual([])
  const admin = await signIn('admin@riverside.example')
  await admin.tab.refresh(patientChat, { patientId: patient.id })
  await until(chat(admin.tab, patient.id), shows('For my ward'))
})

test('C020 where the feature is switched off the chat leaves the device', async () => {
  const patient = server.patient('Heart Failure Ward', 5)
  await server.sendMessage(patient, 'Soon gone')
  const { tab } = await signIn()
  await tab.refresh(patientChat, { patientId: patient.id })
  await until(chat(tab, patient.id), shows('Soon gone'))
  const features = (isOn: boolean) =>
    server.database.asSystem((trx) =>
      trx
        .updateTable('organization')
        .set(({ eb, val }) => ({
          features: eb.fn('jsonb_set', [
            'features',
            val('{patientChat}'),
            eb.cast(val(String(isOn)), 'jsonb'),
          ]) as never,
        }))
        .where('id', '=', server.organizationOf('riverside'))
        .execute(),
    )
  await features(false)
  await tab.refresh(patientRecord, { patientId: patient.id })
  await until(chat(tab, patient.id), shows())
  await features(true)
  await tab.refresh(patientRecord, { patientId: patient.id })
  await until(chat(tab, patient.id), shows('Soon gone'))
})

test('what is marked as read without a connection waits, and is read on the other device once it is sent', async () => {
  const patient = server.patient('Heart Failure Ward', 6)
  const email = 'nurse@riverside.example'
  const { tab, tablet } = await signIn(email)
  const other = await signIn(email)
  await openRecord(tab, patient.id)
  await server.sendMessage(patient, 'Anybody there?')
  const unread = async (on: Runtime): Promise<readonly string[]> => {
    const answer = await on.ask(unreadNotifications, { patientId: patient.id })
    if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
    return answer.value.notifications.map(({ id }) => id)
  }
  const ids = await unread(tab)
  expect(ids).toHaveLength(1)
  expect(await unread(other.tab)).toEqual(ids)
  await goOffline(tablet, tab)
  expect(await tab.run(markNotificationsRead, { ids: [...ids] })).toMatchObject({ kind: 'saved' })
  await until(tab.outbox, ([item]) => item?.state === 'waiting')
  expect(await unread(other.tab)).toEqual(ids)
  tablet.reconnect()
  await until(tab.outbox, (items) => items.length === 0)
  expect(await unread(other.tab)).toEqual([])
})
