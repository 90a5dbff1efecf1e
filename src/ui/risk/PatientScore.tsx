import {
  countingAt,
  graveRisk,
  shownScore,
  type ShownScore,
} from '../../domain/virtual-ward/shown-score'
import type { DueRow } from '../../domain/virtual-ward/due'
import { implausibleAfterMs } from '../../domain/checkup/stale'
import { elapsedWords, formatMoment } from '../../domain/time'
import { boardTexts } from '../../texts/board'
import { ScoreDisc, type ScoreDiscProps } from '../clinical'
import { useEdition, useTexts } from '../edition'
import { useTicked } from '../time'
import { lackWords } from './risk-words'

/** The score in force as of now. */
export const useShownScore = (patient: DueRow): ShownScore =>
  shownScore(
    patient,
    useTicked((now) => countingAt(patient, now)),
  )

export interface PatientScoreProps extends Pick<ScoreDiscProps, 'size'> {
  readonly shown: ShownScore
  /** When the values beside it were measured, epoch milliseconds: the score tells its own time else. */
  readonly valuesAtMs?: number | null
}

/**
 * The score in force of a patient, wherever it is shown: number or dash, band, when it was measured
 * and what it lacks.
 */
export function PatientScore({ shown, valuesAtMs = null, size }: PatientScoreProps) {
  const edition = useEdition()
  const { ui } = useTexts()
  const { measuredAtMs, isStale } = shown
  const { scheme } = boardTexts(edition)
  const age = useTicked((now) => {
    if (measuredAtMs === null || !isStale) return null
    return measuredAtMs > now + implausibleAfterMs
      ? ui.score.implausible
      : elapsedWords(measuredAtMs, now, edition)
  })
  const at = useTicked((now) =>
    measuredAtMs === null || isStale || measuredAtMs === valuesAtMs
      ? null
      : boardTexts(edition).lack.at(formatMoment(measuredAtMs, now, edition)),
  )
  const lack = lackWords(shown, edition)
  return (
    <ScoreDisc
      total={shown.total}
      atLeast={shown.atLeast}
      missing={shown.missing.length}
      notes={[at, lack, ...shown.marks.map((mark) => scheme[mark])].filter((note) => note !== null)}
      singleThree={shown.leastRisk === graveRisk}
      staleAge={age}
      {...(size === undefined ? {} : { size })}
    />
  )
}
