import { riskLevelOf, type ParameterScores } from './score'

const hourMs = 3_600_000

/** The same of a risk level, milliseconds. */
export const intervalOfRisk = (risk: number): number =>
  [12 * hourMs, 6 * hourMs, hourMs, hourMs, 0][risk] ?? 0

/**
 * The longest time to the next observation (RCP, NEWS2, 2017, chart 4): total 0 every 12 h, 1 to 4
 * every 4 to 6 h, a single 3 or 5 to 6 every hour, 7 and more continuously (0). Of a partial total
 * an upper bound. Null without a score.
 * @returns milliseconds
 */
export const observationIntervalMs = (
  scores: (ParameterScores & { readonly totalScore: number | null }) | null,
): number | null => {
  const risk = scores === null ? null : riskLevelOf(scores)
  return risk === null ? null : intervalOfRisk(risk)
}
