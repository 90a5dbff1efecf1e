import type { Edition } from '../../src/domain/organization/organization'
import type { Invited } from '../db/across/invitations'
import type { Trx } from '../db/database'

/** A member's account at the identity provider, as user administration names it. */
export interface ProviderUser {
  /** The user's id. */
  readonly uid: string
  readonly email: string
}

/** Whom a welcome mail welcomes. */
export interface Welcomed extends ProviderUser {
  /** Where its links lead; used only if it is ours or this machine's. Absent: the house's own. */
  readonly portalUrl?: string | null
  readonly organizationName: string
  readonly edition: Edition
}

/** Who of internal staff signs in as a user, and why. */
export interface ActedBy {
  readonly name: string
  readonly reason: string
  readonly edition: Edition
}

/**
 * What user administration needs of the identity provider (K25). Each works in the transaction of
 * what it belongs to: undone with it where the provider is ours.
 */
export interface UserAdministration {
  /** Those of the users who can sign in at the provider. */
  accountsOf(trx: Trx, uids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Makes an account without a password; one that is there stays as it is.
   * @returns false where the address is another account's
   */
  createAccount(trx: Trx, user: ProviderUser): Promise<boolean>
  /** Queues the mail that welcomes a member, with a link to choose a password where they have none. */
  sendWelcome(trx: Trx, user: Welcomed): Promise<void>
  /** Queues the mail that asks somebody to accept an invitation, with such a link where they have no password. */
  sendInvitation(trx: Trx, user: Welcomed): Promise<void>
  /** The same to an address that is none of a user's, whose invitation did nothing. */
  sendNotInvited(trx: Trx, user: Welcomed): Promise<void>
  /**
   * A link to choose a password: once, for an hour. Do not log it. Null: no such account.
   * @param portalUrl where it leads; used only if it is ours or this machine's
   */
  passwordResetUrl(trx: Trx, uid: string, portalUrl?: string | null): Promise<string | null>
  /**
   * Mails the user such a link, which nobody else is shown. False: no such account.
   * @param portalUrl as of passwordResetUrl
   */
  sendPasswordReset(trx: Trx, uid: string, portalUrl?: string | null): Promise<boolean>
  /** Tells a user by mail that internal staff sign in as them: who, and why. */
  tellActedAs(trx: Trx, user: Pick<ProviderUser, 'email'>, by: ActedBy): Promise<void>
  /** Takes the second factor off; ends every session. */
  unenrolTotp(trx: Trx, uid: string): Promise<void>
  /**
   * Sets a password, and ends every session and every reset link. A mail tells of one that replaces another.
   * @param names what the password must not be made of
   * @returns why it is refused, for the person; null: it is set
   */
  setPassword(
    trx: Trx,
    user: ProviderUser & { readonly edition: Edition },
    password: string,
    names: readonly string[],
  ): Promise<string | null>
  /** Ends the account with its sessions. */
  deleteAccount(trx: Trx, uid: string): Promise<void>
  /** Signs its bearer in as the user, with claims, within five minutes or so many seconds. Outside a transaction. */
  signInToken(
    uid: string,
    claims: Readonly<Record<string, string>>,
    seconds?: number,
  ): Promise<string>
}

/**
 * Tells a person by mail that they are asked to be a user, and lets who has no password choose one. That
 * accepts nothing: whoever signs in is asked.
 */
export const mailInvitation = async (
  provider: UserAdministration,
  trx: Trx,
  { id, userId, email }: Invited,
  about: Omit<Welcomed, keyof ProviderUser>,
): Promise<void> => {
  const user = { ...about, uid: userId ?? id, email }
  if (userId === null) return provider.sendNotInvited(trx, user)
  await provider.createAccount(trx, user)
  return provider.sendInvitation(trx, user)
}
