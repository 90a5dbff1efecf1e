import { sql } from 'kysely'
import {
  subscriptionSchema,
  type PushedCall,
  type Subscription,
} from '../../src/domain/calling/push'
import { rings } from '../areas/calling'
import type { Trx } from '../db/database'
import type { Kind, Tried } from '../queue'
import type { SecretBox } from '../secret-box'
import type { Push, PushResult } from '.'
import { receiptToken } from './told'

/** Nobody is woken by a call that is older, milliseconds; the mail tells of it. */
const lateMs = 30 * 60_000
/** That a sign-in ends is no news once it ended. */
const endingLateMs = 15 * 60_000
/** Who sent a test looks at the page, and may send another; each try of one that hangs holds up a call. */
const mostTriesOfTest = 2
/** The longest wait that a push service is granted, milliseconds. */
const longestWaitMs = 10 * 60_000

interface Row {
  readonly subscription_id: string | null
  readonly sealed: string | null
  /** Null: a test, or that the calls end. */
  readonly severity: number | null
  readonly is_ending: boolean
  readonly made_at: string
  /** Nobody is sought about the patient any longer. */
  readonly is_over: boolean
}

/** What is to be pushed; undefined: its calling was removed. */
const waitingPush = async (trx: Trx, id: string, nowMs: number): Promise<Row | undefined> =>
  (
    await sql<Row>`
    select p.severity, p.is_ending, p.made_at, s.id as subscription_id, s.sealed, c.ended_at is not null as is_over
    from call_push p left join calling_step t on t.id = p.calling_step_id left join calling c on c.id = t.calling_id
    left join push_subscription s on s.id = p.subscription_id and ${rings(sql.ref('s'), nowMs)}
    where p.id = ${id}`.execute(trx)
  ).rows[0]

const noteResult = async (
  trx: Trx,
  id: string,
  subscriptionId: string | null,
  result: Exclude<PushResult['kind'], 'failed'> | 'unheard' | 'late',
  nowMs: number,
): Promise<void> => {
  await trx
    .updateTable('call_push')
    .set(result === 'sent' ? { sent_at: new Date(nowMs).toISOString() } : { problem: result })
    .where('id', '=', id)
    .execute()
  if (result === 'gone' && subscriptionId !== null)
    await trx.deleteFrom('push_subscription').where('id', '=', subscriptionId).execute()
}

const opened = (
  { open }: Pick<SecretBox, 'open'>,
  { subscription_id: id, sealed }: Row,
): Subscription | null => {
  const text = id === null || sealed === null ? null : open(id, sealed)
  return text === null ? null : subscriptionSchema.parse(JSON.parse(text))
}

/**
 * Calls a browser. A try after a kill says the same under the same topic: what waits at the push service
 * is replaced by it, and what the browser shows as well.
 */
export const pushKind = (secrets: Pick<SecretBox, 'open' | 'nameOf'>, push: Push): Kind => ({
  name: 'push',
  // Longer than a push service that hangs is waited for.
  leaseMs: 30_000,
  atOnce: 20,
  isFinishedAtStop: true,
  waitMs: (attempts) => Math.min(5_000 * 2 ** Math.min(attempts - 1, 8), 60_000),
  work: async ({ key: id, attempts }, held): Promise<Tried> => {
    const [row, nowMs] = await held(
      async (trx, ms) => [await waitingPush(trx, id, ms), ms] as const,
    )
    if (row === undefined) return { end: 'over' }
    const over = (result: Parameters<typeof noteResult>[3]): Tried => ({
      end: 'over',
      note: (trx, at) => noteResult(trx, id, row.subscription_id, result, at),
    })
    const leftMs = Date.parse(row.made_at) + (row.is_ending ? endingLateMs : lateMs) - nowMs
    if (row.is_over || leftMs <= 0) return over('late')
    const to = opened(secrets, row)
    if (to === null) return over('gone')
    const result = await push({
      to,
      text: JSON.stringify({
        id,
        token: receiptToken(secrets, id),
        severity: row.severity,
        ...(row.is_ending ? { isEnding: true } : {}),
      } satisfies PushedCall),
      keepSeconds: Math.ceil(leftMs / 1_000),
      topic: id.replaceAll('-', ''),
    })
    if (result.kind !== 'failed') return over(result.kind)
    const { againAfterMs } = result
    const isTest = row.severity === null && !row.is_ending
    if (isTest && (againAfterMs !== null || attempts >= mostTriesOfTest)) return over('unheard')
    if (againAfterMs === null) return { end: 'again', failure: result.kind }
    const waitMs = Math.min(againAfterMs, longestWaitMs)
    return waitMs >= leftMs ? over('unheard') : { end: 'later', dueMs: nowMs + waitMs }
  },
})
