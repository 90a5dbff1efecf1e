import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createApp } from './app'
import { chatChannel } from './chat-channel'
import type { AppOptions } from './app'
import { systemClock } from './clock'
import type { Clock } from './clock'
import { ConfigError, readConfig } from './config'
import type { Config } from './config'
import { openConfigured, tellOwner } from './configured-database'
import { DatabaseRoleError } from './db/database-role'
import { DirectoryInUseError } from './db/directory-lock'
import { requireNotifications } from './db/listen'
import { requireOneSecret } from './one-secret'
import { keepPrivate } from './db/private-directory'
import { RefusedStart } from './db/refused-start'
import type { Database } from './db/database'
import { DemonstrationError, refuseDemonstration, seedDemonstration } from './demonstration'
import { keepAssets } from './http/kept-assets'
import { ListenError, listen, portOf } from './http/listen'
import type { Listening } from './http/listen'
import { createLog } from './http/log'
import { createRealtime } from './http/realtime'
import { publishToAbly } from './pokes/ably-publisher'
import {
  createFirebaseAdministration,
  createFirebaseVerifier,
  createFirebaseWelcome,
  createIdentity,
  portalPage,
  serviceAccountSchema,
  type Identity,
  type Mailer,
} from './identity'
import type { UserAdministration } from './graphql/user-administration'
import { staysSignedIn } from './graphql/stays-signed-in'
import {
  createDemoEgress,
  createDemoReceiver,
  createEgress,
  foreignAddressFault,
  startEhrEvents,
} from './ehr'
import { createIngest } from './ingest'
import { startJobs } from './jobs'
import { callKind } from './areas/calling'
import { createDocumentRenderer, documentKind } from './documents'
import { createDelivery, createMailer, mailKind, type Deliver } from './outgoing'
import { startQueue } from './queue'
import { callChannel } from './areas/video-call'
import { createCallHub } from './pokes/call-hub'
import { createPokeHub } from './pokes/hub'
import { createPush, pushIdentity, pushTimeoutMs } from './push'
import { pushKind } from './push/kind'
import { keepEpoch } from './engine'
import { startTracing } from './outside/trace'
import { createCollector } from './outside/collector'
import { createPds, type Trace } from './outside/pds'
import { createPdsDirectory } from './outside/pds-directory'
import { warnOfClearLine } from './clear-line'
import { openSecretBox, type SecretBox } from './secret-box'
import { startUpkeep, type UpkeepParts } from './upkeep'
import { toolbarKeys } from './toolbar/keys'
import { audienceOf } from './toolbar/launch-link'
import { createReadIdentity } from './toolbar/read-identity'
import { startAnalysis } from './waveform-analysis/analyse-due'
import { createThreadAnalyser } from './waveform-analysis/thread-analyser'

/** The served build, by its own version.json, so that an unchanged portal is never called new. */
const gitHash = (config: Config): string => {
  if (config.gitHash !== undefined) return config.gitHash
  try {
    return z
      .object({ gitHash: z.string() })
      .parse(JSON.parse(readFileSync(join(config.publicDir, 'version.json'), 'utf8'))).gitHash
  } catch {
    return 'unversioned'
  }
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown')

/** @throws ConfigError for a file that is none of a service account */
const serviceAccountIn = (file: string) => {
  try {
    return serviceAccountSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new ConfigError([
      'FIREBASE_SERVICE_ACCOUNT: Must name the JSON file of a service account',
    ])
  }
}

/** Who signs people in. Without a service account Google is not asked whether it revoked a sign-in. */
const signInsOf = (
  { firebaseProject: projectId, firebaseServiceAccount: file }: Config,
  { verify, routes, isSignedIn }: Identity,
  clock: Clock,
): Pick<AppOptions, 'verify' | 'identityRoutes' | 'isSignedIn'> => {
  if (projectId === undefined) return { verify, identityRoutes: routes, isSignedIn }
  const requireWelcome =
    file === undefined
      ? undefined
      : createFirebaseWelcome({ projectId, account: serviceAccountIn(file), clock, fetch })
  return {
    verify: createFirebaseVerifier({
      projectId,
      clock,
      ...(requireWelcome === undefined ? {} : { requireWelcome }),
    }),
  }
}

/**
 * Finishes running answers, not idle connections.
 * @param closeStreams ends what would stay open
 */
const closeServer = async (server: Listening, closeStreams: () => Promise<void>): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await closeStreams()
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  const force = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
  }, 5_000)
  await closed
  clearTimeout(force)
}

const settingsOf = (config: Config, assetArchive: string): AppOptions['settings'] => ({
  basePath: config.basePath,
  publicDir: config.publicDir,
  assetArchive,
  gitHash: gitHash(config),
  demonstration: config.demonstration,
  // The passwords of a demonstration are published; so would be its secrets of a second factor.
  staffNeedSecondFactor: !config.demonstration,
  trustedProxies: config.trustedProxies,
  firebase: config.firebaseProject !== undefined,
  openGraphql: config.openGraphql,
  ice: config.ice,
  chatWidgetSecret: config.chatWidgetSecret ?? null,
})

const deliveryOf = (config: Config, database: Database, clock: Clock): Deliver =>
  createDelivery({
    database,
    clock,
    keepsCodes: config.demonstration,
    ...(config.smtpUrl === undefined ? {} : { smtpUrl: config.smtpUrl }),
    ...(config.mailFrom === undefined ? {} : { from: config.mailFrom }),
  })

/** To other systems; in the demonstration also to its own, on this machine. */
const egressOf = (config: Config, port: number): ReturnType<typeof createEgress> =>
  config.demonstration
    ? createDemoEgress(config.basePath, port)
    : createEgress({ allowsLoopback: false })

/** Where the portal is reached. */
const portalUrlOf = (config: Config, port: number): string =>
  config.portalUrl ?? `http://localhost:${port}`

/** An address of the operator for push services (RFC 8292). */
const contactOf = ({ portalUrl, mailFrom = 'no-reply@lamplight.example' }: Config): string =>
  portalUrl?.startsWith('https://') === true
    ? portalUrl
    : `mailto:${mailFrom
        .slice(mailFrom.indexOf('<') + 1)
        .replace('>', '')
        .trim()}`

/** Calls people, sends mails and events to other systems, and draws documents. @returns how it is stopped */
const startSending = (
  config: Config,
  port: number,
  parts: Pick<UpkeepParts, 'database' | 'clock' | 'log' | 'mailer'> & {
    readonly secrets: SecretBox
  },
): (() => Promise<void>) => {
  const shared = { ...parts, asksDatabase: true }
  const deliver = deliveryOf(config, parts.database, parts.clock)
  const renderer = createDocumentRenderer()
  // Where it fails, the first document that fails says so.
  renderer.warm().catch(() => undefined)
  const stopQueue = startQueue(shared, [
    callKind({
      mailer: parts.mailer,
      link: (page) => portalPage(portalUrlOf(config, port), page).toString(),
    }),
    mailKind(parts.secrets, deliver, parts.log),
    documentKind(parts.database, renderer),
    pushKind(
      parts.secrets,
      createPush(
        pushIdentity(parts.secrets),
        contactOf(config),
        createEgress({
          allowsLoopback: false,
          timeoutMs: pushTimeoutMs,
          faultOf: foreignAddressFault,
        }),
        () => parts.clock.now(),
      ),
    ),
  ])
  const stopEvents = startEhrEvents({ ...shared, send: egressOf(config, port) })
  return async () => {
    await stopQueue()
    await renderer.close()
    await stopEvents()
  }
}

/** The other system of the demonstration; outside of it there is none. */
const receiverOf = (
  { demonstration, basePath: base }: Config,
  parts: Omit<Parameters<typeof createDemoReceiver>[0], 'base'>,
): Pick<AppOptions, 'demoReceiver'> =>
  demonstration ? { demoReceiver: createDemoReceiver({ ...parts, base }) } : {}

/** The national directory, or the demonstration's own; null: none, and nothing is traced. */
const tracerOf = (config: Config, database: Database, clock: Clock): Trace | null => {
  if (config.demonstration)
    return createPds({ url: 'https://pds.invalid', clock, ask: createPdsDirectory(database) })
  const { pds } = config
  return pds === undefined
    ? null
    : createPds({
        clock,
        url: pds.url,
        access: { ...pds, privateKey: readFileSync(pds.keyFile, 'utf8') },
      })
}

/** Where the portals' reports go besides the log. */
const collectorOf = ({ collector }: Config, log: Logger): Pick<AppOptions, 'collect'> =>
  collector === undefined
    ? {}
    : { collect: createCollector({ clock: systemClock, log, ...collector }).collect }

/** Traces numbers where there is a directory. @returns how it is stopped */
const traceWith = (
  trace: Trace | null,
  parts: Pick<UpkeepParts, 'database' | 'clock' | 'log'>,
): (() => Promise<void>) =>
  trace === null
    ? async (): Promise<void> => {}
    : startTracing({ ...parts, trace, asksDatabase: true })

/**
 * Who administers the accounts: our own server, or a Firebase project's service account. Without
 * one: nobody, and the portal offers nothing of it. @throws ConfigError as serviceAccountIn
 */
const administrationOf = (
  config: Config,
  identity: Identity,
  parts: { readonly clock: Clock; readonly mailer: Mailer },
): UserAdministration | null => {
  if (config.firebaseProject === undefined) return identity.administration
  if (config.firebaseServiceAccount === undefined) return null
  return createFirebaseAdministration({
    ...parts,
    projectId: config.firebaseProject,
    account: serviceAccountIn(config.firebaseServiceAccount),
    portalOf: identity.portalOf,
    fetch,
  })
}

const administeredBy = (mailer: Mailer, administration: UserAdministration | null) => ({
  mailer,
  administration,
})

/** Does all that nobody waits for: alerts, analyses, mails, documents. @returns how it is stopped */
const startWork = (
  config: Config,
  port: number,
  parts: Pick<UpkeepParts, 'database' | 'clock' | 'log'>,
  {
    secrets,
    mailer,
    ...more
  }: Pick<UpkeepParts, 'epoch' | 'mailer'> & { readonly secrets: SecretBox },
): (() => Promise<void>) => {
  const stopUpkeep = startUpkeep(config, { ...parts, ...more, mailer })
  const analyser = createThreadAnalyser()
  const stopAnalysis = startAnalysis({ ...parts, analyser })
  const stopSending = startSending(config, port, { ...parts, mailer, secrets })
  const stopTracing = traceWith(tracerOf(config, parts.database, parts.clock), parts)
  const stopJobs = startJobs({ ...parts, asksDatabase: true })
  return async () => {
    await stopUpkeep()
    await stopJobs()
    await stopTracing()
    await stopAnalysis()
    await analyser.close()
    await stopSending()
  }
}

async function start(): Promise<void> {
  const clock = systemClock
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  process.umask(0o077)
  keepPrivate(config.dataDir)
  warnOfClearLine('DATABASE_URL', config.databaseUrl, log)
  warnOfClearLine('DATABASE_OWNER_URL', config.databaseOwnerUrl, log)
  const database = await openConfigured(config)
  try {
    const report = (thrown: unknown): void =>
      log.error({ event: 'identity-failed', failure: nameOf(thrown) })
    const secrets = openSecretBox({
      dataDir: config.dataDir,
      ingestKeySecret: config.ingestKeySecret,
    })
    await requireOneSecret(database, secrets)
    if (config.databaseUrl !== undefined) await requireNotifications(config.databaseUrl)
    tellOwner(database, config, log)
    const mailer = createMailer({ clock, secrets })
    let stopping = false
    // Nobody is answered, and so no link is mailed, before the port is known.
    let port = config.port
    const identity = createIdentity({
      database,
      clock,
      mailer,
      secrets,
      report,
      config: {
        projectId: 'lamplight-embedded',
        get portalUrl() {
          return portalUrlOf(config, port)
        },
        trustedProxies: config.trustedProxies,
        staysSignedIn: (uid) => staysSignedIn(database, uid),
      },
    })
    const epoch = await keepEpoch({ database, clock, dataDir: config.dataDir })
    if (config.demonstration) await seedDemonstration({ database, identity, clock, secrets })
    else await refuseDemonstration(database)
    const pokes = createPokeHub(database)
    const callHub = createCallHub(database, callChannel)
    const published =
      config.ablyApiKey === undefined
        ? null
        : publishToAbly({
            database,
            apiKey: config.ablyApiKey,
            nameChannel: chatChannel(secrets),
            fetch,
            log,
          })
    const assetArchive = join(config.dataDir, 'assets')
    // Without it pages of the last version miss lazy chunks: logged, but no reason to stop.
    await keepAssets(config.publicDir, assetArchive, clock).catch((error: unknown) =>
      log.error({ event: 'assets-not-kept', failure: nameOf(error) }),
    )
    const app = await createApp({
      database,
      clock,
      log,
      secrets,
      pokes,
      callHub,
      portalUrl: () => portalUrlOf(config, port),
      ...signInsOf(config, identity, clock),
      readIdentity: createReadIdentity({
        keys: await toolbarKeys(config),
        audience: () => audienceOf(portalUrlOf(config, port)),
        clock,
      }),
      ...administeredBy(mailer, administrationOf(config, identity, { clock, mailer })),
      ingest: createIngest({ database: database.lane('ingest'), clock, secrets, log }),
      ...collectorOf(config, log),
      ...receiverOf(config, { database, clock, secrets }),
      realtime: config.ablyApiKey === undefined ? null : await createRealtime(config.ablyApiKey),
      isStopping: () => stopping,
      settings: settingsOf(config, assetArchive),
    })
    const server = await listen((request) => app.fetch(request), config)
    port = portOf(server)
    const stopWork = startWork(
      config,
      port,
      { database: database.lane('jobs'), clock, log },
      { epoch, mailer, secrets },
    )
    const stop = async (signal: string): Promise<void> => {
      if (stopping) return
      stopping = true
      log.info({ event: 'stopping', signal })
      // It answers until whoever shares requests out has seen that it is not ready.
      if (config.drainMs > 0) await pause(config.drainMs)
      await closeServer(server, async () => {
        await pokes.close()
        await callHub.close()
        await published?.close()
      })
      await stopWork()
      await epoch.mark()
      await database.close()
      log.info({ event: 'stopped' })
    }
    process.on('SIGTERM', () => {
      void stop('SIGTERM')
    })
    process.on('SIGINT', () => {
      void stop('SIGINT')
    })
    log.info({
      event: 'started',
      port,
      engine: database.engine,
      basePath: config.basePath,
      demonstration: config.demonstration,
    })
    // Whoever started it with a channel learns that it answers, and where, without reading the log.
    process.send?.({ event: 'started', port })
  } catch (error) {
    await database.close()
    throw error
  }
}

try {
  await start()
} catch (error) {
  const said =
    error instanceof ConfigError ||
    error instanceof DirectoryInUseError ||
    error instanceof DatabaseRoleError ||
    error instanceof DemonstrationError ||
    error instanceof RefusedStart ||
    error instanceof ListenError
  process.stderr.write(
    `${error instanceof Error ? (said ? error.message : error.stack) : String(error)}\n`,
  )
  process.exitCode = 1
}
