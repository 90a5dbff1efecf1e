import '../../../src/app/trust-first'
import {
  encryptingCodec,
  toBase64Url,
  utf8,
  webCiphers,
  type Bytes,
} from '../../../src/platform/ciphers'
import { systemClock } from '../../../src/platform/clock'
import { openCache } from '../../../src/engine/store'
import { browserKeyShare, createVault, type KeyOwner } from '../../../src/platform/vault'
import { tables } from '../../../src/data/tables'

/*
 * A page with the production vault, codec and store and nothing else, for tests/e2e/vault.e2e.ts to
 * drive.
 */
const keyShare = browserKeyShare({
  after: systemClock.after,
  newId: () => crypto.randomUUID(),
  keeper: () => navigator.serviceWorker.controller,
  page: window,
})
const vault = createVault({ ciphers: webCiphers, clock: systemClock, keyShare })
const codec = encryptingCodec(() => vault.key(), webCiphers)
const storeOf = ({ userId, organizationId }: KeyOwner) =>
  openCache({ tables, codec }, userId, organizationId)

/**
 * The raw bytes of every key that is wrapped while `work` runs, so that the disk can be searched
 * for them.
 */
const overheard = async (work: () => Promise<unknown>): Promise<string[]> => {
  const raws: string[] = []
  const wrapKey = crypto.subtle.wrapKey.bind(crypto.subtle)
  crypto.subtle.wrapKey = async (format, key, ...rest) => {
    raws.push(toBase64Url(new Uint8Array(await crypto.subtle.exportKey(format as 'raw', key))))
    return await wrapKey(format, key, ...rest)
  }
  try {
    await work()
  } finally {
    Reflect.deleteProperty(crypto.subtle, 'wrapKey')
  }
  return raws
}

/**
 * The longest task of the page while `work` ran, milliseconds; 0 where none was as long as the 50
 * that Chromium counts from.
 */
const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  await work()
  // Entries come in a task of their own.
  await new Promise((resolve) => {
    setTimeout(resolve, 200)
  })
  observer.disconnect()
  return Math.round(longest)
}

const rowsOf = (names: readonly string[]) =>
  names.map((name, at) => ({
    id: `row-${at}`,
    subjectId: `row-${at}`,
    at: 0,
    revision: 1,
    value: { name, identifier: `94${name.length}` },
  }))

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}

/**
 * `count` rows of a kilobyte, sealed and opened at once: as text, and as bytes for comparison.
 * Milliseconds.
 */
const measure = async (count: number) => {
  const plain = 'x'.repeat(1_000)
  const context = { table: 'patient', userId: 'u', organizationId: 'o' }
  const ids = Array.from({ length: count }, (_, at) => `row-${at}`)
  const key = vault.key()
  if (key === null) throw new Error('locked')
  let texts: readonly string[] = []
  let bytes: readonly Bytes[] = []
  return {
    sealText: await timed(async () => {
      texts = await Promise.all(ids.map((id) => codec.seal({ ...context, id }, plain)))
    }),
    openText: await timed(() =>
      Promise.all(texts.map((text, at) => codec.open({ ...context, id: `row-${at}` }, text))),
    ),
    sealBytes: await timed(async () => {
      bytes = await Promise.all(
        ids.map((id) => webCiphers.seal(key, [id], utf8(JSON.stringify(plain)))),
      )
    }),
    openBytes: await timed(() =>
      Promise.all(
        bytes.map(async (one, at) =>
          JSON.parse(
            new TextDecoder().decode((await webCiphers.open(key, [`row-${at}`], one)) ?? utf8('')),
          ),
        ),
      ),
    ),
    sealBlock: await longestBlock(() =>
      Promise.all(ids.map((id) => codec.seal({ ...context, id }, plain))),
    ),
    openBlock: await longestBlock(() =>
      Promise.all(texts.map((text, at) => codec.open({ ...context, id: `row-${at}` }, text))),
    ),
  }
}

const rig = {
  signIn: (owner: KeyOwner, kek: readonly number[], password: string): Promise<string[]> =>
    overheard(async () => {
      await vault.openWithServerKey({ ...owner, kek: Uint8Array.from(kek) })
      await vault.setPassword(password)
    }),
  store: async (owner: KeyOwner, names: readonly string[]): Promise<void> => {
    const cache = await storeOf(owner)
    await cache.accept({ table: 'patient', asOf: 1, rows: rowsOf(names) })
    cache.close()
  },
  read: async (owner: KeyOwner): Promise<string[]> => {
    const cache = await storeOf(owner)
    const rows = await cache.rows('patient', { by: 'all' })
    const opened = await Promise.all(
      rows.map((row) =>
        cache.openRow('patient', row).then(
          (value) => (value as { name: string }).name,
          (thrown: Error) => thrown.message,
        ),
      ),
    )
    cache.close()
    return opened.toSorted()
  },
  /** The control: what finding 5 saw. A row in the clear and a key that "cannot be extracted". */
  storeInTheClear: async (name: string, raw: readonly number[]): Promise<void> => {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(raw), 'AES-GCM', false, [
      'encrypt',
    ])
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('control', 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('row'))
      request.addEventListener('error', () => reject(new Error('control')))
      request.addEventListener('success', () => {
        const transaction = request.result.transaction('row', 'readwrite', { durability: 'strict' })
        transaction.objectStore('row').put({ name, key }, 1)
        transaction.addEventListener('complete', () => {
          request.result.close()
          resolve()
        })
      })
    })
  },
  openWithPassword: (owner: KeyOwner, password: string) =>
    vault.openWithPassword({ ...owner, password }),
  blockedByPassword: (owner: KeyOwner, password: string): Promise<number> =>
    longestBlock(() => vault.openWithPassword({ ...owner, password })),
  resume: (owner: KeyOwner) => vault.resume(owner),
  lock: (): void => vault.lock(),
  state: () => vault.state(),
  signOut: async (owner: KeyOwner): Promise<void> => {
    await vault.shred(owner.userId)
    for (const { name = '' } of await indexedDB.databases())
      if (name.startsWith('lamplight-cache-')) indexedDB.deleteDatabase(name)
  },
  measure,
  ready: async (): Promise<void> => {
    await navigator.serviceWorker.register('/service-worker.js', { type: 'module' })
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
  },
}
export type VaultRig = typeof rig
Object.assign(window, { rig })
