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

/** A mail that is still to be sent, and since when it waits. */
export async function waitingMail(
  trx: Trx,
  id: string,
): Promise<(Queued & { readonly createdAt: string }) | undefined> {
  const row = await trx
    .selectFrom('outgoing')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      to: row.to_address,
      subject: row.subject,
      sealed: row.sealed ?? '',
      createdAt: row.created_at,
    }
  )
}

/** What became of a try. `refused`: it will never be taken. */
export type Tried =
  { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly problem: string }

/** Notes what became of a mail. Its text is kept only while it is to be sent. */
export async function noteMail(
  trx: Trx,
  id: string,
  attempts: number,
  { tried, isOver }: { readonly tried: Tried; readonly isOver: boolean },
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs).toISOString()
  await trx
    .updateTable('outgoing')
    .set({
      attempts,
      ...(isOver ? { sealed: null } : {}),
      ...(tried.kind === 'sent'
        ? { sent_at: at, problem: null }
        : { problem: tried.problem.slice(0, 300), dead_at: isOver ? at : null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Mails that wait after a failed try, or were given up, newest first. */
export const troubledMails = (trx: Trx, most: number) =>
  trx
    .selectFrom('outgoing as o')
    .leftJoin('job as j', (on) => on.on('j.kind', '=', 'mail').onRef('j.key', '=', 'o.id'))
    .selectAll('o')
    .select('j.due_at')
    .where('o.sent_at', 'is', null)
    .where('o.to_address', 'is not', null)
    .where('o.problem', 'is not', null)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(most)
    .execute()
