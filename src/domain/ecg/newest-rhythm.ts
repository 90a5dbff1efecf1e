import { z } from 'zod'
import { may } from '../access/may'
import type { Principal } from '../access/principal'
import { instantSchema } from '../time/instant'

/** The newest rhythm event of a patient's ECG, as a card shows it. Noise is no rhythm. */
export const newestRhythmSchema = z.object({
  /** As of a waveform event: `AtrialFibrillation`. */
  type: z.string(),
  start: instantSchema,
  end: instantSchema,
})
export type NewestRhythm = z.infer<typeof newestRhythmSchema>

/** A rhythm event is told on record and card for so long after its end, milliseconds. */
const rhythmToldMs = 86_400_000

/** Whether an event that ended then is still told at `now` (epoch milliseconds). */
export const isRhythmTold = (endMs: number, nowMs: number): boolean => endMs >= nowMs - rhythmToldMs

/** Who sees rhythm events: monitoring and the events of its waveforms. */
export const maySeeRhythm = (principal: Principal): boolean =>
  may(principal, 'monitoring.view') && may(principal, 'waveform-event.view')
