import type { Logger } from 'pino'
import { noteMail, waitingMail } from '../db/outgoing'
import type { Kind } from '../queue'
import type { SecretBox } from '../secret-box'
import type { Deliver } from './mails'

export { createDelivery, createMailer, type Deliver } from './mails'

/** Waits between the tries, milliseconds: doubled each time. */
const [firstWaitMs, longestWaitMs] = [10_000, 600_000]
/** A mail that nobody took for so long is given up, milliseconds. */
const givenUpMs = 3 * 86_400_000

/** Sends mails, one after the other. One that comes again has the same Message-ID. */
export const mailKind = (
  secrets: Pick<SecretBox, 'open'>,
  deliver: Deliver,
  log: Pick<Logger, 'warn'>,
): Kind => ({
  name: 'mail',
  // Longer than a relay that answers slowly at every step takes.
  leaseMs: 3 * 60_000,
  atOnce: 1,
  isFinishedAtStop: true,
  waitMs: (attempts) => Math.min(firstWaitMs * 2 ** Math.min(attempts - 1, 16), longestWaitMs),
  work: async ({ key, attempts }, held) => {
    const [mail, nowMs] = await held(async (trx, ms) => [await waitingMail(trx, key), ms] as const)
    if (mail === undefined) return { end: 'over' }
    const text = secrets.open(mail.id, mail.sealed)
    const tried =
      mail.to === null
        ? ({ kind: 'sent' } as const)
        : text === null
          ? ({ kind: 'refused', problem: 'It was sealed under another key' } as const)
          : await deliver({ id: mail.id, to: mail.to, subject: mail.subject, text })
    if (tried.kind !== 'sent')
      log.warn({ event: 'mail-not-sent', id: mail.id, attempts, kind: tried.kind })
    const isOver = tried.kind !== 'failed' || nowMs - Date.parse(mail.createdAt) >= givenUpMs
    return {
      end: isOver ? 'over' : 'again',
      failure: tried.kind,
      note: (trx, at) => noteMail(trx, key, attempts, { tried, isOver }, at),
    }
  },
})
