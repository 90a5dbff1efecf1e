import { z } from 'zod'
import { sameThresholds, type EwsScheme } from './score'
import { defaultThresholds } from './news2'
import { ewsThresholdsSchema, type EwsThresholds } from './thresholds'

/**
 * What an author of thresholds saw at the start: when the set was made, and the default (null:
 * NEWS2).
 */
export interface SeenThresholds {
  readonly createdAt: string | null
  readonly default: EwsThresholds | null
}

const draftSchema = z.object({
  thresholds: ewsThresholdsSchema.nullable(),
  spo2Scale: z.union([z.literal(1), z.literal(2)]),
  seen: z.object({ createdAt: z.string().nullable(), default: ewsThresholdsSchema.nullable() }),
})

export type EwsDraft = z.infer<typeof draftSchema>

export const writeEwsDraft = ({ thresholds, spo2Scale }: EwsScheme, seen: SeenThresholds): string =>
  JSON.stringify({ thresholds, spo2Scale, seen } satisfies EwsDraft)

/** Null: there is none, or it is of a version that kept them otherwise. */
export const readEwsDraft = (text: string): EwsDraft | null => {
  try {
    return text === '' ? null : draftSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Whether two schemes score alike, whatever they are called. */
export const sameScheme = (
  a: Pick<EwsScheme, 'thresholds' | 'spo2Scale'>,
  b: Pick<EwsScheme, 'thresholds' | 'spo2Scale'>,
): boolean =>
  a.spo2Scale === b.spo2Scale &&
  sameThresholds(a.thresholds ?? defaultThresholds, b.thresholds ?? defaultThresholds)
