import { z } from 'zod'
import {
  MarkNotificationsReadDocument,
  UnreadNotificationsDocument,
} from '../../../schema/generated/documents/notification'
import { markNotificationsRead as shared } from '../../domain/notification/commands'
import { notificationSchema } from '../../domain/notification/notification'
import { defineCall, defineWaitingCommand } from '../../engine/define'

/** What the user has not marked as read, newest first, and how many there are in all. */
export const unreadNotifications = defineCall({
  name: 'unreadNotifications',
  document: UnreadNotificationsDocument,
  variables: () => ({}),
  wire: (answer) =>
    z
      .object({
        unreadNotifications: z.object({
          notifications: z.array(notificationSchema),
          total: z.number().int(),
        }),
      })
      .parse(answer).unreadNotifications,
})

/** Marks as read what somebody saw, and nothing else. It may wait: no row of the device is its own. */
export const markNotificationsRead = defineWaitingCommand(shared, {
  document: MarkNotificationsReadDocument,
  input: shared.input,
  plan: () => [],
  settle: () => ({ value: null }),
  variables: ({ ids }) => ({ ids }),
  wire: () => ({ value: null }),
  refreshes: ['unreadNotifications'],
})
