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

type Band = EwsThresholds[ThresholdParameter][number]

const meet = (a: Band, b: Band): boolean =>
  (a.low ?? -Infinity) <= (b.high ?? Infinity) && (b.low ?? -Infinity) <= (a.high ?? Infinity)

/** The parameters of which a value scores nothing here, and 3, or an end's score, as published. */
export const silencedBy = (thresholds: EwsThresholds): readonly ThresholdParameter[] =>
  thresholdParameters.filter((parameter) => {
    const bands = defaultThresholds[parameter]
    const published = bands.filter(
      ({ score }, at) => score === 3 || (score > 0 && (at === 0 || at === bands.length - 1)),
    )
    return thresholds[parameter].some(
      (band) => band.score === 0 && published.some((extreme) => meet(band, extreme)),
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
