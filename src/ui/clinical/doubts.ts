import type { Readings } from '../../domain/checkup/checkup'
import { oximeterPulseOf } from '../../domain/checkup/oximeter'
import type { Edition } from '../../domain/organization/organization'
import { roundTo } from '../../domain/units'
import { checkupTexts } from '../../texts/checkup'

/** What is doubtful in a check-up, one sentence each. */
export const doubtSentences = (
  checkup: Pick<Readings, 'doubts' | 'pulseRate' | 'pulseOxiData'>,
  edition: Edition,
): readonly string[] => {
  const t = checkupTexts(edition).doubts
  const oximeter = oximeterPulseOf(checkup)
  const whole = (value: number): string => String(roundTo(value, 0))
  const sentences = checkup.doubts.map((doubt) => {
    const text = Object.hasOwn(t.texts, doubt) ? t.texts[doubt] : undefined
    if (text === undefined) return t.other
    return doubt === 'pulse-differs' && checkup.pulseRate !== null && oximeter !== null
      ? `${text} ${t.pulses(whole(checkup.pulseRate.value), whole(oximeter))}`
      : text
  })
  return [...new Set(sentences)]
}
