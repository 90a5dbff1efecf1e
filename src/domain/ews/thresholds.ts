import { z } from 'zod'

/** The parameters with personal bands (C286): breaths/min, %, mmHg (systolic), beats/min, °C. */
export const thresholdParameters = [
  'respiratoryRate',
  'spO2',
  'bloodPressure',
  'pulse',
  'temperature',
] as const
export type ThresholdParameter = (typeof thresholdParameters)[number]

/**
 * One band. `low` and `high` are inclusive, in the step (1; 0.1 for temperature); the next low is
 * this high plus one step. The top band has only `low`, the bottom only `high` (C287).
 */
export const bandSchema = z.object({
  low: z.number().optional(),
  high: z.number().optional(),
  score: z.number().int().min(0).max(3),
})
export type Band = z.infer<typeof bandSchema>

export const ewsThresholdsSchema = z.object({
  respiratoryRate: z.array(bandSchema).min(1),
  spO2: z.array(bandSchema).min(1),
  bloodPressure: z.array(bandSchema).min(1),
  pulse: z.array(bandSchema).min(1),
  temperature: z.array(bandSchema).min(1),
})
export type EwsThresholds = z.infer<typeof ewsThresholdsSchema>

const score = z.number().int().min(0).max(3).nullable()
/** Scores as stored with a check-up; null where the parameter was not measured. */
export const ewsScoresSchema = z.object({
  BPScore: score,
  consciousnessScore: score,
  HRScore: score,
  RRScore: score,
  SpO2Score: score,
  tempScore: score,
  onOxygenScore: score,
  /** Sum of the scores that are known; null when none is. */
  totalScore: z.number().int().min(0).max(20).nullable(),
  /** 0 none, 1 low, 2 low-medium (a single 3), 3 medium, 4 high; null when the total is. */
  riskLevel: z.number().int().min(0).max(4).nullable(),
  /** How many of the seven parameters are missing; above 0 the total is partial. */
  missing: z.number().int().min(0).max(7),
  spo2Scale: z.union([z.literal(1), z.literal(2)]),
  riskScheme: z.string(),
})
export type EwsScores = z.infer<typeof ewsScoresSchema>
