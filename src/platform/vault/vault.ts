import type { Clock } from '../../domain/time/clock'
import { attempted, noAttempts, waitMs } from './attempts'
import type { Opened, PasswordOutcome, ServerKey, SigningKey, Vault } from './contract'
import { openEntries, type VaultEnvironment } from './entries'
import { noKeyShare, type KeyOwner, type KeyShare, type SharedKeys } from './key-share'
import { defaultLeashMs, isLeashOver, leashWithin } from './leash'
import type { VaultCiphers } from './vault-ciphers'
import { createWrapping, locked, type PasswordKey } from './wrapping'

export interface VaultOptions extends VaultEnvironment {
  /** `webCiphers` of src/platform/ciphers. */
  readonly ciphers: VaultCiphers
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** `browserKeyShare` in a page; nobody by default. */
  readonly keyShare?: KeyShare
}

interface Open extends SharedKeys {
  readonly signing: SigningKey
  /** The wrapping keys of server and password, where this page has them. */
  readonly kek: CryptoKey | null
  readonly byPassword: PasswordKey | null
}

const isSame = (a: KeyOwner | undefined, b: KeyOwner): boolean =>
  a?.userId === b.userId && a.organizationId === b.organizationId
const nameOf = ({ userId, organizationId }: KeyOwner): string =>
  JSON.stringify([userId, organizationId])

/** Makes the vault of a page; reads nothing before it is asked. */
export const createVault = ({
  ciphers,
  clock,
  keyShare = noKeyShare,
  indexedDB,
  IDBKeyRange,
}: VaultOptions): Vault => {
  const entries = openEntries({ indexedDB, IDBKeyRange })
  const wrapping = createWrapping(ciphers)
  const listeners = new Set<() => void>()
  /** Keys that hello is being said with, until there is a data key to wrap them under. */
  const made = new Map<string, SigningKey & { readonly userId: string }>()
  let open: Open | null = null
  let stopLeash = (): void => undefined
  /** Counts openings and lockings: a slow opening that was overtaken changes nothing. */
  let era = 0
  let opening: KeyOwner | undefined
  const begin = (owner: KeyOwner): (() => boolean) => {
    const mine = ++era
    opening = owner
    return () => mine === era
  }

  const show = (next: Open | null): void => {
    era += 1
    opening = undefined
    stopLeash()
    open = next
    keyShare.offer(
      next === null ? null : { owner: next.owner, until: next.until, dataKey: next.dataKey },
    )
    if (next !== null)
      stopLeash = clock.after(Math.max(0, next.until - clock.now()), () => void checkLeash())
    for (const listener of listeners) listener()
  }
  const lock = (): void => {
    const owner = open?.owner
    if (owner === undefined) {
      era += 1
      return
    }
    show(null)
    keyShare.forget(owner)
  }
  /** The lease of this page is over, whatever the clock says, unless another tab renewed it. */
  const checkLeash = async (): Promise<void> => {
    if (open === null) return
    const { owner, until } = open
    const asked = era
    // Written down as over: a clock that is put back a little must not open it again.
    const entry = await entries
      .change(owner, ({ seenAt, leashUntil }) => ({
        seenAt: Math.max(seenAt, Math.min(until, clock.now())),
        ...(leashUntil <= until ? { leashUntil: 0 } : {}),
      }))
      .catch(() => null)
    if (asked !== era || open === null) return
    if (entry === null || entry.leashUntil <= until || isLeashOver(entry, clock.now())) lock()
    else show({ ...open, until: entry.leashUntil })
  }
  const stopHearing = keyShare.onForget((owner) => {
    if (isSame(open?.owner, owner)) show(null)
    else if (isSame(opening, owner)) era += 1
  })

  const newDeviceKey = async (owner: KeyOwner): Promise<SigningKey> => {
    const { privateKey, publicKey } = await ciphers.newSigningKey()
    made.set(nameOf(owner), { privateKey, publicKey, userId: owner.userId })
    return { privateKey, publicKey }
  }

  /** Wraps under the server's new key what was under its former one, while a key opens it. */
  const rescue = async (userId: string, kek: CryptoKey): Promise<void> => {
    if (open === null || open.owner.userId !== userId) return
    const from = { kek: open.kek, byPassword: open.byPassword }
    for (const entry of (await entries.all()).filter((one) => one.userId === userId)) {
      const wrappedByServer = await wrapping.rewrap(entry, from, kek)
      if (wrappedByServer !== null) await entries.replace(entry, { ...entry, wrappedByServer })
    }
  }

  const openWithServerKey = async ({
    userId,
    organizationId,
    kek: raw,
    leaseMs = defaultLeashMs,
    password,
  }: ServerKey): Promise<Opened> => {
    const owner = { userId, organizationId }
    const isCurrent = begin(owner)
    const kek = await ciphers.importWrappingKey(raw)
    const byPassword = open?.owner.userId === userId ? open.byPassword : null
    for (;;) {
      let there = await entries.get(owner)
      let known = there === null ? null : await wrapping.recover(there, kek, password)
      if (there !== null && known === null) {
        await rescue(userId, kek)
        there = await entries.get(owner)
        known = there === null ? null : await wrapping.recover(there, kek, password)
      }
      const { dataKey, wrappedByServer } = known ?? (await wrapping.newDataKey(owner, kek))
      const device = await wrapping.deviceKey(
        owner,
        dataKey,
        made.get(nameOf(owner)),
        known === null ? null : (there?.signing ?? null),
      )
      const wrappedByPassword =
        byPassword !== null
          ? await wrapping.wrapByPassword({ ...owner, wrappedByServer }, kek, byPassword)
          : known === null
            ? null
            : (there?.wrappedByPassword ?? null)
      const now = clock.now()
      const until = now + leashWithin(leaseMs)
      const createdAt = known === null ? now : (there?.createdAt ?? now)
      if (!isCurrent()) throw locked()
      const isKept = await entries.replace(there, {
        ...owner,
        wrappedByServer,
        wrappedByPassword,
        signing: device.kept,
        leashUntil: until,
        seenAt: now,
        createdAt,
        attempts: noAttempts,
      })
      // Another tab was first: what it kept is what rows are sealed under.
      if (!isKept) continue
      if (!isCurrent()) throw locked()
      made.delete(nameOf(owner))
      show({ owner, until, dataKey, signing: device.key, kek, byPassword })
      return { fresh: known === null, helloAgain: device.isNew }
    }
  }

  const openWithPassword = async ({
    userId,
    organizationId,
    password,
  }: KeyOwner & { readonly password: string }): Promise<PasswordOutcome> => {
    const owner = { userId, organizationId }
    const isCurrent = begin(owner)
    const there = await entries.get(owner)
    const wrap = there?.wrappedByPassword ?? null
    if (there === null || wrap === null) return { kind: 'not-possible' }
    if (isLeashOver(there, clock.now())) return { kind: 'leash-over' }
    const wait = waitMs(there.attempts, clock.now())
    if (wait > 0) return { kind: 'too-soon', waitMs: wait }
    // Counted before it is tried: closing the page in the middle gives no attempt back.
    const counted = await entries.change(owner, ({ attempts }) => ({
      attempts: attempted(attempts, clock.now()),
    }))
    const byPassword = await wrapping.passwordKeyOf(wrap, password)
    const dataKey = await wrapping.openByPassword(owner, wrap, byPassword)
    if (dataKey === null)
      return {
        kind: 'wrong-password',
        waitMs: counted === null ? 0 : waitMs(counted.attempts, clock.now()),
      }
    const privateKey = await wrapping.unwrapSigning(there, dataKey)
    await entries.change(owner, () => ({ attempts: noAttempts, seenAt: clock.now() }))
    if (!isCurrent() || privateKey === null) return { kind: 'interrupted' }
    show({
      owner,
      until: there.leashUntil,
      dataKey,
      signing: { privateKey, publicKey: there.signing.publicKey },
      kek: null,
      byPassword,
    })
    return { kind: 'unlocked' }
  }

  const setPassword = async (password: string | null): Promise<void> => {
    if (open === null || (password !== null && open.kek === null)) throw locked()
    const { owner } = open
    const byPassword = password === null ? null : await wrapping.newPasswordKey(password)
    for (;;) {
      const entry = await entries.get(owner)
      // A hello may have opened it meanwhile: use the present key.
      if (
        entry === null ||
        open === null ||
        !isSame(open.owner, owner) ||
        (byPassword !== null && open.kek === null)
      )
        throw locked()
      const asked = era
      const wrappedByPassword =
        byPassword === null || open.kek === null
          ? null
          : await wrapping.wrapByPassword(entry, open.kek, byPassword)
      if (asked === era && (await entries.replace(entry, { ...entry, wrappedByPassword }))) break
    }
    if (isSame(open?.owner, owner)) open = { ...open, byPassword }
  }

  const forgetPassword = async (userId: string): Promise<void> => {
    if (open?.owner.userId === userId) open = { ...open, byPassword: null }
    for (const entry of await entries.all())
      if (entry.userId === userId) await entries.change(entry, () => ({ wrappedByPassword: null }))
  }

  const rereadSigning = async (): Promise<void> => {
    if (open === null) return
    const { owner, dataKey } = open
    const entry = await entries.get(owner)
    if (entry === null || entry.signing.publicKey === open?.signing.publicKey) return
    const privateKey = await wrapping.unwrapSigning(entry, dataKey)
    if (privateKey !== null && open?.dataKey === dataKey)
      open = { ...open, signing: { privateKey, publicKey: entry.signing.publicKey } }
  }

  const resume = async (owner: KeyOwner): Promise<boolean> => {
    const isCurrent = begin(owner)
    const entry = await entries.get(owner)
    if (entry === null || isLeashOver(entry, clock.now())) return false
    const keys = await keyShare.ask(owner)
    // The signing key opens under the right data key alone: what was handed over is proved by it.
    const privateKey =
      keys === null || !isCurrent() ? null : await wrapping.unwrapSigning(entry, keys.dataKey)
    if (keys === null || privateKey === null || !isCurrent()) return false
    const {
      userId,
      organizationId,
      leashUntil,
      signing: { publicKey },
    } = entry
    show({
      owner: { userId, organizationId },
      until: leashUntil,
      dataKey: keys.dataKey,
      signing: { privateKey, publicKey },
      kek: null,
      byPassword: null,
    })
    return true
  }

  const isOutdated = async (): Promise<boolean> => {
    const now = open
    const entry = now === null ? null : await entries.get(now.owner)
    return (
      now !== null && entry !== null && (await wrapping.unwrapSigning(entry, now.dataKey)) === null
    )
  }

  return {
    state: () => (open === null ? 'locked' : 'unlocked'),
    owner: () => open?.owner ?? null,
    key: () => {
      if (open === null) return null
      if (clock.now() < open.until) return open.dataKey
      // A device that slept wakes before its timer: nothing is read meanwhile.
      void checkLeash()
      return null
    },
    signing: () => open?.signing ?? null,
    rereadSigning,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    devicePublicKey: async (owner) =>
      (
        made.get(nameOf(owner)) ??
        (await entries.get(owner))?.signing ??
        (await newDeviceKey(owner))
      ).publicKey,
    renewDeviceKey: async (owner) => {
      await newDeviceKey(owner)
    },
    openWithServerKey,
    openWithPassword,
    setPassword,
    forgetPassword,
    resume,
    isOutdated,
    stay: () => {
      era += 1
      opening = undefined
    },
    lock,
    renewLeash: async (until) => {
      if (open === null) throw locked()
      const now = clock.now()
      const asked = era
      const leashUntil = now + leashWithin(until - now)
      await entries.change(open.owner, () => ({ leashUntil, seenAt: now }))
      if (asked === era && open !== null) show({ ...open, until: leashUntil })
    },
    shred: async (userId) => {
      if (open?.owner.userId === userId) lock()
      else if (opening?.userId === userId) era += 1
      for (const [name, key] of made) if (key.userId === userId) made.delete(name)
      for (const owner of await entries.drop(userId)) keyShare.forget(owner)
    },
    known: async () =>
      (await entries.all()).map((entry) => ({
        userId: entry.userId,
        organizationId: entry.organizationId,
        leashUntil: entry.leashUntil,
        createdAt: entry.createdAt,
        leaseOver: isLeashOver(entry, clock.now()),
        waitMs: waitMs(entry.attempts, clock.now()),
        opensOffline: entry.wrappedByPassword !== null && !isLeashOver(entry, clock.now()),
      })),
    close: () => {
      era += 1
      stopLeash()
      stopHearing()
      open = null
      keyShare.close()
      entries.close()
    },
  }
}
