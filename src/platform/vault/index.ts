/**
 * The keys of this device: which user's data may be read here, and until when. One per page, made
 * by src/engine/device-services.ts:
 *
 *     const vault = openVault({ ciphers: loadCiphers, clock, newId: v7 })
 *     const codec = encryptingCodec((row) => isOwn(row, vault.owner()) ? vault.key() : null,
 *     ciphers)
 *
 * Sign-in online:
 *
 *     const said = await hello({ devicePublicKey: await vault.devicePublicKey(owner), … }) //
 *     SESSION_ENDED: renewDeviceKey, once more
 *     const { fresh, helloAgain } = await vault.openWithServerKey({ ...owner, kek:
 *     fromBase64Url(said.deviceKek), leaseMs, password })
 *     if (fresh) …delete the cache of this owner, then open it
 *     void vault.setPassword(password) // about a second, in a worker; nothing waits for it
 *
 * Every later hello opens again and so renews the lease. A cold start or reload: `resume(owner)`;
 * if false, hello when connected, else ask for the password and `openWithPassword`.
 * Inactivity and 401: `lock()`. Sign-out: `shred(userId)`. Another organisation: hello and
 * `openWithServerKey` for it; the password is taken along.
 */
export type { KnownVault, Opened, PasswordOutcome, ServerKey, SigningKey, Vault } from './contract'
export { vaultName } from './entries'
export {
  askedAtMostMs,
  browserKeyShare,
  wokenAtMostMs,
  type KeyOwner,
  type KeyShare,
  type KeyShareOptions,
  type SharedKeys,
} from './key-share'

export type { Bytes, VaultCiphers } from './vault-ciphers'
export { openVault } from './open-vault'
export { createVault, type VaultOptions } from './vault'
export type { TabSecretName, TabSecrets } from './tab-secrets'
export type { VaultSource } from './browser-vault'
