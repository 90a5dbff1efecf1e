import { isoNow } from '../clock'
import { appendAction, type ActionEntry } from '../db/action-log'
import type { Scope } from './scope'

/**
 * Writes what the user of a scope does into the chained action log of their organisation, in the
 * transaction that does it.
 */
export const logged = (
  { trx, acting, loggedInAs, clock }: Pick<Scope, 'trx' | 'acting' | 'loggedInAs' | 'clock'>,
  entry: Pick<ActionEntry, 'action' | 'entityType' | 'entityId' | 'patientId' | 'details'>,
): Promise<void> =>
  appendAction(trx, {
    organizationId: acting.organizationId,
    at: isoNow(clock),
    actorId: acting.userId,
    loggedInAs,
    ...entry,
  })
