import { roundTo } from '../units/decimal'
import type { Readings } from './checkup'
import { oximeterPulseOf } from './oximeter'

/** The words of what is doubtful, in one edition. */
export interface DoubtWords {
  /** By the word that is kept (doubts.ts). */
  readonly texts: Readonly<Record<string, string>>
  readonly pulses: (pulse: string, oximeter: string) => string
  /** Of a word of a later release. */
  readonly other: string
}

/** What is doubtful in a check-up, one sentence each. */
export const doubtSentences = (
  { doubts, pulseRate, pulseOxiData }: Pick<Readings, 'doubts' | 'pulseRate' | 'pulseOxiData'>,
  words: DoubtWords,
): readonly string[] => {
  const oximeter = oximeterPulseOf({ pulseOxiData })
  const whole = (value: number): string => String(roundTo(value, 0))
  const sentences = doubts.map((doubt) => {
    const text = Object.hasOwn(words.texts, doubt) ? words.texts[doubt] : undefined
    if (text === undefined) return words.other
    return doubt === 'pulse-differs' && pulseRate !== null && oximeter !== null
      ? `${text} ${words.pulses(whole(pulseRate.value), whole(oximeter))}`
      : text
  })
  return [...new Set(sentences)]
}
