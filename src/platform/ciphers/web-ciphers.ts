import { importWrappingKey, newDataKey, open, rewrapDataKey, seal, unwrapDataKey } from './aes'
import { passwordCost, saltBytes } from './argon2'
import { utf8 } from './bytes'
import type { Ciphers } from './ciphers'
import { hashPassword } from './password'
import { sealTo } from './seal-to'
import { newSigningKey, sign, unwrapSigningKey, wrapSigningKey } from './signing'

/** WebCrypto's ciphers, for page, worker and Node 20. Needs a secure context. */
export const webCiphers: Ciphers = {
  seal,
  open,
  importWrappingKey,
  newPasswordSalt: () => ({
    salt: crypto.getRandomValues(new Uint8Array(saltBytes)),
    cost: passwordCost,
  }),
  deriveWrappingKey: async (password, salt, cost) =>
    await importWrappingKey(
      await hashPassword({ password: utf8(password.normalize('NFC')), salt, cost }),
    ),
  newDataKey,
  unwrapDataKey,
  rewrapDataKey,
  newSigningKey,
  wrapSigningKey,
  unwrapSigningKey,
  sign,
  digest: async (message) => new Uint8Array(await crypto.subtle.digest('SHA-256', message)),
  sealTo,
}
