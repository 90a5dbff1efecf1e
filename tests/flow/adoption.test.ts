import './browser-globals'
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import type { OldCommand } from '../../src/platform/store'
import type { Runtime } from '../../src/data/kit'

let server: FlowServer
let tablet: Tablet
let used = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async (email = 'nurse@riverside.example'): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~${(used += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** The database as the version before wrote it. */
const old = async <Value>(
  work: (commands: Dexie.Table<OldCommand, number>) => PromiseLike<Value>,
): Promise<Value> => {
  const database = new Dexie('lamplight-outbox', {
    indexedDB: tablet.indexedDB,
    IDBKeyRange,
    cache: 'disabled',
  })
  database.version(1).stores({ command: '++seq, &id, author, lane' })
  try {
    return await work(database.table('command'))
  } finally {
    database.close()
  }
}
const newId = (): string => `0190e000-0000-7000-8000-${String((used += 1)).padStart(12, '0')}`
const written = (patientId: string, text: string, over: Partial<OldCommand> = {}): OldCommand => ({
  id: newId(),
  author: server.uid('nurse@riverside.example'),
  organization: server.organizationOf('riverside'),
  lane: patientId,
  op: 'addPatientNote',
  opVersion: 1,
  state: 'waiting',
  answer: null,
  body: JSON.stringify({
    input: { patientId, text },
    capturedAt: Date.now() - 60_000,
    changes: [],
  }),
  ...over,
})
const patient = async (): Promise<string> => {
  const { id } = server.patient('Respiratory Ward', (used += 1) % 10)
  await server.database.asSystem((trx) =>
    trx.deleteFrom('patient_note').where('patient_id', '=', id).execute(),
  )
  return id
}

describe('what the version before left waiting', () => {
  test('moves into the sealed outbox under its own id and in its order once its author is signed in, and is on the server once', async () => {
    const patientId = await patient()
    const rows = [written(patientId, 'First'), written(patientId, 'Second')]
    await old((commands) => commands.bulkAdd(rows))
    await signIn()
    await expect
      .poll(async () => (await server.notesOf(patientId)).map(({ id }) => id))
      .toEqual(rows.map(({ id }) => id))
    await expect.poll(() => old((commands) => commands.count())).toBe(0)
  })

  test('is done once when a tab of that version had sent it already, and when the move was cut short', async () => {
    const patientId = await patient()
    const row = written(patientId, 'Sent by the old tab')
    await old((commands) => commands.add(row))
    const token = `${row.author}~old`
    const answer = await server.app.request('http://ward.example/Prod/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'X-Acting-Organization-Id': row.organization,
        'X-Portal-Agent': 'portal/3.14.0',
      },
      body: JSON.stringify({
        operationName: 'AddPatientNote',
        extensions: { idempotencyKey: row.id },
        query:
          'mutation AddPatientNote($p: ID!, $t: String!) { addPatientNote(PatientId: $p, text: $t) { id } }',
        variables: { p: patientId, t: 'Sent by the old tab' },
      }),
    })
    expect(await answer.json()).toMatchObject({ data: { addPatientNote: { id: row.id } } })
    const tab = await signIn()
    await expect.poll(() => old((commands) => commands.count())).toBe(0)
    await until(tab.outbox, (items) => items.length === 0)
    // Cut short: it is in the sealed outbox, and still in the old one.
    await old((commands) => commands.add({ ...row }))
    await tab.close()
    const next = await tablet.openTab()
    await expect.poll(() => old((commands) => commands.count())).toBe(0)
    await until(next.outbox, (items) => items.length === 0)
    expect(await server.notesOf(patientId)).toEqual([{ id: row.id, text: 'Sent by the old tab' }])
  })

  test('is shown to its author and counted until it is moved; to others it is a number', async () => {
    const patientId = await patient()
    const elsewhere = written(patientId, 'Written in another organisation', {
      organization: 'another-organisation',
      author: server.uid('multi@riverside.example'),
    })
    const unknown = written(patientId, 'Of a newer kind', { opVersion: 99 })
    await old((commands) => commands.bulkAdd([elsewhere, unknown]))
    const tab = await signIn()
    await until(tab.outbox, (items) => items.length === 1)
    expect(tab.outbox.get()[0]).toMatchObject({
      id: unknown.id,
      op: 'addPatientNote',
      state: 'held-older',
      input: { text: 'Of a newer kind' },
    })
    await until(tab.connection, ({ waiting }) => waiting === 1)
    await until(tab.outbox.othersWaiting, (count) => count === 1)
    // Moved: by a tab that knows it.
    const moved = written(patientId, 'Known')
    await old((commands) => commands.bulkAdd([moved]))
    await old((commands) => commands.where('id').equals(unknown.id).delete())
    await tab.close()
    const next = await tablet.openTab()
    await expect
      .poll(async () => (await server.notesOf(patientId)).map(({ id }) => id))
      .toEqual([moved.id])
    await until(next.outbox, (items) => items.length === 0)
    await until(next.connection, ({ waiting }) => waiting === 0)
    await next.session.signOut()
    await until(next.outbox.othersWaiting, (count) => count === 1)
    await until(next.outbox.idle, ({ needSignIn }) => needSignIn === 1)
  })

  test('waits for its author: nobody else moves it, and what was refused waits for a decision as before', async () => {
    const patientId = await patient()
    const refused = written(patientId, 'Refused then', {
      state: 'refused',
      answer: JSON.stringify({ kind: 'forbidden', message: 'You may not', fields: [] }),
    })
    await old((commands) => commands.add(refused))
    const other = await signIn('admin@riverside.example')
    await other.session.refreshMe()
    expect(await old((commands) => commands.count())).toBe(1)
    await other.session.signOut()
    const tab = await signIn()
    // Until it is moved it is shown as held.
    await until(tab.outbox, (items) => items.length === 1 && items[0]?.state !== 'held-older')
    expect(tab.outbox.get()[0]).toMatchObject({
      id: refused.id,
      state: 'refused',
      problem: { message: 'You may not' },
    })
    expect(await server.notesOf(patientId)).toEqual([])
  })
})
