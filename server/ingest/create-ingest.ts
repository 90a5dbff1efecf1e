import { Hono, type Context, type ErrorHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ZodType } from 'zod'
import { isMembers } from '../../src/domain/checkup/sift'
import { fileIngestSchema } from '../../src/domain/checkup/file-ingest'
import { findSentTwice } from '../../src/domain/text/json'
import { findUnstorable, unstorableMessage } from '../../src/domain/text/storable'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { comeBackSeconds, DatabaseBusy } from '../db/database-busy'
import { authenticate, requireNamedKey, type Credentials } from './authenticate'
import { chatChannel } from '../chat-channel'
import { callbackSchema, callbackStorage } from './callback-requests'
import { chatSchema, chatStorage, readChat } from './chat-messages'
import { bucketSchema, bucketStorage } from './monitoring-buckets'
import { checkupSchema, checkupStorage } from './checkups'
import { bodyLimits, maxItems, parseBody, readBody, requireJson } from './read-body'
import { keepRefused } from './keep-refused'
import { invalid, invalidBody, Refusal } from './refusal'
import type { SecretBox } from '../secret-box'
import type { IngestKey } from './ingest-key'
import { storeOnce, type Sent, type Storage, type Stored } from './store-once'
import { fileStorage } from './files'
import { waveformSchema, waveformStorage } from './waveforms'

export type IngestKind = keyof typeof bodyLimits

/** What the ingest API tells the log; never a body, a signature or a secret. */
export interface IngestLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

export interface IngestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  /** Told of every new row after it was committed; not of replays. */
  readonly onStored?: (stored: {
    readonly kind: IngestKind
    readonly organizationId: string
    readonly patientId: string
    readonly id: string
  }) => void
  readonly log?: IngestLog
  /** Requests that one key may make in a minute; 6,000 unless told. */
  readonly requestsPerMinute?: number
}

/** One item's way from parsed JSON to its row. */
type Store = (organizationId: string, raw: unknown, nowMs: number) => Promise<Stored>

const storeOf =
  <Item extends Sent, Prepared>(
    database: Database,
    schema: ZodType<Item>,
    storage: Storage<Item, Prepared>,
  ): Store =>
  async (organizationId, raw, nowMs) => {
    const parsed = schema.safeParse(raw)
    if (!parsed.success) throw invalidBody(parsed.error)
    return storeOnce(database, storage, organizationId, parsed.data, raw, nowMs)
  }

const whole = (raw: unknown): unknown => raw
const only =
  (names: readonly string[]) =>
  (raw: unknown): unknown =>
    isMembers(raw) ? Object.fromEntries(names.map((name) => [name, raw[name]])) : raw

/** What of an item must be as it should: of readings only who and when, the rest is sifted. */
const strictPart: Readonly<Record<IngestKind, (raw: unknown) => unknown>> = {
  checkups: only(['id', 'patientId', 'startedAt', 'endedAt']),
  'monitoring-buckets': only(['id', 'patientId', 'bucketStartAt', 'bucketEndAt']),
  waveforms: whole,
  'callback-requests': whole,
  files: whole,
  'chat-messages': whole,
}

const credentialsOf = ({ req }: Context): Credentials => ({
  apiKey: req.header('x-api-key'),
  timestamp: req.header('x-timestamp'),
  signature: req.header('x-signature'),
})

const statusOf = (stored: Stored): 200 | 201 => (stored.replay ? 200 : 201)

/** What a signed request brings. */
interface Admitted {
  readonly key: IngestKey
  readonly body: Uint8Array
}

/** Lets signed requests in. */
const createAdmit = ({ database, clock, secrets, requestsPerMinute }: IngestOptions) => {
  const limiter = new RateLimiterMemory({
    points: requestsPerMinute ?? 6_000,
    duration: 60,
  })
  /** Whose request it is, and what it says. @throws Refusal */
  return async (context: Context, kind: IngestKind): Promise<Admitted> => {
    requireJson(context.req.raw.headers)
    const given = { database, box: secrets, clock }
    const credentials = credentialsOf(context)
    if (kind === 'files' || kind === 'waveforms') await requireNamedKey(given, credentials)
    const body = await readBody(context.req.raw, bodyLimits[kind])
    if (new URL(context.req.url).search !== '')
      throw new Refusal(
        400,
        'UNEXPECTED_QUERY',
        'The path takes no query: it would not be signed. Nothing was stored.',
      )
    const key = await authenticate(given, credentials, {
      method: context.req.method,
      path: context.req.path,
      body,
    })
    await limiter.consume(key.id).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason
      context.header('Retry-After', String(Math.max(1, Math.ceil(reason.msBeforeNext / 1000))))
      throw new Refusal(
        429,
        'TOO_MANY_REQUESTS',
        'This key has sent too many requests in this minute. Nothing was stored.',
      )
    })
    return { key, body }
  }
}

/** Says why nothing was stored. */
const answerError =
  (log: IngestLog | undefined): ErrorHandler =>
  (error, context) => {
    context.header('Cache-Control', 'no-store')
    if (error instanceof Refusal) {
      if (error.status === 401)
        log?.warn(
          {
            code: error.code,
            path: context.req.path,
            apiKey: context.req.header('x-api-key')?.slice(0, 60),
          },
          'ingest: not authenticated',
        )
      return context.json(error.body, error.status)
    }
    if (error instanceof DatabaseBusy) {
      context.header('Retry-After', String(comeBackSeconds))
      return context.json(
        new Refusal(
          503,
          'BUSY',
          'The server is busy. Send the same again later: it is stored once.',
        ).body,
        503,
      )
    }
    log?.error({ err: error, path: context.req.path }, 'ingest: failed')
    return context.json(
      new Refusal(
        500,
        'INTERNAL',
        'The server failed. Send the same again later: it is stored once.',
      ).body,
      500,
    )
  }

/**
 * The ingest API as a Hono app, to be mounted at `{BASE_PATH}/ingest/v1`. See docs/ingest.md.
 * Every item is stored in a transaction of its own; whatever is refused leaves nothing behind.
 */
export const createIngest = (options: IngestOptions): Hono => {
  const { database, clock, log } = options
  const stores: Readonly<Record<IngestKind, Store>> = {
    checkups: storeOf(database, checkupSchema, checkupStorage),
    'monitoring-buckets': storeOf(database, bucketSchema, bucketStorage),
    waveforms: storeOf(database, waveformSchema, waveformStorage),
    'callback-requests': storeOf(database, callbackSchema, callbackStorage),
    files: storeOf(database, fileIngestSchema, fileStorage),
    'chat-messages': storeOf(database, chatSchema, chatStorage),
  }
  /** Keeps what is refused, for those who see to the senders. @throws what `store` threw */
  const kept = async <Done>(
    kind: IngestKind,
    key: IngestKey,
    raw: unknown,
    store: () => Promise<Done>,
  ): Promise<Done> => {
    try {
      return await store()
    } catch (refusal) {
      if (refusal instanceof Refusal)
        await keepRefused(database, key, { kind, refusal, raw }, clock.now()).catch(
          (error: unknown) => log?.error({ err: error, kind }, 'ingest: a refusal was not kept'),
        )
      throw refusal
    }
  }
  const storeItem = async (
    kind: IngestKind,
    organizationId: string,
    raw: unknown,
  ): Promise<Stored> => {
    const strict = strictPart[kind](raw)
    const unstorable = findUnstorable(strict)
    if (unstorable !== null) throw invalid([{ path: unstorable, message: unstorableMessage }])
    const twice = findSentTwice(strict)
    if (twice !== null) throw invalid([{ path: twice, message: 'Is there more than once' }])
    const stored = await stores[kind](organizationId, raw, clock.now())
    if (!stored.replay)
      options.onStored?.({ kind, organizationId, patientId: stored.patientId, id: stored.id })
    return stored
  }

  const storeArray = async (
    context: Context,
    kind: IngestKind,
    key: IngestKey,
    items: readonly unknown[],
  ): Promise<Response> => {
    if (items.length === 0 || items.length > maxItems)
      return kept(kind, key, null, () =>
        Promise.reject(
          invalid([{ path: '', message: `An array must have 1 to ${maxItems} items` }]),
        ),
      )
    const results: Readonly<Record<string, unknown>>[] = []
    let refused = false
    for (const [index, item] of items.entries()) {
      try {
        const stored = await kept(kind, key, item, () => storeItem(kind, key.organizationId, item))
        results.push({ index, status: statusOf(stored), ...stored })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused = true
        results.push({ index, status: error.status, ...error.body })
      }
    }
    return context.json({ results }, refused ? 207 : 200)
  }

  const admit = createAdmit(options)
  const handle = async (context: Context, kind: IngestKind): Promise<Response> => {
    const { key, body } = await admit(context, kind)
    const parsed = await kept(kind, key, null, async () => parseBody(body))
    if (Array.isArray(parsed)) return storeArray(context, kind, key, parsed)
    const stored = await kept(kind, key, parsed, () => storeItem(kind, key.organizationId, parsed))
    return context.json(stored, statusOf(stored))
  }

  const app = new Hono()
  app.onError(answerError(log))
  const nameChannel = chatChannel(options.secrets)
  // A read is a POST too: what is asked for is signed, and stands in no address.
  const read = async (context: Context): Promise<Response> => {
    const { key, body } = await admit(context, 'chat-messages')
    return context.json(await readChat(database, nameChannel, key.organizationId, parseBody(body)))
  }
  const routes: readonly (readonly [string, (context: Context) => Promise<Response>])[] = [
    ...(Object.keys(bodyLimits) as IngestKind[]).map(
      (kind) => [kind, (context: Context) => handle(context, kind)] as const,
    ),
    ['chat-messages/read', read],
  ]
  for (const [path, answer] of routes) {
    app.post(`/${path}`, (context) => {
      context.header('Cache-Control', 'no-store')
      return answer(context)
    })
    app.all(`/${path}`, (context) => {
      context.header('Allow', 'POST')
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', 'Only POST.')
    })
  }
  return app
}
