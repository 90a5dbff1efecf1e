const name = 'E2E_SERVERS'

/**
 * Tells the workers, which begin later and read the configuration again, which servers
 * `server.setup.ts` started.
 */
export const tellServerUrls = (urls: readonly string[]): void => {
  process.env[name] = urls.join(' ')
}

/**
 * One of the two servers that the end-to-end tests share; with E2E_URL set, what runs there in the
 * place of both. Absent as long as nobody was told: a server takes a port that is free when it
 * starts.
 */
export const serverUrl = (at: 0 | 1): string | undefined =>
  process.env['E2E_URL'] ?? process.env[name]?.split(' ')[at]
