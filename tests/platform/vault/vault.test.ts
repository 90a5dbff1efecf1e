import {
  carer,
  cheapCiphers,
  codecOf,
  contextOf,
  everythingKept,
  hourMs,
  nurse,
  rawKek,
  wardDevice,
} from './ward-device'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { openCache } from '../../../src/engine/store'
import { createVault, vaultName, type Vault, type VaultCiphers } from '../../../src/platform/vault'
import { tables } from '../../../src/data/tables'

// What the vault asks for is what the ciphers are: rooms of this floor do not import each other, so
// it is said here.
cheapCiphers satisfies VaultCiphers
const row = { name: 'EVANS, Margaret' }
const password = 'lantern river candle'
const open = (
  vault: Vault,
  owner = nurse,
  seed = 7,
  more: { leaseMs?: number; password?: string } = {},
) => vault.openWithServerKey({ ...owner, kek: rawKek(seed), ...more })

describe("with the server's key", () => {
  test('the first sign-in makes the data key; the next opens the same', async () => {
    const device = wardDevice()
    const first = device.tab()
    expect([first.state(), first.key(), first.signing()]).toEqual(['locked', null, null])
    expect(await open(first)).toEqual({ fresh: true, helloAgain: true })
    expect([first.state(), first.owner()]).toEqual(['unlocked', nurse])
    expect(first.key()?.extractable).toBe(false)
    const sealed = await codecOf(first).seal(contextOf(nurse), row)
    first.lock()
    await expect(codecOf(first).open(contextOf(nurse), sealed)).rejects.toMatchObject({
      problem: { kind: 'storage', code: 'storage:locked' },
    })

    const second = device.tab()
    expect(await open(second)).toEqual({ fresh: false, helloAgain: false })
    expect(await codecOf(second).open(contextOf(nurse), sealed)).toEqual(row)
  })

  test('two tabs that sign in at once for the first time have one data key', async () => {
    const device = wardDevice()
    const tabs = [device.tab(), device.tab(), device.tab()]
    await Promise.all(tabs.map((tab) => open(tab)))
    const sealed = await Promise.all(tabs.map((tab) => codecOf(tab).seal(contextOf(nurse), row)))
    for (const tab of tabs)
      for (const one of sealed) expect(await codecOf(tab).open(contextOf(nurse), one)).toEqual(row)
  })

  test('a key that the server replaced opens nothing older, and says so', async () => {
    const device = wardDevice()
    const first = device.tab()
    await open(first)
    const sealed = await codecOf(first).seal(contextOf(nurse), row)
    const second = device.tab()
    expect(await open(second, nurse, 8)).toEqual({ fresh: true, helloAgain: true })
    await expect(codecOf(second).open(contextOf(nurse), sealed)).rejects.toMatchObject({
      problem: { code: 'storage:unreadable' },
    })
  })

  test('a page that is open takes its data key over to the key of a restored server, in every organisation', async () => {
    const device = wardDevice()
    const elsewhere = { ...nurse, organizationId: 'hillside' }
    const page = device.tab()
    await open(page, elsewhere)
    const other = await codecOf(page).seal(contextOf(elsewhere), row)
    await open(page)
    const sealed = await codecOf(page).seal(contextOf(nurse), row)
    expect(await open(page, nurse, 8)).toEqual({ fresh: false, helloAgain: false })
    expect(await codecOf(page).open(contextOf(nurse), sealed)).toEqual(row)
    // Also over a reload, and at work elsewhere.
    const later = device.tab()
    expect(await open(later, nurse, 8)).toMatchObject({ fresh: false })
    expect(await open(later, elsewhere, 8)).toMatchObject({ fresh: false })
    expect(await codecOf(later).open(contextOf(elsewhere), other)).toEqual(row)
  })

  test('a page beside one that began with a new key knows that its own is outdated, and takes the new one from there', async () => {
    const device = wardDevice()
    const [old, began] = [device.tab(), device.tab()]
    expect(await old.isOutdated()).toBe(false)
    await open(old)
    expect(await open(began, nurse, 8)).toMatchObject({ fresh: true })
    expect([await old.isOutdated(), await began.isOutdated()]).toEqual([true, false])
    expect(await old.resume(nurse)).toBe(true)
    expect(await old.isOutdated()).toBe(false)
    expect(
      await codecOf(began).open(contextOf(nurse), await codecOf(old).seal(contextOf(nurse), row)),
    ).toEqual(row)
  })

  test("a page that the password opened does so too, and another user's page does not", async () => {
    const device = wardDevice()
    const first = device.tab()
    await open(first)
    await first.setPassword(password)
    const sealed = await codecOf(first).seal(contextOf(nurse), row)
    first.close()
    const unlocked = device.tab()
    expect(await unlocked.openWithPassword({ ...nurse, password })).toEqual({ kind: 'unlocked' })
    expect(await open(unlocked, nurse, 8)).toMatchObject({ fresh: false })
    expect(await codecOf(unlocked).open(contextOf(nurse), sealed)).toEqual(row)
    const others = device.tab()
    await open(others, carer)
    expect(await open(others, nurse, 9)).toEqual({ fresh: true, helloAgain: true })
  })

  test('with the password that was just given, the data key survives a replaced server key', async () => {
    const device = wardDevice()
    const first = device.tab()
    await open(first)
    await first.setPassword(password)
    const sealed = await codecOf(first).seal(contextOf(nurse), row)
    const second = device.tab()
    expect(await open(second, nurse, 8, { password })).toEqual({ fresh: false, helloAgain: false })
    expect(await codecOf(second).open(contextOf(nurse), sealed)).toEqual(row)
    expect(await open(device.tab(), nurse, 8)).toMatchObject({ fresh: false })
  })

  test('locked while it opens, it stays locked', async () => {
    const vault = wardDevice().tab()
    const opening = open(vault)
    vault.lock()
    await expect(opening).rejects.toMatchObject({ problem: { code: 'storage:locked' } })
    expect(vault.key()).toBeNull()
  })
})

describe('the device key', () => {
  test("hello is said with it before the vault is open; it stays the session's", async () => {
    const device = wardDevice()
    const first = device.tab()
    const publicKey = await first.devicePublicKey(nurse)
    expect(await open(first)).toEqual({ fresh: true, helloAgain: false })
    expect(first.signing()).toMatchObject({
      publicKey,
      privateKey: { extractable: false, type: 'private' },
    })
    const second = device.tab()
    expect(await second.devicePublicKey(nurse)).toBe(publicKey)
    await open(second)
    expect(second.signing()?.publicKey).toBe(publicKey)
  })

  test('after the server ended the session there is a new one, and each organisation has its own', async () => {
    const device = wardDevice()
    const vault = device.tab()
    const before = await vault.devicePublicKey(nurse)
    await open(vault)
    await vault.renewDeviceKey(nurse)
    const after = await vault.devicePublicKey(nurse)
    expect(after).not.toBe(before)
    await open(vault)
    expect(vault.signing()?.publicKey).toBe(after)
    expect(await device.tab().devicePublicKey(nurse)).toBe(after)
    expect(await vault.devicePublicKey({ ...nurse, organizationId: 'hillside' })).not.toBe(after)
  })
})

describe('with the password, offline', () => {
  const prepared = async () => {
    const device = wardDevice()
    const first = device.tab()
    await open(first)
    await first.setPassword(password)
    const sealed = await codecOf(first).seal(contextOf(nurse), row)
    const signing = first.signing()?.publicKey
    first.close()
    return { device, sealed, signing }
  }
  const attempt = (vault: Vault, text = password, owner = nurse) =>
    vault.openWithPassword({ ...owner, password: text })

  test('the right one reads the same and signs with the same key', async () => {
    const { device, sealed, signing } = await prepared()
    const vault = device.tab()
    expect(await attempt(vault)).toEqual({ kind: 'unlocked' })
    expect(await codecOf(vault).open(contextOf(nurse), sealed)).toEqual(row)
    expect(vault.signing()?.publicKey).toBe(signing)
  })

  test('a wrong one is told apart from an unknown user and from a lease that is over', async () => {
    const { device } = await prepared()
    const vault = device.tab()
    expect(await attempt(vault, 'wrong')).toEqual({ kind: 'wrong-password', waitMs: 0 })
    expect(await attempt(vault, password, carer)).toEqual({ kind: 'not-possible' })
    expect(vault.state()).toBe('locked')
    await device.clock.advance(12 * hourMs)
    expect(await attempt(vault)).toEqual({ kind: 'lease-over' })
    expect(await attempt(vault, 'wrong')).toEqual({ kind: 'lease-over' })
    expect(await vault.known()).toMatchObject([{ ...nurse, opensOffline: false }])
  })

  test('after four wrong ones each costs longer, over a reload too; the right one clears it', async () => {
    const { device } = await prepared()
    const waits: unknown[] = []
    for (let count = 1; count <= 12; count += 1) {
      const outcome = await attempt(device.tab(), 'wrong')
      waits.push(outcome.kind === 'wrong-password' ? outcome.waitMs / 1_000 : outcome)
      if (outcome.kind === 'wrong-password' && outcome.waitMs > 0) {
        expect(await attempt(device.tab())).toEqual({ kind: 'too-soon', waitMs: outcome.waitMs })
        await device.clock.advance(outcome.waitMs)
      }
    }
    expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 300, 300])
    expect(await attempt(device.tab())).toEqual({ kind: 'unlocked' })
    expect(await attempt(device.tab(), 'wrong')).toEqual({ kind: 'wrong-password', waitMs: 0 })
  })

  test('an attempt is counted before it is tried', async () => {
    const { device } = await prepared()
    const stuck = device.tab({
      ...cheapCiphers,
      deriveWrappingKey: () => Promise.reject(new Error('the page was closed')),
    })
    for (let count = 1; count <= 5; count += 1)
      await expect(attempt(stuck)).rejects.toThrow('closed')
    expect(await attempt(device.tab())).toMatchObject({ kind: 'too-soon' })
  })

  test('a changed password no longer opens; taken away, none does', async () => {
    const { device } = await prepared()
    const vault = device.tab()
    await open(vault)
    await vault.setPassword('another one altogether')
    expect(await attempt(device.tab())).toMatchObject({ kind: 'wrong-password' })
    expect(await attempt(device.tab(), 'another one altogether')).toEqual({ kind: 'unlocked' })
    await vault.setPassword(null)
    expect(await attempt(device.tab())).toEqual({ kind: 'not-possible' })
  })

  test("it opens the user's other organisations too, once they were opened with the server's key", async () => {
    const { device } = await prepared()
    const hillside = { ...nurse, organizationId: 'hillside' }
    const vault = device.tab()
    await attempt(vault)
    await open(vault, hillside)
    expect(await attempt(device.tab(), password, hillside)).toEqual({ kind: 'unlocked' })
    await open(vault, carer)
    expect(await attempt(device.tab(), password, carer)).toEqual({ kind: 'not-possible' })
  })

  test("only a page that opened with the server's key can set one", async () => {
    const { device } = await prepared()
    const vault = device.tab()
    await expect(vault.setPassword('x')).rejects.toMatchObject({
      problem: { code: 'storage:locked' },
    })
    await attempt(vault)
    await expect(vault.setPassword('x')).rejects.toMatchObject({
      problem: { code: 'storage:locked' },
    })
  })
})

describe('the lease', () => {
  test('locks an open page when it has run out, and every other tab', async () => {
    const device = wardDevice()
    const [first, second] = [device.tab(), device.tab()]
    await open(first)
    await second.resume(nurse)
    const told: string[] = []
    second.subscribe(() => told.push(second.state()))
    await device.clock.advance(12 * hourMs - 1)
    expect([first.key(), second.key()]).not.toContain(null)
    await device.clock.advance(1)
    await expect.poll(() => [first.state(), second.state()]).toEqual(['locked', 'locked'])
    expect(told).toEqual(['locked'])
  })

  test('a hello renews it, and what one tab renews all tabs have', async () => {
    const device = wardDevice()
    const [first, second] = [device.tab(), device.tab()]
    await open(first)
    await second.resume(nurse)
    await device.clock.advance(11 * hourMs)
    await first.renewLease(device.clock.now() + 24 * hourMs)
    await device.clock.advance(hourMs)
    await expect.poll(() => second.key()).not.toBeNull()
    await device.clock.advance(23 * hourMs)
    await expect.poll(() => [first.state(), second.state()]).toEqual(['locked', 'locked'])
  })

  test('is never shorter than 1 hour nor longer than 72', async () => {
    const device = wardDevice()
    const vault = device.tab()
    const left = async () => ((await vault.known())[0]?.leaseUntil ?? 0) - device.clock.now()
    await open(vault, nurse, 7, { leaseMs: 1 })
    expect(await left()).toBe(hourMs)
    await open(vault, nurse, 7, { leaseMs: 1_000 * hourMs })
    expect(await left()).toBe(72 * hourMs)
    await vault.renewLease(device.clock.now() + 1_000 * hourMs)
    expect(await left()).toBe(72 * hourMs)
  })

  test('a clock that was set back while no page was open opens nothing by password, although the lease would go on', async () => {
    const device = wardDevice()
    let off = 0
    const clock = { now: () => device.clock.now() + off, after: device.clock.after }
    const tab = () =>
      createVault({ ciphers: cheapCiphers, clock, indexedDB: device.indexedDB, IDBKeyRange })
    const vault = tab()
    await open(vault)
    await vault.setPassword(password)
    vault.close()
    await device.clock.advance(11 * hourMs)
    off = -24 * hourMs
    const cold = tab()
    expect(await cold.openWithPassword({ ...nurse, password })).toEqual({ kind: 'lease-over' })
    expect([cold.state(), (await cold.known())[0]?.opensOffline]).toEqual(['locked', false])
    // An hour is left by the right clock, and minutes behind what was seen are a correction.
    off = -11 * hourMs - 5 * 60_000
    expect((await cold.known())[0]?.leaseOver).toBe(false)
    off -= 1
    expect((await cold.known())[0]?.leaseOver).toBe(true)
    off = 0
    expect(await cold.openWithPassword({ ...nurse, password })).toEqual({ kind: 'unlocked' })
  })

  test('a clock that was put back in an open page lengthens nothing', async () => {
    const device = wardDevice()
    let off = 0
    const clock = { now: () => device.clock.now() + off, after: device.clock.after }
    const tab = () =>
      createVault({ ciphers: cheapCiphers, clock, indexedDB: device.indexedDB, IDBKeyRange })
    const vault = tab()
    await open(vault)
    await vault.setPassword(password)
    // Put back just before the end, in an open page: its own time goes on.
    await device.clock.advance(12 * hourMs - 1)
    off = -11 * hourMs
    await device.clock.advance(1)
    await expect.poll(() => vault.state()).toBe('locked')
    off = -24 * hourMs
    expect(await tab().openWithPassword({ ...nurse, password })).toEqual({ kind: 'lease-over' })
    // The server is asked, and everything is well again.
    expect(await open(tab())).toMatchObject({ fresh: false })
    expect(await tab().openWithPassword({ ...nurse, password })).toEqual({ kind: 'unlocked' })
  })

  test('a clock that was put back by minutes, less than a correction, does not open it again', async () => {
    const device = wardDevice()
    let off = 0
    const clock = { now: () => device.clock.now() + off, after: device.clock.after }
    const vault = createVault({
      ciphers: cheapCiphers,
      clock,
      indexedDB: device.indexedDB,
      IDBKeyRange,
    })
    await open(vault)
    await vault.setPassword(password)
    off = -4 * 60_000
    await device.clock.advance(12 * hourMs)
    await expect.poll(() => vault.state()).toBe('locked')
    expect(await vault.openWithPassword({ ...nurse, password })).toEqual({ kind: 'lease-over' })
    expect(await open(vault)).toMatchObject({ fresh: false })
    expect(
      await createVault({
        ciphers: cheapCiphers,
        clock,
        indexedDB: device.indexedDB,
        IDBKeyRange,
      }).openWithPassword({ ...nurse, password }),
    ).toEqual({ kind: 'unlocked' })
  })

  test('a page that slept past it reads nothing before its timer', async () => {
    const device = wardDevice()
    let off = 0
    const clock = { now: () => device.clock.now() + off, after: device.clock.after }
    const vault = createVault({
      ciphers: cheapCiphers,
      clock,
      indexedDB: device.indexedDB,
      IDBKeyRange,
    })
    await open(vault)
    off = 13 * hourMs
    expect(vault.key()).toBeNull()
    await expect.poll(() => vault.state()).toBe('locked')
  })
})

describe('tabs', () => {
  test('a reload takes the key from another tab', async () => {
    const device = wardDevice()
    const first = device.tab()
    await open(first)
    const sealed = await codecOf(first).seal(contextOf(nurse), row)
    const second = device.tab()
    expect(await second.resume(nurse)).toBe(true)
    expect(await codecOf(second).open(contextOf(nurse), sealed)).toEqual(row)
    expect(second.signing()?.publicKey).toBe(first.signing()?.publicKey)
    expect(await device.tab().resume(carer)).toBe(false)
  })

  test('locking one locks all of that user, also one that is just opening', async () => {
    const device = wardDevice()
    const [first, second, other] = [device.tab(), device.tab(), device.tab()]
    await open(first)
    await second.resume(nurse)
    await open(other, carer)
    const third = device.tab()
    const resuming = third.resume(nurse)
    first.lock()
    expect([first.state(), second.state(), other.state()]).toEqual(['locked', 'locked', 'unlocked'])
    expect([await resuming, third.state()]).toEqual([false, 'locked'])
    expect(await device.tab().resume(nurse)).toBe(false)
  })

  test("a key that is not this owner's is not taken", async () => {
    const device = wardDevice()
    await open(device.tab())
    const { key: dataKey } = await cheapCiphers.newDataKey(
      await cheapCiphers.importWrappingKey(rawKek(1)),
      [],
    )
    const vault = createVault({
      ciphers: cheapCiphers,
      clock: device.clock,
      indexedDB: device.indexedDB,
      IDBKeyRange,
      keyShare: {
        ask: (owner) => Promise.resolve({ owner, until: Number.MAX_SAFE_INTEGER, dataKey }),
        offer: () => undefined,
        forget: () => undefined,
        onForget: () => () => undefined,
        close: () => undefined,
      },
    })
    expect(await vault.resume(nurse)).toBe(false)
    expect(vault.key()).toBeNull()
  })
})

describe('what rests', () => {
  const names = Array.from({ length: 50 }, (_, at) => `SURNAME-${at}, Forename-${at}`)
  const storeOf = (device: ReturnType<typeof wardDevice>, vault: Vault, owner = nurse) =>
    openCache(
      { tables, codec: codecOf(vault), indexedDB: device.indexedDB, IDBKeyRange },
      owner.userId,
      owner.organizationId,
    )

  test('rows, a password and keys leave nothing readable in any database', async () => {
    const device = wardDevice()
    const vault = device.tab()
    // A KEK that can be searched for, and the raw data key as the browser wraps it.
    const raws: Uint8Array[] = [rawKek(7)]
    const wrapKey = crypto.subtle.wrapKey.bind(crypto.subtle)
    crypto.subtle.wrapKey = async (format, key, ...rest) => {
      raws.push(new Uint8Array(await crypto.subtle.exportKey(format as 'raw', key)))
      return await wrapKey(format, key, ...rest)
    }
    try {
      await open(vault)
      await vault.setPassword(password)
    } finally {
      Reflect.deleteProperty(crypto.subtle, 'wrapKey')
    }
    expect(raws.length).toBeGreaterThanOrEqual(4)
    const cache = await storeOf(device, vault)
    await cache.accept({
      table: 'patient',
      asOf: 1,
      rows: names.map((name, at) => ({
        id: `p${at}`,
        subjectId: `p${at}`,
        at: 0,
        revision: 1,
        value: { name },
      })),
    })
    cache.close()
    const kept = await everythingKept(device.indexedDB)
    expect(kept).toContain('p49')
    expect(kept).toContain(nurse.userId)
    expect(kept).not.toContain('A CRYPTO KEY IS KEPT')
    for (const secret of [...names, 'SURNAME', password, 'lantern'])
      expect(kept).not.toContain(secret)
    for (const raw of raws) {
      expect(kept).not.toContain(Buffer.from(raw).toString('latin1'))
      expect(kept).not.toContain(Buffer.from(raw).toString('base64url'))
    }
  })

  test('after shredding nothing of the user is kept, and the rows are unreadable with the same server key', async () => {
    const device = wardDevice()
    const vault = device.tab()
    await open(vault)
    await open(vault, { ...nurse, organizationId: 'hillside' })
    await open(vault)
    await vault.setPassword(password)
    const sealed = await codecOf(vault).seal(contextOf(nurse), row)
    const other = device.tab()
    await open(other, carer)
    const otherSealed = await codecOf(other).seal(contextOf(carer), row)
    await vault.shred(nurse.userId)
    expect([vault.state(), other.state()]).toEqual(['locked', 'unlocked'])
    expect(await vault.known()).toMatchObject([carer])
    expect(await everythingKept(device.indexedDB)).not.toContain(nurse.userId)
    expect(await vault.openWithPassword({ ...nurse, password })).toEqual({ kind: 'not-possible' })
    expect(await open(vault)).toMatchObject({ fresh: true })
    await expect(codecOf(vault).open(contextOf(nurse), sealed)).rejects.toMatchObject({
      problem: { code: 'storage:unreadable' },
    })
    expect(await codecOf(other).open(contextOf(carer), otherSealed)).toEqual(row)
  })

  test("two users of one tablet cannot read each other's rows, even put under their own name", async () => {
    const device = wardDevice()
    const vault = device.tab()
    await open(vault, nurse, 7)
    const sealed = await codecOf(vault).seal(contextOf(nurse), row)
    await open(vault, carer, 9)
    await expect(codecOf(vault).open(contextOf(nurse), sealed)).rejects.toMatchObject({
      problem: { code: 'storage:unreadable' },
    })
    await expect(codecOf(vault).open(contextOf(carer), sealed)).rejects.toMatchObject({
      problem: { code: 'storage:unreadable' },
    })
    await open(vault, nurse, 7)
    expect(await codecOf(vault).open(contextOf(nurse), sealed)).toEqual(row)
  })

  test("one wrapping cannot be put in another's place", async () => {
    const device = wardDevice()
    const vault = device.tab()
    const hillside = { ...nurse, organizationId: 'hillside' }
    await open(vault)
    await open(vault, hillside)
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = device.indexedDB.open(vaultName)
      request.addEventListener('success', () => resolve(request.result))
    })
    const store = database.transaction('entry', 'readwrite').objectStore('entry')
    const get = store.get([nurse.userId, hillside.organizationId])
    await new Promise<void>((resolve) => {
      get.addEventListener('success', () => {
        store.put({ ...(get.result as object), organizationId: nurse.organizationId })
        store.transaction.addEventListener('complete', () => resolve())
      })
    })
    database.close()
    expect(await open(device.tab())).toMatchObject({ fresh: true })
  })
})

describe('two things at once', () => {
  test('a hello that lands while the password is being worked out does not lose it', async () => {
    const device = wardDevice()
    let workedOut = (): void => undefined
    const slow: VaultCiphers = {
      ...cheapCiphers,
      deriveWrappingKey: async (...given) => {
        await new Promise<void>((resolve) => {
          workedOut = resolve
        })
        return await cheapCiphers.deriveWrappingKey(...given)
      },
    }
    const vault = device.tab(slow as typeof cheapCiphers)
    await open(vault)
    const set = vault.setPassword(password)
    await open(vault)
    workedOut()
    await set
    vault.lock()
    expect((await vault.known())[0]).toMatchObject({ opensOffline: true })
    expect(await device.tab().openWithPassword({ ...nurse, password })).toEqual({
      kind: 'unlocked',
    })
  })

  test('a lock meanwhile ends it: nothing is kept of the password', async () => {
    const device = wardDevice()
    let workedOut = (): void => undefined
    const vault = device.tab({
      ...cheapCiphers,
      deriveWrappingKey: async (...given) => {
        await new Promise<void>((resolve) => {
          workedOut = resolve
        })
        return await cheapCiphers.deriveWrappingKey(...given)
      },
    })
    await open(vault)
    const set = vault.setPassword(password)
    vault.lock()
    workedOut()
    await expect(set).rejects.toMatchObject({ problem: { code: 'storage:locked' } })
    expect((await vault.known())[0]).toMatchObject({ opensOffline: false })
  })

  test('a user who stays keeps the present key: one being opened for another organisation is dropped', async () => {
    const device = wardDevice()
    let imported = (): void => undefined
    let isSlow = false
    const vault = device.tab({
      ...cheapCiphers,
      importWrappingKey: async (...given) => {
        if (isSlow)
          await new Promise<void>((resolve) => {
            imported = resolve
          })
        return await cheapCiphers.importWrappingKey(...given)
      },
    })
    await open(vault)
    const key = vault.key()
    isSlow = true
    const late = open(vault, { ...nurse, organizationId: 'hillside' })
    vault.stay()
    imported()
    await expect(late).rejects.toMatchObject({ problem: { code: 'storage:locked' } })
    expect([vault.owner(), vault.key() === key]).toEqual([nurse, true])
  })

  test('a device key that another tab renewed is this tab’s too, offline', async () => {
    const device = wardDevice()
    const [here, there] = [device.tab(), device.tab()]
    await open(here)
    await open(there)
    await there.renewDeviceKey(nurse)
    const renewed = await there.devicePublicKey(nurse)
    await open(there)
    expect(here.signing()?.publicKey).not.toBe(renewed)
    await here.rereadSigning()
    expect(here.signing()?.publicKey).toBe(renewed)
    const message = new Uint8Array([1, 2, 3])
    const [mine, theirs] = [here.signing(), there.signing()]
    if (mine === null || theirs === null) throw new Error('locked')
    expect(mine.privateKey.extractable).toBe(false)
    const spki = new Uint8Array(Buffer.from(renewed, 'base64url'))
    const key = await crypto.subtle.importKey(
      'spki',
      spki,
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    )
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      mine.privateKey,
      message,
    )
    expect(
      await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, message),
    ).toBe(true)
    here.lock()
    await here.rereadSigning()
    expect(here.signing()).toBeNull()
  })
})
