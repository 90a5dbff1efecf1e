import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Clock } from '../clock'
import { isoNow } from '../clock'
import type { Database } from '../db/database'
import { keepMail, withoutCodes } from '../db/mail-outbox'
import { queueMail, type Tried } from '../db/outgoing'
import type { Mailer } from '../graphql/mailer'
import type { SecretBox } from '../secret-box'
import { isThisMachine } from '../this-machine'

/** Writes mails into the queue, sealed: their links open accounts. */
export const createMailer = ({
  clock,
  secrets,
}: {
  readonly clock: Clock
  readonly secrets: SecretBox
}): Mailer => ({
  send: (mail, trx) => {
    const id = randomUUID()
    return queueMail(
      trx,
      { id, to: mail.to, subject: mail.subject, sealed: secrets.seal(id, mail.text) },
      isoNow(clock),
    )
  },
})

/** A mail, opened, with the id that stays its own over all tries. */
export interface Letter {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands a mail over. Never rejects. */
export type Deliver = (letter: Letter) => Promise<Tried>

export interface DeliveryOptions {
  readonly database: Database
  readonly clock: Clock
  /** `smtp://user:password@host:587`; absent: mails stay in mail_outbox. */
  readonly smtpUrl?: string
  /**
   * Kept mails keep what opens an account: for the demonstration alone, whose accounts are
   * everybody's. Default no.
   */
  readonly keepsCodes?: boolean
  /** Sender's address. */
  readonly from?: string
}

const smtpErrorSchema = z.object({
  code: z.string().catch('unknown'),
  /** At which step of the conversation. */
  command: z.string().optional(),
  response: z.string().optional(),
})

/**
 * What a failure of nodemailer means. Refused for good is only what the other side says of the
 * recipient, by a code of no such mailbox: our password, our sender and what this relay sends for
 * us may be right again later.
 */
const triedBy = (thrown: unknown): Tried => {
  const read = smtpErrorSchema.safeParse(thrown)
  const { code, command, response } = read.success
    ? read.data
    : { code: 'unknown', command: undefined, response: undefined }
  const isNoMailbox = /^55[013](?!.5\.7\.)/u.test(response ?? '')
  return {
    kind: command === 'RCPT TO' && isNoMailbox ? 'refused' : 'failed',
    problem: response ?? code,
  }
}

/**
 * A mail may hold a link that opens an account: it leaves this machine by TLS alone, unless the address
 * says `?ignoreTLS=true`.
 */
const needsTls = ({ hostname, searchParams }: URL): boolean =>
  searchParams.get('ignoreTLS') !== 'true' && !isThisMachine(hostname)

/**
 * Sends by SMTP if configured, else keeps the mail in the table mail_outbox. A mail that is tried
 * again, since its server was killed before it noted the success, has the same Message-ID, by which
 * the receiver knows it.
 */
export const createDelivery = ({
  database,
  clock,
  smtpUrl,
  keepsCodes = false,
  from = 'Lamplight <no-reply@lamplight.example>',
}: DeliveryOptions): Deliver => {
  if (smtpUrl === undefined)
    return async ({ id, to, subject, text }) => {
      await keepMail(database, clock, {
        id,
        to,
        subject,
        text: keepsCodes ? text : withoutCodes(text),
      })
      return { kind: 'sent' }
    }
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: needsTls(new URL(smtpUrl)),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  const domain = /@([^>\s]+)/u.exec(from)?.[1] ?? 'lamplight.example'
  return async ({ id, to, subject, text }) => {
    try {
      await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${domain}>` })
      return { kind: 'sent' }
    } catch (thrown) {
      return triedBy(thrown)
    }
  }
}
