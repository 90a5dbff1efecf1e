import { systemClock } from './clock'
import { ConfigError, readConfig } from './config'
import { openConfigured } from './configured-database'
import { AcrossRefused } from './db/across/across'
import { DatabaseRoleError } from './db/database-role'
import { DirectoryInUseError } from './db/directory-lock'
import type { LinkParts } from './identity/first-user'

const reasonOf = (error: unknown): string => {
  if (error instanceof AcrossRefused)
    return `${error.message}. Nothing was changed: internal staff make further users on /admin, and "Forgot your password" mails them a new link.`
  if (
    error instanceof ConfigError ||
    error instanceof DirectoryInUseError ||
    error instanceof DatabaseRoleError ||
    error instanceof Error
  )
    return error.message
  return String(error)
}

/**
 * Runs a command of the operator that prints a link to choose a password
 * (docs/run-it/first-ward.md). With PGlite the server must be stopped.
 * @param name as `npm run` knows it. @param make answers the link. @param tell what is printed before it
 */
export const runLinkCommand = async (
  name: string,
  make: (parts: LinkParts) => Promise<string>,
  tell: (email: string) => string,
): Promise<void> => {
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    const [email, ...more] = process.argv.slice(2)
    if (email === undefined || more.length > 0) throw new Error(`Usage: npm run ${name} -- EMAIL`)
    const config = readConfig(process.env)
    if (config.firebaseProject !== undefined)
      throw new Error('With FIREBASE_PROJECT accounts are made at Firebase. Nothing was changed.')
    const database = await openConfigured(config)
    try {
      const portalUrl = config.portalUrl ?? `http://localhost:${config.port}`
      const link = await make({ database, clock: systemClock, portalUrl, email })
      for (const line of [tell(email), 'It works once, within one hour:', '', link]) say(line)
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = 1
  }
}
