import { shownOpen } from '../../../domain/alerts/alert'
import { ageOn } from '../../../domain/identity'
import type { Edition } from '../../../domain/organization/organization'
import { formatDate, formatMoment } from '../../../domain/time'
import { isValueStale, unreadSchedules } from '../../../domain/virtual-ward/due'
import type { HistoryWindow } from '../../../domain/virtual-ward/options'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import { countingAt, shownScore } from '../../../domain/virtual-ward/shown-score'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import type { Texts } from '../../../texts'
import { boardTexts } from '../../../texts/board'
import { printTexts } from '../../../texts/print'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { alertWithHolder } from '../../../ui/alerts'
import {
  beforeNote,
  lackWords,
  checkupNotes,
  outsideWindow,
  reasonWords,
  riskWords,
  scoreNotes,
} from '../../../ui/risk'
import { allDueWords } from '../../../ui/schedule'
import { isOlder, shownData } from '../card-data.view'
import { identityOf } from '../card-display'
import type { CardTile } from '../card.view'

/** A patient of the board on paper, in words: paper has no colour and nothing to press. */
export interface PaperRow {
  readonly name: string
  /** Age, birth date, identifier, ward, similar names. */
  readonly about: readonly string[]
  /** The number, or what stands in its place. */
  readonly score: string
  readonly scoreNotes: readonly string[]
  /** In the place of values; null: there are some. */
  readonly noValues: string | null
  readonly values: readonly { readonly key: CardTile['key']; readonly text: string }[]
  readonly isGrave: (key: CardTile['key']) => boolean
  readonly why: readonly string[]
}

const valueText = (
  { value, unit, score, missingWord, marks = [] }: CardTile,
  olderAt: string | null,
  t: ReturnType<typeof printTexts>['board'],
): string => {
  if (value === null) return missingWord ?? t.notMeasured
  const whole = unit === undefined || unit.startsWith('mm') ? value : `${value} ${unit}`
  return [
    score === null || score === 0 ? whole : t.scored(whole, score),
    ...marks,
    ...(olderAt === null ? [] : [t.olderAt(olderAt)]),
  ].join(' ')
}

/** In the place of values: only a board of all history can say that nothing was ever measured. */
const noValuesOf = (
  patient: VirtualWardPatient,
  history: HistoryWindow,
  now: number,
  edition: Edition,
): string => {
  const t = printTexts(edition).board
  const isNever = history === 'all' && patient.trend.length === 0
  return outsideWindow(patient, now, edition) ?? (isNever ? t.never : t.noneShown)
}

/** What the board's paper says of a patient at `now`, epoch milliseconds. */
export const paperRow = (
  patient: VirtualWardPatient,
  { identity, history }: Pick<BoardDisplay, 'identity'> & { readonly history: HistoryWindow },
  now: number,
  edition: Edition,
  ui: Texts['ui'],
): PaperRow => {
  const words = virtualWardTexts(edition).card
  const board = boardTexts(edition)
  const t = printTexts(edition).board
  const { heading, identifier, isFull } = identityOf(patient, identity, board.card)
  const kind = patient.nationalIdentifier?.type
  const shown = shownScore(patient, countingAt(patient, now))
  const data = shownData(patient, edition)
  const at = (ms: number): string => formatMoment(ms, now, edition)
  const lack = lackWords(shown, edition)
  const reason = reasonWords(patient, now, edition)
  const tiles = data?.tiles ?? []
  const unread = unreadSchedules(patient)
  const before = beforeNote(patient, now, edition)
  return {
    name: heading,
    about: [
      ...(isFull
        ? [
            words.age(
              ui.patient.age(ageOn(patient.birthDate, now)),
              formatDate(patient.birthDate, edition),
            ),
          ]
        : []),
      ...(identifier !== null && kind !== undefined
        ? [`${ui.patient.identifiers[kind]} ${identifier}`]
        : []),
      patient.wardAdmission?.ward.name ?? words.noWard,
      ...(isFull && patient.numSimilarNames > 0
        ? [ui.patient.similarNames(patient.numSimilarNames)]
        : []),
    ],
    score:
      shown.total !== null
        ? String(shown.total)
        : shown.atLeast !== null
          ? t.atLeast(shown.atLeast)
          : t.noScore,
    scoreNotes: [
      riskWords(shown, edition),
      ...(shown.measuredAtMs === null ? [] : [board.lack.at(at(shown.measuredAtMs))]),
      ...(lack === null ? [] : [lack]),
      ...shown.marks.map((mark) => board.scheme[mark]),
      ...scoreNotes(shown, now, edition),
      ...checkupNotes(patient, edition),
    ],
    noValues: data === null ? noValuesOf(patient, history, now, edition) : null,
    values: tiles.map((tile) => {
      const olderAt =
        data === null || tile.measured === null || !isOlder(data, tile)
          ? null
          : at(Date.parse(tile.measured.endedAt))
      return { key: tile.key, text: valueText(tile, olderAt, t) }
    }),
    isGrave: (key) => tiles.some((tile) => tile.key === key && tile.score === 3),
    why: [
      ...shownOpen(patient.alerts).map((alert) => alertWithHolder(alert, now, edition)),
      ...(reason === '' ? [] : [reason]),
      ...(data?.sources ?? []).map(
        (source) =>
          `${t.values[source.source](at(Date.parse(source.endedAt)))}${isValueStale(patient, source, now) ? `, ${t.outOfDate}` : ''}`,
      ),
      ...allDueWords(patient, now, edition).map(({ said }) => said),
      ...(unread.length === 0 ? [] : [t.unread(board.due.unread, board.due.unreadMore(unread))]),
      ...(before === '' ? [] : [before]),
    ],
  }
}
