import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { demonstrationPatients } from '../../server/demonstration/people'
import type { Runtime } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientCheckups } from '../../src/data/checkup'
import { maintenanceNotice } from '../../src/data/maintenance'
import { patientRecord } from '../../src/data/patient'
import { acceptTerms, didStayLoggedIn, me } from '../../src/data/session'
import { virtualWard } from '../../src/data/virtual-ward'
import { wards } from '../../src/data/ward'

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

test('O201 after a switch every later call says the organisation that was switched to, and is answered for it', async () => {
  const tab = await signIn('multi@riverside.example')
  const wardNames = async () => {
    const answer = await tab.ask(wards, undefined)
    return answer.kind === 'done' ? answer.value.map(({ name }) => name) : answer
  }
  const actingId = () => tab.session.get().me?.actingOrganization.id ?? ''
  const organizations = tab.session.get().me?.organizations ?? []
  const [riverside = '', willowbank = ''] = ['Riverside', 'Willowbank'].map(
    (name) => organizations.find((one) => one.name.startsWith(name))?.id,
  )
  const resident = demonstrationPatients.find(({ organization }) => organization === 'willowbank')
  const patientId = resident?.id ?? ''
  for (const [to, seen, unseen] of [
    [riverside, 'Respiratory Ward', 'Garden Wing'],
    [willowbank, 'Garden Wing', 'Respiratory Ward'],
    [riverside, 'Respiratory Ward', 'Garden Wing'],
    [willowbank, 'Garden Wing', 'Respiratory Ward'],
  ] as const) {
    await tab.session.setActingOrganization(to)
    expect(actingId()).toBe(to)
    const before = tablet.sent.length
    const names = await wardNames()
    expect(names).toContain(seen)
    expect(names).not.toContain(unseen)
    // The record of a resident of the home is there for the home alone.
    const record = tab.refresh(patientRecord, { patientId })
    if (to === riverside) await expect(record).rejects.toThrow('not-found')
    else await record
    const { rows } = await until(tab.watch(patientRecord, { patientId }), ({ ready }) => ready)
    expect(rows.map(({ id }) => id)).toEqual(to === willowbank ? [patientId] : [])
    expect(tablet.sent.slice(before)).toEqual(expect.arrayContaining(['Wards', 'SyncPull']))
    expect(new Set(tablet.actedAs.slice(before))).toEqual(new Set([to]))
  }
  const before = tablet.sent.length
  expect(await tab.run(addPatientNote, { patientId, text: 'At the home' })).toMatchObject({
    kind: expect.stringMatching(/saved|done/) as string,
  })
  await expect
    .poll(
      () =>
        server.database.asSystem((trx) =>
          trx
            .selectFrom('patient_note')
            .select('organization_id')
            .where('patient_id', '=', patientId)
            .execute(),
        ),
      { timeout: 20_000 },
    )
    .toEqual([{ organization_id: willowbank }])
  expect(tablet.sent.slice(before)).toContain('SyncPush')
  expect(new Set(tablet.actedAs.slice(before))).toEqual(new Set([willowbank]))
})

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
