/** Bytes over a buffer of their own, as WebCrypto takes and gives them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A wrapped key: AES-256-GCM over raw bytes (data keys) or PKCS #8 (signing keys). */
export interface Wrapped {
  /** 96 bits, random, never used twice under one key. */
  readonly iv: Bytes
  /** Ciphertext and its 128-bit tag. */
  readonly ct: Bytes
}

/** Argon2id's memory (KiB), passes and lanes. Kept beside what was wrapped with it. */
export interface PasswordCost {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

/** A new signing key. The private half is extractable until the sign-in ends. */
export interface NewSigningKey {
  readonly privateKey: CryptoKey
  /** SPKI, base64url. */
  readonly publicKey: string
}

/**
 * The receiver of sealed commands: `vaultKeyId` (a UUID) and `vaultPublicKey` (SPKI) of the hello.
 */
export interface Holder {
  readonly keyId: string
  readonly publicKey: Bytes
}

/**
 * All encryption, handed in so that the simulation can replace it (WebCrypto has a thread pool).
 * `bound`: the names that a ciphertext belongs to, authenticated but not encrypted.
 * Opening answers null when the bytes are not authentic, and throws for other faults only. Returned
 * keys are not extractable.
 */
export interface Ciphers {
  /** Seals bytes under a data key: `0x01 · IV (12) · ciphertext and tag`. */
  seal(key: CryptoKey, bound: readonly string[], plain: Bytes): Promise<Bytes>
  open(key: CryptoKey, bound: readonly string[], sealed: Bytes): Promise<Bytes | null>

  /** A wrapping key from its 32 raw bytes, which are overwritten with zeros. */
  importWrappingKey(raw: Bytes): Promise<CryptoKey>
  /** The salt and cost for a password that is about to be set. */
  newPasswordSalt(): { readonly salt: Bytes; readonly cost: PasswordCost }
  /** A wrapping key from a password (Unicode NFC, UTF-8). About a second on a slow tablet. */
  deriveWrappingKey(password: string, salt: Bytes, cost: PasswordCost): Promise<CryptoKey>

  /** A new 256-bit data key and its wrapped form. Its raw bytes never enter JavaScript. */
  newDataKey(
    wrappingKey: CryptoKey,
    bound: readonly string[],
  ): Promise<{ readonly key: CryptoKey; readonly wrapped: Wrapped }>
  unwrapDataKey(
    wrapped: Wrapped,
    wrappingKey: CryptoKey,
    bound: readonly string[],
  ): Promise<CryptoKey | null>
  /** The same data key under another wrapping key. */
  rewrapDataKey(wrapped: Wrapped, from: WrappingUse, to: WrappingUse): Promise<Wrapped | null>

  /** A new ECDSA P-256 pair. */
  newSigningKey(): Promise<NewSigningKey>
  /** Wraps the private half under the data key, since a stored CryptoKey is readable on disk. */
  wrapSigningKey(
    privateKey: CryptoKey,
    dataKey: CryptoKey,
    bound: readonly string[],
  ): Promise<Wrapped>
  unwrapSigningKey(
    wrapped: Wrapped,
    dataKey: CryptoKey,
    bound: readonly string[],
  ): Promise<CryptoKey | null>
  /** ECDSA P-256 over SHA-256; 64 bytes, r and s (IEEE P1363, not DER). */
  sign(privateKey: CryptoKey, message: Bytes): Promise<Bytes>
  /** SHA-256. */
  digest(message: Bytes): Promise<Bytes>

  /**
   * Seals to the holder of a P-256 private key; `bound` is authenticated (docs/sync-protocol.md).
   */
  sealTo(holder: Holder, bound: Bytes, plain: Bytes): Promise<Bytes>
}

/** A wrapping key and the names that its result is bound to. */
export interface WrappingUse {
  readonly key: CryptoKey
  readonly bound: readonly string[]
}
