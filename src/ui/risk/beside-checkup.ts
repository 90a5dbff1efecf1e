import type { Edition } from '../../domain/organization/organization'
import { dueOf, isRiskStale } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import type { Texts } from '../../texts'
import { monitoringTexts } from '../../texts/monitoring'
import { besideScore, riskWords } from './risk-words'

/**
 * What the score of the latest check-up does not say by itself where that check-up is shown although the board shows monitoring (the record's
 * banner): that monitoring scores higher, or else what an earlier check-up says. Monitoring that scores no more takes nothing back of the check-up, whose
 * own words stand. Null: neither. `nowMs` epoch milliseconds.
 */
export const besideCheckup = (patient: VirtualWardPatient, shown: { readonly total: number | null }, nowMs: number, texts: Texts, edition: Edition): string | null => {
  const { standing } = dueOf(patient)
  const checkedUp: VirtualWardPatient = { ...patient, continuousMonitoringSession: null, latestContinuousMonitoring: null }
  const byCheckups = dueOf(checkedUp).standing
  if (standing === null || (byCheckups !== null && standing.total <= byCheckups.total && standing.risk <= byCheckups.risk)) return besideScore(checkedUp, shown, nowMs, texts, edition)
  return monitoringTexts(edition).standing(standing.total, riskWords(standing, isRiskStale(patient, nowMs), texts, edition))
}
