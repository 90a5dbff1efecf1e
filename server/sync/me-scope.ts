import { z } from 'zod'
import { readOrganization } from '../areas/organization/repository'
import { createUserArea } from '../areas/user/resolvers'
import { contentHash } from './scope-pull'
import type { ScopePull } from './scope-pull'

const user = createUserArea(readOrganization)

/** ME:<organisation>: the user as a member of it, again whenever anything of that changed. */
export const meScope: ScopePull<string> = {
  state: z.string(),
  async pull({ scope, subject }, from) {
    if (subject !== scope.acting.organizationId) return 'revoked'
    const me = await user.queries.me(scope)
    const state = contentHash(me)
    return {
      state,
      put: state === from ? [] : [{ __typename: 'Me', ...me }],
      remove: [],
      more: false,
    }
  },
}
