import type { Checkup } from '../checkup/checkup'
import { onOxygenMark } from '../checkup/on-oxygen'
import { selectedActionKey } from '../checkup/selected-action'
import { measuredKeys, measuredValue, showMeasured, type MeasuredKey } from '../checkup/shown'
import { summariseSoftSigns } from '../checkup/soft-signs'
import { schemeMarks } from '../ews/scheme-marks'
import { totalBand } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import type { Edition } from '../organization/organization'
import { dayOf, durationWords, formatDateTime, formatTime } from '../time'
import { marksOfBits } from '../virtual-ward/score-marks'
import { checkupDoubts, vitalMarks } from './marks'
import type { ReportRange } from './period'
import type { ReportInterval, ReportSoftSigns, ReportValue } from './report'
import type { ReportScore } from './score'
import type { ReportMark, ReportWords, VitalKey } from './words'

/*
 * The tables of a report as finished words and figures: what the screen shows, and what the server
 * draws as PDF, are the same.
 */

/** A cell. `mark`: a value with the points, or a total with the band, that shades it. */
export interface ReportCell {
  readonly text: string
  /** Below it, in small print. */
  readonly notes?: readonly string[]
  /** Below it, so that nobody overlooks it: what the record marks there. */
  readonly marks?: readonly string[]
  readonly mark?: { readonly of: 'score' | 'band'; readonly value: number }
}
/** A row; one of a single cell reaches over all columns. */
export interface ReportRow {
  readonly key: string
  readonly kind: 'row' | 'gap' | 'unknown' | 'doubt'
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

/** How a report is told. `zone` null: the clinical zone. */
export interface ReportTold {
  readonly words: ReportWords
  readonly edition: Edition
  readonly zone: string | null
}

/** A moment of the report. */
export const momentText = (
  ms: number,
  { edition, zone }: Pick<ReportTold, 'edition' | 'zone'>,
): string => {
  const of = zone ?? undefined
  return formatDateTime(new Date(ms).toISOString(), edition, of)
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
    dayOf(from, zone) === dayOf(to, zone) ? formatTime(end, edition, zone) : momentText(to, told)
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

/** A cell without a mark. */
export const plain = (text: string): ReportCell => ({ text })
/** A column; `unit` null: it has none. */
export const column = (id: string, heading: string, unit: string | null = null): ReportColumn => ({
  id,
  heading,
  unit,
})

const valueCell = (
  key: MeasuredKey,
  value: ReportValue | null,
  checkups: number,
  { words, edition }: ReportTold,
  marks: readonly string[],
): ReportCell => {
  if (value === null) return { text: words.unknown, marks }
  const shown = (of: number): string => showMeasured(key, of, edition)
  return {
    text: shown(value.mean),
    marks,
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
    marks: marksOfBits(score.marks).map((mark) => told.words.marks[mark]),
    notes: [
      ...(score.missing > 0 ? [t.missing(score.missing)] : []),
      ...(since !== undefined && Date.parse(score.at) < Date.parse(since)
        ? [t.of(momentText(Date.parse(score.at), told))]
        : []),
    ],
  }
}

/** How many there are, where there are any. An interval of an earlier release does not say. */
const some = (count: number | undefined, say: (count: number) => string): readonly string[] =>
  count === undefined || count === 0 ? [] : [say(count)]

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
          { text: String(interval.checkups), marks: some(interval.doubtful, t.doubtful) },
          ...measuredKeys.map((key) =>
            valueCell(
              key,
              interval[key],
              interval.checkups,
              told,
              key === 'spO2'
                ? [
                    ...some(interval.poorSignals, t.poorSignals),
                    ...some(interval.failedSignals, t.failedSignals),
                  ]
                : [],
            ),
          ),
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
              const sign = t.sign(t.nameOf(key), count, row.checkups)
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

/** In the place of SpO2 stands that the oximeter failed; every other mark is beside its value. */
const besideOf = (key: VitalKey, checkup: Checkup, words: ReportWords): readonly string[] => {
  const t = words.checkups
  const said: Readonly<Partial<Record<ReportMark, string>>> = {
    poorSignal: t.poor,
    entered: t.entered,
    fromFlag: t.fromFlag,
  }
  return vitalMarks(key, checkup).flatMap((mark) => said[mark] ?? [])
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
  return {
    text,
    marks: besideOf(key, checkup, words),
    ...(key === 'onOxygen' && text !== '' && checkup.oxygenFlow != null
      ? { notes: [words.checkups.oxygenFlow(checkup.oxygenFlow)] }
      : {}),
    ...(typeof score === 'number' ? { mark: { of: 'score', value: score } } : {}),
  }
}

const totalCell = ({ ewsScores: scores, notScored }: Checkup, { words }: ReportTold): ReportCell =>
  scores?.totalScore == null
    ? {
        text: words.checkups.notAvailable,
        marks: notScored == null ? [] : [words.checkups.notScored[notScored]],
      }
    : {
        text: String(scores.totalScore),
        mark: { of: 'band', value: totalBand(scores.totalScore) },
        marks: schemeMarks(scores).map((mark) => words.marks[mark]),
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
    rows: rows.flatMap((checkup): readonly ReportRow[] => {
      const { count, isEmergency } = summariseSoftSigns(checkup)
      const action = selectedActionKey(checkup.selectedAction, edition)
      const when = momentText(Date.parse(checkup.endedAt), told)
      const doubts = checkupDoubts(checkup, words)
      return [
        {
          key: checkup.id,
          kind: 'row',
          cells: [
            { text: when, marks: some(doubts.length, t.doubts.mark) },
            ...words.vitals.map(({ key }) => vitalCell(key, checkup, told)),
            plain(isEmergency ? `${count}, ${t.emergency}` : String(count)),
            totalCell(checkup, told),
            plain(action === null ? t.notAvailable : t.actions[action]),
          ],
        },
        // On paper it may stand on the next page: it says of which check-up it is.
        ...(doubts.length === 0
          ? []
          : [
              {
                key: `${checkup.id} doubts`,
                kind: 'doubt',
                cells: [plain(t.doubts.of(when, doubts.join(' ')))],
              } as const,
            ]),
      ]
    }),
  }
}
