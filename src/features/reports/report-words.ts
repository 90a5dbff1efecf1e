import type { Edition } from '../../domain/organization/organization'
import type { ReportWords } from '../../domain/report/words'
import { alertTexts } from '../../texts/alerts'
import { carePathwayTexts } from '../../texts/care-pathway'
import { checkupTexts } from '../../texts/checkup'
import { patientTexts } from '../../texts/patient'
import { reportsTexts } from '../../texts/reports'
import { alertName } from '../../ui/alerts'
import { chartRows } from '../../ui/readings'

/** The words of a report's tables: those of the record. */
export const reportWords = (edition: Edition, from: 'server' | 'device'): ReportWords => {
  const t = reportsTexts(edition)
  const { vitals } = patientTexts(edition)
  const checkup = checkupTexts(edition)
  return {
    unknown: t.unknown,
    vitals: chartRows(edition),
    sums: t.sums,
    gapUnknown: from === 'server' ? t.lacking.gapNotYet : t.lacking.gap,
    softSigns: t.softSigns,
    checkups: {
      date: vitals.rows.date,
      softSigns: vitals.rows.softSigns,
      totalScore: vitals.rows.totalScore,
      selectedAction: vitals.rows.selectedAction,
      failed: checkup.signal.failed,
      emergency: vitals.emergency,
      notAvailable: vitals.notAvailable,
      missing: vitals.missing,
      actions: checkup.selectedActions,
    },
    alerts: { ...t.alerts, nameOf: (alert) => alertName(alert, alertTexts(edition)) },
    stays: { ...t.stays, events: carePathwayTexts(edition).events },
  }
}
