import { markNotificationsRead } from '../../../src/domain/notification/commands'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import { notificationMutations } from './resolvers'

/** The command that may wait. */
export const notificationOperations: readonly SyncedOperation[] = [
  operation(markNotificationsRead, async (scope, { ids }, { at }) => {
    await notificationMutations.markNotificationsRead(scope, { ids: [...ids] })
    return { version: at }
  }),
]
