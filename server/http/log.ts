import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

/**
 * Keys that never reach a log, wherever they stand: names, texts, identifiers of people,
 * credentials.
 */
const secretKeys = [
  'authorization',
  'password',
  'newPassword',
  'idToken',
  'refreshToken',
  'token',
  'secret',
  'signature',
  'cookie',
  'email',
  'firstName',
  'lastName',
  'name',
  'nameOrNhsNumber',
  'nhsNumber',
  'nationalIdentifier',
  'telephone',
  'address',
  'birthDate',
  'text',
  'notes',
  'variables',
  'query',
]

/**
 * The server's log: one JSON object a line. Callers hand in ids; redaction is the second fence, not
 * the first.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // `name` stays where it names an error, one level down in `failure`.
      redact: {
        paths: secretKeys.flatMap((key) => [
          key,
          ...(key === 'name' ? [] : [`*.${key}`, `*.*.${key}`]),
        ]),
        censor: '[redacted]',
      },
    },
    destination,
  )
