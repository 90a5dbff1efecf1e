import { problem, ProblemError } from '../../domain/problem'
import type { KeyOwner } from '../../../workers/key-keeper'
import type { SigningKey } from './contract'
import type { PasswordWrap, VaultEntry } from './entries'
import type { Bytes, VaultCiphers, Wrapped } from './vault-ciphers'

/** A password's wrapping key, in memory: it also wraps the user's other organisations. */
export interface PasswordKey {
  readonly key: CryptoKey
  readonly salt: Bytes
  readonly cost: PasswordWrap['cost']
}

export interface DataKey {
  readonly dataKey: CryptoKey
  readonly wrappedByServer: Wrapped
}

export interface DeviceKey {
  readonly kept: VaultEntry['signing']
  readonly key: SigningKey
  /** Made just now: no hello was ever said with it. */
  readonly isNew: boolean
}

export const locked = (): ProblemError => new ProblemError(problem('storage:locked'))

/** What each wrapping is bound to: one cannot be put in the place of another. */
const boundTo = (
  what: 'server' | 'password' | 'signing',
  { userId, organizationId }: KeyOwner,
): readonly string[] => ['vault', what, organizationId, userId]

/** The keys that are in memory. */
interface FormerKeys {
  readonly kek: CryptoKey | null
  readonly byPassword: PasswordKey | null
}

/**
 * The entry under another server key, by a key in memory, after the server was restored. Null: no
 * key opens it.
 */
const rewrapEntry = async (
  ciphers: VaultCiphers,
  entry: VaultEntry,
  from: FormerKeys,
  kek: CryptoKey,
): Promise<Wrapped | null> => {
  const to = { key: kek, bound: boundTo('server', entry) }
  const byServer =
    from.kek === null
      ? null
      : await ciphers.rewrapDataKey(entry.wrappedByServer, { key: from.kek, bound: to.bound }, to)
  if (byServer !== null || from.byPassword === null || entry.wrappedByPassword === null)
    return byServer
  return await ciphers.rewrapDataKey(
    entry.wrappedByPassword,
    { key: from.byPassword.key, bound: boundTo('password', entry) },
    to,
  )
}

/** The wrappings of an entry, over the ciphers. Null: the given key does not open it. */
export const createWrapping = (ciphers: VaultCiphers) => {
  const unwrapSigning = (
    entry: KeyOwner & Pick<VaultEntry, 'signing'>,
    dataKey: CryptoKey,
  ): Promise<CryptoKey | null> =>
    ciphers.unwrapSigningKey(entry.signing, dataKey, boundTo('signing', entry))

  const newPasswordKey = async (password: string): Promise<PasswordKey> => {
    const { salt, cost } = ciphers.newPasswordSalt()
    return { key: await ciphers.deriveWrappingKey(password, salt, cost), salt, cost }
  }

  const passwordKeyOf = async (
    { salt, cost }: PasswordWrap,
    password: string,
  ): Promise<PasswordKey> => ({
    key: await ciphers.deriveWrappingKey(password, salt, cost),
    salt,
    cost,
  })

  /** The entry's data key by the server's key or the given password, wrapped for the server. */
  const recover = async (
    entry: VaultEntry,
    kek: CryptoKey,
    password: string | undefined,
  ): Promise<DataKey | null> => {
    const dataKey = await ciphers.unwrapDataKey(
      entry.wrappedByServer,
      kek,
      boundTo('server', entry),
    )
    if (dataKey !== null) return { dataKey, wrappedByServer: entry.wrappedByServer }
    if (entry.wrappedByPassword === null || password === undefined) return null
    const { key } = await passwordKeyOf(entry.wrappedByPassword, password)
    const from = { key, bound: boundTo('password', entry) }
    const wrappedByServer = await ciphers.rewrapDataKey(entry.wrappedByPassword, from, {
      key: kek,
      bound: boundTo('server', entry),
    })
    if (wrappedByServer === null) return null
    const recovered = await ciphers.unwrapDataKey(wrappedByServer, kek, boundTo('server', entry))
    return recovered === null ? null : { dataKey: recovered, wrappedByServer }
  }

  return {
    newPasswordKey,
    passwordKeyOf,
    recover,
    rewrap: (entry: VaultEntry, from: FormerKeys, kek: CryptoKey): Promise<Wrapped | null> =>
      rewrapEntry(ciphers, entry, from, kek),
    unwrapSigning,
    newDataKey: async (owner: KeyOwner, kek: CryptoKey): Promise<DataKey> => {
      const { key, wrapped } = await ciphers.newDataKey(kek, boundTo('server', owner))
      return { dataKey: key, wrappedByServer: wrapped }
    },
    wrapByPassword: async (
      entry: KeyOwner & Pick<VaultEntry, 'wrappedByServer'>,
      kek: CryptoKey,
      by: PasswordKey,
    ): Promise<PasswordWrap> => {
      const to = { key: by.key, bound: boundTo('password', entry) }
      const wrapped = await ciphers.rewrapDataKey(
        entry.wrappedByServer,
        { key: kek, bound: boundTo('server', entry) },
        to,
      )
      if (wrapped === null) throw locked()
      return { ...wrapped, salt: by.salt, cost: by.cost }
    },
    openByPassword: (
      entry: KeyOwner,
      wrap: PasswordWrap,
      by: PasswordKey,
    ): Promise<CryptoKey | null> => ciphers.unwrapDataKey(wrap, by.key, boundTo('password', entry)),
    /** The key that was made for this sign-in, now wrapped; else the kept one; else a new one. */
    deviceKey: async (
      owner: KeyOwner,
      dataKey: CryptoKey,
      made: SigningKey | undefined,
      kept: VaultEntry['signing'] | null,
    ): Promise<DeviceKey> => {
      if (made === undefined && kept !== null) {
        const privateKey = await unwrapSigning({ ...owner, signing: kept }, dataKey)
        if (privateKey !== null)
          return { kept, key: { privateKey, publicKey: kept.publicKey }, isNew: false }
      }
      const { privateKey: extractable, publicKey } = made ?? (await ciphers.newSigningKey())
      const signing = {
        ...(await ciphers.wrapSigningKey(extractable, dataKey, boundTo('signing', owner))),
        publicKey,
      }
      const privateKey = await unwrapSigning({ ...owner, signing }, dataKey)
      if (privateKey === null) throw locked()
      return { kept: signing, key: { privateKey, publicKey }, isNew: made === undefined }
    },
  }
}
