import type {
  CarePathway,
  CarePathwayDetail,
  MutationCreateCarePathwayArgs,
  QueryCarePathwayArgs,
} from '../../../schema/generated/resolvers'
import { pathwayName } from '../../../src/domain/pathway/pathway'
import { pathwayTemplates } from '../../../src/domain/pathway/templates'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import { badInput, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { insertPathway } from './copy-templates'
import { findPathway, listPathways } from './repository'

const logged = (
  { trx, acting, loggedInAs, clock }: Scope,
  action: string,
  entityId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  appendAction(trx, {
    organizationId: acting.organizationId,
    at: isoNow(clock),
    actorId: acting.userId,
    loggedInAs,
    action,
    entityType: 'care_pathway',
    entityId,
    details,
  })

/** @throws BAD_USER_INPUT naming `name` */
const readName = (given: string): string => {
  const read = pathwayName.safeParse(given)
  if (read.success) return read.data
  throw badInput(read.error.issues.map(({ message }) => ({ path: 'name', message })))
}

/** @throws NOT_FOUND where the acting organisation has no such pathway */
const requirePathway = async (scope: Scope, id: string | null): Promise<CarePathwayDetail> => {
  const found = id === null ? undefined : await findPathway(scope, id)
  if (found === undefined) throw notFound()
  return found
}

/** Query fields of schema/pathway.graphql. */
export const pathwayQueries = {
  carePathways: (scope: Scope): Promise<CarePathway[]> => listPathways(scope),

  carePathway: (scope: Scope, { id }: QueryCarePathwayArgs): Promise<CarePathwayDetail> =>
    requirePathway(scope, id),
}

/** Mutation fields of schema/pathway.graphql. */
export const pathwayMutations = {
  async createCarePathway(
    scope: Scope,
    { name: given, template: key }: MutationCreateCarePathwayArgs,
  ): Promise<CarePathway> {
    const name = readName(given)
    const template = pathwayTemplates.find((one) => one.key === key) ?? null
    if (template === null && key != null)
      throw badInput([{ path: 'template', message: 'There is no such template' }])
    const { trx, acting, clock } = scope
    const id = await insertPathway(trx, acting.organizationId, { name, template }, isoNow(clock))
    await logged(scope, 'createCarePathway', id, { template: key ?? null })
    return requirePathway(scope, id)
  },
}

/** What a repeat of a mutation is answered with. */
export const pathwayRereads = {
  createCarePathway: (scope: Scope, _args: object, { id }: Kept): Promise<CarePathway> =>
    requirePathway(scope, id),
}
