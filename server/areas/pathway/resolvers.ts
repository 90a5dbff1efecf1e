import type {
  CarePathway,
  CarePathwayDetail,
  QueryCarePathwayArgs,
} from '../../../schema/generated/resolvers'
import { notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { findPathway, listPathways } from './repository'

/** Query fields of schema/pathway.graphql. */
export const pathwayQueries = {
  carePathways: (scope: Scope): Promise<CarePathway[]> => listPathways(scope),

  async carePathway(scope: Scope, { id }: QueryCarePathwayArgs): Promise<CarePathwayDetail> {
    const found = await findPathway(scope, id)
    if (found === undefined) throw notFound()
    return found
  },
}
