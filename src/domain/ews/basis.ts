import { z } from 'zod'
import { dateSchema } from '../time/instant'
import { defaultThresholds } from './news2'
import type { EwsScheme } from './score'
import { thresholdParameters, type EwsThresholds, type ThresholdParameter } from './thresholds'

/** Why a patient is scored so that less is seen, who decided it, and when it is looked at again. */
export const ewsBasisSchema = z.object({
  reason: z.string().trim().min(1).max(500),
  decidedBy: z.string().trim().min(1).max(100),
  reviewOn: dateSchema,
})
export type EwsBasis = z.infer<typeof ewsBasisSchema>

/** A review is at most so far ahead, days. */
const mostReviewDays = 366

const endsOf = (bands: EwsThresholds[ThresholdParameter]) => [bands.at(0), bands.at(-1)]

/** The parameters of which an extreme scores nothing here, and something by the published bands. */
const silencedBy = (thresholds: EwsThresholds): readonly ThresholdParameter[] =>
  thresholdParameters.filter((parameter) => {
    const published = endsOf(defaultThresholds[parameter])
    return endsOf(thresholds[parameter]).some(
      (band, end) => band?.score === 0 && published[end]?.score !== 0,
    )
  })

/** Whether a scheme asks for a basis: Scale 2, and thresholds that score nothing at an extreme. */
export const asksForBasis = ({
  thresholds,
  spo2Scale,
}: Pick<EwsScheme, 'thresholds' | 'spo2Scale'>): boolean =>
  spo2Scale === 2 || (thresholds !== null && silencedBy(thresholds).length > 0)

const dayMs = 86_400_000

/**
 * The fields of a basis that do not stand: empty, too long, or a review in the past or too far off.
 * The day may be yesterday's here where it is today's for the author.
 */
export const basisFaults = (
  basis: { readonly [field in keyof EwsBasis]: string },
  nowMs: number,
): readonly (keyof EwsBasis)[] => {
  const parsed = ewsBasisSchema.safeParse(basis)
  const faults = new Set(
    parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0] as keyof EwsBasis),
  )
  const days = (Date.parse(basis.reviewOn) - nowMs) / dayMs
  if (!(days > -2 && days <= mostReviewDays)) faults.add('reviewOn')
  return (['reason', 'decidedBy', 'reviewOn'] as const).filter((field) => faults.has(field))
}
