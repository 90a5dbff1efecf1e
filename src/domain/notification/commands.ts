import { z } from 'zod'
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
