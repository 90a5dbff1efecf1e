import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { jsonCodec, openOutbox } from '../../../src/engine/store'
import { openDrafts } from '../../../src/engine/drafts/drafts'

/**
 * What tablets in the field hold. A tab of the version before and one of the next write the same
 * two databases at the same time, and a version that is taken back must find its work: neither ever
 * changes (design/sync.md, P5). If this fails, change the source, not these constants; what is new
 * goes into `body`, `meta` or a database of its own.
 */
const frozen = {
  'lamplight-outbox-sealed': {
    version: 10, // Dexie's 1
    stores: {
      command: {
        keyPath: 'seq',
        autoIncrement: true,
        indexes: { author: ['author', false], id: ['id', true], lane: ['lane', false] },
      },
      meta: { keyPath: 'id', autoIncrement: false, indexes: {} },
    },
  },
  'lamplight-drafts': {
    version: 10,
    stores: {
      draft: {
        keyPath: 'id',
        autoIncrement: false,
        indexes: { at: ['at', false], userId: ['userId', false] },
      },
    },
  },
}
const frozenCommand = [
  'acceptedAt',
  'answer',
  'author',
  'body',
  'capturedAt',
  'code',
  'epoch',
  'id',
  'lane',
  'n',
  'op',
  'opVersion',
  'organization',
  'sealed',
  'seq',
  'sessionId',
  'settled',
  'signature',
  'state',
  'tries',
  'unsure',
]

const shapeOf = async (indexedDB: IDBFactory, name: string) => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(name)))
  })
  const stores = Object.fromEntries(
    [...database.objectStoreNames].map((storeName) => {
      const store = database.transaction(storeName).objectStore(storeName)
      const indexes = Object.fromEntries(
        [...store.indexNames].map((indexName) => [
          indexName,
          [store.index(indexName).keyPath, store.index(indexName).unique],
        ]),
      )
      return [storeName, { keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes }]
    }),
  )
  const rows = !database.objectStoreNames.contains('command')
    ? []
    : await new Promise<readonly object[]>((resolve) => {
        const request: IDBRequest<object[]> = database
          .transaction('command')
          .objectStore('command')
          .getAll()
        request.addEventListener('success', () => resolve(request.result))
      })
  const { version } = database
  database.close()
  return { shape: { version, stores }, rows }
}

describe('the databases that no version reshapes', () => {
  const indexedDB = new IDBFactory()
  const environment = { codec: jsonCodec, indexedDB, IDBKeyRange }

  test('the outbox is as it was frozen, and so is a command in it', async () => {
    const outbox = openOutbox(environment)
    await outbox.add({
      id: 'a',
      author: 'nurse',
      organization: 'riverside',
      lane: 'p1',
      n: 1,
      op: 'addPatientNote',
      opVersion: 1,
      capturedAt: 0,
      sessionId: 's',
      seal: { sealed: '', signature: '' },
      value: {},
    })
    outbox.close()
    const { shape, rows } = await shapeOf(indexedDB, 'lamplight-outbox-sealed')
    expect(shape).toEqual(frozen['lamplight-outbox-sealed'])
    expect(rows.map((row) => Object.keys(row).toSorted())).toEqual([frozenCommand])
  })

  test('so are the drafts', async () => {
    const drafts = openDrafts(environment)
    await drafts.keep({ userId: 'nurse', organizationId: 'riverside' }, 'note p1', 'half', 0)
    drafts.close()
    expect((await shapeOf(indexedDB, 'lamplight-drafts')).shape).toEqual(frozen['lamplight-drafts'])
  })
})
