import type { Bytes, PasswordCost } from './ciphers'

/**
 * 64 MiB, two passes, one lane: 0.17 s in Chromium here, up to 1.9 s at a sixth of the speed
 * (docs/decisions/0011-encryption-at-rest.md). One lane, since hash-wasm has one thread.
 */
export const passwordCost: PasswordCost = { memoryKiB: 65_536, passes: 2, lanes: 1 }
export const saltBytes = 16

/** Refuses costs that this portal never wrote: a changed entry must not use up the memory. */
const isReasonable = ({ memoryKiB, passes, lanes }: PasswordCost): boolean =>
  memoryKiB >= 8 * lanes &&
  memoryKiB <= 262_144 &&
  passes >= 1 &&
  passes <= 10 &&
  lanes >= 1 &&
  lanes <= 4

/** Argon2id (RFC 9106), 32 bytes. Blocks its thread. */
export const argon2id = async (
  password: Bytes,
  salt: Bytes,
  cost: PasswordCost,
): Promise<Bytes> => {
  if (!isReasonable(cost))
    throw new Error('The cost of this password is not one that is ever asked for')
  // By name: a bundler keeps the whole package for an import that is kept as a namespace.
  const { argon2id: derive } = await import('hash-wasm')
  const hash = await derive({
    password,
    salt,
    hashLength: 32,
    outputType: 'binary',
    memorySize: cost.memoryKiB,
    iterations: cost.passes,
    parallelism: cost.lanes,
  })
  return new Uint8Array(hash)
}
