import { ageOn } from '../identity/age'

/**
 * Why NEWS2 does not apply (RCP, National Early Warning Score (NEWS) 2, 2017: not under 16 years,
 * not in pregnancy).
 */
export const notScoredReasons = ['under-16', 'pregnant'] as const
export type NotScored = (typeof notScoredReasons)[number]

/** Under this age, in years, a patient has no NEWS2. */
const leastYears = 16

/**
 * Why a patient is not scored at `atMs`; null: they are. Who is pregnant under 16 is pregnant: what
 * is normal then is that of pregnancy. `pregnant`: their flag at that time.
 */
export const notScoredReason = (
  { birthDate, pregnant }: { readonly birthDate: string; readonly pregnant: boolean },
  atMs: number,
): NotScored | null => {
  if (pregnant) return 'pregnant'
  return ageOn(birthDate, atMs).years < leastYears ? 'under-16' : null
}
