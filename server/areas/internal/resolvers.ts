import type {
  InternalUser,
  OutboxMail,
  QueryOrganizationUsersArgs,
} from '../../../schema/generated/internal-resolvers'
import type { InternalScope } from '../../graphql/scope'
import { newestMails, usersOf } from './repository'

/**
 * Query fields of schema/internal.graphql; they see every organisation, so that only internal staff
 * get here.
 */
export const internalQueries = {
  organizationUsers: (
    scope: InternalScope,
    args: QueryOrganizationUsersArgs,
  ): Promise<InternalUser[]> =>
    usersOf(scope.trx, args.organizationId, args.includeDeleted === true),
  mailOutbox: (scope: InternalScope): Promise<OutboxMail[]> => newestMails(scope.trx, scope.clock),
}
