import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createHashQueue, ownTurn, type Turn } from './hash-queue'

/**
 * scrypt's parameters (RFC 7914), an OWASP choice: N = 2^15, r = 8, p = 3, 32 MiB, about 150 ms.
 * Each hash stores its own, so old ones still verify; a sign-in rewrites them.
 */
export interface PasswordCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}
export const defaultPasswordCost: PasswordCost = { logN: 15, r: 8, p: 3 }

const keyLength = 32
/** Three of the four threads that Node has for such work. */
const queued = createHashQueue({ atOnce: 3, mostWaiting: 1_000, mostOfOne: 100 })

const derive = (
  password: string,
  salt: Buffer,
  { logN, r, p }: PasswordCost,
  turn: Turn,
): Promise<Buffer> =>
  queued(
    turn,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // NFKC: the same password typed on another keyboard (NIST SP 800-63B, 5.1.1.2).
        scrypt(
          password.normalize('NFKC'),
          salt,
          keyLength,
          { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r },
          (error, key) => (error ? reject(error) : resolve(key)),
        )
      }),
  )

/** `scrypt$logN$r$p$salt$key`, salt and key in base64url. */
export const hashPassword = async (
  password: string,
  cost: PasswordCost,
  turn: Turn = ownTurn,
): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost, turn)
  return [
    'scrypt',
    cost.logN,
    cost.r,
    cost.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

/**
 * Whether the password fits. Without a hash it does the same work, so that the time reveals
 * nothing.
 */
export const passwordMatches = async (
  password: string,
  hash: string | null,
  cost: PasswordCost,
  turn: Turn = ownTurn,
): Promise<boolean> => {
  const [scheme, logN, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), cost, turn)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const stored = { logN: Number(logN), r: Number(r), p: Number(p) }
  const found = await derive(password, Buffer.from(salt, 'base64url'), stored, turn)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** True when the hash was made with other parameters than are asked for now. */
export const isOutdated = (hash: string, cost: PasswordCost): boolean =>
  !hash.startsWith(`scrypt$${cost.logN}$${cost.r}$${cost.p}$`)
