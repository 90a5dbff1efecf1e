import { z } from 'zod'
import type { WaitingCommand } from '../sync/waiting-command'

const input = z.object({ patientId: z.string().min(1), message: z.string() })

/** Writes to a patient. What waited for 15 minutes may be overtaken: then its author is asked. */
export const sendChatMessage = {
  name: 'sendChatMessage',
  version: 1,
  action: 'chat.send',
  input,
  waits: { class: 'P', ttlMs: 15 * 60_000 },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof input>>
