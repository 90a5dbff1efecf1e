import { cardRhythm, type RhythmEvent } from '../../domain/ecg/rhythm-events'
import type { Edition } from '../../domain/organization/organization'
import { formatShortMoment } from '../../domain/time'
import { rhythmNames, rhythmTexts } from '../../texts/rhythm'

/** The gravest rhythm event of the last 24 hours in words, the same on every screen. */
export interface RhythmWords {
  /** `VT, 27 Nov 22:41`. */
  readonly chip: string
  /** The whole name, and what it is. */
  readonly sentence: string
  /** As of a waveform event. */
  readonly type: string
  /** Epoch milliseconds. */
  readonly start: number
}

/** Null: there is none, or not for this user to see. @param nowMs epoch milliseconds */
export const rhythmWords = (
  events: readonly RhythmEvent[],
  nowMs: number,
  edition: Edition,
): RhythmWords | null => {
  const event = cardRhythm(events, nowMs)
  if (event === null) return null
  const [name, short] = rhythmNames[event.type] ?? [event.type, event.type]
  const t = rhythmTexts(edition)
  const moment = formatShortMoment(event.end, nowMs, edition)
  return {
    chip: t.chip(short, moment),
    sentence: t.sentence(name, moment),
    type: event.type,
    start: event.start,
  }
}
