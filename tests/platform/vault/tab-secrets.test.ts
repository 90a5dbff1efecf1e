import { expect, test } from 'vitest'
import { noKeyShare, type KeyShare, type SharedKeys } from '../../../src/platform/vault/key-share'
import { createTabSecrets } from '../../../src/platform/vault/tab-secrets'

const storage = () => {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
/** What the service worker holds of a device. */
const worker = (): KeyShare & { stop(): void } => {
  const held = new Map<string, SharedKeys>()
  return {
    ...noKeyShare,
    ask: async ({ userId }) => held.get(userId) ?? null,
    offer: (keys) => {
      if (keys !== null) held.set(keys.owner.userId, keys)
    },
    stop: () => held.clear(),
  }
}
const at = () => 1_000
const all = (disk: ReturnType<typeof storage>): string => [...disk.entries.values()].join()

test('a secret is sealed in the tab, and the next page of the tab reads it while the service worker has the key', async () => {
  const [disk, keeper] = [storage(), worker()]
  await createTabSecrets(disk, keeper, at).keep('exitLoginAsToken', 'way-back')
  expect([...disk.entries.keys()]).toEqual(['lamplight.tab', 'lamplight.exitLoginAsToken'])
  expect(all(disk)).not.toContain('way-back')
  expect(all(disk)).not.toContain(btoa('way-back'))
  expect(await createTabSecrets(disk, keeper, at).read('exitLoginAsToken')).toBe('way-back')
  expect(await createTabSecrets(disk, keeper, at).read('idToken')).toBeNull()
})

test('without the key nothing is read: a disk alone, another tab, another secret’s place', async () => {
  const [disk, keeper] = [storage(), worker()]
  const page = createTabSecrets(disk, keeper, at)
  await page.keep('idToken', 'secret')
  const sealed = disk.getItem('lamplight.idToken') ?? ''
  disk.setItem('lamplight.shareToken', sealed)
  expect(await page.read('shareToken')).toBeNull()
  const other = storage()
  await createTabSecrets(other, keeper, at).keep('shareToken', 'its own')
  other.setItem('lamplight.idToken', sealed)
  expect(await createTabSecrets(other, keeper, at).read('idToken')).toBeNull()
  keeper.stop()
  const next = createTabSecrets(disk, keeper, at)
  expect(await next.read('idToken')).toBeNull()
  await next.keep('idToken', 'a new one')
  expect(await createTabSecrets(disk, keeper, at).read('idToken')).toBe('a new one')
})

test('what is forgotten stays so, also while it is being sealed; of two the later is kept', async () => {
  const [disk, keeper] = [storage(), worker()]
  const page = createTabSecrets(disk, keeper, at)
  const keeping = page.keep('idToken', 'late')
  page.forget('idToken')
  await keeping
  expect(disk.entries.has('lamplight.idToken')).toBe(false)
  await Promise.all([page.keep('idToken', 'first'), page.keep('idToken', 'second')])
  expect(await page.read('idToken')).toBe('second')
})

test('a storage that is full keeps nothing, and nobody is told of an error', async () => {
  const full = { ...storage(), setItem: () => expect.fail('full') }
  const page = createTabSecrets(full, worker(), at)
  await page.keep('idToken', 'secret')
  expect(await page.read('idToken')).toBeNull()
})
