import type { UserAdministration, Welcomed } from '../graphql/user-administration'
import { foldEmail } from './accounts'
import { actionLink, makeActionCode } from './action-codes'
import type { IdentityContext } from './context'
import { makeCustomToken } from './custom-tokens'
import { IdentityError } from './errors'
import { removeFactor } from './factors'
import {
  actedAsMail,
  invitationMail,
  notInvitedMail,
  passwordChangedMail,
  passwordResetMail,
  welcomeMail,
} from './mails'
import { requireGoodPassword } from './password-rule'
import { hashPassword } from './passwords'
import { endSessions } from './session-ends'
import type { IdentityTables } from '../db/tables'
import type { IdentityTrx } from './tables'
import type { Trx } from '../db/database'

const ours = (trx: Trx): IdentityTrx => trx.withTables<IdentityTables>()

const accountIn = (trx: IdentityTrx, uid: string) =>
  trx.selectFrom('identity_account').selectAll().where('uid', '=', uid).executeTakeFirst()

/** User administration with the embedded identity server. */
export const createAdministration = (
  context: IdentityContext,
  portalOf: (asked: string | null) => string,
): UserAdministration => {
  /** Of nobody, the same work for a link that opens nothing. */
  const resetLink = async (
    trx: IdentityTrx,
    uid: string | null,
    portalUrl: string | null,
  ): Promise<string> =>
    actionLink(
      portalOf(portalUrl),
      'PASSWORD_RESET',
      await makeActionCode(context, trx, 'PASSWORD_RESET', uid),
    )
  /** A link to choose the first password; null: they have one. Either way it is the same work. */
  const firstLink = async (
    trx: IdentityTrx,
    { uid, portalUrl = null }: Pick<Welcomed, 'uid' | 'portalUrl'>,
  ): Promise<string | null> => {
    const account = await accountIn(trx, uid)
    const needsLink = account !== undefined && account.password_hash === null
    const link = await resetLink(trx, needsLink ? uid : null, portalUrl)
    return needsLink ? link : null
  }
  return {
    async accountsOf(trx, uids) {
      if (uids.length === 0) return new Set()
      const found = await ours(trx)
        .selectFrom('identity_account')
        .select('uid')
        .where('uid', 'in', uids)
        .execute()
      return new Set(found.map(({ uid }) => uid))
    },
    async createAccount(trx, { uid, email }) {
      const now = context.clock.now()
      await ours(trx)
        .insertInto('identity_account')
        .values({
          uid,
          email: foldEmail(email),
          password_hash: null,
          tokens_valid_after: 0,
          password_changed_at: now,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return (await accountIn(ours(trx), uid)) !== undefined
    },
    async sendWelcome(trx, user) {
      const link = await firstLink(ours(trx), user)
      await context.mailer.send(welcomeMail(user, portalOf(user.portalUrl ?? null), link), trx)
    },
    async sendInvitation(trx, user) {
      const link = await firstLink(ours(trx), user)
      await context.mailer.send(invitationMail(user, portalOf(user.portalUrl ?? null), link), trx)
    },
    async sendNotInvited(trx, user) {
      await resetLink(ours(trx), null, null)
      await context.mailer.send(notInvitedMail(user), trx)
    },
    async passwordResetUrl(trx, uid, portalUrl = null) {
      const account = await accountIn(ours(trx), uid)
      return account === undefined ? null : resetLink(ours(trx), uid, portalUrl)
    },
    async sendPasswordReset(trx, uid, portalUrl = null) {
      const account = await accountIn(ours(trx), uid)
      if (account === undefined) return false
      const link = await resetLink(ours(trx), uid, portalUrl)
      await context.mailer.send(passwordResetMail(account.email, link), trx)
      return true
    },
    tellActedAs: (trx, { email }, by) => context.mailer.send(actedAsMail(email, by), trx),
    unenrolTotp: (trx, uid) => removeFactor(context, ours(trx), uid, null),
    async setPassword(trx, { uid, email, edition }, password, names) {
      try {
        requireGoodPassword(password, email, names)
      } catch (thrown) {
        if (!(thrown instanceof IdentityError)) throw thrown
        return thrown.message.replace(/^WEAK_PASSWORD( : )?/u, '') || 'Choose another password'
      }
      const password_hash = await hashPassword(password, context.passwordCost)
      const now = context.clock.now()
      const before = await accountIn(ours(trx), uid)
      await ours(trx)
        .updateTable('identity_account')
        .set({ password_hash, password_changed_at: now })
        .where('uid', '=', uid)
        .execute()
      await ours(trx)
        .deleteFrom('identity_action_code')
        .where('uid', '=', uid)
        .where('kind', '=', 'PASSWORD_RESET')
        .execute()
      await endSessions(ours(trx), uid, now, null)
      // A first password was nobody's to lose: who chose it gives it to its owner.
      if (before?.password_hash != null)
        await context.mailer.send(passwordChangedMail(email, edition), trx)
      return null
    },
    async deleteAccount(trx, uid) {
      await ours(trx).deleteFrom('identity_account').where('uid', '=', uid).execute()
    },
    signInToken: (uid, claims, seconds) => makeCustomToken(context, uid, claims, seconds),
  }
}
