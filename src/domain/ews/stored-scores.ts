import { z } from 'zod'
import { news2 } from './news2'
import { riskLevelOf, scoreKeys } from './score'
import type { EwsScores } from './thresholds'

const upTo = (most: number) => z.number().int().min(0).max(most)
const single = upTo(3).nullable().catch(null)
/** Undefined: it is missing, or cannot be read. Null is an answer: not scored, or not told. */
const told = (most: number) => upTo(most).nullish().catch(undefined)

/**
 * The scores of a stored check-up, whatever release wrote them: 0 to 3, null where the parameter was
 * not measured. A single score that this one cannot
 * read is not known; the total that was made with it stays, and says by itself how many were
 * missing. What cannot be read of the total is worked out anew from the single scores.
 */
export const storedScoresSchema = z
  .object({
    BPScore: single,
    consciousnessScore: single,
    HRScore: single,
    RRScore: single,
    SpO2Score: single,
    tempScore: single,
    onOxygenScore: single,
    /** Sum of the scores that are known; null when none is. */
    totalScore: told(20),
    /** 0 none, 1 low, 2 low-medium (a single 3), 3 medium, 4 high; null when the total is. */
    riskLevel: told(4),
    /** How many of the seven NEWS2 parameters are missing; above 0 the total is partial. */
    missing: told(scoreKeys.length),
    /** 1 or 2: the SpO2 scale that was used. */
    spo2Scale: z.union([z.literal(1), z.literal(2)]).catch(1),
    /** NEWS2, or the name of the personal scheme that was used. */
    riskScheme: z.string().catch(news2),
  })
  .transform((stored): EwsScores => {
    const known = scoreKeys.flatMap((key) => stored[key] ?? [])
    const sum = known.length === 0 ? null : known.reduce((total, score) => total + score, 0)
    const scores = {
      ...stored,
      totalScore: stored.totalScore === undefined ? sum : stored.totalScore,
    }
    return {
      ...scores,
      riskLevel: stored.riskLevel === undefined ? riskLevelOf(scores) : stored.riskLevel,
      missing: stored.missing ?? scoreKeys.length - known.length,
    }
  })

const columnSchema = storedScoresSchema.nullable().catch(null)
/** The same of what a column holds; null: not scored. */
export const storedScores = (json: unknown): EwsScores | null => columnSchema.parse(json)
