import { z } from 'zod'

/** Why a supervisor opens a refused record, as the form and the server read it. */
export const openingReason = z.string().trim().min(1, 'Enter a reason').max(500)

/** What a supervisor did about a refused record. */
export const recordOutcomes = ['ENTERED', 'PASSED_ON', 'NOT_NEEDED'] as const
export type RecordOutcome = (typeof recordOutcomes)[number]
