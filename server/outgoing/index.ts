import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { claimMail, settleMail } from '../db/outgoing'
import { decidedNow } from '../jobs/database-clock'
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

/** How often it is looked whether a try is due again, milliseconds. */
const everyMs = 5_000

/**
 * Sends what comes into the queue at once, and what waits when it is due.
 * @returns how to stop, which waits for the mail that is under way
 */
export function startOutgoing(parts: OutgoingParts, intervalMs = everyMs): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const look = (): void => {
    again = true
    running ??= (async () => {
      while (again) {
        again = false
        await sendDue(parts)
      }
    })()
      .catch((error: unknown) => {
        parts.log.error({
          event: 'outgoing-failed',
          failure: error instanceof Error ? error.name : 'unknown',
        })
      })
      .finally(() => {
        running = null
      })
  }
  const unlisten = parts.database.listen('outgoing', {
    heard: look,
    listening: (is) => {
      if (is) look()
    },
  })
  const timer = setInterval(look, intervalMs)
  timer.unref()
  look()
  return async () => {
    clearInterval(timer)
    await unlisten()
    again = false
    await running
  }
}
