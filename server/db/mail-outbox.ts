import { sql } from 'kysely'

import type { Database, Trx } from './database'

interface Now {
  readonly now: () => number
}

/** A code in a kept mail can be read for so long: as long as a reset link works. */
const linksShownMs = 60 * 60_000
/** Kept mails are deleted after this long. */
const keptMs = 30 * 86_400_000

const code = /(oobCode=)[^&\s]+/gu
/** The text with the codes taken out of its links: they open accounts. */
export const withoutCodes = (text: string): string => text.replace(code, '$1***')

/** Keeps a mail that was not sent; again the same one: nothing. */
export const keepMail = (
  database: Database,
  clock: Now,
  mail: {
    readonly id: string
    readonly to: string
    readonly subject: string
    readonly text: string
  },
): Promise<unknown> =>
  database.asSystem((trx) =>
    trx
      .insertInto('mail_outbox')
      .values({
        id: mail.id,
        to_address: mail.to,
        subject: mail.subject,
        body: mail.text,
        created_at: new Date(clock.now()).toISOString(),
      })
      .onConflict((on) => on.column('id').doNothing())
      .execute(),
  )

/** Kept mails, newest first; without their codes once those are an hour old. */
export const keptMails = async (trx: Trx, clock: Now, most: number) =>
  (
    await trx
      .selectFrom('mail_outbox')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  ).map((row) =>
    Date.parse(row.created_at) < clock.now() - linksShownMs
      ? { ...row, body: withoutCodes(row.body) }
      : row,
  )

/** Takes old codes out of kept mails, and old mails away, also those that were sent. */
export const purgeMails = ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Now
}): Promise<void> =>
  database.asSystem(async (trx) => {
    const before = (ms: number): string => new Date(clock.now() - ms).toISOString()
    await trx.deleteFrom('mail_outbox').where('created_at', '<', before(keptMs)).execute()
    await trx.deleteFrom('outgoing').where('created_at', '<', before(keptMs)).execute()
    await trx
      .updateTable('mail_outbox')
      .set({ body: sql`regexp_replace(body, '(oobCode=)[^&[:space:]]+', '\\1***', 'g')` })
      .where('created_at', '<', before(linksShownMs))
      .where('body', 'like', '%oobCode=%')
      .execute()
  })
