import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createKeeping } from '../../../src/data/keeping'
import { encryptingCodec, webCiphers } from '../../../src/platform/ciphers'
import { openCache, type CacheStore } from '../../../src/engine/store'
import { tables } from '../../../src/data/tables'

// The worker's half of a pull, on the databases of a page; that it runs in a real worker is
// tests/e2e/compute.e2e.ts.

const owner = { userId: 'nurse', organizationId: 'riverside' }
const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

let indexedDB: IDBFactory
let key: CryptoKey
let page: CacheStore
beforeEach(async () => {
  indexedDB = new IDBFactory()
  key = await newKey()
  page = await openCache(
    { tables, codec: encryptingCodec(() => key, webCiphers), indexedDB, IDBKeyRange },
    owner.userId,
    owner.organizationId,
  )
})

const note = {
  __typename: 'PatientNote',
  id: 'n1',
  revision: 3,
  patientId: 'p1',
  text: 'Slept well',
  capturedAt: '2026-11-21T10:00:00.000Z',
  createdAt: '2026-11-21T10:00:01.000Z',
  clockSkewMs: null,
  noteCreatedBy: { id: 'u', firstName: 'A', lastName: 'B' },
  organization: { id: 'riverside', name: 'Riverside' },
  checkup: null,
}
const patch = {
  scope: 'PATIENT:p1',
  base: '',
  next: 'c1',
  more: false,
  put: [note] as unknown[],
  remove: [],
}
const answer = (scopes: readonly unknown[] = [patch]) =>
  JSON.stringify({
    data: {
      syncPull: {
        epoch: 'e1',
        asOf: '2026-11-21T10:00:02.000Z',
        revokedScopes: [],
        resetScopes: [],
        scopes,
      },
    },
  })
const order = (over = {}) => ({
  ...owner,
  key,
  text: answer(),
  asked: [['PATIENT:p1', '']] as const,
  checkedAt: 5,
  noteAfterMs: 0,
  isUsed: false,
  ...over,
})
const keeping = () => createKeeping({ indexedDB, IDBKeyRange })
const nobody = () => Promise.resolve()
const notes = async () =>
  Promise.all((await page.rows('note', { by: 'all' })).map((row) => page.openRow('note', row)))

describe('an answer that a worker keeps', () => {
  test('is in the page\u2019s store, sealed under the key that came with it, with its cursor', async () => {
    expect(await keeping().keep(order(), nobody)).toEqual({
      kind: 'kept',
      reports: [],
      taken: {
        epoch: 'e1',
        answered: ['PATIENT:p1'],
        more: [],
        stale: [],
        reset: [],
        ended: [],
        left: [],
        ending: [],
        rows: 1,
      },
    })
    expect(await notes()).toMatchObject([{ id: 'n1', text: 'Slept well' }])
    expect(await page.cursor('PATIENT:p1')).toMatchObject({
      cursor: 'c1',
      isWhole: true,
      checkedAt: 5,
    })
    expect(JSON.stringify(await page.rows('note', { by: 'all' }))).not.toContain('Slept')
  })

  test('and that another tab was faster with changes nothing', async () => {
    const worker = keeping()
    await worker.keep(order(), nobody)
    const late = answer([{ ...patch, next: 'c0', put: [{ ...note, text: 'Of before' }] }])
    expect(await worker.keep(order({ text: late }), nobody)).toMatchObject({
      kind: 'kept',
      taken: { stale: ['PATIENT:p1'] },
    })
    expect(await notes()).toMatchObject([{ text: 'Slept well' }])
  })

  test('that cannot be read is not kept, and is reported', async () => {
    const broken = answer([{ ...patch, put: [note, { ...note, id: 'n2', text: 7 }] }])
    expect(await keeping().keep(order({ text: broken }), nobody)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'server' },
      reports: [{ where: 'patientNotes' }],
    })
    expect(
      await keeping().keep(order({ text: '{"data":{},"errors":[{"message":"half"}]}' }), nobody),
    ).toMatchObject({ kind: 'refused', problem: { kind: 'server' } })
    expect(await notes()).toEqual([])
    expect(await page.cursor('PATIENT:p1')).toBeNull()
  })

  test('of the signed-in user reaches the page before the cursor says that it is kept', async () => {
    const me = { __typename: 'Me', id: 'nurse', meFirstName: 'Ada' }
    const text = answer([{ ...patch, scope: 'ME:riverside', put: [me] }])
    const told: unknown[] = []
    const adopt = async (value: unknown, organizationId: string) => {
      told.push(value, organizationId, await page.cursor('ME:riverside'))
    }
    await keeping().keep(order({ text, asked: [['ME:riverside', '']] }), adopt)
    expect(told).toEqual([{ id: 'nurse', firstName: 'Ada' }, 'riverside', null])
    expect(await page.cursor('ME:riverside')).toMatchObject({ cursor: 'c1' })
  })

  test('finds no store once it was deleted, and makes none: not at its first work, and not after it', async () => {
    const worked = keeping()
    await worked.keep(order(), nobody)
    page.close()
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(page.name)
      request.addEventListener('success', () => resolve())
      request.addEventListener('error', () => reject(new Error('not deleted')))
    })
    for (const worker of [worked, keeping()])
      expect(await worker.keep(order(), nobody)).toEqual({ kind: 'closed', reports: [] })
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })

  test('that finds no room says so, and keeps nothing of it', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await keeping().keep(order(), nobody)).toMatchObject({
      kind: 'refused',
      isFull: true,
      problem: { kind: 'storage' },
    })
    put.mockRestore()
    expect(await page.cursor('PATIENT:p1')).toBeNull()
  })
})
