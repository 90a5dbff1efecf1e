import type {
  ExternalAuthIdentity,
  MutationLinkExternalAuthIdentityArgs,
  MutationUnlinkExternalAuthIdentityArgs,
  OfferedExternalIdentity,
  QueryExternalAuthIdentityArgs,
} from '../../../schema/generated/resolvers'
import type { ExternalIdentity } from '../../../src/domain/toolbar-identity/external-identity'
import { longestIdentity } from '../../../src/domain/toolbar-identity/toolbar-identity'
import { asServer } from '../../db/across/server-rights'
import { badInput, conflict, notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Mailer } from '../../graphql/mailer'
import type { Scope } from '../../graphql/scope'
import { readOrganization } from '../organization'
import { identityLinkedMail } from './mails'
import {
  deleteIdentity,
  findOwn,
  insertIdentity,
  isLinkedToOther,
  isSpent,
  spend,
} from './repository'
import { clockToleranceSeconds, type ReadIdentity, type SignedIdentity } from './signed'

export type { ReadIdentity } from './signed'

const log = (
  scope: Scope,
  action: string,
  { type, externalOrgId, externalUserId }: ExternalIdentity,
) =>
  logged(scope, {
    action,
    entityType: 'user',
    entityId: scope.acting.userId,
    details: { type, externalOrgId, externalUserId },
  })

/** The caller's address, and how their organisation spells. */
const mailOwner = async (scope: Scope, mailer: Mailer, linked: ExternalIdentity): Promise<void> => {
  const { trx, acting } = scope
  const { email } = await trx
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', acting.userId)
    .executeTakeFirstOrThrow()
  const { edition } = await readOrganization(scope)
  await mailer.send(identityLinkedMail(email, linked, edition), trx)
}

/** Null for what is too long to be one. */
const reading = (read: ReadIdentity, encoded: string): Promise<SignedIdentity | null> =>
  encoded.length > longestIdentity ? Promise.resolve(null) : read(encoded)

/** The password was shown since the identity was signed: whoever follows a link by mistake links nothing (K26). */
const requirePassword = ({ token }: Scope, { issuedAt }: SignedIdentity): void => {
  if (token.provider !== 'password' || token.authTime < issuedAt - clockToleranceSeconds)
    throw conflict('PASSWORD_FIRST', 'Enter your password first')
}

/** Query fields of schema/toolbar-identity.graphql. @param read believes what a toolbar signed */
export const createToolbarQueries = (read: ReadIdentity) => ({
  async externalAuthIdentity(
    scope: Scope,
    { identity }: QueryExternalAuthIdentityArgs,
  ): Promise<OfferedExternalIdentity | null> {
    const signed = await reading(read, identity)
    if (signed === null) return null
    const { trx, acting } = scope
    const seen = await asServer(trx, acting.organizationId, async () => ({
      isSpent: await isSpent(trx, signed),
      isLinkedToOther: await isLinkedToOther(trx, signed, acting.userId),
    }))
    if (seen.isSpent) return null
    return {
      type: signed.source,
      externalOrgId: signed.organizationId,
      externalUserId: signed.userId,
      isLinked: (await findOwn(scope, signed)) !== undefined,
      isLinkedToOther: seen.isLinkedToOther,
    }
  },
})

/** Mutation fields of schema/toolbar-identity.graphql. @param read believes what a toolbar signed */
export const createToolbarMutations = (read: ReadIdentity, mailer: Mailer) => ({
  async linkExternalAuthIdentity(
    scope: Scope,
    { externalOrgId, externalUserId, type, identity }: MutationLinkExternalAuthIdentityArgs,
  ): Promise<ExternalAuthIdentity> {
    const notBelieved = badInput([
      { path: 'identity', message: 'This identity is not valid. Open the link again' },
    ])
    const signed = await reading(read, identity)
    const isTheSame =
      signed?.source === type &&
      signed.organizationId === externalOrgId &&
      signed.userId === externalUserId
    if (signed === null || !isTheSame) throw notBelieved
    requirePassword(scope, signed)
    const { trx, acting, clock } = scope
    if (!(await asServer(trx, acting.organizationId, () => spend(trx, clock, signed))))
      throw notBelieved
    const linked = await insertIdentity(scope, signed)
    if (linked === undefined) {
      const before = await findOwn(scope, signed)
      if (before !== undefined) return before
      throw conflict(
        'LINKED_ELSEWHERE',
        'This identity is linked already, to another account or in another organisation',
      )
    }
    await mailOwner(scope, mailer, linked)
    await log(scope, 'linkExternalAuthIdentity', linked)
    return linked
  },

  async unlinkExternalAuthIdentity(
    scope: Scope,
    { id }: MutationUnlinkExternalAuthIdentityArgs,
  ): Promise<string> {
    const gone = await deleteIdentity(scope, id)
    if (gone === undefined) throw notFound()
    await log(scope, 'unlinkExternalAuthIdentity', gone)
    return id
  },
})

/** What a repeat of a mutation is answered with. */
export const toolbarRereads = {
  async linkExternalAuthIdentity(
    scope: Scope,
    { type, externalOrgId, externalUserId }: MutationLinkExternalAuthIdentityArgs,
  ): Promise<ExternalAuthIdentity> {
    const linked = await findOwn(scope, {
      source: type,
      organizationId: externalOrgId,
      userId: externalUserId,
    })
    if (linked === undefined) throw notFound()
    return linked
  },
  unlinkExternalAuthIdentity: (_scope: Scope, { id }: MutationUnlinkExternalAuthIdentityArgs) =>
    Promise.resolve(id),
}
