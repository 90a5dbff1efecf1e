import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { findIngestKey, type IngestKey } from './ingest-key'
import { Refusal } from './refusal'
import type { SecretBox } from '../secret-box'
import { readTimestamp, timestampWindowMs, verifySignature, type SignedParts } from './signature'

/** The three headers as they came. */
export interface Credentials {
  readonly apiKey: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string | undefined
}

const unauthorized = (code: string, message: string): Refusal =>
  new Refusal(401, code, `${message} Nothing was stored.`)

interface Given {
  readonly database: Database
  readonly box: SecretBox
  readonly clock: Clock
}

const wrong = (): Refusal =>
  unauthorized('INVALID_SIGNATURE', 'The key is not known, or X-Signature does not match.')

/** The key that the headers name; null: there is none. @throws Refusal 401 for what cannot be right */
const namedKey = async (
  given: Given,
  { apiKey, timestamp, signature }: Credentials,
): Promise<{
  readonly key: IngestKey | null
  readonly timestamp: string
  readonly signature: string
}> => {
  if (apiKey === undefined || timestamp === undefined || signature === undefined) {
    throw unauthorized('SIGNATURE_REQUIRED', 'X-Api-Key, X-Timestamp and X-Signature are required.')
  }
  const sentAt = readTimestamp(timestamp)
  if (sentAt === null)
    throw unauthorized(
      'INVALID_TIMESTAMP',
      'X-Timestamp must be unix seconds, unix milliseconds or ISO 8601 with a zone.',
    )
  const now = given.clock.now()
  if (Math.abs(now - sentAt) > timestampWindowMs) {
    throw unauthorized(
      'STALE_TIMESTAMP',
      `X-Timestamp is more than 5 minutes from the server’s clock, which says ${new Date(now).toISOString()}.`,
    )
  }
  const key = apiKey.length > 200 ? null : await findIngestKey(given.database, given.box, apiKey)
  return { key, timestamp, signature }
}

/**
 * Refuses by its headers alone who names no key, so that no large body is read for them.
 * @throws Refusal 401, as authenticate
 */
export const requireNamedKey = async (given: Given, credentials: Credentials): Promise<void> => {
  if ((await namedKey(given, credentials)).key === null) throw wrong()
}

/**
 * Whose request this is.
 * @throws Refusal 401 when a header is missing, the timestamp is unreadable or more than 5 minutes
 *   off, or the signature does not match; an unknown or expired key answers like a wrong
 *   signature, in the same time.
 */
export const authenticate = async (
  given: Given,
  credentials: Credentials,
  request: Omit<SignedParts, 'timestamp'>,
): Promise<IngestKey> => {
  const { key, timestamp, signature } = await namedKey(given, credentials)
  const matches = verifySignature(
    key?.secret ?? 'no such key',
    { ...request, timestamp },
    signature,
  )
  if (key === null || !matches) throw wrong()
  return key
}
