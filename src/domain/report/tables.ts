import type { Checkup } from '../checkup/checkup'
import { onOxygenMark } from '../checkup/on-oxygen'
import { selectedActionKey } from '../checkup/selected-action'
import { measuredKeys, measuredValue, showMeasured, type MeasuredKey } from '../checkup/shown'
import { softSignWords, summariseSoftSigns } from '../checkup/soft-signs'
import type { EwsScores } from '../ews/thresholds'
import { totalBand } from '../ews/score'
import { formatFullName } from '../identity'
import type { Edition } from '../organization/organization'
import { camelWords } from '../text/words'
import { dayOf, durationWords, formatDateTime, formatTime } from '../time'
import { zoneSuffix } from '../time/wall'
import type { Report } from './device'
import type { ReportRange } from './period'
import type { ReportAlert, ReportInterval, ReportSoftSigns, ReportValue } from './report'
import type { ReportScore } from './score'
import type { ReportWords, VitalKey } from './words'

/*
 * The tables of a report as finished words and figures: what the screen shows, and what the server
 * draws as PDF, are the same.
 */

/** A cell. `mark`: a value with the points, or a total with the band, that shades it. */
export interface ReportCell {
  readonly text: string
  /** Below it, in small print. */
  readonly notes?: readonly string[]
  readonly mark?: { readonly of: 'score' | 'band'; readonly value: number }
}
/** A row; one of a single cell reaches over all columns. */
export interface ReportRow {
  readonly key: string
  readonly kind: 'row' | 'gap' | 'unknown'
  readonly cells: readonly ReportCell[]
}
export interface ReportColumn {
  readonly id: string
  readonly heading: string
  readonly unit: string | null
}
export interface ReportTable {
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
}

/** How a report is told. `zone` null: the device's. */
export interface ReportTold {
  readonly words: ReportWords
  readonly edition: Edition
  readonly zone: string | null
}

/** A moment, with the zone where the hour comes twice. */
export const momentText = (
  ms: number,
  { edition, zone }: Pick<ReportTold, 'edition' | 'zone'>,
): string => {
  const of = zone ?? undefined
  return `${formatDateTime(new Date(ms).toISOString(), edition, of)}${zoneSuffix(ms, edition, of)}`
}

const hourMs = 3_600_000

/** An interval: its end without the day where that is the same, its length where it is another. */
const intervalText = (
  { start, end }: Pick<ReportInterval, 'start' | 'end'>,
  hours: number,
  told: Pick<ReportTold, 'edition' | 'zone'>,
): string => {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const { edition } = told
  const zone = told.zone ?? undefined
  const until =
    dayOf(from, zone) === dayOf(to, zone)
      ? `${formatTime(end, edition, zone)}${zoneSuffix(to, edition, zone)}`
      : momentText(to, told)
  const length = to - from === hours * hourMs ? '' : ` (${durationWords(to - from, edition)})`
  return `${momentText(from, told)} – ${until}${length}`
}

/** A row of the sums: an interval, a time without a check-up, or one of which nothing is known. */
export type SumsRow =
  | { readonly kind: 'interval'; readonly interval: ReportInterval }
  | { readonly kind: 'gap' | 'unknown'; readonly from: number; readonly to: number }

/** A time without an interval, in parts: what is known of it has no check-up. */
const gapRows = (from: number, to: number, known: ReportRange | null): readonly SumsRow[] => {
  const edges = [from, known?.from ?? to, known?.to ?? to, to].map((at) =>
    Math.min(to, Math.max(from, at)),
  )
  return (['unknown', 'gap', 'unknown'] as const).flatMap((kind, at) => {
    const [start = from, end = to] = [edges[at], edges[at + 1]]
    return start < end ? [{ kind, from: start, to: end }] : []
  })
}

/**
 * Intervals with the times between them that have no check-up, and those of which nothing is known.
 * @param known what of the period is known; null: nothing
 */
export const withGaps = (
  intervals: readonly ReportInterval[],
  range: ReportRange,
  known: ReportRange | null,
): readonly SumsRow[] => {
  let at = range.from
  const rows = intervals.flatMap((interval): readonly SumsRow[] => {
    const gap = gapRows(at, Date.parse(interval.start), known)
    at = Date.parse(interval.end)
    return [...gap, { kind: 'interval', interval }]
  })
  return [...rows, ...gapRows(at, range.to, known)]
}

const plain = (text: string): ReportCell => ({ text })
const column = (id: string, heading: string, unit: string | null = null): ReportColumn => ({
  id,
  heading,
  unit,
})

const valueCell = (
  key: MeasuredKey,
  value: ReportValue | null,
  checkups: number,
  { words, edition }: ReportTold,
): ReportCell => {
  if (value === null) return plain(words.unknown)
  const shown = (of: number): string => showMeasured(key, of, edition)
  return {
    text: shown(value.mean),
    notes: [
      ...(value.count > 1 ? [words.sums.range(shown(value.min), shown(value.max))] : []),
      ...(value.count < checkups ? [words.sums.measured(value.count, checkups)] : []),
    ],
  }
}

/** `since`: a score of an earlier check-up says of when it is. */
const scoreCell = (score: ReportScore | null, told: ReportTold, since?: string): ReportCell => {
  const t = told.words.sums
  if (score === null) return plain(told.words.unknown)
  return {
    text: score.isAtLeast ? t.atLeast(score.total) : String(score.total),
    mark: { of: 'band', value: totalBand(score.total) },
    notes: [
      ...(score.missing > 0 ? [t.missing(score.missing)] : []),
      ...(since !== undefined && Date.parse(score.at) < Date.parse(since)
        ? [t.of(momentText(Date.parse(score.at), told))]
        : []),
    ],
  }
}

/** The sums of each interval, and the times between them. @param known as of withGaps */
export const sumsTable = (
  intervals: readonly ReportInterval[],
  of: {
    readonly range: ReportRange
    readonly hours: number
    readonly known: ReportRange | null
  },
  told: ReportTold,
): ReportTable => {
  const { words } = told
  const t = words.sums
  return {
    columns: [
      column('interval', t.interval),
      column('checkups', t.checkups),
      ...measuredKeys.map((key) => {
        const vital = words.vitals.find((each) => each.key === key)
        return column(key, vital?.heading ?? '', vital?.unit)
      }),
      column('score', t.inForce),
      column('highest', t.highest),
    ],
    rows: withGaps(intervals, of.range, of.known).map((row): ReportRow => {
      if (row.kind !== 'interval')
        return {
          key: `gap ${row.from}`,
          kind: row.kind,
          cells: [
            plain(
              (row.kind === 'gap' ? t.gap : words.gapUnknown)(
                momentText(row.from, told),
                momentText(row.to, told),
              ),
            ),
          ],
        }
      const { interval } = row
      return {
        key: interval.start,
        kind: 'row',
        cells: [
          plain(intervalText(interval, of.hours, told)),
          plain(String(interval.checkups)),
          ...measuredKeys.map((key) => valueCell(key, interval[key], interval.checkups, told)),
          scoreCell(interval.score, told, interval.start),
          scoreCell(interval.highest, told),
        ],
      }
    }),
  }
}

/** The soft signs of each day. */
export const softSignsTable = (rows: readonly ReportSoftSigns[], told: ReportTold): ReportTable => {
  const t = told.words.softSigns
  return {
    columns: [column('day', t.day), column('signs', t.signs)],
    rows: rows.map((row) => ({
      key: row.start,
      kind: 'row',
      cells: [
        plain(intervalText(row, 24, told)),
        plain(
          row.signs
            .map(({ key, isEmergency, count }) => {
              const sign = t.sign(softSignWords(key), count, row.checkups)
              return isEmergency ? `${sign} ${t.emergency}` : sign
            })
            .join('\n'),
        ),
      ],
    })),
  }
}

const pointsOf: Readonly<Record<VitalKey, keyof EwsScores | null>> = {
  respiratoryRate: 'RRScore',
  spO2: 'SpO2Score',
  systolic: 'BPScore',
  diastolic: null,
  pulse: 'HRScore',
  temperature: 'tempScore',
  consciousness: 'consciousnessScore',
  peakFlow: null,
  weight: null,
  onOxygen: 'onOxygenScore',
}

const textOf = (key: VitalKey, checkup: Checkup, edition: Edition): string | null => {
  if (key === 'consciousness') return checkup.consciousness
  if (key === 'onOxygen') return onOxygenMark(checkup.ewsScores)
  const value = measuredValue(key, checkup)
  return value === null ? null : showMeasured(key, value, edition)
}

const vitalCell = (key: VitalKey, checkup: Checkup, { words, edition }: ReportTold): ReportCell => {
  const text = textOf(key, checkup, edition)
  // A frozen row may lack what is null.
  if (text == null)
    return plain(
      key === 'spO2' && checkup.pulseOxiData != null ? words.checkups.failed : words.unknown,
    )
  const points = pointsOf[key]
  const score = points === null ? null : (checkup.ewsScores?.[points] ?? null)
  return typeof score === 'number' ? { text, mark: { of: 'score', value: score } } : plain(text)
}

const totalCell = ({ ewsScores: scores }: Checkup, { words }: ReportTold): ReportCell =>
  scores === null || scores.totalScore === null
    ? plain(words.checkups.notAvailable)
    : {
        text: String(scores.totalScore),
        mark: { of: 'band', value: totalBand(scores.totalScore) },
        notes: scores.missing > 0 ? [words.checkups.missing(scores.missing)] : [],
      }

/** The check-ups, as the record shows them. */
export const checkupsTable = (rows: readonly Checkup[], told: ReportTold): ReportTable => {
  const { words, edition } = told
  const t = words.checkups
  return {
    columns: [
      column('date', t.date),
      ...words.vitals.map(({ key, heading, unit }) => column(key, heading, unit)),
      column('softSigns', t.softSigns),
      column('total', t.totalScore),
      column('action', t.selectedAction),
    ],
    rows: rows.map((checkup) => {
      const { count, isEmergency } = summariseSoftSigns(checkup)
      const action = selectedActionKey(checkup.selectedAction, edition)
      return {
        key: checkup.id,
        kind: 'row',
        cells: [
          plain(momentText(Date.parse(checkup.endedAt), told)),
          ...words.vitals.map(({ key }) => vitalCell(key, checkup, told)),
          plain(isEmergency ? `${count}, ${t.emergency}` : String(count)),
          totalCell(checkup, told),
          plain(action === null ? t.notAvailable : t.actions[action]),
        ],
      }
    }),
  }
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
        alert.closedAt !== null ? moment(alert.closedAt) : alert.isOpen ? t.open : t.closedUnknown,
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
        plain(createdBy === null ? words.unknown : formatFullName(createdBy)),
        plain(
          event.reason === null
            ? words.unknown
            : [camelWords(event.reason.type), event.reason.additionalInfo ?? '']
                .filter((part) => part !== '')
                .join(', '),
        ),
      ],
    })),
  }
}
