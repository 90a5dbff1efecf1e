import { z } from 'zod'
import type { WaitingCommand } from '../sync/waiting-command'
import {
  closestMinutes,
  isRepeatPossible,
  longestMinutes,
  longestReason,
  soonestMinutes,
} from './repeat'

const patientId = z.string().min(1)

const requestInput = z
  .object({
    patientId,
    /** From when it was captured to when the first observation is due. */
    inMinutes: z.number().int().min(soonestMinutes).max(longestMinutes),
    /** Between one observation and the next; null: there is one. */
    everyMinutes: z.number().int().min(closestMinutes).max(longestMinutes).nullable(),
    /** From when it was captured to when the last can be due; null: there is one. */
    forMinutes: z.number().int().min(soonestMinutes).max(longestMinutes).nullable(),
    reason: z.string().trim().min(1).max(longestReason).nullable(),
  })
  .refine(isRepeatPossible, { path: ['forMinutes'] })
/** Asks for a patient to be measured again. Two that were asked for at once both stay. */
export const requestRepeat = {
  name: 'requestRepeat',
  version: 1,
  action: 'repeat.request',
  input: requestInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof requestInput>>

const cancelInput = z.object({ patientId, repeatId: z.string().min(1) })
/** Takes a request to measure again back, whoever made it. */
export const cancelRepeat = {
  name: 'cancelRepeat',
  version: 1,
  action: 'repeat.request',
  input: cancelInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof cancelInput>>
