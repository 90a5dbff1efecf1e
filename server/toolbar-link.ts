import { systemClock } from './clock'
import { ConfigError, readConfig } from './config'
import { demonstrationKey } from './toolbar/keys'
import { launchLink, wantedIdentity } from './toolbar/launch-link'

// The demonstration's toolbar: prints a link as a toolbar opens it. The server may be running.
try {
  const config = readConfig(process.env)
  if (!config.demonstration || config.toolbarJwks !== undefined)
    throw new ConfigError([
      'DEMONSTRATION: npm run toolbar signs with the key of the demonstration, which this server does not believe',
    ])
  const identity = wantedIdentity(process.argv.slice(2))
  const portalUrl = config.portalUrl ?? `http://localhost:${config.port}`
  const link = await launchLink(
    await demonstrationKey(config.dataDir),
    portalUrl,
    systemClock,
    identity,
  )
  process.stdout.write(`It works once, within five minutes:\n\n${link}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
