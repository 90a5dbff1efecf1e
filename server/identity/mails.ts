import { invitationDays } from '../../src/domain/user/administration'
import type { Edition } from '../../src/domain/organization/organization'
import type { ActedBy, Welcomed } from '../graphql/user-administration'
import type { Mail } from '../graphql/mailer'
import { portalPage } from './portal-page'

/** Mail with the link to choose a password; `link` works once, for an hour. */
export const passwordResetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Reset your Lamplight password',
  text:
    `Hello,\n\nfollow this link to choose a new password for ${to}. It works once, within one hour:\n\n${link}\n\n` +
    'You asked for it, or somebody who manages your account did. If you do not expect it, ignore this message: your password stays as it is.\n',
})

/** Mail that tells a user that internal staff are let in as them. */
export const actedAsMail = (to: string, { name, reason, edition }: ActedBy): Mail => ({
  to,
  subject: 'Lamplight support asked to sign in as you',
  text:
    `Hello,\n\n${name} of Lamplight support asked to sign in as ${to}, for an hour at most. The reason that was given:\n\n${reason}\n\n` +
    `What is done meanwhile is logged under both names. If you do not expect it, tell the administrator of your ${organizationWord(edition)}, who finds it in Settings under 'Support sign-ins'.\n`,
})

const organizationWord = (edition: Edition): string =>
  edition === 'en-US' ? 'organization' : 'organisation'

/**
 * Mail to a new member of an organisation. `link` chooses the first password, once, within an hour;
 * null: they have one. A mail that came late still says how to get in.
 */
export const welcomeMail = (
  { email, organizationName, edition }: Welcomed,
  portalUrl: string,
  link: string | null,
): Mail => {
  const signIn = portalPage(portalUrl, 'login').toString()
  return {
    to: email,
    subject: `Welcome to Lamplight: ${organizationName}`,
    text:
      `Hello,\n\nyou are now a user of the ${organizationWord(edition)} ${organizationName} on Lamplight. You sign in with ${email}.\n\n` +
      (link === null
        ? `Sign in with the password that you have:\n\n${signIn}\n`
        : `Follow this link to choose a password. It works once, within one hour:\n\n${link}\n\n` +
          `If it no longer works, choose "Forgot your password" on the sign-in page:\n\n${signIn}\n`),
  }
}

/**
 * Mail to somebody whom an organisation asks to be its user. `link` chooses their first password, as of
 * welcomeMail. Nothing in it accepts.
 */
export const invitationMail = (
  { email, organizationName, edition }: Welcomed,
  portalUrl: string,
  link: string | null,
): Mail => {
  const account = portalPage(portalUrl, 'account').toString()
  const what = `accept or decline within ${invitationDays} days`
  return {
    to: email,
    subject: `Your invitation to Lamplight: ${organizationName}`,
    text:
      `Hello,\n\nthe ${organizationWord(edition)} ${organizationName} asks ${email} to be one of its users on Lamplight. ` +
      'Nothing changes unless you accept.\n\n' +
      (link === null
        ? `You have an account already. Sign in, and ${what} on your account page:\n\n${account}\n\n`
        : `Follow this link to choose a password. It works once, within one hour:\n\n${link}\n\n` +
          `If it no longer works, choose "Forgot your password" on the sign-in page:\n\n${portalPage(portalUrl, 'login').toString()}\n\n` +
          `Then sign in, and ${what}.\n\n`) +
      'You are shown who asks, and which roles you are to have. If you do not expect this, decline it there or ignore this message.\n',
  }
}

/** Mail to the address of a patient's login, which was to be made a user. */
export const notInvitedMail = ({ email, organizationName }: Welcomed): Mail => ({
  to: email,
  subject: `Your invitation to Lamplight: ${organizationName}`,
  text:
    `Hello,\n\n${organizationName} invited ${email} to be a user of Lamplight. This address is that of a patient's login and cannot ` +
    'be used for that. Nothing was changed. Ask whoever invited you to use another address.\n',
})

/** Mail that tells of an added second factor; `link` takes it off again. */
export const secondFactorAddedMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Two-factor authentication was added to your Lamplight account',
  text:
    `Hello,\n\nan authenticator app was added to ${to}. From now on signing in needs a code from it.\n\n` +
    `If this was not you, follow this link within three days to remove it. It ends every session of the account:\n\n${link}\n\nThen choose a new password.\n`,
})

/** Mail that tells of a second factor that was taken off, by whomever. It holds no link. */
export const secondFactorRemovedMail = (to: string, edition: Edition): Mail => ({
  to,
  subject: 'Two-factor authentication was removed from your Lamplight account',
  text:
    `Hello,\n\nthe authenticator app of ${to} was removed. From now on signing in needs the password alone. Other sessions were signed out.\n\n` +
    `If you did not ask for this, choose "Forgot password" on the sign-in page now and tell the administrator of your ${organizationWord(edition)}.\n`,
})

/** Mail that tells of a new password in place of another. It holds no link: whoever reads the mailbox gets nothing. */
export const passwordChangedMail = (to: string, edition: Edition): Mail => ({
  to,
  subject: 'Your Lamplight password was changed',
  text:
    `Hello,\n\nthe password of ${to} was changed. Every session was signed out.\n\n` +
    `If this was not you, choose "Forgot password" on the sign-in page now and tell the administrator of your ${organizationWord(edition)}.\n`,
})
