import { createHmac, timingSafeEqual } from 'node:crypto'

/** Largest difference of a timestamp from the server's clock (issue 1, item 7: 5 minutes). */
export const timestampWindowMs = 5 * 60_000

/** The four parts that a signature binds. */
export interface SignedParts {
  /** `X-Timestamp` exactly as it was sent. */
  readonly timestamp: string
  readonly method: string
  /** The request path as sent, e.g. `/Prod/ingest/v1/checkups`. */
  readonly path: string
  readonly body: Uint8Array
}

/**
 * How the four parts are joined: ours, and two common others. No signed text can be read as two
 * requests: the timestamp has no line feed and only the letters T and Z (readTimestamp), so the
 * first `POST` ends it; the method is POST; no path is the beginning of another; the rest is the
 * body. The character after the timestamp tells the joining.
 */
const joinings = ['\n', '', '.'] as const

const signJoined = (secret: string, parts: SignedParts, joining: string): Buffer =>
  createHmac('sha256', secret)
    .update([parts.timestamp, parts.method, parts.path, ''].join(joining))
    .update(parts.body)
    .digest()

/** The signature: lower-case hex of HMAC-SHA256 over the parts, joined by line feeds. */
export const sign = (secret: string, parts: SignedParts): string =>
  signJoined(secret, parts, '\n').toString('hex')

/** Whether `signature` is right. Takes the same time whichever part is wrong. */
export const verifySignature = (secret: string, parts: SignedParts, signature: string): boolean => {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  // Every joining is computed and compared, so that the time does not tell which one matched.
  return joinings
    .map((joining) => timingSafeEqual(given, signJoined(secret, parts, joining)))
    .includes(true)
}

const isoForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}:\d{2})$/

/**
 * Milliseconds of `X-Timestamp`: unix seconds (10 digits), milliseconds (13) or ISO 8601; else
 * null.
 */
export const readTimestamp = (text: string): number | null => {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  const ms = isoForm.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(ms) ? ms : null
}
