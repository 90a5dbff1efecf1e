import type { Trx } from '../db/database'

export interface Mail {
  /** Null: nobody; the same work for an address that nobody has. */
  readonly to: string | null
  readonly subject: string
  readonly text: string
}
export interface Mailer {
  /** Hands a mail over in the transaction of what it tells of: it leaves once that commits. */
  send(mail: Mail, trx: Trx): Promise<void>
}
