import type { Bytes, PasswordCost } from './ciphers'

/**
 * 64 MiB, two passes, one lane: 0.17 s in Chromium on the development machine, 1.2 to 1.9 s there
 * at a sixth of its speed (CDP throttling, the machine busy with other work); the measurements are
 * in docs/decisions/0011-encryption-at-rest.md. One lane, because hash-wasm has one thread: a
 * second lane would cost us and not who guesses.
 */
export const passwordCost: PasswordCost = { memoryKiB: 65_536, passes: 2, lanes: 1 }
export const saltBytes = 16

/**
 * What this portal would ever have written: a changed entry must not take a tablet's whole memory.
 */
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
