export { fromBase64Url, toBase64Url, utf8 } from './bytes'
export type {
  Bytes,
  Ciphers,
  Holder,
  NewSigningKey,
  PasswordCost,
  Wrapped,
  WrappingUse,
} from './ciphers'
export { sealCommand, type CommandNames } from './command'
export { encryptingCodec, type RowCodec, type RowContext } from './encrypting-codec'
export { webCiphers } from './web-ciphers'
export { lazyCiphers, loadCiphers } from './lazy-ciphers'
