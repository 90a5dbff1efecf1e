import './browser-globals'
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginEpoch, currentEpoch } from '../../server/engine/epoch'
import type { Runtime, Shown } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import type { PatientNote } from '../../src/domain/note/note'
import type { StoredCommand, StoredMeta } from '../../src/engine/store'
import { startServer, type FlowServer } from './server'
import { createTablet, until, type Tablet } from './ward-tablet'

let server: FlowServer
let tablet: Tablet
let used = 0
const clock = { now: () => Date.now() }

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async (): Promise<Runtime> => {
  tablet.token = `${server.uid('nurse@riverside.example')}~${(used += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const openPatient = async (tab: Runtime): Promise<string> => {
  const { id } = server.patient('Respiratory Ward', used % 10)
  await tab.refresh(patientRecord, { patientId: id })
  await server.database.asSystem((trx) =>
    trx.deleteFrom('patient_note').where('patient_id', '=', id).execute(),
  )
  return id
}
const write = async (tab: Runtime, patientId: string, text: string): Promise<string> => {
  const result = await tab.run(addPatientNote, { patientId, text })
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  return result.id
}
const shown = (rows: readonly Shown<PatientNote>[]) =>
  rows.map((row) => `${row.text}${row.waiting === undefined ? '' : ` (${row.waiting.state})`}`)
const isShown = (tab: Runtime, patientId: string, ...wanted: readonly string[]) =>
  until(
    tab.watch(patientNotes, { patientId }),
    ({ ready, rows }) => ready && JSON.stringify(shown(rows)) === JSON.stringify(wanted),
  )
const isSent = (tab: Runtime, patientId: string) =>
  until(
    tab.watch(patientNotes, { patientId }),
    ({ ready, rows }) =>
      ready && rows.length > 0 && rows.every(({ waiting }) => waiting === undefined),
  )
/** Does something with the outbox as it lies on the disk. */
const onDisk = async <Value>(
  work: (
    commands: Dexie.Table<StoredCommand, number>,
    metas: Dexie.Table<StoredMeta, string>,
  ) => PromiseLike<Value>,
): Promise<Value> => {
  const database = new Dexie('lamplight-outbox-sealed', {
    indexedDB: tablet.indexedDB,
    IDBKeyRange,
    cache: 'disabled',
  })
  database.version(1).stores({ command: '++seq, &id, author, lane', meta: 'id' })
  try {
    return await work(database.table('command'), database.table('meta'))
  } finally {
    database.close()
  }
}
/** The database as it was before the given notes came. */
const restore = async (patientId: string, lost: readonly string[]): Promise<void> => {
  await server.database.asSystem(async (trx) => {
    await trx
      .deleteFrom('patient_note')
      .where('patient_id', '=', patientId)
      .where('id', 'in', lost)
      .execute()
    await trx.deleteFrom('sync_mutation').where('id', 'in', lost).execute()
  })
  await beginEpoch(server.database, clock, await currentEpoch(server.database, clock))
}
const held = (names: readonly string[], results: readonly object[]): Response | undefined =>
  names.includes('SyncPush')
    ? new Response(JSON.stringify({ data: { syncPush: { epoch: 'e', results } } }), {
        headers: { 'Content-Type': 'application/json' },
      })
    : undefined

describe('the outbox of a device', () => {
  test('holds what was accepted, sealed and signed, and gives it again, once, to a server that was restored from a backup', async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    const kept = await write(tab, patientId, 'In the backup')
    await isSent(tab, patientId)
    const lost = [
      await write(tab, patientId, 'Lost with the disk'),
      await write(tab, patientId, 'Lost after it'),
    ]
    await isSent(tab, patientId)
    expect(
      (await onDisk((commands) => commands.toArray())).map(
        ({ state, settled }) => `${state} ${settled}`,
      ),
    ).toEqual(Array(3).fill('ACCEPTED true'))
    await restore(patientId, lost)
    tablet.network = 'down'
    const late = await write(tab, patientId, 'Written meanwhile')
    await until(tab.connection, ({ state }) => state === 'offline')
    const again = until(tab.connection, ({ waiting }) => waiting > 1)
    tablet.reconnect()
    await again
    await isSent(tab, patientId)
    const notes = await server.notesOf(patientId)
    expect(notes.map(({ id }) => id)).toEqual([kept, ...lost, late])
    expect(
      new Set(
        (await onDisk((commands) => commands.toArray())).map(
          ({ state, epoch }) => `${state} ${epoch ?? ''}`,
        ),
      ),
    ).toEqual(new Set([`ACCEPTED ${await currentEpoch(server.database, clock)}`]))
  })

  test('a server restored to before it knew this device hands out another key: what its author wrote stays readable to the author', async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    tablet.network = 'down'
    const id = await write(tab, patientId, 'Written before the restore')
    await until(tab.outbox, (items) => items.length === 1)
    await until(tab.connection, ({ state }) => state === 'offline')
    await server.database.asSystem(async (trx) => {
      await trx.deleteFrom('device_kek').execute()
      await trx.deleteFrom('sync_session').execute()
    })
    await beginEpoch(server.database, clock, await currentEpoch(server.database, clock))
    tablet.inPlace = (names) =>
      names.includes('SyncPush') ? new Response('{}', { status: 503 }) : undefined
    tablet.sent.splice(0)
    tablet.reconnect()
    await expect.poll(() => tablet.sent.includes('SyncPush')).toBe(true)
    // Another page of the device, with the key that the server hands out now.
    tablet.forgetKeys()
    const later = await tablet.openTab()
    await until(later.session, ({ status }) => status === 'signed-in')
    const [item] = await until(later.outbox, (items) => items.length > 0)
    expect(item).toMatchObject({ id, input: { text: 'Written before the restore' } })
    tablet.inPlace = () => undefined
    tablet.reconnect()
    await isSent(tab, patientId)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Written before the restore' }])
  })

  test('numbers what two tabs write in turn about one patient in the order of writing, and seals under the present session', async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    const ids = [await write(tab, patientId, 'First, here')]
    const other = await tablet.openTab()
    await until(other.session, ({ status }) => status === 'signed-in')
    ids.push(
      await write(other, patientId, 'Second, in the other tab'),
      await write(tab, patientId, 'Third, here again'),
    )
    // Another tab said hello in a new session meanwhile.
    const [met] = await onDisk((_commands, metas) =>
      metas.filter(({ id }) => id.startsWith('session ')).toArray(),
    )
    if (met === undefined) throw new Error('No session')
    await onDisk((_commands, metas) =>
      metas.put({ ...met, value: { ...(met.value as object), sessionId: 'another' } }),
    )
    ids.push(await write(tab, patientId, 'Fourth, under what the device knows now'))
    const commands = await onDisk((rows) => rows.toArray())
    expect(commands.map(({ id, n }) => [id, n])).toEqual(ids.map((id, at) => [id, at + 1]))
    expect(commands.at(-1)?.sessionId).toBe('another')
  })

  test('asks what became of a command whose answer was lost before it sends it again', async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    tablet.network = 'deaf'
    const id = await write(tab, patientId, 'Heard, not answered')
    await until(tab.connection, ({ state }) => state === 'offline')
    tablet.sent.splice(0)
    tablet.reconnect()
    await isSent(tab, patientId)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Heard, not answered' }])
    expect(tablet.sent).toContain('MutationOutcomes')
    expect(tablet.sent).not.toContain('SyncPush')
  })

  test("done, of a record that is no longer its author's to open: nothing is kept, and nothing is laid over what others do", async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    tablet.network = 'deaf'
    const id = await write(tab, patientId, 'Done before the ward was taken')
    await until(tab.connection, ({ state }) => state === 'offline')
    const withheld = {
      id,
      class: 'APPLIED',
      code: null,
      replay: true,
      retryAfterMs: null,
      argErrors: null,
      server: null,
    }
    tablet.inPlace = (names) =>
      names.includes('MutationOutcomes')
        ? new Response(JSON.stringify({ data: { mutationOutcomes: [withheld] } }), {
            headers: { 'Content-Type': 'application/json' },
          })
        : undefined
    tablet.reconnect()
    await expect
      .poll(() => onDisk((commands) => commands.toArray()))
      .toMatchObject([{ id, state: 'ACCEPTED', settled: true }])
  })

  test('that was tampered with is refused visibly to the author, and nothing of it is done', async () => {
    const first = await signIn()
    const patientId = await openPatient(first)
    tablet.network = 'down'
    await write(first, patientId, 'Give two tablets')
    await until(first.connection, ({ state }) => state === 'offline')
    await first.close()
    await onDisk((commands) =>
      commands.toCollection().modify((row) => {
        Object.assign(row, {
          sealed: `${row.sealed.slice(0, 200)}${row.sealed[200] === 'A' ? 'B' : 'A'}${row.sealed.slice(201)}`,
        })
      }),
    )
    tablet.network = 'up'
    const tab = await tablet.openTab()
    await isShown(tab, patientId, 'Give two tablets (refused)')
    expect(await server.notesOf(patientId)).toEqual([])
    expect(await onDisk((commands) => commands.toArray())).toMatchObject([
      { state: 'REJECTED', code: 'SIGNATURE' },
    ])
    await until(tab.outbox, (items) => items.length === 1)
    // A person decides: it is written again as a new command, and the lane is not held up by the
    // old one.
    await tab.outbox.retry(tab.outbox.get()[0]?.id ?? '')
    await isSent(tab, patientId)
    expect((await server.notesOf(patientId)).map(({ text }) => text)).toEqual(['Give two tablets'])
  })

  test('waits where the server does not know the operation yet, the lane behind it too, and goes on after the update', async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    tablet.inPlace = (names) =>
      held(
        names,
        pushed.map((id) => ({
          id,
          class: 'UPGRADE',
          code: 'UNKNOWN_OP',
          replay: false,
          retryAfterMs: null,
          argErrors: null,
          server: null,
        })),
      )
    const pushed: string[] = []
    tablet.network = 'down'
    pushed.push(await write(tab, patientId, 'First'), await write(tab, patientId, 'Second'))
    await until(tab.connection, ({ state }) => state === 'offline')
    tablet.reconnect()
    await until(
      tab.connection,
      ({ state, waiting }) => state !== 'offline' && state !== 'checking' && waiting === 2,
    )
    expect(await server.notesOf(patientId)).toEqual([])
    await tab.close()
    tablet.inPlace = () => undefined
    const updated = await tablet.openTab()
    await isSent(updated, patientId)
    expect((await server.notesOf(patientId)).map(({ id }) => id)).toEqual(pushed)
  })

  test('keeps what is answered with a class that this version does not know', async () => {
    const tab = await signIn()
    const patientId = await openPatient(tab)
    let answers = 0
    tablet.inPlace = (names) => {
      const answer =
        answers < 2
          ? held(
              names,
              ids.map((id) => ({
                id,
                class: 'POSTPONED',
                code: null,
                replay: false,
                retryAfterMs: null,
                argErrors: null,
                server: null,
              })),
            )
          : undefined
      if (answer !== undefined) answers += 1
      return answer
    }
    const ids: string[] = []
    tablet.network = 'down'
    ids.push(await write(tab, patientId, 'Patient'))
    await until(tab.connection, ({ state }) => state === 'offline')
    tablet.reconnect()
    await isSent(tab, patientId)
    expect(answers).toBe(2)
    expect((await server.notesOf(patientId)).map(({ id }) => id)).toEqual(ids)
  })

  test('is not opened by a sign-in that got no key from the server, which says so', async () => {
    tablet.gate = (names) =>
      names.includes('SyncHello')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    tablet.token = `${server.uid('nurse@riverside.example')}~${(used += 1)}`
    const tab = await tablet.openTab()
    expect(await tab.session.completeSignIn('a-good-password')).toMatchObject({
      kind: 'refused',
      at: 'key',
      problem: { kind: 'network' },
    })
    expect(tab.session.get()).toMatchObject({ status: 'signed-out', me: null })
    expect(
      (await tablet.indexedDB.databases())
        .map(({ name }) => name)
        .filter((name) => name?.includes('cache')),
    ).toEqual([])
    tablet.gate = () => Promise.resolve()
    expect(await tab.session.completeSignIn('a-good-password')).toMatchObject({ kind: 'done' })
  })
})
