import { outcomeSaid } from '../alerts/outcome'
import { formatStaffName } from '../identity'
import { stayReasonWords } from '../stay/discharge'
import type { Report } from './device'
import type { ReportRange } from './period'
import type { ReportAlert } from './report'
import { column, momentText, plain, type ReportTable, type ReportTold } from './tables'

/** When an alert was closed and what was done about it. */
const closing = (alert: ReportAlert, told: ReportTold): string => {
  const t = told.words.alerts
  if (alert.closedAt === null) return alert.isOpen ? t.open : t.closedUnknown
  const at = momentText(Date.parse(alert.closedAt), told)
  return alert.outcome == null
    ? at
    : `${at}: ${outcomeSaid(alert.outcome, alert.outcomeText, told.edition)}`
}

/** Each time that an alert was open. */
export const alertsTable = (rows: readonly ReportAlert[], told: ReportTold): ReportTable => {
  const { words } = told
  const t = words.alerts
  const moment = (iso: string): string => momentText(Date.parse(iso), told)
  return {
    columns: [
      column('opened', t.opened),
      column('name', t.name),
      column('severity', t.severity),
      column('count', t.count),
      column('acknowledged', t.acknowledged),
      column('closed', t.closed),
    ],
    rows: rows.map((alert) => ({
      key: alert.id,
      kind: 'row',
      cells: [
        moment(alert.openedAt),
        alert.scheduleName === null ? t.nameOf(alert) : `${t.nameOf(alert)}: ${alert.scheduleName}`,
        t.severities[alert.severity] ?? words.unknown,
        alert.count === null ? words.unknown : String(alert.count),
        alert.acknowledgedAt === null ? words.unknown : moment(alert.acknowledgedAt),
        closing(alert, told),
      ].map(plain),
    })),
  }
}

/** What happened to the stays. */
export const staysTable = (
  rows: Report['wardAdmissions'],
  range: ReportRange,
  told: ReportTold,
): ReportTable => {
  const { words } = told
  const t = words.stays
  return {
    columns: [
      column('when', t.when),
      column('what', t.what),
      column('where', t.where),
      column('who', t.who),
      column('why', t.why),
    ],
    rows: rows.map(({ admissionId, type, effectiveAt, createdAt, createdBy, ward, ...event }) => ({
      key: `${admissionId} ${type} ${effectiveAt} ${createdAt}`,
      kind: 'row',
      cells: [
        {
          text: momentText(Date.parse(effectiveAt), told),
          notes: Date.parse(effectiveAt) < range.from ? [t.before] : [],
        },
        plain(t.events[type]),
        plain([ward?.name, event.carePathway?.name].filter((name) => name != null).join(' · ')),
        plain(formatStaffName(createdBy) || words.unknown),
        plain(
          event.reason === null
            ? words.unknown
            : [stayReasonWords(event.reason.type, told.edition), event.reason.additionalInfo ?? '']
                .filter((part) => part !== '')
                .join(', '),
        ),
      ],
    })),
  }
}
