import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { KeyOwner, KnownVault, PasswordOutcome, Vault } from '../../platform/vault'
import { isEarlierCache, type DeviceStore } from '../store'

/** The data keys of a session: whose data may be read here, and when. */
export interface Keys {
  /** True while this owner's data key is here. */
  holds(owner: KeyOwner): boolean
  /** Opens with the server's key from hello. Rejects with ProblemError when it is late. */
  meet(owner: KeyOwner, password?: string): Promise<void>
  /** The password opens this device's data offline from now on. About a second; nothing waits. */
  keepPassword(password: string): Promise<void>
  /** The password no longer opens this user's data offline. Data stays for the server's key. */
  forgetPassword(userId: string): Promise<void>
  /** Takes the key from another tab or the service worker. */
  resume(owner: KeyOwner): Promise<boolean>
  /** Without a line. */
  unlock(owner: KeyOwner, password: string): Promise<PasswordOutcome>
  /** What could be unlocked here; null: nothing. */
  about(owner: KeyOwner): Promise<KnownVault | null>
  /** What is being opened for somebody else is given up; the key that is here stays. */
  stay(): void
  /** Forgets the key in every tab and in the service worker. */
  lock(): void
  /** What the user's keys sealed on this device can no longer be read. */
  shred(userId: string): Promise<void>
  /** Which stores are to go: nobody can open them any more, or they were locked for too long. */
  outdated(): Promise<(owner: KeyOwner) => boolean>
  /** The key was forgotten: a lock elsewhere, or the lease is over. Returns the way to stop. */
  onLock(listener: () => void): () => void
}

/** Longest that a sign-in waits for its key, milliseconds; a slow device takes some of it itself. */
const meetAtMostMs = 60_000
/** A store that was not opened for so long after its lease is deleted, milliseconds. */
const keptLockedMs = 12 * 3_600_000

const isSame = (a: KeyOwner | null, b: KeyOwner): boolean =>
  a?.userId === b.userId && a.organizationId === b.organizationId

export const createKeys = (options: {
  readonly vault: Vault
  /** Says hello for an owner and opens the vault with the answer. */
  readonly hello: (owner: KeyOwner, password?: string) => Promise<unknown>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}): Keys => {
  const { vault, clock } = options
  const holds = (owner: KeyOwner): boolean => isSame(vault.owner(), owner) && vault.key() !== null
  return {
    holds,
    meet: async (owner, password) => {
      const late = clock.sleep(meetAtMostMs).then(() => {
        throw new ProblemError(problem('timeout:key-late'))
      })
      await Promise.race([options.hello(owner, password), late])
    },
    keepPassword: (password) => vault.setPassword(password),
    forgetPassword: (userId) => vault.forgetPassword(userId),
    resume: async (owner) => holds(owner) || (await vault.resume(owner)),
    unlock: (owner, password) => vault.openWithPassword({ ...owner, password }),
    about: async (owner) => (await vault.known()).find((known) => isSame(known, owner)) ?? null,
    stay: () => vault.stay(),
    lock: () => vault.lock(),
    shred: (userId) => vault.shred(userId),
    outdated: async () => {
      const known = await vault.known()
      return (owner) => {
        const about = known.find((one) => isSame(one, owner))
        return about === undefined || clock.now() > about.leaseUntil + keptLockedMs
      }
    },
    onLock: (listener) => {
      let wasOpen = vault.state() === 'unlocked'
      return vault.subscribe(() => {
        const isOpen = vault.state() === 'unlocked'
        if (wasOpen && !isOpen) listener()
        wasOpen = isOpen
      })
    },
  }
}

/** Why the password opened nothing. The kind says what a screen can do about it. */
export const refusalOfPassword = (
  outcome: Exclude<PasswordOutcome, { readonly kind: 'unlocked' }>,
): ReturnType<typeof toProblem> => {
  switch (outcome.kind) {
    case 'wrong-password':
      return problem('forbidden:wrong-password')
    case 'too-soon':
      return problem('too-many:passwords')
    case 'lease-over':
      return problem('no-token:lease-over')
    case 'not-possible':
      return problem('not-found:not-unlockable')
    case 'interrupted':
      return problem('unknown:locked-meanwhile')
  }
}

/**
 * How often stores that nobody may open are looked for, milliseconds: an old one knows no
 * revocation.
 */
const everyMs = 300_000

/**
 * Deletes stores of earlier shapes and those locked too long, now and every five minutes. Returns
 * the way to stop.
 */
export const sweepNowAndThen = (options: {
  readonly device: Pick<DeviceStore, 'deleteCaches'>
  readonly keys: Pick<Keys, 'outdated'>
  readonly clock: Pick<Clock, 'after'>
  /** The name of the store that is open. */
  readonly open: () => string | undefined
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const sweep = async (): Promise<void> => {
    const isOutdated = await options.keys.outdated()
    await options.device.deleteCaches(
      ({ name, userId, organizationId }) =>
        isEarlierCache(name) || (name !== options.open() && isOutdated({ userId, organizationId })),
    )
  }
  let cancel = (): void => undefined
  const next = (): void => {
    cancel = options.clock.after(everyMs, next)
    void sweep().catch((thrown: unknown) => options.report(thrown, 'sweep'))
  }
  next()
  return () => cancel()
}
