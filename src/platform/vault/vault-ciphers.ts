/** Bytes over a buffer of their own. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A wrapped key as it rests: IV and AES-256-GCM ciphertext with its tag. */
export interface Wrapped {
  readonly iv: Bytes
  readonly ct: Bytes
}

export interface PasswordCost {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

export interface WrappingUse {
  readonly key: CryptoKey
  readonly bound: readonly string[]
}

/** The ciphers of the vault; documented at `webCiphers` of src/platform/ciphers. */
export interface VaultCiphers {
  importWrappingKey(raw: Bytes): Promise<CryptoKey>
  newPasswordSalt(): { readonly salt: Bytes; readonly cost: PasswordCost }
  deriveWrappingKey(password: string, salt: Bytes, cost: PasswordCost): Promise<CryptoKey>
  newDataKey(
    wrappingKey: CryptoKey,
    bound: readonly string[],
  ): Promise<{ readonly key: CryptoKey; readonly wrapped: Wrapped }>
  unwrapDataKey(
    wrapped: Wrapped,
    wrappingKey: CryptoKey,
    bound: readonly string[],
  ): Promise<CryptoKey | null>
  rewrapDataKey(wrapped: Wrapped, from: WrappingUse, to: WrappingUse): Promise<Wrapped | null>
  newSigningKey(): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: string }>
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
}
