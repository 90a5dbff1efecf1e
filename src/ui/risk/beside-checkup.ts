import type { Edition } from '../../domain/organization/organization'
import { dueOf, isRiskStale } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../texts/board'
import { monitoringTexts } from '../../texts/monitoring'
import { besideScore, riskWords } from './risk-words'

/**
 * What the score of the latest check-up does not say by itself where that check-up is shown
 * although the board shows monitoring (the record's banner): that monitoring scores higher or is
 * more of a risk, or else what an earlier check-up says. Monitoring that scores no more, or scored
 * little before the check-up and so long ago that it does not count, takes nothing back of the
 * check-up, whose own words stand. Null: neither. `nowMs` epoch milliseconds.
 */
export const besideCheckup = (
  patient: VirtualWardPatient,
  shown: { readonly total: number | null },
  nowMs: number,
  edition: Edition,
): string | null => {
  const { standing } = dueOf(patient)
  const checkedUp: VirtualWardPatient = {
    ...patient,
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
  }
  const byCheckups = dueOf(checkedUp).standing
  const ofCheckups = (): string | null => besideScore(checkedUp, shown, nowMs, edition)
  if (
    standing === null ||
    (byCheckups !== null && standing.total <= byCheckups.total && standing.risk <= byCheckups.risk)
  )
    return ofCheckups()
  const { standing: stands, stale } = boardTexts(edition).status
  const words = riskWords(standing, isRiskStale(patient, nowMs), edition)
  const isLater =
    Date.parse(patient.latestCheckup?.endedAt ?? '') >
    Date.parse(patient.latestContinuousMonitoring?.bucketEndAt ?? '')
  if (byCheckups !== null && isLater && words === stale) return ofCheckups()
  // Where a single monitored value is more of a risk and the total is the check-up's, the total is
  // not called monitoring's.
  return standing.total > (byCheckups?.total ?? -1)
    ? monitoringTexts(edition).standing(standing.total, words)
    : stands(standing.total, words)
}
