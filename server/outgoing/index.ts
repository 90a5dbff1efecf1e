import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { claimMail, settleMail } from '../db/outgoing'
import { decidedNow } from '../jobs/database-clock'
import { startQueue } from '../jobs/queue'
import type { SecretBox } from '../secret-box'
import type { Deliver } from './mails'

export { createDelivery, createMailer, type Deliver } from './mails'

export interface OutgoingParts {
  readonly database: Database
  readonly clock: Clock
  /** Also asks the shared database for the time. Tests: false. */
  readonly asksDatabase: boolean
  readonly secrets: SecretBox
  readonly deliver: Deliver
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Sends every mail that is due, one after the other. Safe on several servers and when killed. */
export async function sendDue(parts: OutgoingParts): Promise<void> {
  const { database, deliver, log, secrets } = parts
  const now = (): Promise<number> => database.asSystem((trx) => decidedNow(trx, parts))
  for (;;) {
    const nowMs = await now()
    const mail = await database.asSystem((trx) => claimMail(trx, nowMs))
    if (mail === undefined) return
    const text = secrets.open(mail.id, mail.sealed)
    const tried =
      mail.to === null
        ? ({ kind: 'sent' } as const)
        : text === null
          ? ({ kind: 'refused', problem: 'It was sealed under another key' } as const)
          : await deliver({ id: mail.id, to: mail.to, subject: mail.subject, text })
    const settledMs = await now()
    await database.asSystem((trx) => settleMail(trx, mail, tried, settledMs))
    if (tried.kind !== 'sent')
      log.warn({ event: 'mail-not-sent', id: mail.id, attempts: mail.attempts, kind: tried.kind })
  }
}

/**
 * Sends what comes into the queue at once, and what waits when it is due.
 * @returns how to stop, which waits for the mail that is under way
 */
export const startOutgoing = (parts: OutgoingParts, intervalMs?: number): (() => Promise<void>) =>
  startQueue({ ...parts, channel: 'outgoing', work: () => sendDue(parts) }, intervalMs)
