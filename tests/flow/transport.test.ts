import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import type { Runtime } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientCheckups } from '../../src/data/checkup'
import { maintenanceNotice } from '../../src/data/maintenance'
import { patientRecord } from '../../src/data/patient'
import { acceptTerms, didStayLoggedIn, me } from '../../src/data/session'
import { virtualWard } from '../../src/data/virtual-ward'

let server: FlowServer
let tablet: Tablet
let signIns = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async (
  email: string,
  over: Parameters<Tablet['openTab']>[0] = {},
): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await tablet.openTab(over)
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}

test('P291 a 401 signs the user out, whatever was asked: rows, the user, a command that waits, one that does not', async () => {
  const patientId = server.patient('Respiratory Ward', 0).id
  const calls: readonly (readonly [operation: string, call: (tab: Runtime) => Promise<unknown>])[] =
    [
      ['SyncPull', (tab) => tab.refresh(patientNotes, { patientId })],
      ['Me', (tab) => tab.ask(me, undefined)],
      ['SyncPush', (tab) => tab.run(addPatientNote, { patientId, text: 'Nobody may' })],
      ['DidStayLoggedIn', (tab) => tab.run(didStayLoggedIn, {})],
    ]
  for (const [operation, call] of calls) {
    const tab = await signIn('nurse@riverside.example')
    await tab.refresh(patientRecord, { patientId })
    tablet.inPlace = (names) =>
      names.includes(operation) ? new Response('{}', { status: 401 }) : undefined
    await call(tab).catch(() => undefined)
    const ended = await until(tab.session, ({ status }) => status === 'locked')
    expect(ended).toMatchObject({
      me: null,
      ended: 'unauthorized',
      locked: { email: 'nurse@riverside.example' },
    })
    tablet.inPlace = () => undefined
    await tab.close()
  }
})

test('P321 the GraphQL error Unauthorized, with status 200, signs the user out', async () => {
  const tab = await signIn('nurse@riverside.example')
  tablet.inPlace = (names) =>
    names.includes('SyncPull')
      ? Response.json({ errors: [{ message: 'Unauthorized' }] })
      : undefined
  await tab
    .refresh(patientNotes, { patientId: server.patient('Respiratory Ward', 0).id })
    .catch(() => undefined)
  await until(tab.session, ({ status }) => status === 'locked')
})

test('a failure to save the terms is logged and leaves the session as it is', async () => {
  const tab = await signIn('admin@riverside.example')
  tablet.inPlace = (names) =>
    names.includes('CreateAcceptedTerms')
      ? Response.json({ message: 'Broken' }, { status: 500 })
      : undefined
  expect(await tab.run(acceptTerms, {})).toMatchObject({ kind: 'refused' })
  expect(tablet.reports).toEqual(['createAcceptedTerms: server: Broken'])
  expect(tab.session.get().status).toBe('signed-in')
})

test('O364 C484 every call of a session is a GraphQL operation on the one endpoint; beside it the open questions whether there is a server and a notice, and the stream that says that something changed', async () => {
  const tab = await signIn('nurse@riverside.example', { following: true, listening: true })
  const patientId = server.patient('Respiratory Ward', 0).id
  await tab.refresh(virtualWard, {
    take: 10,
    skip: 0,
    sort: [{ field: 'lastName', direction: 'ASC' }],
  })
  await tab.refresh(patientRecord, { patientId })
  await tab.refresh(patientCheckups, { patientId })
  await tab.run(addPatientNote, { patientId, text: 'One endpoint' })
  await until(tab.watch(patientNotes, { patientId }), ({ rows }) =>
    rows.some((row) => row.text === 'One endpoint' && row.waiting === undefined),
  )
  await tab.ask(me, undefined)
  expect(tablet.sent).toEqual(expect.arrayContaining(['DidLogin', 'SyncPush', 'Me']))
  await until(tab.connection, ({ isTold }) => isTold === true)
  await tab.ask(maintenanceNotice, undefined)
  expect(new Set(tablet.asked)).toEqual(
    new Set(['/Prod/graphql', '/Prod/maintenance', '/Prod/events']),
  )
})
