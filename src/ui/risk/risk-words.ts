import { elapsedWords } from '../../domain/time'
import type { Edition } from '../../domain/organization/organization'
import { dueOf, isRiskStale } from '../../domain/virtual-ward/due'
import { toldRisk, type StandingScore } from '../../domain/virtual-ward/standing'
import { statusLine } from '../../domain/virtual-ward/status-line'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../texts/board'
import { virtualWardTexts } from '../../texts/virtual-ward'

/**
 * The risk that a patient's status tells, in words: where the specification's colour is one for two
 * levels, the words are not.
 */
export const riskWords = (
  standing: StandingScore | null,
  isStale: boolean,
  edition: Edition,
): string => {
  const { status } = virtualWardTexts(edition).card
  const old = boardTexts(edition).status
  if (standing === null) return status.unknown
  const level = toldRisk(standing)
  const isSingleThree = standing.risk === 2
  const tone = statusLine(0, level)
  const told = isSingleThree ? (level === null ? old.partialThree : old.singleThree) : status[tone]
  if (isStale)
    return !isSingleThree && (tone === 'positive' || tone === 'neutral') ? old.stale : old.was(told)
  if (level === null && !isSingleThree) return old.partial
  return standing.isEarlier ? old.earlier(told) : told
}

/** The same beside a score, which says by itself that it is incomplete. */
const riskBeside: typeof riskWords = (standing, isStale, edition) => {
  const words = riskWords(standing, isStale, edition)
  return words === boardTexts(edition).status.partial
    ? virtualWardTexts(edition).card.status.unknown
    : words
}

/**
 * What a score that is shown does not say by itself at `nowMs` (epoch milliseconds): that a higher
 * one stands, or, where none is shown, that the history window leaves the last one out. Null:
 * neither. `shown`: the total beside which it is said.
 */
export const besideScore = (
  patient: VirtualWardPatient,
  shown: { readonly total: number | null } | null,
  nowMs: number,
  edition: Edition,
): string | null => {
  const t = boardTexts(edition).status
  if (shown === null) {
    const last = patient.trend.findLast(({ totalScore }) => totalScore !== null)
    return last?.totalScore == null
      ? null
      : t.outside(last.totalScore, elapsedWords(Date.parse(last.endedAt), nowMs, edition))
  }
  const { standing } = dueOf(patient)
  return standing === null || !(standing.isEarlier || standing.total > (shown.total ?? -1))
    ? null
    : t.standing(standing.total, riskBeside(standing, isRiskStale(patient, nowMs), edition))
}
