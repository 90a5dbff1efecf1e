import { roundTo } from '../units/decimal'
import type { Readings } from './checkup'
import type { NotUsable } from './not-usable'
import { oximeterPulseOf } from './oximeter'
import { oximeterCounts, pulseOf } from './pulse'

/** What of a check-up the sentences tell. */
export type DoubtedReadings = Pick<Readings, 'doubts' | 'pulseRate' | 'pulseOxiData'> & {
  readonly notUsable: readonly Pick<NotUsable, 'field' | 'sent' | 'reason'>[]
}

/** The words of what is doubtful, in one edition. */
export interface DoubtWords {
  /** By the word that is kept (doubts.ts). */
  readonly texts: Readonly<Record<string, string>>
  /** Of what was left out (not-usable-words.ts). */
  readonly notUsable: (field: string, sent: string, reason: string) => string
  readonly pulses: (pulse: string, oximeter: string, counted: string) => string
  /** Of a word of a later release. */
  readonly other: string
}

/** What is doubtful in a check-up, one sentence each. */
export const doubtSentences = (
  { doubts, pulseRate, pulseOxiData, notUsable }: DoubtedReadings,
  words: DoubtWords,
): readonly string[] => {
  const oximeter = oximeterPulseOf({ pulseOxiData })
  const counted = pulseOf({ doubts, pulseRate, pulseOxiData })
  const whole = (value: number): string => String(roundTo(value, 0))
  const sentences = doubts.flatMap((doubt): string | readonly string[] => {
    if (doubt === oximeterCounts) return []
    const text = Object.hasOwn(words.texts, doubt) ? words.texts[doubt] : undefined
    if (text === undefined) return words.other
    if (doubt === 'not-usable' && notUsable.length > 0)
      return notUsable.map(({ field, sent, reason }) => words.notUsable(field, sent, reason))
    return doubt === 'pulse-differs' && pulseRate !== null && oximeter !== null
      ? `${text} ${words.pulses(whole(pulseRate.value), whole(oximeter), whole(counted ?? oximeter))}`
      : text
  })
  return [...new Set(sentences)]
}
