import { useMemo } from 'react'
import type { Checkup } from '../../domain/checkup/checkup'
import { isCheckupImplausible } from '../../domain/checkup/stale'
import { shownBucket } from '../../domain/monitoring/card-choice'
import { elapsedWords } from '../../domain/time'
import { offBoard } from '../../domain/virtual-ward/due'
import { isNeverMeasured, measuredBits } from '../../domain/virtual-ward/measured'
import { valuedCheckups } from '../../domain/virtual-ward/own-values'
import type { ReasonRow } from '../../domain/virtual-ward/reason'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../texts/board'
import { monitoringTexts } from '../../texts/monitoring'
import { useEdition, useTexts } from '../edition'
import { Kept } from '../Kept'
import { useTicked } from '../time'
import { PatientScore, useShownScore } from './PatientScore'
import { reasonWords } from './reason-words'
import { scoreNotes } from './risk-words'
import styles from './CurrentScore.module.css'

/**
 * What the score is worked out from: the row of the board, with the record's check-up where that
 * is newer. Who is on no board has the check-up alone.
 */
const scoredRow = (checkup: Checkup | null, onBoard: VirtualWardPatient | null): ReasonRow => {
  if (onBoard === null) return { ...offBoard(checkup), latestCheckup: checkup }
  const known = onBoard.latestCheckup
  if (
    checkup === null ||
    (known !== null && Date.parse(known.endedAt) >= Date.parse(checkup.endedAt))
  )
    return onBoard
  const before =
    known === null
      ? []
      : [
          {
            endedAt: known.endedAt,
            totalScore: known.ewsScores?.totalScore ?? null,
            riskLevel: known.ewsScores?.riskLevel ?? null,
            measured: measuredBits(known.ewsScores),
          },
        ]
  return {
    ...onBoard,
    latestCheckup: checkup,
    earlierCheckups: valuedCheckups(onBoard),
    trend: [...onBoard.trend, ...before],
  }
}

/** The score in force in the patient's banner: the same as on the board, with its age. */
export function CurrentScore({
  checkup,
  onBoard,
}: {
  readonly checkup: Checkup | null
  readonly onBoard: VirtualWardPatient | null
}) {
  const texts = useTexts()
  const edition = useEdition()
  const t = boardTexts(edition).current
  const row = useMemo(() => scoredRow(checkup, onBoard), [checkup, onBoard])
  const shown = useShownScore(row)
  const latest = row.latestCheckup
  const bucket = shownBucket(row)
  const ageAt = (endedAt: string | undefined, now: number): string | null => {
    if (endedAt === undefined) return null
    return isCheckupImplausible(endedAt, now)
      ? texts.ui.score.implausible
      : elapsedWords(Date.parse(endedAt), now, edition)
  }
  const age = useTicked((now) => ageAt(latest?.endedAt, now))
  const monitoredAge = useTicked((now) => ageAt(bucket?.bucketEndAt, now))
  const notes = useTicked((now) => scoreNotes(shown, now, edition).join(' '))
  const why = useTicked((now) => reasonWords(row, now, edition))
  if (latest === null && shown.measuredAtMs === null)
    return <span className={styles['age']}>{isNeverMeasured(row) ? t.never : t.none}</span>
  return (
    <section aria-label={t.label} className={styles['score']}>
      <PatientScore
        shown={shown}
        valuesAtMs={latest === null ? null : Date.parse(latest.endedAt)}
        size="header"
      />
      {why !== '' && <strong className={styles['beside']}>{why}</strong>}
      {notes !== '' && <strong className={styles['beside']}>{notes}</strong>}
      {age !== null && (
        <span className={styles['age']}>
          <Kept>{t.age(age)}</Kept>
        </span>
      )}
      {monitoredAge !== null && (
        <span className={styles['age']}>
          <Kept>{monitoringTexts(edition).card.age(monitoredAge)}</Kept>
        </span>
      )}
    </section>
  )
}
