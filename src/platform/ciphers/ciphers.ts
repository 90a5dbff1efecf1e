/** Bytes over a buffer of their own, as WebCrypto takes and gives them. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * A key, wrapped under another: AES-256-GCM over its raw bytes (data keys) or PKCS #8 (signing
 * keys).
 */
export interface Wrapped {
  /** 96 bits, random, never used twice under one key. */
  readonly iv: Bytes
  /** Ciphertext and its 128-bit tag. */
  readonly ct: Bytes
}

/**
 * What a password costs to try: Argon2id's memory (KiB), passes and lanes. Kept beside what was
 * wrapped with it.
 */
export interface PasswordCost {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

/**
 * A signing key before it is wrapped: the private half is still extractable, and lives no longer
 * than a sign-in takes.
 */
export interface NewSigningKey {
  readonly privateKey: CryptoKey
  /** SPKI, base64url. */
  readonly publicKey: string
}

/**
 * Who a command is sealed to: the server's `vaultKeyId` (a UUID) and `vaultPublicKey` (SPKI) of its
 * hello.
 */
export interface Holder {
  readonly keyId: string
  readonly publicKey: Bytes
}

/**
 * Everything that turns readable into unreadable and back, handed in everywhere so that the
 * simulation can replace it (WebCrypto runs on a thread pool, which no seed can order). `bound` is
 * the list of names that a ciphertext belongs to: it is authenticated, not encrypted, and opening
 * under any other list fails.
 *
 * Opening and unwrapping answer null when the bytes are not authentic (other key, other names, a
 * changed bit); they throw only what is not about the bytes. Keys that are handed out are never
 * extractable.
 */
export interface Ciphers {
  /** Seals bytes under a data key: `0x01 · IV (12) · ciphertext and tag`. */
  seal(key: CryptoKey, bound: readonly string[], plain: Bytes): Promise<Bytes>
  open(key: CryptoKey, bound: readonly string[], sealed: Bytes): Promise<Bytes | null>

  /**
   * A key that wraps keys, from its 32 raw bytes (as the server releases it). The given bytes are
   * overwritten with zeros.
   */
  importWrappingKey(raw: Bytes): Promise<CryptoKey>
  /** The salt and cost for a password that is about to be set. */
  newPasswordSalt(): { readonly salt: Bytes; readonly cost: PasswordCost }
  /**
   * A key that wraps keys, from a password (Unicode NFC, UTF-8). About a second on a slow tablet,
   * off the page's thread where there are workers.
   */
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
   * Seals to the holder of a P-256 private key, who alone can open it; `bound` is authenticated.
   * The bytes: docs/sync-protocol.md.
   */
  sealTo(holder: Holder, bound: Bytes, plain: Bytes): Promise<Bytes>
}

/** A wrapping key and the names that its result is bound to. */
export interface WrappingUse {
  readonly key: CryptoKey
  readonly bound: readonly string[]
}
