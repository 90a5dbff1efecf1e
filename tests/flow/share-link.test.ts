import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { actionLogs } from '../../src/data/action-log'
import { patientCheckups } from '../../src/data/checkup'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { createShareToken, deleteShareToken, shareTokens } from '../../src/data/share-token'
import { decideRoute } from '../../src/domain/access/route'
import type { Runtime } from '../../src/engine/define'
import { createLinkSession } from '../../src/engine/session/link-session'
import { startServer, type FlowServer } from './server'

let server: FlowServer
let administrator: Tablet
let reader: Tablet
let signIns = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  administrator = createTablet(server)
  reader = createTablet(server)
})
afterEach(async () => {
  await administrator.closeAll()
  await reader.closeAll()
})

const signIn = async (): Promise<Runtime> => {
  administrator.token = `${server.uid('admin@riverside.example')}~${(signIns += 1)}`
  const tab = await administrator.openTab()
  expect(await tab.session.completeSignIn('lantern-harbour-violet')).toMatchObject({ kind: 'done' })
  return tab
}
/** A link to a record, made by an administrator. */
const share = async (tab: Runtime, patientId: string): Promise<{ id: string; token: string }> => {
  const done = await tab.run(createShareToken, { patientId, expiresInHours: 24 })
  if (done.kind !== 'done' || done.value === null) throw new Error(JSON.stringify(done))
  const { id, token } = done.value as { id: string; token: string | null }
  return { id, token: token ?? '' }
}
/** The page that a link opens, on a device of its own. */
const open = async (link: string): Promise<Runtime> =>
  await reader.openTab({
    link: { token: link, createSession: createLinkSession },
    keepsNothing: true,
    following: true,
    listening: true,
  })

test('P011 P012 P281 C007 C019 a link opens the record without a sign-in, asks for nothing else, and keeps nothing', async () => {
  const patient = server.patient('Respiratory Ward', 1)
  await server.sendCheckup(patient, Date.now() - 600_000)
  const { id, token } = await share(await signIn(), patient.id)
  const schemes: (string | null)[] = []
  const { request } = server.app
  server.app.request = (input, init, ...more) => {
    const { headers } = (init ?? {}) as RequestInit
    schemes.push(new Headers(headers).get('Authorization'))
    return request(input, init, ...more)
  }
  const tab = await open(token)
  const { principal, me, status } = tab.session.get()
  expect([status, principal?.kind, principal?.sharedPatientId, me?.id]).toEqual([
    'signed-in',
    'share',
    patient.id,
    id,
  ])
  await tab.refresh(patientRecord, { patientId: patient.id })
  const record = await until(
    tab.watch(patientRecord, { patientId: patient.id }),
    ({ rows }) => rows.length === 1,
  )
  expect(record.rows[0]?.lastName).toBe(patient.lastName)
  await until(
    tab.watch(patientCheckups, { patientId: patient.id }),
    ({ rows }) => rows.length === 1,
  )
  await tab.refresh(patientNotes, { patientId: patient.id })
  const log = await tab.ask(actionLogs, { patientId: patient.id, fromActionLogId: null })
  expect(log.kind).toBe('done')
  server.app.request = request
  expect([...new Set(schemes.filter((scheme) => scheme !== null))]).toEqual([`Share ${token}`])
  expect([...new Set(reader.sent)].filter((name) => name !== '').toSorted()).toEqual([
    'ActionLogs',
    'Me',
    'SyncPull',
  ])
  // Neither its reports nor the other rooms are theirs.
  for (const pathname of [
    `/patient/${patient.id}/reports`,
    `/patient/${patient.id}/chat`,
    '/wards',
  ])
    expect(
      decideRoute(
        { path: '*', access: 'member' },
        { status: 'signed-in', ...(principal === null ? {} : { principal }), byLink: true },
        { pathname, search: '' },
      ),
    ).toEqual({ kind: 'redirect', to: `/patient/${patient.id}` })
  // What the device has of it is memory of the page, and no row of it names the token.
  expect(await tab.recordsKept()).not.toBeNull()
  expect(tab.keepsNothing).toBe(true)
  const held = JSON.stringify(await reader.indexedDB.databases())
  expect(held).not.toContain(token)
})

test('another patient is not there by a link, and nothing is written', async () => {
  const [patient, other] = [1, 2].map((at) => server.patient('Respiratory Ward', at))
  if (patient === undefined || other === undefined) throw new Error('no patients')
  const { token } = await share(await signIn(), patient.id)
  const tab = await open(token)
  await expect(tab.refresh(patientRecord, { patientId: other.id })).rejects.toMatchObject({
    problem: { kind: 'not-found' },
  })
  const refused = await tab.run(addPatientNote, { patientId: patient.id, text: 'By a link' })
  expect(refused.kind).toBe('refused')
  expect(await server.notesOf(patient.id)).toEqual([])
  expect(reader.sent).not.toContain('SyncPush')
  expect(reader.sent).not.toContain('SyncHello')
})

test('P319 a deleted link ends the open page at its next question, and leads to the page that says so', async () => {
  const patient = server.patient('Respiratory Ward', 1)
  const staff = await signIn()
  const { id, token } = await share(staff, patient.id)
  const tab = await open(token)
  await tab.refresh(patientRecord, { patientId: patient.id })
  expect(await staff.run(deleteShareToken, { id })).toMatchObject({ kind: 'done' })
  const left = await staff.ask(shareTokens, undefined)
  expect(left.kind === 'done' && left.value.map((one) => one.id)).not.toContain(id)
  await expect(tab.refresh(patientRecord, { patientId: patient.id })).rejects.toMatchObject({
    problem: { kind: 'unauthorized' },
  })
  const { status, byLink, me } = await until(tab.session, (state) => state.status === 'signed-out')
  expect([status, byLink, me]).toEqual(['signed-out', true, null])
  for (const access of ['member', 'public-only'] as const)
    expect(
      decideRoute(
        { path: '*', access },
        { status: 'signed-out', byLink: true },
        { pathname: `/patient/${patient.id}`, search: '' },
      ),
    ).toEqual({ kind: 'redirect', to: '/expiredShareToken' })
  const late = await open(token)
  expect(late.session.get()).toMatchObject({ status: 'signed-out', byLink: true })
})
