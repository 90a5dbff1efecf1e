import type {
  MutationMarkNotificationsReadArgs,
  Notification,
  QueryUnreadNotificationsArgs,
  UnreadNotifications,
} from '../../../schema/generated/resolvers'
import { markNotificationsRead } from '../../../src/domain/notification/commands'
import { isoNow } from '../../clock'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { countUnread, insertRead, newestUnread, notificationsById } from './repository'

/** Query fields of schema/notification.graphql. */
export const notificationQueries = {
  async unreadNotifications(
    scope: Scope,
    { patientId }: QueryUnreadNotificationsArgs,
  ): Promise<UnreadNotifications> {
    const of = patientId ?? null
    return {
      notifications: await newestUnread(scope, of),
      total: await countUnread(scope, of),
      asOf: isoNow(scope.clock),
    }
  },
}

/** Mutation fields of schema/notification.graphql. Not in the action log: nothing of a patient changes. */
export const notificationMutations = {
  async markNotificationsRead(
    scope: Scope,
    args: MutationMarkNotificationsReadArgs,
  ): Promise<Notification[]> {
    const input = markNotificationsRead.input.safeParse(args)
    if (!input.success)
      throw badInput(
        input.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
    const found = await notificationsById(scope, input.data.ids)
    await insertRead(
      scope,
      found.flatMap(({ id, readAt }) => (readAt === null ? [id] : [])),
    )
    return notificationsById(scope, input.data.ids)
  },
}

/** What a repeat of a mutation is answered with. */
export const notificationRereads = {
  markNotificationsRead: (
    scope: Scope,
    { ids }: MutationMarkNotificationsReadArgs,
  ): Promise<Notification[]> => notificationsById(scope, ids),
}
