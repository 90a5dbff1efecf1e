import { systemClock } from './clock'
import { ConfigError, readConfig } from './config'
import { AcrossRefused } from './db/across/across'
import { DatabaseRoleError } from './db/database-role'
import { openDatabase } from './db/database'
import { DirectoryInUseError } from './db/directory-lock'
import { makeFirstUser } from './identity/first-user'

// `npm run first-user -- EMAIL`: README.md. With PGlite the server must be stopped.
const say = (line: string): void => void process.stdout.write(`${line}\n`)
try {
  const [email, ...more] = process.argv.slice(2)
  if (email === undefined || more.length > 0) throw new Error('Usage: npm run first-user -- EMAIL')
  const config = readConfig(process.env)
  if (config.firebaseProject !== undefined)
    throw new Error('With FIREBASE_PROJECT accounts are made at Firebase. Nothing was changed.')
  const database = await openDatabase({
    dataDir: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
  })
  try {
    const link = await makeFirstUser({
      database,
      clock: systemClock,
      portalUrl: config.portalUrl ?? `http://localhost:${config.port}`,
      email,
    })
    say(`${email} is the first internal user. This link chooses the password.`)
    say('It works once, within one hour:')
    say('')
    say(link)
  } finally {
    await database.close()
  }
} catch (error) {
  const said =
    error instanceof AcrossRefused
      ? `${error.message}. Nothing was changed: internal staff make further users on /admin, and "Forgot your password" mails them a new link.`
      : error instanceof ConfigError ||
          error instanceof DirectoryInUseError ||
          error instanceof DatabaseRoleError
        ? error.message
        : error instanceof Error
          ? error.message
          : String(error)
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}
