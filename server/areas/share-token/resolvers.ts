import { randomBytes, randomUUID } from 'node:crypto'
import type {
  MutationCreateShareTokenArgs,
  MutationDeleteShareTokenArgs,
  ShareToken,
} from '../../../schema/generated/resolvers'
import { longestLinkHours, tooManyLinksMessage } from '../../../src/domain/share-link/share-link'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { shareTokenHash } from '../../graphql/sharing'
import { requirePatient } from '../../graphql/visibility'
import { endLink, findLink, holdRoom, insertLink, listLinks } from './repository'

/** 256 random bits, in the letters of an address. */
const newToken = (): string => randomBytes(32).toString('base64url')

/** Query fields of schema/share-token.graphql. */
export const shareTokenQueries = {
  shareTokens: (scope: Scope): Promise<ShareToken[]> => listLinks(scope),
}

/** Mutation fields of schema/share-token.graphql. */
export const shareTokenMutations = {
  async createShareToken(
    scope: Scope,
    { patientId, expiresInHours }: MutationCreateShareTokenArgs,
  ): Promise<ShareToken> {
    if (expiresInHours < 1 || expiresInHours > longestLinkHours)
      throw badInput([{ path: 'expiresInHours', message: `Must be 1 to ${longestLinkHours}` }])
    await requirePatient(scope, patientId)
    if (!(await holdRoom(scope))) throw conflict('SHARE_TOKEN_LIMIT', tooManyLinksMessage)
    const id = randomUUID()
    const token = newToken()
    const { expiresAt } = await insertLink(
      scope,
      { id, patientId, hash: shareTokenHash(token) },
      expiresInHours,
    )
    await logged(scope, {
      action: 'createShareToken',
      entityType: 'shareToken',
      entityId: id,
      patientId,
      details: { expiresAt },
    })
    return { ...(await findLink(scope, id)), token }
  },

  async deleteShareToken(scope: Scope, { id }: MutationDeleteShareTokenArgs): Promise<boolean> {
    const patientId = await endLink(scope, id)
    if (patientId !== null)
      await logged(scope, {
        action: 'deleteShareToken',
        entityType: 'shareToken',
        entityId: id,
        patientId,
      })
    return true
  },
}

/** What a repeat of a mutation is answered with: never a token. */
export const shareTokenRereads = {
  createShareToken: (scope: Scope, _args: object, { id }: Kept): Promise<ShareToken> => {
    if (id === null) throw notFound()
    return findLink(scope, id)
  },
  deleteShareToken: () => Promise.resolve(true),
}
