import type { KeyOwner } from '../../../workers/key-keeper'
import type { Bytes } from './vault-ciphers'

export interface ServerKey extends KeyOwner {
  /** `deviceKek` of hello, 32 bytes; overwritten with zeros. */
  readonly kek: Bytes
  /**
   * How long without a hello, milliseconds; 12 hours where the organisation says nothing, kept
   * within 1 and 72 hours.
   */
  readonly leaseMs?: number
  /** The password just signed in with: saves the data key where the server's key was replaced. */
  readonly password?: string
}

export interface Opened {
  /**
   * There is a new data key: what was sealed on this device before cannot be read, and is to be
   * deleted.
   */
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
  | { readonly kind: 'leash-over' }
  /** No password was ever set for this user and organisation on this device. */
  | { readonly kind: 'not-possible' }
  /** Locked, or opened otherwise, while the password was tried. */
  | { readonly kind: 'interrupted' }

export interface KnownVault extends KeyOwner {
  readonly leashUntil: number
  /** Only the server opens it: the leash has run out, or the clock was put back. */
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
 * The keys of this device (index.ts shows how they are used). Everything rejects with ProblemError
 * storage where the database fails.
 */
export interface Vault {
  state(): 'locked' | 'unlocked'
  owner(): KeyOwner | null
  /** The data key for the codec; null while locked or after the leash. Not extractable. */
  key(): CryptoKey | null
  /** Null while locked. The private half is not extractable. */
  signing(): SigningKey | null
  /**
   * Another tab may have renewed the session's device key: takes the one that is kept, as long as
   * this page is open. No line is needed.
   */
  rereadSigning(): Promise<void>
  /** Tells of every opening, locking and renewal. Returns the way to stop. */
  subscribe(listener: () => void): () => void
  /**
   * What hello is said with, before the vault is open: the public key kept for this owner, or a new
   * one's.
   */
  devicePublicKey(owner: KeyOwner): Promise<string>
  /** The server ended the session (SESSION_ENDED): the next `devicePublicKey` is a new one's. */
  renewDeviceKey(owner: KeyOwner): Promise<void>
  /**
   * After hello; makes the data key the first time. Rejects with storage:locked when it was
   * locked meanwhile.
   */
  openWithServerKey(key: ServerKey): Promise<Opened>
  /**
   * After a sign-in by password, in a page that opened with the server's key (storage:locked
   * elsewhere): the password opens this user's organisations without a line from now on. Null: it
   * no longer does, for the organisation that is open.
   */
  setPassword(password: string | null): Promise<void>
  /**
   * No password opens anything of this user here any more: only the server's key does. What is kept
   * stays.
   */
  forgetPassword(userId: string): Promise<void>
  /** Without a line. */
  openWithPassword(attempt: KeyOwner & { readonly password: string }): Promise<PasswordOutcome>
  /**
   * After a reload: takes the key from another tab or the service worker; false where nobody has
   * it, or the leash is over.
   */
  resume(owner: KeyOwner): Promise<boolean>
  /**
   * Another tab began with a new data key (the server no longer knew the old one): what is open
   * here opens nothing that is kept from now on.
   */
  isOutdated(): Promise<boolean>
  /**
   * What is being opened at this moment, for whomever, changes nothing any more; what is open stays
   * open.
   */
  stay(): void
  /**
   * Forgets the keys here, in the other tabs and in the service worker. What rests on the device
   * stays.
   */
  lock(): void
  /**
   * A hello was answered: no hello is needed until then (epoch milliseconds, kept within 1 and 72
   * hours from now).
   */
  renewLeash(until: number): Promise<void>
  /** Deletes everything of a user: what their data keys sealed is unreadable for ever. */
  shred(userId: string): Promise<void>
  /** Who could unlock here. */
  known(): Promise<readonly KnownVault[]>
  close(): void
}
