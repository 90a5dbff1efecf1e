import { z } from 'zod'
import { UnreadNotificationsDocument } from '../../../schema/generated/documents/notification'
import { markNotificationsRead as shared } from '../../domain/notification/commands'
import { notificationSchema } from '../../domain/notification/notification'
import { defineCall, defineWaitingCommand } from '../../engine/define'

/**
 * What the user has not marked as read, of all patients or of one, newest first, and how many there
 * are in all. `asOf`: epoch milliseconds of the server.
 */
export const unreadNotifications = defineCall({
  name: 'unreadNotifications',
  document: UnreadNotificationsDocument,
  variables: ({ patientId }: { readonly patientId?: string }) => ({ patientId: patientId ?? null }),
  wire: (answer) =>
    z
      .object({
        unreadNotifications: z.object({
          notifications: z.array(notificationSchema),
          total: z.number().int(),
          asOf: z
            .string()
            .transform((text) => Date.parse(text))
            .pipe(z.number()),
        }),
      })
      .parse(answer).unreadNotifications,
})

/** Marks as read what somebody saw, and nothing else. It may wait: no row of the device is its own. */
export const markNotificationsRead = defineWaitingCommand(shared, {
  input: shared.input,
  plan: () => [],
  settle: () => [],
  refreshes: ['unreadNotifications'],
})
