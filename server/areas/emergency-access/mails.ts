import type { Mail } from '../../graphql/mailer'
import type { Told } from './repository'

/**
 * Mails to those who review emergency accesses, about an unusual number of them by one person. They
 * name no patient and no reason: mail is read elsewhere.
 * @param who who opened it; null: without a name
 * @param nth which one of their shift it is
 */
export const unusualMails = (
  told: readonly Told[],
  who: string | null,
  nth: number,
): readonly Mail[] =>
  told.map(({ email, edition }) => {
    const name = who ?? 'A user'
    const theirs = edition === 'en-US' ? 'your organization' : 'your organisation'
    return {
      to: email,
      subject: `Lamplight: ${nth} records opened in an emergency within 12 hours`,
      text:
        `Hello,\n\n${name} of ${theirs} has just opened a record by emergency access. It is number ${nth} within 12 hours.\n\n` +
        "Settings, 'Emergency access' shows which records, why, and what was looked at. Review whether there was reason.\n",
    }
  })
