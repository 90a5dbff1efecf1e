import type { ExternalIdentity } from '../../../src/domain/toolbar-identity/external-identity'
import type { Mail } from '../../graphql/mailer'

/** Mail that tells of an identity that was linked to the account. It holds no link. */
export const identityLinkedMail = (
  to: string,
  { type, externalUserId, externalOrgId }: ExternalIdentity,
  edition: string,
): Mail => {
  const organization = edition === 'en-US' ? 'organization' : 'organisation'
  return {
    to,
    subject: 'A clinical toolbar was linked to your Lamplight account',
    text:
      `Hello,\n\nthe user ${externalUserId} of the ${organization} ${externalOrgId} in ${type} was linked to ${to}. From now on whoever is signed in there is signed in to this account as well, without its password.\n\n` +
      `If this was not you, sign in, unlink it on your account page, choose a new password, and tell the administrator of your ${organization}.\n`,
  }
}
