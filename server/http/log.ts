import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

/** Keys that are removed from every log: names, texts, identifiers, credentials. */
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
 * The server's log, one JSON object a line. Callers log only ids; redaction is a second safeguard.
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
