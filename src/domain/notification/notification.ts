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

/** What the server told of unread messages. `asOf`: epoch milliseconds of the server. */
export interface ToldUnread {
  readonly notifications: readonly Notification[]
  /** Also of those that are not listed. */
  readonly total: number
  readonly asOf: number
}

/**
 * What is unread on this device: without those whose marking waits to be sent.
 * @param marked ids
 */
export const unreadOf = (told: ToldUnread, marked: ReadonlySet<string>): ToldUnread => {
  const notifications = told.notifications.filter(({ id }) => !marked.has(id))
  return {
    ...told,
    notifications,
    total: told.total - (told.notifications.length - notifications.length),
  }
}

/**
 * Which messages of one chat are unread, by id, and how many there are in all, also of those that are
 * not on this device. Null in place of the number: not known, since nothing was told (`told` null),
 * or not of what the patient wrote later.
 * @param told of this patient alone, without what waits to be marked
 */
export const unreadIn = (
  told: ToldUnread | null,
  rows: readonly { readonly isFromPatient: boolean; readonly createdAt: string }[],
): { readonly ids: ReadonlySet<string>; readonly total: number | null } => ({
  ids: new Set(told?.notifications.map(({ id }) => id)),
  total:
    told === null ||
    rows.some(({ isFromPatient, createdAt }) => isFromPatient && Date.parse(createdAt) > told.asOf)
      ? null
      : told.total,
})
