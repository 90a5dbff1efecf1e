import { sql } from 'kysely'
import type { Trx } from './database'

/** A mail that waits, sealed. */
export interface Queued {
  readonly id: string
  /** Null: nobody. */
  readonly to: string | null
  readonly subject: string
  readonly sealed: string
}

/** Writes a mail into the queue, in the transaction of what it tells of; as any role. */
export const queueMail = async (trx: Trx, mail: Queued, at: string): Promise<void> => {
  await sql`select app_queue_mail(${mail.id}, ${mail.to}, ${mail.subject}, ${mail.sealed}, ${at}::timestamptz)`.execute(
    trx,
  )
}

/**
 * A server is given so long for one mail; after that another tries. Longer than a relay that
 * answers slowly at every step takes.
 */
const claimMs = 3 * 60_000
/** Waits between the tries, milliseconds: doubled each time. */
const [firstWaitMs, longestWaitMs] = [10_000, 600_000]
/** A mail that nobody took for so long is given up, milliseconds. */
const givenUpMs = 3 * 86_400_000

const iso = (ms: number): string => new Date(ms).toISOString()

/** A mail that this server is to send now. */
export interface Claimed extends Queued {
  readonly createdAt: string
  /** With this one. */
  readonly attempts: number
}

/** Takes the next mail that is due, for a minute; what others are busy with is left to them. */
export async function claimMail(trx: Trx, nowMs: number): Promise<Claimed | undefined> {
  const row = await trx
    .updateTable('outgoing')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), claimed_until: iso(nowMs + claimMs) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outgoing as due')
        .select('due.id')
        .where('due.sent_at', 'is', null)
        .where('due.dead_at', 'is', null)
        .where('due.due_at', '<=', iso(nowMs))
        .where((on) =>
          on.or([on('due.claimed_until', 'is', null), on('due.claimed_until', '<=', iso(nowMs))]),
        )
        .orderBy('due.due_at')
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      to: row.to_address,
      subject: row.subject,
      sealed: row.sealed ?? '',
      createdAt: row.created_at,
      attempts: row.attempts,
    }
  )
}

/** What became of a try. `refused`: it will never be taken. */
export type Tried =
  { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly problem: string }

/** Notes what became of a mail. Its text is kept only while it is to be sent. */
export async function settleMail(
  trx: Trx,
  mail: Claimed,
  tried: Tried,
  nowMs: number,
): Promise<void> {
  const isOver =
    tried.kind === 'refused' ||
    (tried.kind === 'failed' && nowMs - Date.parse(mail.createdAt) >= givenUpMs)
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(mail.attempts - 1, 16), longestWaitMs)
  await trx
    .updateTable('outgoing')
    .set({
      claimed_until: null,
      ...(tried.kind === 'sent' ? { sent_at: iso(nowMs), problem: null } : {}),
      ...(tried.kind === 'sent' || isOver ? { sealed: null } : { due_at: iso(nowMs + waitMs) }),
      ...(isOver ? { dead_at: iso(nowMs) } : {}),
      ...(tried.kind === 'sent' ? {} : { problem: tried.problem.slice(0, 300) }),
    })
    .where('id', '=', mail.id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Mails that wait after a failed try, or were given up, newest first. */
export const troubledMails = (trx: Trx, most: number) =>
  trx
    .selectFrom('outgoing')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('to_address', 'is not', null)
    .where('problem', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
