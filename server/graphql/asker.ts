import { isoNow } from '../clock'
import type { Asker } from '../db/across/across'
import type { Scope } from './scope'

/** Who asks, for a write that reaches beyond the acting organisation. */
export const askerOf = ({
  acting,
  loggedInAs,
  clock,
}: Pick<Scope, 'acting' | 'loggedInAs' | 'clock'>): Asker => ({
  userId: acting.userId,
  organizationId: acting.organizationId,
  loggedInAs,
  at: isoNow(clock),
})
