import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import type { Scope } from '../../graphql/scope'

/** Writes into the action log of the acting organisation what was done to a user, a role or an invitation. */
export const logUser = (
  scope: Scope,
  action: string,
  entityType: 'user' | 'role' | 'invitation',
  entityId: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  appendAction(scope.trx, {
    organizationId: scope.acting.organizationId,
    at: isoNow(scope.clock),
    actorId: scope.acting.userId,
    loggedInAs: scope.loggedInAs,
    action,
    entityType,
    entityId,
    details,
  })

/** The same of an invitation. */
export const logInvitation = (
  scope: Scope,
  action: string,
  id: string,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> => logUser(scope, action, 'invitation', id, details)
