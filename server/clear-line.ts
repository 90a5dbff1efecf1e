import { Client } from 'pg'
import type { Logger } from 'pino'
import { isThisMachine } from './this-machine'

/**
 * Whether the line to the PostgreSQL of an address leaves this machine without TLS, as the driver
 * reads the address (`sslmode`) and PGSSLMODE.
 */
const isInClear = (url: string): boolean => {
  const { host, ssl } = new Client({ connectionString: url })
  // A path is a socket of this machine.
  return !ssl && !host.startsWith('/') && !isThisMachine(host)
}

/** Says it where what the database is asked and answers can be read on the way. */
export const warnOfClearLine = (
  setting: string,
  url: string | undefined,
  log: Pick<Logger, 'warn'>,
): void => {
  if (url !== undefined && isInClear(url))
    log.warn({ event: 'database-without-tls', setting, add: 'sslmode=verify-full' })
}
