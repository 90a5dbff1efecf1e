import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Clock } from '../clock'
import type { Database } from '../db/database'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}
export interface Mailer {
  /** @throws when the mail could not be handed over */
  send(mail: Mail): Promise<void>
}

export interface MailerOptions {
  readonly database: Database
  readonly clock: Clock
  /** `smtp://user:password@host:587`; absent: mails stay in mail_outbox, for the demonstration. */
  readonly smtpUrl?: string
  /** Sender's address. */
  readonly from?: string
}

/** Sends by SMTP if configured, else keeps the mail in the table mail_outbox. */
export const createMailer = ({
  database,
  clock,
  smtpUrl,
  from = 'Lamplight <no-reply@lamplight.example>',
}: MailerOptions): Mailer => {
  if (smtpUrl === undefined) {
    return {
      async send({ to, subject, text }) {
        await database.asSystem((trx) =>
          trx
            .insertInto('mail_outbox')
            .values({
              id: randomUUID(),
              to_address: to,
              subject,
              body: text,
              created_at: new Date(clock.now()).toISOString(),
            })
            .execute(),
        )
      },
    }
  }
  const transport = createTransport(smtpUrl)
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text })
    },
  }
}
