import { createTransport } from 'nodemailer'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { keepMail, withoutCodes } from '../db/mail-outbox'

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

/** Sends by SMTP if configured, else keeps the mail in the table mail_outbox. */
export const createMailer = ({
  database,
  clock,
  smtpUrl,
  keepsCodes = false,
  from = 'Lamplight <no-reply@lamplight.example>',
}: MailerOptions): Mailer => {
  if (smtpUrl === undefined)
    return {
      async send({ to, subject, text }) {
        await keepMail(database, clock, {
          to,
          subject,
          text: keepsCodes ? text : withoutCodes(text),
        })
      },
    }
  const transport = createTransport(smtpUrl)
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text })
    },
  }
}
