import { randomUUID } from 'node:crypto'
import type { IdentityContext } from './context'
import { editionOf } from './edition'
import { IdentityError } from './errors'
import { secondFactorRemovedMail } from './mails'
import { openFactorSecret, sealFactorSecret } from './sealed'
import { endSessions } from './session-ends'
import { rows, type Factor, type IdentityTrx } from './tables'
import { totpStep } from './totp'

/** The account's second factor, if it has one. */
export const factorOf = (
  context: Pick<IdentityContext, 'database'>,
  uid: string,
): Promise<Factor | undefined> =>
  rows(context.database)
    .selectFrom('identity_factor')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst()

/** A factor as Identity Toolkit shows it: never its secret. */
export const factorInfo = (factor: Factor): object => ({
  mfaEnrollmentId: factor.id,
  displayName: factor.display_name,
  enrolledAt: new Date(factor.enrolled_at).toISOString(),
  totpInfo: {},
})

/**
 * Whether the code is right and used for the first time, in one statement: of parallel uses one
 * wins.
 */
export const useCode = async (
  context: Pick<IdentityContext, 'database' | 'clock' | 'secrets'>,
  factor: Factor,
  code: string,
): Promise<boolean> => {
  const secret = openFactorSecret(context.secrets, factor.uid, factor.secret)
  const step = totpStep(secret, code, context.clock.now(), factor.last_step)
  if (step === null) return false
  const used = await rows(context.database)
    .updateTable('identity_factor')
    .set({ last_step: step })
    .where('id', '=', factor.id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Adds a second factor.
 * @param lastStep step of the code that proved it; it and earlier ones will not sign in
 * @throws IdentityError SECOND_FACTOR_EXISTS: an account has one authenticator
 */
export const addFactor = async (
  { clock, secrets }: Pick<IdentityContext, 'clock' | 'secrets'>,
  trx: IdentityTrx,
  uid: string,
  secret: string,
  displayName: string,
  lastStep = 0,
): Promise<string> => {
  const id = randomUUID()
  const added = await trx
    .insertInto('identity_factor')
    .values({
      id,
      uid,
      secret: sealFactorSecret(secrets, uid, secret),
      display_name: displayName,
      enrolled_at: clock.now(),
      last_step: lastStep,
    })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new IdentityError('SECOND_FACTOR_EXISTS')
  await trx
    .updateTable('user_account')
    .set({ enrolled_in_totp_mfa: true })
    .where('id', '=', uid)
    .execute()
  return id
}

/**
 * Removes the second factor, its revert codes, and all sessions of the account, and mails the owner
 * of a factor that was there. @param kept the session that goes on by a new one (endSessions)
 */
export const removeFactor = async (
  { clock, mailer }: Pick<IdentityContext, 'clock' | 'mailer'>,
  trx: IdentityTrx,
  uid: string,
  kept: string | null,
): Promise<void> => {
  const removed = await trx
    .deleteFrom('identity_factor')
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirst()
  await trx
    .deleteFrom('identity_action_code')
    .where('uid', '=', uid)
    .where('kind', '=', 'REVERT_SECOND_FACTOR_ADDITION')
    .execute()
  await trx
    .updateTable('user_account')
    .set({ enrolled_in_totp_mfa: false })
    .where('id', '=', uid)
    .execute()
  await endSessions(trx, uid, clock.now(), kept)
  if (removed === undefined) return
  const { email } = await trx
    .selectFrom('identity_account')
    .select('email')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  await mailer.send(secondFactorRemovedMail(email, await editionOf(trx, uid)), trx)
}
