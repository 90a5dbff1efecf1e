import type { KeyOwner } from '../../../workers/key-keeper'
import type { Bytes } from './vault-ciphers'

export interface ServerKey extends KeyOwner {
  /** `deviceKek` of hello, 32 bytes; overwritten with zeros. */
  readonly kek: Bytes
  /** Longest time without a hello, milliseconds; default 12 hours, kept within 1 and 72. */
  readonly leaseMs?: number
  /** The password just signed in with: saves the data key where the server's key was replaced. */
  readonly password?: string
}

export interface Opened {
  /** There is a new data key: what was sealed before is unreadable and must be deleted. */
  readonly fresh: boolean
  /** The device key was lost with the data key: say hello once more, with the new one. */
  readonly helloAgain: boolean
}

export type PasswordOutcome =
  | { readonly kind: 'unlocked' }
  /** After `waitMs` (0: at once) it may be tried again. */
  | { readonly kind: 'wrong-password'; readonly waitMs: number }
  /** Not tried: too many wrong ones. */
  | { readonly kind: 'too-soon'; readonly waitMs: number }
  /** Not tried: too long without the server. */
  | { readonly kind: 'lease-over' }
  /** No password was ever set for this user and organisation on this device. */
  | { readonly kind: 'not-possible' }
  /** Locked, or opened otherwise, while the password was tried. */
  | { readonly kind: 'interrupted' }

export interface KnownVault extends KeyOwner {
  readonly leaseUntil: number
  /** Only the server opens it: the lease is over, or the clock was set back. */
  readonly leaseOver: boolean
  /** Milliseconds until a password may be tried again. */
  readonly waitMs: number
  readonly createdAt: number
  /** A password can open it now, without the server. */
  readonly opensOffline: boolean
}

/** The session's device key: signs commands; the public half is SPKI, base64url. */
export interface SigningKey {
  readonly privateKey: CryptoKey
  readonly publicKey: string
}

/**
 * The keys of this device (index.ts). Rejects with ProblemError storage where the database fails.
 */
export interface Vault {
  state(): 'locked' | 'unlocked'
  owner(): KeyOwner | null
  /** The data key for the codec; null while locked or after the lease. Not extractable. */
  key(): CryptoKey | null
  /** Null while locked. The private half is not extractable. */
  signing(): SigningKey | null
  /** Takes the device key that another tab renewed. Works offline. */
  rereadSigning(): Promise<void>
  /** Tells of every opening, locking and renewal. Returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** The public key for hello, before the vault is open: the kept one or a new one. */
  devicePublicKey(owner: KeyOwner): Promise<string>
  /** The server ended the session (SESSION_ENDED): the next `devicePublicKey` is a new one's. */
  renewDeviceKey(owner: KeyOwner): Promise<void>
  /** After hello; makes the first data key. Rejects with storage:locked if locked meanwhile. */
  openWithServerKey(key: ServerKey): Promise<Opened>
  /**
   * After a password sign-in with the server's key (else storage:locked): the password opens this
   * user's organisations offline. Null: not the open one any more.
   */
  setPassword(password: string | null): Promise<void>
  /** No password opens this user's data here any more, only the server's key. Data stays. */
  forgetPassword(userId: string): Promise<void>
  /** Without a line. */
  openWithPassword(attempt: KeyOwner & { readonly password: string }): Promise<PasswordOutcome>
  /** After a reload: the key of another tab or the service worker; false: none, or lease over. */
  resume(owner: KeyOwner): Promise<boolean>
  /** Another tab has a new data key: the open one no longer fits what is kept. */
  isOutdated(): Promise<boolean>
  /** Cancels any opening under way; what is open stays open. */
  stay(): void
  /** Forgets the keys in all tabs and the service worker. Kept data stays. */
  lock(): void
  /** A hello was answered: the next is due then (epoch ms, kept within 1 and 72 hours). */
  renewLease(until: number): Promise<void>
  /** Deletes everything of a user: what their data keys sealed can no longer be read. */
  shred(userId: string): Promise<void>
  /** Who could unlock here. */
  known(): Promise<readonly KnownVault[]>
  close(): void
}
