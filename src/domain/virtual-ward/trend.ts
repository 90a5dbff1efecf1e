import { z } from 'zod'

/** The totals of a day up to the latest check-up, oldest first. A row that was kept before there was one has none. */
export const trendSchema = z.array(z.object({ endedAt: z.string(), totalScore: z.number().nullable(), riskLevel: z.number().nullable() })).default([])
export type Trend = z.infer<typeof trendSchema>

/** How far a card's trend goes back, milliseconds. */
export const trendMs = 24 * 3_600_000

/** The scored points of the last 24 h at `nowMs` (epoch milliseconds), by elapsed time; a night when clocks change is as long as any. */
export const shownTrend = (trend: Trend, nowMs: number): readonly { readonly atMs: number; readonly total: number }[] =>
  trend.flatMap(({ endedAt, totalScore }) => {
    const atMs = Date.parse(endedAt)
    return totalScore === null || atMs <= nowMs - trendMs || atMs > nowMs ? [] : [{ atMs, total: totalScore }]
  })

/** What a patient's score did since somebody looked: `before` is the last total of that time, null when none is known. */
export interface ScoreChange { readonly before: number | null; readonly now: number | null }

interface Watched { readonly latestCheckup: { readonly endedAt: string; readonly receivedAt: string; readonly ewsScores: { readonly totalScore: number | null } | null } | null; readonly trend: Trend }

/**
 * What is new of a patient since `lookedMs` (epoch milliseconds): null when the latest check-up had been received by then. A
 * reading that was taken before and arrived after is new: nobody can have seen it.
 */
export const changeSince = ({ latestCheckup: latest, trend }: Watched, lookedMs: number | null): ScoreChange | null => {
  if (lookedMs === null || latest === null || Date.parse(latest.receivedAt) <= lookedMs) return null
  const latestMs = Date.parse(latest.endedAt)
  const before = trend.findLast(({ endedAt, totalScore }) => totalScore !== null && Date.parse(endedAt) < latestMs && Date.parse(endedAt) <= lookedMs)
  return { before: before?.totalScore ?? null, now: latest.ewsScores?.totalScore ?? null }
}
