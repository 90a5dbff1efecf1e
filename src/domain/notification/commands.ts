import { z } from 'zod'
import { needsPerson, type ItemState } from '../sync/unsent'
import type { WaitingCommand } from '../sync/waiting-command'
import { mostMarked } from './notification'

const input = z.object({ ids: z.array(z.string().min(1)).min(1).max(mostMarked) })

/** Marks notifications as read by the user. */
export const markNotificationsRead = {
  name: 'markNotificationsRead',
  version: 1,
  action: 'chat.use',
  input,
  waits: { class: 'Q' },
  about: 'user',
} as const satisfies WaitingCommand<z.infer<typeof input>>

/**
 * The ids that the waiting work of a device marks as read. What the server refused, or failed at
 * until it was given up, marks nothing.
 */
export const markedIn = (
  items: readonly { readonly op: string; readonly state: ItemState; readonly input: unknown }[],
): ReadonlySet<string> =>
  new Set(
    items.flatMap((item) => {
      if (item.op !== markNotificationsRead.name || needsPerson(item.state)) return []
      const parsed = z.object({ ids: z.array(z.string()) }).safeParse(item.input)
      return parsed.success ? parsed.data.ids : []
    }),
  )
