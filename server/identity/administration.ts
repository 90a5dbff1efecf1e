import type { UserAdministration } from '../graphql/user-administration'
import { foldEmail } from './accounts'
import { actionLink, makeActionCode } from './action-codes'
import type { IdentityContext } from './context'
import { makeCustomToken } from './custom-tokens'
import { welcomeMail } from './mails'
import type { IdentityTables, IdentityTrx } from './tables'
import type { Trx } from '../db/database'

const ours = (trx: Trx): IdentityTrx => trx.withTables<IdentityTables>()

const accountIn = (trx: IdentityTrx, uid: string) =>
  trx.selectFrom('identity_account').selectAll().where('uid', '=', uid).executeTakeFirst()

/** User administration with the embedded identity server. */
export const createAdministration = (context: IdentityContext): UserAdministration => {
  const resetLink = async (trx: IdentityTrx, uid: string): Promise<string> =>
    actionLink(
      context.portalUrl,
      'PASSWORD_RESET',
      await makeActionCode(context, trx, 'PASSWORD_RESET', uid),
    )
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
      const account = await accountIn(ours(trx), user.uid)
      const link =
        account === undefined || account.password_hash !== null
          ? null
          : await resetLink(ours(trx), user.uid)
      await context.mailer.send(welcomeMail(user, context.portalUrl, link), trx)
    },
    async passwordResetUrl(trx, uid) {
      const account = await accountIn(ours(trx), uid)
      return account === undefined ? null : resetLink(ours(trx), uid)
    },
    signInToken: (uid, claims) => makeCustomToken(context, uid, claims),
  }
}
