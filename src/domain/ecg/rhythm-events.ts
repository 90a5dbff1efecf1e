import { z } from 'zod'
import { may } from '../access/may'
import type { Principal } from '../access/principal'
import { instantSchema } from '../time/instant'
import { gravityPlace } from './ecg-events'

/** A rhythm event of a patient's ECG as cards show it. Noise is no rhythm. */
export const rhythmEventSchema = z.object({
  /** As of a WaveformEvent; never Noise. */
  type: z.string(),
  start: instantSchema,
  end: instantSchema,
})
export type RhythmEvent = z.infer<typeof rhythmEventSchema>

/** A rhythm event is told for so long after its end, milliseconds. */
export const rhythmToldMs = 86_400_000

/** Whether an event that ended then is still told at `now` (epoch milliseconds). */
export const isRhythmTold = (endMs: number, nowMs: number): boolean => endMs >= nowMs - rhythmToldMs

/** The gravest event, of several of its type the newest; null: none. */
export const gravestRhythm = <Event extends { readonly type: string; readonly start: number }>(
  events: readonly Event[],
): Event | null =>
  events.toSorted((a, b) => gravityPlace(a.type) - gravityPlace(b.type) || b.start - a.start)[0] ??
  null

/** The gravest of a card's events that is still told at `now`, in epoch milliseconds. */
export const cardRhythm = (
  events: readonly RhythmEvent[],
  nowMs: number,
): { readonly type: string; readonly start: number; readonly end: number } | null =>
  gravestRhythm(
    events
      .map(({ type, start, end }) => ({ type, start: Date.parse(start), end: Date.parse(end) }))
      .filter(({ end }) => isRhythmTold(end, nowMs)),
  )

/** Who sees rhythm events: monitoring and the events of its waveforms. */
export const maySeeRhythm = (principal: Principal): boolean =>
  may(principal, 'monitoring.view') && may(principal, 'waveform-event.view')
