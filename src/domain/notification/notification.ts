import { z } from 'zod'
import { personSchema } from '../organization/organization'

/** What nobody marked as read is told for so long, milliseconds. */
export const notifiedForMs = 30 * 86_400_000

/** So many are marked at once at most. */
export const mostMarked = 200

export const notificationSchema = z.object({
  id: z.string(),
  type: z.enum(['ChatMessage']),
  createdAt: z.string(),
  readAt: z.string().nullable(),
  metadata: z.object({
    patientId: z.string(),
    organizationId: z.string(),
    messageSenderUserId: z.string(),
    patient: personSchema,
  }),
})
export type Notification = z.infer<typeof notificationSchema>

/**
 * What is unread on this device: without those whose marking waits to be sent.
 * @param marked ids
 */
export const unreadOf = (
  told: { readonly notifications: readonly Notification[]; readonly total: number },
  marked: ReadonlySet<string>,
): { readonly notifications: readonly Notification[]; readonly total: number } => {
  const notifications = told.notifications.filter(({ id }) => !marked.has(id))
  return {
    notifications,
    total: told.total - (told.notifications.length - notifications.length),
  }
}

/** The ids that a command marks, as far as its input is one. */
export const markedBy = (input: unknown): readonly string[] => {
  const parsed = z.object({ ids: z.array(z.string()) }).safeParse(input)
  return parsed.success ? parsed.data.ids : []
}
