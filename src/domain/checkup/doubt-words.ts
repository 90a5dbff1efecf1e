import { roundTo } from '../units/decimal'
import type { Readings } from './checkup'
import type { NotUsable } from './not-usable'
import { oximeterPulseOf } from './oximeter'
import { oximeterCounts, pulseOf } from './pulse'

/** What of a check-up the sentences tell. */
export type DoubtedReadings = Pick<
  Readings,
  'doubts' | 'pulseRate' | 'pulseOxiData' | 'oxygenFromFlag' | 'notScored'
> & {
  readonly notUsable: readonly Pick<NotUsable, 'field' | 'sent' | 'reason'>[]
}

/** The words of what is doubtful, in one edition. */
export interface DoubtWords {
  /** By the word that is kept (doubts.ts). */
  readonly texts: Readonly<Record<string, string>>
  /** Of what was left out (not-usable-words.ts). */
  readonly notUsable: (field: string, sent: string, reason: string) => string
  readonly pulses: (pulse: string, oximeter: string, counted: string) => string
  /** Whether the score counts oxygen where flag and check-up differ. */
  readonly oxygen: (counts: boolean) => string
  /** Of a word of a later release. */
  readonly other: string
}

/** What is doubtful in a check-up, one sentence each. */
export const doubtSentences = (
  { doubts, pulseRate, pulseOxiData, notUsable, oxygenFromFlag, notScored }: DoubtedReadings,
  words: DoubtWords,
): readonly string[] => {
  const oximeter = oximeterPulseOf({ pulseOxiData })
  const whole = (value: number): string => String(roundTo(value, 0))
  const pulses =
    pulseRate === null || oximeter === null
      ? null
      : words.pulses(
          whole(pulseRate.value),
          whole(oximeter),
          whole(pulseOf({ doubts, pulseRate, pulseOxiData }) ?? oximeter),
        )
  const sentences = doubts.flatMap((doubt): string | readonly string[] => {
    if (doubt === oximeterCounts)
      return doubts.includes('pulse-differs') || pulses === null ? [] : pulses
    const text = Object.hasOwn(words.texts, doubt) ? words.texts[doubt] : undefined
    if (text === undefined) return words.other
    if (doubt === 'not-usable' && notUsable.length > 0)
      return notUsable.map(({ field, sent, reason }) => words.notUsable(field, sent, reason))
    if (doubt === 'oxygen-flag' && notScored === null)
      return `${text} ${words.oxygen(oxygenFromFlag)}`
    return doubt === 'pulse-differs' && pulses !== null ? `${text} ${pulses}` : text
  })
  return [...new Set(sentences)]
}
