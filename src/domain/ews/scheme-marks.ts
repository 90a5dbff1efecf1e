import type { EwsScores } from './thresholds'

/** What a score differs by from NEWS2 on Scale 1. */
export type SchemeMark = 'scale2' | 'personal'

/** What must be told wherever a score is shown: without it 89 % that scores 0 looks like a fault. */
export const schemeMarks = (
  scores: Pick<EwsScores, 'spo2Scale' | 'riskScheme'> | null | undefined,
): readonly SchemeMark[] =>
  scores == null
    ? []
    : [
        ...(scores.spo2Scale === 2 ? (['scale2'] as const) : []),
        ...(scores.riskScheme === 'NEWS2' ? [] : (['personal'] as const)),
      ]
