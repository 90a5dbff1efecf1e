import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { IdentityError } from './errors'

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

/** More parallel hashes are refused: a flood of sign-ins must not block the server. */
const mostAtOnce = 64
const keyLength = 32
let running = 0

const derive = (password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> => {
  if (running >= mostAtOnce) return Promise.reject(new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER'))
  running += 1
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on another keyboard (NIST SP 800-63B, 5.1.1.2).
    scrypt(
      password.normalize('NFKC'),
      salt,
      keyLength,
      { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r },
      (error, key) => {
        running -= 1
        if (error) reject(error)
        else resolve(key)
      },
    )
  })
}

/** `scrypt$logN$r$p$salt$key`, salt and key in base64url. */
export const hashPassword = async (password: string, cost: PasswordCost): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
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
): Promise<boolean> => {
  const [scheme, logN, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), cost)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** True when the hash was made with other parameters than are asked for now. */
export const isOutdated = (hash: string, cost: PasswordCost): boolean =>
  !hash.startsWith(`scrypt$${cost.logN}$${cost.r}$${cost.p}$`)

/** Long enough, but in every list of stolen passwords. */
const knownEverywhere: ReadonlySet<string> = new Set([
  '123456789012',
  '1234567890123',
  '123123123123',
  '111111111111',
  '000000000000',
  '987654321098',
  'qwertyuiop123',
  'qwertyuiop12',
  'qwertyqwerty',
  'qwerty123456',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'iloveyou1234',
  'letmein12345',
  'administrator',
  'welcome12345',
  'correcthorsebatterystaple',
  'changemechangeme',
  'unbelievable',
  'asdfghjkl123',
])

/**
 * NIST SP 800-63B: 12 to 256 characters, not known, not one repeated character, not the address.
 * @throws IdentityError WEAK_PASSWORD with a sentence for the user
 */
export const requireGoodPassword = (password: string, email: string): void => {
  const refuse = (sentence: string): never => {
    throw new IdentityError('WEAK_PASSWORD', sentence)
  }
  const folded = password.normalize('NFKC').toLowerCase()
  if ([...folded].length < 12) refuse('Password must be at least 12 characters long')
  if (password.length > 256) refuse('Password must be at most 256 characters long')
  if (knownEverywhere.has(folded) || new Set(folded).size < 4)
    refuse('Password is too easy to guess')
  const name = email.split('@')[0] ?? ''
  if (folded === email || (name.length >= 6 && folded.replace(name, '').length < 6))
    refuse('Password must not be made of the e-mail address')
}
