import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { createHandshake } from '../../../src/engine/session/handshake'
import { jsonCodec, openOutbox, type OutboxStore } from '../../../src/engine/store'
import type { Vault } from '../../../src/platform/vault'

const open: { close(): void }[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const one of open.splice(0)) one.close()
})

const owner = { userId: 'nurse', organizationId: 'o' }
const hello = (epoch: string) => ({
  epoch,
  sessionId: 's',
  vaultKeyId: 'k',
  vaultPublicKey: 'p',
  serverTime: '2026-03-02T08:00:00.000Z',
  deviceKek: '',
  offlineLeaseHours: 12,
  minClient: '1.0.0',
  scopes: [],
})

const introduced = async (
  epoch: () => string,
): Promise<{
  readonly outbox: OutboxStore
  readonly handshake: ReturnType<typeof createHandshake>
}> => {
  const outbox = openOutbox({ codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange })
  open.push(outbox)
  const handshake = createHandshake({
    outbox,
    clock: { now: () => 0 },
    serverTime: { anchor: () => undefined, now: () => null },
    newId: () => 'group',
    clientVersion: '3.15.0',
    isOwner: () => true,
    leaseMs: (ms) => ms,
    onFresh: () => Promise.resolve(),
    vault: {
      devicePublicKey: () => Promise.resolve('key'),
      openWithServerKey: () => Promise.resolve({ fresh: false, helloAgain: false }),
    } as unknown as Vault,
    server: { hello: () => Promise.resolve(hello(epoch())) },
  })
  await outbox.add({
    id: 'a',
    lane: 'p',
    author: 'nurse',
    organization: 'o',
    n: 1,
    op: 'x',
    opVersion: 1,
    capturedAt: 0,
    sessionId: 's',
    seal: { sealed: '', signature: '' },
    value: {},
    expiresAt: null,
  })
  await handshake.again(owner)
  await outbox.move(['a'], (row) => ({ ...row, state: 'ACCEPTED', epoch: epoch() }))
  return { outbox, handshake }
}

test('a restored server is recorded together with the work that waits again, or not at all: on a full disk the next pull learns of it again', async () => {
  let epoch = 'before'
  const { outbox, handshake } = await introduced(() => epoch)
  epoch = 'restored'
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function over(
    this: IDBObjectStore,
    ...given
  ) {
    if (this.name === 'command') throw new DOMException('The disk is full', 'QuotaExceededError')
    return put.apply(this, given)
  })
  await expect(handshake.again(owner)).rejects.toMatchObject({ problem: { kind: 'storage' } })
  expect([
    (await handshake.known(owner))?.epoch,
    await handshake.epoch(),
    (await outbox.all()).map(({ state }) => state),
  ]).toEqual(['before', 'before', ['ACCEPTED']])
  full.mockRestore()
  await handshake.again(owner)
  expect([
    (await handshake.known(owner))?.epoch,
    await handshake.epoch(),
    (await outbox.all()).map(({ state, unsure }) => [state, unsure]),
  ]).toEqual(['restored', 'restored', [['WAITING', true]]])
})
