import type { Edition } from '../../domain/organization/organization'
import type { ReportWords } from '../../domain/report/words'
import { symptomWords } from '../../domain/symptoms/words'
import { alertTexts } from '../../texts/alerts'
import { boardTexts } from '../../texts/board'
import { carePathwayTexts } from '../../texts/care-pathway'
import { checkupTexts } from '../../texts/checkup'
import { patientTexts } from '../../texts/patient'
import { readingsTexts } from '../../texts/readings'
import { reportsTexts } from '../../texts/reports'
import { alertName } from '../../ui/alerts'
import { chartRows } from '../../ui/readings'

/** The words of a report's tables: those of the record. */
export const reportWords = (edition: Edition, from: 'server' | 'device'): ReportWords => {
  const t = reportsTexts(edition)
  const { vitals } = patientTexts(edition)
  const checkup = checkupTexts(edition)
  const { oxygen, oxygenFlows, units } = readingsTexts
  return {
    unknown: t.unknown,
    vitals: chartRows(edition),
    sums: t.sums,
    marks: boardTexts(edition).scheme,
    legend: t.legend,
    gapUnknown: from === 'server' ? t.lacking.gapNotYet : t.lacking.gap,
    softSigns: { ...t.softSigns, nameOf: (key) => symptomWords(key, edition) },
    checkups: {
      date: vitals.rows.date,
      softSigns: vitals.rows.softSigns,
      totalScore: vitals.rows.totalScore,
      selectedAction: vitals.rows.selectedAction,
      failed: checkup.signal.failed,
      poor: checkup.signal.poor,
      entered: checkup.confidence.names.manual,
      fromFlag: oxygen.fromFlag,
      oxygenFlow: (flow) => `${oxygenFlows[flow] ?? flow} ${units.oxygenFlow}`,
      notScored: boardTexts(edition).status.notScored,
      doubts: { ...checkup.doubts, of: t.checkups.doubtsOf },
      emergency: vitals.emergency,
      notAvailable: vitals.notAvailable,
      missing: vitals.missing,
      actions: checkup.selectedActions,
    },
    alerts: { ...t.alerts, nameOf: (alert) => alertName(alert, alertTexts(edition)) },
    stays: { ...t.stays, events: carePathwayTexts(edition).events },
  }
}
