import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Context, ErrorHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { lookupsPerMinute } from '../src/domain/patient/lookup'
import type { Clock } from './clock'
import type { Database } from './db/database'
import { comeBackSeconds, DatabaseBusy } from './db/database-busy'
import { demoReceiverPath, fixedAddressFault as addressFault, foreignAddressFault } from './ehr'
import { chatChannel } from './chat-channel'
import { createCaller } from './graphql/caller'
import { createCallLimits } from './graphql/call-limits'
import { tooMany } from './graphql/errors'
import type { Caller } from './graphql/caller'
import {
  guardOperations,
  internalSchema,
  publicSchema,
  type Operations,
  type ServerKeys,
} from './graphql/schema'
import type { OpeningParts, SignAddress } from './graphql/opening'
import type { UserAdministration } from './graphql/user-administration'
import { createEndpoint } from './graphql/yoga'
import { createAddressOf, warnOfProxies, type AddressOf } from './http/address'
import { callRoutes } from './http/calls'
import { eventRoutes } from './http/events'
import { noStore, securityHeaders } from './http/headers'
import { integrationRoutesOf } from './http/integration'
import { idleRoutes } from './http/idle'
import type { IdleOptions } from './http/idle'
import { policyReports, policyReportsPath } from './http/policy-reports'
import { portalReports } from './http/portal-reports'
import type { PortalReport } from '../src/domain/telemetry/portal-report'
import type { Realtime } from './http/realtime'
import { requestLog } from './http/request-log'
import { restRoutes } from './http/rest'
import { sealedFileRoutes, sealedPaths } from './http/sealed-files'
import { statusRoutes } from './http/status'
import { toolbarRoutes } from './http/toolbar'
import { limitStrangers, type Strangers } from './http/strangers'
import { staticFiles } from './http/static-files'
import type { IceSettings } from './http/ice-servers'
import { videoCallRoutes } from './http/video-calls'
import { waveformRoutes } from './http/waveforms'
import type { Mailer } from './identity'
import { failureAnswer } from './identity/errors'
import type { VerifiedToken } from './identity/verify'
import type { PokeHub } from './pokes/hub'
import { pushIdentity } from './push'
import { endpointName, moveSubscription, noteReceived } from './push/told'
import { createSight } from './pokes/sight'
import type { CallHub } from './pokes/call-hub'
import { createIdleDelivery, createSync, createVaultStore } from './engine'
import { sealAddress, type SealedKind } from './sealed-address'
import { secretBox } from './secret-box'
import type { SecretBox } from './secret-box'
import { synced } from './synced'
import type { ReadIdentity } from './areas/toolbar-identity'
import { accountOfIdentity, signInByIdentity } from './toolbar/sign-in'

export interface AppOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  /** Who a token stands for; throws for every token that is not believed. */
  readonly verify: (idToken: string) => Promise<VerifiedToken>
  /**
   * Whether a sign-in goes on; absent: this server cannot know, where Firebase is the provider. An
   * address then ends with its five minutes.
   */
  readonly isSignedIn?: OpeningParts['isSignedIn']
  /** Identity Toolkit's paths, at the origin's root; absent where Firebase is the provider. */
  readonly identityRoutes?: Hono
  /** Absent: this house may not change accounts at its identity provider. */
  readonly administration?: UserAdministration | null
  /** Believes what a clinical toolbar signed; absent: there is none, and nothing is believed. */
  readonly readIdentity?: ReadIdentity
  /** Absent: nobody is mailed, for tests. */
  readonly mailer?: Mailer
  /** Mounted at `{basePath}/ingest/v1`. */
  readonly ingest?: Hono
  /** The other system of the demonstration, below the base path. */
  readonly demoReceiver?: Hono
  readonly realtime?: Realtime | null
  /** The server was told to stop: it answers, and is to be sent nothing more. */
  readonly isStopping?: () => boolean
  /** Absent: nobody is told that something changed, and every portal asks by itself. */
  readonly pokes?: PokeHub
  /** Absent: there are no video calls, for tests. */
  readonly callHub?: CallHub
  /** Where the portal is reached, for links that are handed on; absent: as on this machine, for tests. */
  readonly portalUrl?: () => string
  /**
   * Seals the keys of sync and of ingest in the database. Absent: sealed for this process, for
   * tests.
   */
  readonly secrets?: SecretBox
  /** Takes what portals tell of themselves, for a third party; absent: the log alone has it. */
  readonly collect?: (report: PortalReport) => void
  readonly settings: {
    readonly basePath: string
    readonly publicDir: string
    /** Where hashed files of former builds are kept; absent: only this build is served. */
    readonly assetArchive?: string
    readonly gitHash: string
    /** The portal says that everything shown is invented. */
    readonly demonstration?: boolean
    readonly trustedProxies?: number
    readonly firebase: boolean
    readonly openGraphql?: boolean
    /** What browsers of a video call ask how they are reached; absent: nothing. */
    readonly ice?: IceSettings
    readonly chatWidgetSecret?: string | null
    /** False: the server's own clock judges an admission's date, for tests. */
    readonly asksDatabase?: boolean
    /** Internal staff sign in with a second factor; the server says so outside of a demonstration. */
    readonly staffNeedSecondFactor?: boolean
    /** Sign-in-like operations of one user in a minute; 60 unless told. */
    readonly signInsPerMinute?: number
    /** Operations of one user in a minute, and rows of the pages among them. */
    readonly perMinute?: {
      readonly operations: number
      readonly rows: number
      readonly lookups?: number
    }
    /** Requests of one address in a minute without a good token, of each kind; 600 unless told. */
    readonly strangersPerMinute?: number
    /** What a device may say in a minute while nobody is signed in on it. */
    readonly idlePerMinute?: IdleOptions['perMinute']
  }
}

/** Several busy tabs of one user stay far below; a board of 50 patients is 50 rows. */
const askedPerMinute = { operations: 1_200, rows: 12_000 } as const

/** A batch of ten of the largest operations is well below this. */
const apiBodyLimit = 1024 * 1024

/** A fault of ours: told to the log without what was sent. */
const answerFailure =
  (log: Logger): ErrorHandler =>
  (error, c) => {
    if (error instanceof DatabaseBusy)
      return c.json({ message: 'The server is busy' }, 503, {
        'Retry-After': String(comeBackSeconds),
      })
    log.error({
      event: 'request-failed',
      path: c.req.path,
      failure: {
        name: error.name,
        stack: error.stack
          ?.split('\n')
          .filter((line) => line.startsWith('    at '))
          .slice(0, 8),
      },
    })
    return c.json({ message: 'Internal server error' }, 500)
  }

/** Makes addresses of a kind. */
const signerOf =
  (secrets: SecretBox, base: string, kind: SealedKind): SignAddress =>
  (opening, untilMs) =>
    `${base}${sealedPaths[kind]}?address=${sealAddress(secrets, kind, opening, untilMs)}`

/** What the areas ask the server's keys for. */
const keysOf = (
  secrets: SecretBox,
  readIdentity: ReadIdentity,
  portalUrl: () => string,
  { basePath: base, demonstration = false, firebase }: AppOptions['settings'],
): ServerKeys => ({
  sealIngestSecret: secrets.seal,
  signDocument: signerOf(secrets, base, 'document'),
  signCheckupFile: signerOf(secrets, base, 'checkup-file'),
  sealEhrSecret: secrets.seal,
  ehrAddressFault: (address) => addressFault(address, demonstration),
  nameChannel: chatChannel(secrets),
  readIdentity,
  portal: () => portalUrl().replace(/\/$/, ''),
  push: firebase
    ? null
    : {
        publicKey: pushIdentity(secrets).publicKey,
        seal: secrets.seal,
        nameOf: (endpoint) => endpointName(secrets, endpoint),
        addressFault: (endpoint) => foreignAddressFault(endpoint, false),
      },
})

/** What asks for a signature and not for a token. */
const mountSigned = (
  app: Hono,
  base: string,
  { ingest, demoReceiver }: Pick<AppOptions, 'ingest' | 'demoReceiver'>,
): void => {
  if (ingest !== undefined) app.route(`${base}/ingest/v1`, ingest)
  if (demoReceiver !== undefined) app.route(`${base}${demoReceiverPath}`, demoReceiver)
}

/** Both endpoints of GraphQL. */
const mountGraphql = (
  app: Hono,
  base: string,
  {
    operations,
    callerOf,
    strangers,
    ...more
  }: {
    readonly operations: Operations
    readonly log: Logger
    readonly open: boolean
    readonly callerOf: (c: Context) => Caller
    readonly strangers: Strangers
  },
): void => {
  const limit = bodyLimit({
    maxSize: apiBodyLimit,
    onError: (c) =>
      c.json(
        { errors: [{ message: 'The body is too large', extensions: { code: 'BAD_USER_INPUT' } }] },
        413,
      ),
  })
  for (const [path, schema] of [
    [`${base}/graphql`, publicSchema(operations)],
    [`${base}/graphql-internal`, internalSchema(operations)],
  ] as const) {
    const endpoint = createEndpoint({ path, schema, ...more })
    // No cookie signs anybody in, so nobody else can have a browser ask, and guess from a length what is in an answer.
    app.use(path, compress({ encoding: 'gzip' }))
    app.all(path, strangers.untilSignedIn(callerOf), limit, async (c) =>
      endpoint.fetch(c.req.raw, { caller: callerOf(c) }),
    )
  }
}

/** Identity Toolkit's paths, at the origin's root. */
const mountIdentity = (app: Hono, routes: Hono | undefined, strangers: Strangers): void => {
  const paths = ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']
  for (const path of paths) app.use(path, strangers.each)
  if (routes !== undefined) app.route('/', routes)
  for (const path of paths) app.all(path, (c) => c.json({ message: 'Not found' }, 404))
}

/** What each kind of path answers once one address has asked too much. */
const strangersOf = (
  { strangersPerMinute: perMinute = 600 }: AppOptions['settings'],
  addressOf: AddressOf,
): Readonly<Record<'api' | 'calls' | 'files' | 'integrations' | 'signIns', Strangers>> => {
  const counted = (answerTo: (path: string) => object): Strangers =>
    limitStrangers({
      perMinute,
      addressOf,
      refuse: (c, seconds) => c.json(answerTo(c.req.path), 429, { 'Retry-After': String(seconds) }),
    })
  const { message } = tooMany()
  const code = 'TOO_MANY'
  return {
    api: counted(() => ({ errors: [{ message, extensions: { code } }] })),
    calls: counted(() => ({ message, code })),
    files: counted(() => ({ message, code })),
    integrations: counted(() => ({ message, code })),
    signIns: counted((path) => failureAnswer(path, 429, 'TOO_MANY_ATTEMPTS_TRY_LATER')),
  }
}

/** The whole server as one fetch handler. It does not listen, read the environment or the clock. */
export async function createApp(options: AppOptions): Promise<Hono> {
  const { database, clock, log, settings } = options
  const base = settings.basePath
  const parts = {
    database,
    clock,
    log,
    administration: options.administration ?? null,
    mailer: options.mailer ?? { send: async () => {} },
    settings: {
      chatWidgetSecret: settings.chatWidgetSecret ?? null,
      asksDatabase: settings.asksDatabase ?? true,
      staffNeedSecondFactor: settings.staffNeedSecondFactor ?? false,
    },
  }
  const limits = createCallLimits({
    signIns: settings.signInsPerMinute ?? 60,
    lookups: lookupsPerMinute,
    ...(settings.perMinute ?? askedPerMinute),
  })
  const addressOf = createAddressOf(settings.trustedProxies)
  const strangers = strangersOf(settings, addressOf)
  const callerOf = (c: Context): Caller =>
    createCaller(
      { ...parts, verify: options.verify, limits, refused: () => strangers.api.refused(c) },
      {
        authorization: c.req.header('authorization') ?? null,
        // An empty header names no organisation.
        actingOrganizationId: c.req.header('x-acting-organization-id') || null,
      },
    )
  const secrets = options.secrets ?? secretBox(randomBytes(32))
  const readIdentity = options.readIdentity ?? (() => Promise.resolve(null))
  const vault = createVaultStore({ database, clock, secrets })
  const operations = guardOperations(
    parts,
    createSync({ ...parts, vault, synced }),
    keysOf(secrets, readIdentity, options.portalUrl ?? (() => 'http://localhost:8080'), settings),
  )
  const checkup = operations.query.checkup
  if (checkup === undefined) throw new Error('The contract has no query checkup')
  const app = new Hono()
  app.use(requestLog(log, clock))
  app.use(warnOfProxies(settings.trustedProxies ?? 0, log))
  app.use(
    securityHeaders({
      firebase: settings.firebase,
      ably: options.realtime !== undefined && options.realtime !== null,
      reportTo: `${base}${policyReportsPath}`,
    }),
  )
  app.onError(answerFailure(log))
  app.route('/', statusRoutes(database.lane('status'), settings, clock, options.isStopping))

  app.use(`${base}/*`, noStore)
  mountSigned(app, base, options)
  mountGraphql(app, base, {
    operations,
    log,
    callerOf,
    open: settings.openGraphql === true,
    strangers: strangers.api,
  })
  if (options.pokes !== undefined)
    app.route(
      base,
      eventRoutes({
        hub: options.pokes,
        sight: createSight(options.database),
        callerOf,
        elsewhere: (options.realtime ?? null) !== null,
      }),
    )
  app.route(base, policyReports({ log, addressOf }))
  app.route(base, portalReports({ log, addressOf, collect: options.collect ?? (() => {}) }))
  const told = { database, clock, secrets }
  app.route(
    base,
    callRoutes({
      addressOf,
      received: (said) => noteReceived(told, said),
      moved: (said) => moveSubscription(told, said),
    }),
  )
  app.route(
    base,
    sealedFileRoutes({
      database,
      clock,
      secrets,
      isSignedIn: options.isSignedIn ?? (() => Promise.resolve(true)),
      strangers: strangers.files.each,
    }),
  )
  if (options.callHub !== undefined)
    app.route(
      base,
      videoCallRoutes({
        database,
        clock,
        hub: options.callHub,
        ice: settings.ice ?? { urls: [] },
        strangers: strangers.calls.each,
      }),
    )
  app.route(base, integrationRoutesOf({ database, clock, strangers: strangers.integrations.each }))
  app.route(
    base,
    toolbarRoutes({
      account: (identity) => accountOfIdentity({ ...parts, readIdentity }, identity),
      signIn: (identity) => signInByIdentity({ ...parts, readIdentity }, identity),
      strangers: strangers.files.each,
    }),
  )
  app.route(base, waveformRoutes({ callerOf, waveformWindow: operations.waveformWindow }))
  app.route(
    base,
    idleRoutes({
      idle: createIdleDelivery({ ...parts, vault, synced }),
      addressOf,
      ...(settings.idlePerMinute === undefined ? {} : { perMinute: settings.idlePerMinute }),
    }),
  )
  app.route(
    base,
    restRoutes({
      database,
      clock,
      callerOf,
      checkup,
      realtime: options.realtime ?? null,
      gitHash: settings.gitHash,
    }),
  )
  app.all(`${base}/*`, (c) => c.json({ message: 'Not found', code: 'NOT_FOUND' }, 404))

  mountIdentity(app, options.identityRoutes, strangers.signIns)
  app.route('/', await staticFiles(settings.publicDir, settings.assetArchive))
  return app
}
