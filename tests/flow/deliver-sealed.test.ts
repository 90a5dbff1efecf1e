import { createTablet, goOffline, openRecord, until, type Tablet } from './ward-tablet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { addPatientNote } from '../../src/data/note'
import type { Runtime } from '../../src/engine/define'
import { deliverSealed } from '../../src/engine/outbox/deliver-in-worker'
import { jsonCodec } from '../../src/engine/store'
import { systemClock } from '../../src/platform/clock'
import { askJson } from '../../src/platform/rest'
import { startServer, type FlowServer } from './server'

const email = 'nurse@riverside.example'
let server: FlowServer
const tablets: Tablet[] = []
let signIns = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

const signIn = async (tablet: Tablet): Promise<Runtime> => {
  if (!tablets.includes(tablet)) tablets.push(tablet)
  tablet.token = `${server.uid(email)}~sealed${(signIns += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** As the service worker does it; `network`: what it asks. */
const deliver = (
  tablet: Pick<Tablet, 'indexedDB'>,
  network: (url: string, init: RequestInit) => Promise<Response> = async (url, init) =>
    server.app.request(url, init),
) => {
  const asked: string[] = []
  const done = deliverSealed({
    environment: { codec: jsonCodec, indexedDB: tablet.indexedDB, IDBKeyRange },
    post: (body) =>
      askJson(
        {
          fetch: (url, init) => {
            asked.push(new Headers(init.headers).get('authorization') ?? 'nobody')
            return network(url, init)
          },
          clock: systemClock,
        },
        'http://ward.example/Prod/sync/deliver',
        body,
      ),
    clientVersion: '3.15.0',
    clock: systemClock,
    report: () => undefined,
  })
  return { done, asked }
}
/** Notes that are written without a line, on a page that is closed then. */
const leave = async (tablet: Tablet, patientId: string, ...texts: readonly string[]) => {
  const tab = await signIn(tablet)
  await openRecord(tab, patientId)
  await goOffline(tablet, tab)
  for (const text of texts)
    expect(await tab.run(addPatientNote, { patientId, text })).toMatchObject({ kind: 'saved' })
  await tab.close()
}
const textsOf = async (patientId: string): Promise<readonly string[]> =>
  (await server.notesOf(patientId)).map(({ text }) => text)
const patientAt = (at: number) => server.patient('Heart Failure Ward', at).id

test('with every page closed what waits is delivered once, in order, under its author’s name and without a credential; the next page finds it done', async () => {
  const tablet = createTablet(server)
  const patientId = patientAt(0)
  await leave(tablet, patientId, 'First', 'Second')
  const { done, asked } = deliver(tablet)
  await done
  expect(asked.length).toBeGreaterThan(0)
  expect(new Set(asked)).toEqual(new Set(['nobody']))
  expect(await textsOf(patientId)).toEqual(['First', 'Second'])
  for (const { id } of await server.notesOf(patientId))
    expect(await server.authorOf(id)).toBe(server.uid(email))
  const again = deliver(tablet)
  await again.done
  expect(again.asked).toEqual([])

  tablet.network = 'up'
  const tab = await signIn(tablet)
  await until(
    tab.connection,
    ({ waiting, refused, state }) => state !== 'checking' && waiting === 0 && refused === 0,
  )
  await until(tab.outbox, (items) => items.length === 0)
  expect(await textsOf(patientId)).toEqual(['First', 'Second'])
})

test('an answer that was lost makes it try again, and what was done is done once', async () => {
  const tablet = createTablet(server)
  const patientId = patientAt(1)
  await leave(tablet, patientId, 'Only once')
  const lost = deliver(tablet, async (url, init) => {
    await server.app.request(url, init)
    throw new TypeError('Failed to fetch')
  })
  await expect(lost.done).rejects.toMatchObject({ problem: { kind: 'network' } })
  await deliver(tablet).done
  expect(await textsOf(patientId)).toEqual(['Only once'])
  tablet.network = 'up'
  const tab = await signIn(tablet)
  await until(tab.outbox, (items) => items.length === 0)
  expect(await textsOf(patientId)).toEqual(['Only once'])
})

test('what the server refuses waits for its author, and is not sent again', async () => {
  const tablet = createTablet(server)
  const patientId = patientAt(2)
  await leave(tablet, patientId, 'About somebody else by now')
  await server.rename(patientId, 'Renamed')
  await deliver(tablet).done
  expect(deliver(tablet).asked).toEqual([])
  expect(await textsOf(patientId)).toEqual([])
  tablet.network = 'up'
  const tab = await signIn(tablet)
  const [item] = await until(tab.outbox, (items) => items.length === 1)
  expect(item).toMatchObject({ state: 'refused', code: 'IDENTITY_CHANGED' })
})

test('a device that never kept anything has no database made for it', async () => {
  const indexedDB = new IDBFactory()
  const { done, asked } = deliver({ indexedDB })
  await done
  expect(asked).toEqual([])
  expect(await indexedDB.databases()).toEqual([])
})
