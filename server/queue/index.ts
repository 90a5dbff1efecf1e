import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Trx } from '../db/database'
import { databaseNow, type JobParts } from '../jobs/database-clock'

/**
 * The queue of work that nobody waits for: mails, documents, what other systems are sent. A trigger of
 * the row that the work is about writes a row of `job`, in the transaction that makes it necessary.
 *
 * 1. The same work is there once, by its kind and key. What is asked for again is done again.
 * 2. Who takes a job has it under a token until the lease ends, by the clock of the database. Once
 *    another has it, the first one's end of it is undone with all that it noted.
 * 3. What is noted of a try is committed with its end. A server that is killed at any point leaves
 *    the job to the next one, whose try the outside world knows by the same id.
 * 4. A try counts when it begins, so that what kills each server that tries it comes to an end.
 * 5. Each kind has its own loop, and in a kind each lane its own turn: what hangs holds up its own lane
 *    alone, and that until its lease ends.
 */

/** A job that this server has. */
export interface Job {
  readonly key: string
  /** Null: it is no single organisation's. */
  readonly organizationId: string | null
  /** With this one. */
  readonly attempts: number
}

/** Notes what became of a job, in the transaction that ends the try. It is undone where the lease is lost. */
type Note = (trx: Trx, nowMs: number) => Promise<void>

/** What became of a try. */
export type Tried =
  /** Nothing is left to do. */
  | { readonly end: 'over'; readonly note?: Note }
  /** It goes on at an instant, epoch milliseconds, as the first try of that time. */
  | { readonly end: 'later'; readonly dueMs: number; readonly note?: Note }
  /** It is tried again after the kind's wait, or given up. `failure`: a class, no words of others. */
  | { readonly end: 'again'; readonly failure: string; readonly note?: Note }

/** Does something in a transaction of its own. @throws where another server has the job meanwhile */
type Held = <Value>(work: (trx: Trx, nowMs: number) => Promise<Value>) => Promise<Value>

/** A kind of work, which stands in its area. */
export interface Kind {
  readonly name: string
  /** How long a server has for one job, milliseconds; then another may take it. */
  readonly leaseMs: number
  /** How many jobs a server does at a time. */
  readonly atOnce: number
  /** After so many tries it is given up, which is noted: the last failed, or was never heard of again. */
  readonly limit?: {
    readonly tries: number
    giveUp(trx: Trx, job: Job, nowMs: number): Promise<void>
  }
  /** The wait after the nth try, milliseconds. */
  waitMs(attempts: number): number
  /**
   * One try, outside of any transaction. What it throws is a failure.
   * @param signal aborts when nobody waits for it any longer
   */
  work(job: Job, held: Held, signal: AbortSignal): Promise<Tried>
  /** A server that stops waits for it; else it leaves it to the next one, and the try does not count. */
  readonly isFinishedAtStop: boolean
}

export interface QueueParts extends JobParts {
  readonly database: Database
  readonly log: Pick<Logger, 'warn' | 'error'>
}

interface Claimed extends Job {
  readonly id: string
  readonly kind: string
  readonly version: string
  readonly claim: string
}

/** Another server has the job, or it was asked for again or taken back. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A server that had the job at its last try said nothing of it. */
class Unheard extends Error {
  override readonly name = 'Unheard'
}

const iso = (ms: number): string => new Date(ms).toISOString()
const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown')
const limitOf = ({ limit }: Kind): number => limit?.tries ?? Infinity

/** Takes the next job of a kind that is due; lanes and jobs that others are busy with are left to them. */
const claim = (parts: QueueParts, kind: Kind): Promise<Claimed | undefined> =>
  parts.database.asSystem(async (trx) => {
    const nowMs = await databaseNow(trx, parts)
    const now = iso(nowMs)
    const { rows } = await sql<Claimed>`
      with next as materialized (
        select j.kind, j.key from job j
        where j.kind = ${kind.name} and j.due_at <= ${now} and (j.claimed_until is null or j.claimed_until <= ${now})
          and not exists (select from job b where b.kind = j.kind and b.lane = j.lane and b.claim is not null and b.claimed_until > ${now})
        order by j.rank, j.due_at, j.id limit 1 for update skip locked)
      update job j set attempts = j.attempts + 1, claim = ${randomUUID()}, claimed_until = ${iso(nowMs + kind.leaseMs)}
      from next where j.kind = next.kind and j.key = next.key
      returning j.id::text, j.kind, j.key, j.organization_id as "organizationId", j.attempts, j.version::text, j.claim`.execute(
      trx,
    )
    return rows[0]
  })

const isOurs = ({ kind, key, claim: token }: Claimed) =>
  sql<boolean>`kind = ${kind} and key = ${key} and claim = ${token}`

/**
 * Ends a try. What is noted comes first: whoever asks for work locks its row before the job.
 * @throws LeaseLost and undoes the note
 */
const end = (parts: QueueParts, kind: Kind, job: Claimed, tried: Tried): Promise<void> =>
  parts.database.asSystem(async (trx) => {
    const nowMs = await databaseNow(trx, parts)
    const limit = tried.end === 'again' && job.attempts >= limitOf(kind) ? kind.limit : undefined
    await tried.note?.(trx, nowMs)
    await limit?.giveUp(trx, job, nowMs)
    const ours = sql`${isOurs(job)} and version = ${job.version}`
    const { rows } = await (
      tried.end === 'again' && limit === undefined
        ? sql`update job set claim = null, claimed_until = null, due_at = ${iso(nowMs + kind.waitMs(job.attempts))}, failure = ${tried.failure}
            where ${ours} returning key`
        : tried.end === 'later'
          ? sql`update job set claim = null, claimed_until = null, attempts = 0, failure = null, due_at = ${iso(tried.dueMs)}
              where ${ours} returning key`
          : sql`delete from job where ${ours} returning key`
    ).execute(trx)
    if (rows.length === 0) throw new LeaseLost()
  })

/** Leaves a job to whoever takes it next. The try does not count, unless it was asked for again since. */
const release = async ({ database }: QueueParts, job: Claimed): Promise<void> => {
  await database.asSystem((trx) =>
    sql`update job set claim = null, claimed_until = null, attempts = case when version = ${job.version} then attempts - 1 else attempts end
      where ${isOurs(job)}`.execute(trx),
  )
}

/** What a promise becomes, or the reason why nobody waits for it any longer. */
const untilAborted = async <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> => {
  let leave: () => void = () => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    const refuse = (): void => reject(signal.reason as Error)
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse)
    leave = () => signal.removeEventListener('abort', refuse)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    leave()
  }
}

/** One try of a job that was taken. */
async function tryOnce(
  parts: QueueParts,
  kind: Kind,
  job: Claimed,
  stopping: AbortSignal,
): Promise<void> {
  const over = AbortSignal.timeout(kind.leaseMs)
  const signal = kind.isFinishedAtStop ? over : AbortSignal.any([over, stopping])
  const held: Held = (work) =>
    parts.database.asSystem(async (trx) => {
      const value = await work(trx, await databaseNow(trx, parts))
      const { rows } = await sql`select from job where ${isOurs(job)} for update`.execute(trx)
      if (rows.length === 0) throw new LeaseLost()
      return value
    })
  const told = (failure: string): void =>
    parts.log.warn({
      event: 'job-failed',
      kind: kind.name,
      job: job.id,
      organizationId: job.organizationId,
      attempts: job.attempts,
      failure,
    })
  try {
    // A last try that was never heard of again: it is not tried once more.
    if (job.attempts > limitOf(kind)) throw new Unheard()
    await end(parts, kind, job, await untilAborted(kind.work(job, held, signal), signal))
  } catch (error) {
    if (error instanceof LeaseLost || (!kind.isFinishedAtStop && stopping.aborted)) {
      await release(parts, job)
      return
    }
    told(nameOf(error))
    await end(parts, kind, job, { end: 'again', failure: nameOf(error) }).catch(
      async (lost: unknown) => {
        if (!(lost instanceof LeaseLost)) throw lost
        await release(parts, job)
      },
    )
  }
}

/** The loop of a kind. */
const createLoop = (parts: QueueParts, kind: Kind, stopping: AbortSignal) => {
  const busy = new Set<Promise<void>>()
  let looks = 0
  let tries = 0
  const workOff = async (): Promise<void> => {
    while (!stopping.aborted) {
      const seen = looks
      const job = await claim(parts, kind)
      if (job === undefined) {
        if (seen === looks) return
        continue
      }
      tries += 1
      // What else is due does not wait for this one.
      start()
      await tryOnce(parts, kind, job, stopping)
    }
  }
  const start = (): void => {
    if (busy.size >= kind.atOnce || stopping.aborted) return
    const running = workOff()
      .catch((error: unknown) =>
        parts.log.error({ event: 'queue-failed', kind: kind.name, failure: nameOf(error) }),
      )
      .finally(() => busy.delete(running))
    busy.add(running)
  }
  return {
    /** Does what is due, as far as nothing of it is under way. */
    look: (): void => {
      looks += 1
      start()
    },
    /** Waits until nothing is under way. @returns how many tries there were */
    idle: async (): Promise<number> => {
      while (busy.size > 0) await Promise.all(busy)
      return tries
    },
  }
}

/** Does all jobs of a kind that are due. Safe on several servers and when killed. @returns how many tries */
export const workOff = (
  parts: QueueParts,
  kind: Kind,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> => {
  const loop = createLoop(parts, kind, stopping)
  loop.look()
  return loop.idle()
}

/** How often it is looked whether something is due, milliseconds. */
const everyMs = 5_000

/**
 * Does jobs at once when they are asked for, and at intervals what is due again.
 * @returns how to stop: what is under way is finished, or left to the next server, as its kind says
 */
export function startQueue(
  parts: QueueParts,
  kinds: readonly Kind[],
  intervalMs = everyMs,
): () => Promise<void> {
  const stopping = new AbortController()
  const loops = new Map(
    kinds.map((kind) => [kind.name, createLoop(parts, kind, stopping.signal)] as const),
  )
  const lookEverywhere = (): void => {
    for (const { look } of loops.values()) look()
  }
  const unlisten = parts.database.listen('job', {
    heard: (kind) => loops.get(kind)?.look(),
    listening: (is) => {
      if (is) lookEverywhere()
    },
  })
  const timer = setInterval(lookEverywhere, intervalMs)
  timer.unref()
  lookEverywhere()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await unlisten()
    await Promise.all([...loops.values()].map(({ idle }) => idle()))
  }
}
