import { z } from 'zod'

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value))
const flag = z
  .enum(['0', '1', ''])
  .optional()
  .transform((value) => value === '1')

/** Every variable that the server reads; docs/run-it/settings.md tells what each means. */
export const environment = z.object({
  /** 0: one that is free, which the server tells once it listens. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Unset: this machine alone with the demonstration, else every address. */
  HOST: text,
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: text.pipe(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  /** The login that owns the tables and migrates them; DATABASE_URL's then owns nothing. */
  DATABASE_OWNER_URL: text.pipe(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  /** For so long a server that is stopped still answers, and says that it is not ready. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  BASE_PATH: z
    .string()
    .regex(/^(\/[A-Za-z0-9_-]+)+$/, 'Must be a path like /Prod')
    .default('/Prod'),
  DEMONSTRATION: flag,
  /** Proxies of ours that a request comes through, each of which adds to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  PUBLIC_DIR: z.string().min(1).default('dist'),
  /** Where the portal is reached from outside; mailed links lead there. */
  PORTAL_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  GIT_HASH: text,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ABLY_API_KEY: text.pipe(
    z
      .string()
      .regex(/^[^:\s]+:[^:\s]+$/, 'Must be name:secret')
      .optional(),
  ),
  SMTP_URL: text.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
  /** The sender of mails, e.g. `Riverside <no-reply@riverside.example>`. */
  MAIL_FROM: text.pipe(
    z
      .string()
      .regex(
        /^(?:[^<>\r\n]*<[^@<>\s]+@[^@<>\s]+>|[^@<>\s]+@[^@<>\s]+)$/,
        'Must be an email address',
      )
      .optional(),
  ),
  /** Who is told the ends of the action log every day, and at once where it is broken. */
  AUDIT_MAIL: text.pipe(z.email().optional()),
  /** The FHIR R4 address of the national directory of NHS numbers. */
  PDS_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  PDS_TOKEN_URL: text.pipe(z.url({ protocol: /^https$/ }).optional()),
  PDS_API_KEY: text,
  PDS_KEY_ID: text,
  /** A file with the private key in PKCS#8. */
  PDS_KEY_FILE: text,
  FIREBASE_PROJECT: text,
  /** The file of a service account that may administer its users. */
  FIREBASE_SERVICE_ACCOUNT: text,
  INGEST_KEY_SECRET: text.pipe(z.string().min(32, 'Must be 32 characters or longer').optional()),
  CHAT_WIDGET_SECRET: text,
  /** `stun:…`, `turn:…` and `turns:…`, more after commas. */
  ICE_SERVERS: text.pipe(
    z
      .string()
      .regex(
        /^(?:stuns?|turns?):[^,\s]+(?:,(?:stuns?|turns?):[^,\s]+)*$/,
        'Must be stun:… or turn:…',
      )
      .optional(),
  ),
  TURN_SECRET: text,
  /** A file with the public keys of the clinical toolbar, a JSON Web Key Set. */
  TOOLBAR_JWKS: text,
  /** Where reports of the portals go, as every program of OpenTelemetry is told. */
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  /** `name=value`, more after commas, values encoded as in an address. */
  OTEL_EXPORTER_OTLP_HEADERS: text.pipe(
    z
      .string()
      .regex(/^[\w-]+=[^,=\s]+(?:,[\w-]+=[^,=\s]+)*$/, 'Must be name=value, more after commas')
      .optional(),
  ),
  LAMPLIGHT_INTROSPECTION: flag,
})

/** What the server was told by its environment. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Of the login that owns the tables; absent: the server's own does, or they are migrated elsewhere. */
  readonly databaseOwnerUrl: string | undefined
  readonly databasePool: number
  /** Milliseconds. Until whoever shares requests out sends it no more; nobody does for one server. */
  readonly drainMs: number
  readonly basePath: string
  readonly demonstration: boolean
  readonly trustedProxies: number
  readonly publicDir: string
  /** Where mailed links lead; absent: this machine, by the port that the server listens on. */
  readonly portalUrl: string | undefined
  readonly gitHash: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly ablyApiKey: string | undefined
  readonly smtpUrl: string | undefined
  /** The sender of mails; absent: an address that is nobody's. */
  readonly mailFrom: string | undefined
  readonly auditMail: string | undefined
  /** The national directory of NHS numbers; absent: none is asked. */
  readonly pds:
    | {
        readonly url: string
        readonly tokenUrl: string
        readonly apiKey: string
        readonly keyId: string
        readonly keyFile: string
      }
    | undefined
  /** A Firebase project; absent: the embedded identity server. */
  readonly firebaseProject: string | undefined
  /** The file of a service account; absent: nothing administers the project's users. */
  readonly firebaseServiceAccount: string | undefined
  readonly ingestKeySecret: string | undefined
  readonly chatWidgetSecret: string | undefined
  /** How the browsers of a video call are reached where they do not see each other. */
  readonly ice: { readonly urls: readonly string[]; readonly turnSecret: string | undefined }
  /** The file of the clinical toolbar's public keys; absent: the demonstration's own, or no toolbar. */
  readonly toolbarJwks: string | undefined
  /** The operator's collector of the portals' reports; absent: the log alone has them. */
  readonly collector:
    { readonly url: string; readonly headers: Readonly<Record<string, string>> } | undefined
  /** Introspection, suggestions and queries by GET: for developers only. */
  readonly openGraphql: boolean
}

/** Bad values of the environment, one line each. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(
      `The server was not started. Correct these environment variables:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** All five or none. @throws ConfigError naming what is missing */
const pdsOf = (e: z.infer<typeof environment>): Config['pds'] => {
  const {
    PDS_URL: url,
    PDS_TOKEN_URL: tokenUrl,
    PDS_API_KEY: apiKey,
    PDS_KEY_ID: keyId,
    PDS_KEY_FILE: keyFile,
  } = e
  const values = { url, tokenUrl, apiKey, keyId, keyFile }
  if (Object.values(values).every((value) => value === undefined)) return undefined
  if (
    url === undefined ||
    tokenUrl === undefined ||
    apiKey === undefined ||
    keyId === undefined ||
    keyFile === undefined
  )
    throw new ConfigError([
      'PDS_URL, PDS_TOKEN_URL, PDS_API_KEY, PDS_KEY_ID and PDS_KEY_FILE belong together',
    ])
  return { url, tokenUrl, apiKey, keyId, keyFile }
}

/** @throws ConfigError for a header whose value cannot be read */
const collectorOf = (e: z.infer<typeof environment>): Config['collector'] => {
  const { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: given } = e
  if (url === undefined) return undefined
  try {
    const pairs = (given?.split(',') ?? []).map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=')
      return [name, decodeURIComponent(value)]
    })
    return { url, headers: Object.fromEntries(pairs) }
  } catch {
    throw new ConfigError(['OTEL_EXPORTER_OTLP_HEADERS: values are encoded as in an address'])
  }
}

/** @throws ConfigError where a TURN server has no secret: its passwords are made of it */
const iceOf = (e: z.infer<typeof environment>): Config['ice'] => {
  const urls = e.ICE_SERVERS?.split(',') ?? []
  if (urls.some((url) => url.startsWith('turn')) !== (e.TURN_SECRET !== undefined))
    throw new ConfigError(['TURN_SECRET: Belongs to a turn: or turns: address of ICE_SERVERS'])
  return { urls, turnSecret: e.TURN_SECRET }
}

/**
 * Reads the environment.
 * @throws ConfigError that names every bad value, but never shows it: some are secrets
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    )
  const e = parsed.data
  if (e.DATABASE_OWNER_URL !== undefined && e.DATABASE_URL === undefined)
    throw new ConfigError(['DATABASE_OWNER_URL: Needs DATABASE_URL, the login of the server'])
  return {
    port: e.PORT,
    host: e.HOST ?? (e.DEMONSTRATION ? '127.0.0.1' : '0.0.0.0'),
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    databasePool: e.DATABASE_POOL,
    drainMs: (e.DRAIN_SECONDS ?? (e.DATABASE_URL === undefined ? 0 : 5)) * 1_000,
    basePath: e.BASE_PATH,
    demonstration: e.DEMONSTRATION,
    trustedProxies: e.TRUSTED_PROXIES,
    publicDir: e.PUBLIC_DIR,
    portalUrl: e.PORTAL_URL,
    gitHash: e.GIT_HASH,
    logLevel: e.LOG_LEVEL,
    ablyApiKey: e.ABLY_API_KEY,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    auditMail: e.AUDIT_MAIL,
    pds: pdsOf(e),
    firebaseProject: e.FIREBASE_PROJECT,
    firebaseServiceAccount: e.FIREBASE_SERVICE_ACCOUNT,
    ingestKeySecret: e.INGEST_KEY_SECRET,
    chatWidgetSecret: e.CHAT_WIDGET_SECRET,
    ice: iceOf(e),
    toolbarJwks: e.TOOLBAR_JWKS,
    collector: collectorOf(e),
    openGraphql: e.LAMPLIGHT_INTROSPECTION,
  }
}
