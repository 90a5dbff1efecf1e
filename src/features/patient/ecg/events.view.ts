import type { WaveformEvent } from '../../../data/waveform'
import { gravityPlace, soughtTypes } from '../../../domain/ecg/ecg-events'
import type { Edition } from '../../../domain/organization/organization'
import { dayOf, formatDate } from '../../../domain/time'
import type { EcgTexts } from '../../../texts/ecg'
import { rhythmNames } from '../../../texts/rhythm'

/** What an event type is called; one that nobody gave words to has its own name. */
const eventName = (type: string, t: EcgTexts): string => t.types[type]?.[0] ?? type
export const eventShort = (type: string, t: EcgTexts): string => t.types[type]?.[1] ?? type

export interface EventDay {
  readonly key: string
  readonly name: string
  readonly events: readonly WaveformEvent[]
}

/** Events of one type, by day, the newest first (C132). */
export interface EventGroup {
  readonly type: string
  readonly name: string
  readonly short: string
  readonly count: number
  readonly days: readonly EventDay[]
}

const newestFirst = (a: WaveformEvent, b: WaveformEvent): number => b.start - a.start

const gathered = <Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> => {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

/** What our own analysis looks for, in words, the gravest first. */
export const soughtNames: readonly string[] = soughtTypes
  .filter((type) => type !== 'Noise')
  .map((type) => rhythmNames[type]?.[0] ?? type)

/** By type, the gravest first, then by day, newest first. */
export const groupEvents = (
  events: readonly WaveformEvent[],
  t: EcgTexts,
  edition: Edition,
): readonly EventGroup[] =>
  [...gathered(events.toSorted(newestFirst), ({ type }) => type)]
    .map(([type, ofType]) => ({
      type,
      name: eventName(type, t),
      short: eventShort(type, t),
      count: ofType.length,
      days: [...gathered(ofType, ({ start }) => dayOf(start))].map(([key, ofDay]) => ({
        key,
        name: formatDate(new Date(ofDay[0]?.start ?? 0).toISOString(), edition),
        events: ofDay,
      })),
    }))
    .toSorted((a, b) => gravityPlace(a.type) - gravityPlace(b.type) || a.name.localeCompare(b.name))

/** At most so many rows of one day are listed; ten thousand would hold the page. */
export const mostListed = 200
