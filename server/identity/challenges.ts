import type { IdentityContext } from './context'
import { openFactorSecret, sealFactorSecret } from './sealed'
import { hashOf, newSecret } from './secrets'
import { rows, together } from './tables'

/** Time to find the telephone and type the code. */
const challengeLifetimeMs = 5 * 60 * 1000
/** Time to scan the picture and type the first code. */
export const enrolmentLifetimeMs = 10 * 60 * 1000

/** Begins the one-time step after a correct password; the answer shows the returned credential. */
export const openChallenge = async (context: IdentityContext, uid: string): Promise<string> => {
  const credential = newSecret()
  await rows(context.database)
    .insertInto('identity_challenge')
    .values({
      hash: hashOf(credential),
      uid,
      kind: 'sign-in',
      secret: null,
      expires_at: context.clock.now() + challengeLifetimeMs,
    })
    .execute()
  return credential
}

/** Begins an enrolment and drops an earlier one; a code must prove the secret. */
export const openEnrolment = async (
  context: IdentityContext,
  uid: string,
  secret: string,
): Promise<string> => {
  const credential = newSecret()
  await together(context.database, async (trx) => {
    await trx
      .deleteFrom('identity_challenge')
      .where('uid', '=', uid)
      .where('kind', '=', 'enrolment')
      .execute()
    await trx
      .insertInto('identity_challenge')
      .values({
        hash: hashOf(credential),
        uid,
        kind: 'enrolment',
        secret: sealFactorSecret(context.secrets, uid, secret),
        expires_at: context.clock.now() + enrolmentLifetimeMs,
      })
      .execute()
  })
  return credential
}

/** The running challenge of a credential; `null` when it is unknown, over or was answered. */
export const findChallenge = async (
  context: IdentityContext,
  kind: 'sign-in' | 'enrolment',
  credential: string,
): Promise<{ readonly uid: string; readonly secret: string | null } | null> => {
  const found = await rows(context.database)
    .selectFrom('identity_challenge')
    .selectAll()
    .where('hash', '=', hashOf(credential))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found === undefined || found.expires_at <= context.clock.now()
    ? null
    : {
        uid: found.uid,
        secret:
          found.secret === null ? null : openFactorSecret(context.secrets, found.uid, found.secret),
      }
}

/** Time to go on after the present password was shown. */
const proofLifetimeMs = 5 * 60 * 1000
/** One for each session: whoever has a token of another one gets nothing by it. */
const proofHash = (sessionId: string): string => hashOf(`present-password ${sessionId}`)

/** Keeps that a session has just shown the present password. */
export const keepProof = async (
  { database, clock }: IdentityContext,
  uid: string,
  sessionId: string,
): Promise<void> => {
  const expires_at = clock.now() + proofLifetimeMs
  await rows(database)
    .insertInto('identity_challenge')
    .values({ hash: proofHash(sessionId), uid, kind: 'present-password', secret: null, expires_at })
    .onConflict((on) => on.column('hash').doUpdateSet({ expires_at }))
    .execute()
}

/** Uses the proof of a session up: of two at once one wins. False: there is none. */
export const spendProof = async (
  { database, clock }: IdentityContext,
  sessionId: string,
): Promise<boolean> => {
  const spent = await rows(database)
    .deleteFrom('identity_challenge')
    .where('hash', '=', proofHash(sessionId))
    .where('expires_at', '>', clock.now())
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}
