import { z } from 'zod'
import type { WaveformEvent } from '../../../data/waveform'

const dayMs = 86_400_000

/**
 * The newest rhythm event of the 24 hours before `now` (epoch milliseconds), and how many there
 * were; null: none. Noise is no rhythm.
 */
export const newestEvent = (
  events: readonly WaveformEvent[],
  now: number,
): { readonly event: WaveformEvent; readonly count: number } | null => {
  const recent = events.filter(({ end, type }) => end >= now - dayMs && type !== 'Noise')
  const event = recent.toSorted((a, b) => b.start - a.start)[0]
  return event === undefined ? null : { event, count: recent.length }
}

const stateSchema = z.object({ ecgEvent: z.string() })

/** What a link to an event leaves in the history's entry. */
export const toEvent = (id: string): z.infer<typeof stateSchema> => ({ ecgEvent: id })
/** The event that a link led to; null: none. */
export const eventAsked = (state: unknown): string | null =>
  stateSchema.safeParse(state).data?.ecgEvent ?? null
