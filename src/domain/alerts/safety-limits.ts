import { z } from 'zod'
import { notScoredReasons, type NotScored } from '../ews/applies'
import { stepsAround } from '../ews/bands'
import { consciousnessValues, type Consciousness } from '../ews/consciousness'

/** What has a fixed limit, in the order of how grave it is. */
export const limitedParameters = [
  'respiratoryRate',
  'spO2',
  'pulse',
  'systolic',
  'diastolic',
  'temperature',
] as const
export type LimitedParameter = (typeof limitedParameters)[number]

/** What may not be passed, both included: breaths/min, %, beats/min, mmHg, °C. */
export interface SafetyLimit {
  readonly least?: number
  readonly most?: number
}

/**
 * Fixed limits for patients whom NEWS2 is not for: they raise an alert whatever the rules of their
 * pathway are, and so does everybody who is not alert.
 *
 * Pregnant: the red triggers of the modified early obstetric warning system (MEOWS) of CEMACH.
 * Source: Singh S, McGlennan A, England A, Simons R. A validation study of the CEMACH recommended
 * modified early obstetric warning system (MEOWS). Anaesthesia 2012; 67: 12-18. Under 16: what is
 * low at every age, until a chart by age with a source (PEWS) is held. It has no upper limits: those
 * of a child depend on the age.
 */
export const safetyLimits: Readonly<
  Record<NotScored, Readonly<Partial<Record<LimitedParameter, SafetyLimit>>>>
> = {
  pregnant: {
    respiratoryRate: { least: 10, most: 30 },
    spO2: { least: 95 },
    pulse: { least: 40, most: 120 },
    systolic: { least: 90, most: 160 },
    diastolic: { most: 100 },
    temperature: { least: 35, most: 38 },
  },
  'under-16': {
    respiratoryRate: { least: 9 },
    spO2: { least: 92 },
    pulse: { least: 41 },
    temperature: { least: 35.1 },
  },
}

/** A limit that a reading broke, with its value. */
export const brokenLimitSchema = z.union([
  z.object({
    parameter: z.literal('consciousness'),
    value: z.enum(consciousnessValues).exclude(['A']),
  }),
  z.object({ parameter: z.enum(limitedParameters), value: z.number() }),
])
export type BrokenLimit = z.infer<typeof brokenLimitSchema>

/** What a reading broke, of whom; as it is kept with the alert that it raised. */
export const brokenLimitsSchema = z.object({
  notScored: z.enum(notScoredReasons),
  broken: z.array(brokenLimitSchema),
})
export type BrokenLimits = z.infer<typeof brokenLimitsSchema>

/** A reading as the limits see it; null: not measured, which breaks nothing. */
export interface LimitedReading {
  readonly consciousness: Consciousness | null
  readonly values: Readonly<Record<LimitedParameter, number | null>>
}

/** Between two steps a value counts as the worse of them, as in NEWS2 (bands.ts). */
const isBroken = (parameter: LimitedParameter, value: number, limit: SafetyLimit): boolean =>
  stepsAround(value, parameter === 'temperature' ? 0.1 : 1).some(
    (step) => step < (limit.least ?? -Infinity) || step > (limit.most ?? Infinity),
  )

/** Whether a pulse per minute is beyond a limit of whom NEWS2 is not for. */
export const breaksPulse = (notScored: NotScored, perMinute: number): boolean =>
  isBroken('pulse', perMinute, safetyLimits[notScored].pulse ?? {})

/** The limits that a reading breaks, the gravest first. @param notScored null: NEWS2 is for them */
export const brokenLimits = (
  notScored: NotScored | null,
  { consciousness, values }: LimitedReading,
): readonly BrokenLimit[] => {
  if (notScored === null) return []
  const limits = safetyLimits[notScored]
  return [
    ...(consciousness === null || consciousness === 'A'
      ? []
      : [{ parameter: 'consciousness', value: consciousness } as const]),
    ...limitedParameters.flatMap((parameter) => {
      const [limit, value] = [limits[parameter], values[parameter]]
      return limit === undefined || value === null || !isBroken(parameter, value, limit)
        ? []
        : [{ parameter, value }]
    }),
  ]
}

/** Identifies the alert of the limits: one for each patient. */
export const safetyLimitsKey = 'safety-limits'

/** How grave it is: what each limit names cannot wait. */
export const safetyLimitsSeverity = 4

/**
 * What several readings broke together, each parameter as the first of them says it; null: nothing
 * that this release can read.
 * @param stored as `BrokenLimits`, newest first; of another release, perhaps
 */
export const brokenTogether = (stored: readonly unknown[]): BrokenLimits | null => {
  const read = stored.flatMap((one) => brokenLimitsSchema.safeParse(one).data ?? [])
  const [newest] = read
  if (newest === undefined) return null
  const all = read.flatMap(({ broken }) => broken)
  return {
    notScored: newest.notScored,
    broken: (['consciousness', ...limitedParameters] as const).flatMap(
      (parameter) => all.find((one) => one.parameter === parameter) ?? [],
    ),
  }
}

/** The words of what broke, in one edition. */
export interface BrokenLimitWords {
  readonly notAlert: string
  readonly named: Readonly<Record<LimitedParameter, (value: number) => string>>
}

/** What broke in words, as the name of the alert: 'Not alert, respiratory rate 4'. */
export const brokenLimitWords = (
  broken: readonly BrokenLimit[],
  words: BrokenLimitWords,
): string => {
  const text = broken
    .map((one) =>
      one.parameter === 'consciousness' ? words.notAlert : words.named[one.parameter](one.value),
    )
    .join(', ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
