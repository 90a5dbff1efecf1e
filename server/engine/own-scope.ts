import { z } from 'zod'
import type { EntityType } from '../../schema/generated/resolvers'
import { scopeKinds } from '../../src/domain/sync/scopes'
import type { Scope } from '../graphql/scope'
import { contentHash } from './scope-pull'
import type { ScopeKind } from './scope-pull'

/** ME:<organisation>: the user as a member of it, again whenever anything of that changed. */
export const ownScope = ({
  type,
  read,
}: {
  readonly type: EntityType
  read(scope: Scope): Promise<{ readonly id: string }>
}): ScopeKind<string> => ({
  kind: scopeKinds.own,
  state: z.string(),
  offered: () => Promise.resolve('1'),
  async pull({ scope, subject }, from) {
    if (subject !== scope.acting.organizationId) return 'revoked'
    const row = await read(scope)
    const state = contentHash(row)
    return {
      state,
      put: state === from ? [] : [{ __typename: type, ...row }],
      remove: [],
      more: false,
    }
  },
})
