import type { EwsScores } from '../../src/domain/ews/thresholds'
import type { Vitals } from './physiology'
import { pick, type Random } from './random'

/** What a score asks for: 0 nothing, 1 a closer look, 2 an urgent review, 3 an emergency. */
export type Need = 0 | 1 | 2 | 3

export const needOf = (scores: EwsScores | null): Need => {
  const { totalScore, riskLevel } = scores ?? { totalScore: null, riskLevel: null }
  if (riskLevel === 4) return 3
  if (riskLevel === 2 || riskLevel === 3) return 2
  return (totalScore ?? 0) >= 3 ? 1 : 0
}

/** Local hours in which the practice answers. */
const isOpen = (hour: number): boolean => hour >= 8 && hour < 18

/**
 * 1 no action, 2 increased monitoring, 3 called GP, 4 called 111, 5 called 999 (P section 4). Help is
 * called when the need arises, and not again while it lasts.
 */
export const actionOf = (need: Need, before: Need, hour: number): number => {
  if (need === 0) return 1
  if (need === 1 || need <= before) return 2
  if (need === 3) return 5
  return isOpen(hour) ? 3 : 4
}

type Texts = readonly [string, ...string[]]
const calm: Texts = [
  'Comfortable, sitting out in the chair.',
  'Slept well, ate breakfast.',
  'Walked to the kitchen without stopping.',
  'Says they feel about the same as yesterday.',
  'Family visiting this afternoon.',
]
const called: Readonly<Record<number, Texts>> = {
  3: ['Rang the practice: a doctor calls back within the hour.', 'GP informed, reviews today.'],
  4: ['Practice closed, rang 111: a clinician calls back.'],
  5: ['Looks very unwell. 999 called, somebody stays on the line with the patient.'],
}
const waiting: Texts = [
  'Help has been called; measured again while we wait.',
  'No better yet. Checks every hour until reviewed.',
  'Reviewed by video, plan unchanged. Checks go on.',
]
const watched: Texts = [
  'A little worse than usual: fluids, rest, and another look at the next check.',
  'Asked to measure again if breathing or dizziness gets worse.',
]
const better: Texts = [
  'Better than at the last check. Back to the usual times if it lasts.',
  'Settling. Eating and drinking again.',
]
const overTreated =
  'Saturation above the target of 88 to 92 % on too much oxygen. Asked to turn the flow down; oxygen team informed.'

/** What somebody writes about it; null: nothing. */
export const noteOf = (
  given: {
    readonly need: Need
    readonly before: Need
    readonly action: number
    readonly vitals: Vitals
  },
  random: Random,
): string | null => {
  const { need, before, action, vitals } = given
  if (need > before && vitals.overTreated > 0.5) return overTreated
  if (called[action] !== undefined) return pick(random, called[action])
  const chance = random()
  if (need < before) return chance < 0.6 ? pick(random, better) : null
  if (need >= 2) return chance < 0.35 ? pick(random, waiting) : null
  if (need === 1) return chance < 0.4 ? pick(random, watched) : null
  return chance < 0.12 ? pick(random, calm) : null
}
