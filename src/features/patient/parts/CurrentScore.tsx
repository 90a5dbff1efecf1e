import type { Checkup } from '../../../domain/checkup/checkup'
import { isCheckupImplausible, isCheckupStale } from '../../../domain/checkup/stale'
import { elapsedWords } from '../../../domain/time'
import { isStale } from '../../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { ScoreDisc } from '../../../ui/clinical'
import { patientTexts } from '../../../texts/patient'
import { useEdition, useTexts } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { besideCheckup } from '../../../ui/risk'
import { useNow } from '../../../ui/time'
import styles from './Record.module.css'

/**
 * The patient's score as of the latest check-up, always with its age. How long it counts is the
 * pathway's to say, as on the board; of who is on no board the longest rest between observations
 * counts. A partial total takes nothing back of what it did not measure: where a higher one stands,
 * that is said, as on the board.
 */
export function CurrentScore({
  checkup,
  onBoard,
}: {
  readonly checkup: Checkup | null
  readonly onBoard: VirtualWardPatient | null
}) {
  const texts = useTexts()
  const edition = useEdition()
  const t = patientTexts(edition).score
  const now = useNow()
  if (checkup === null) return <span className={styles['age']}>{t.none}</span>
  const age = isCheckupImplausible(checkup.endedAt, now)
    ? texts.ui.score.implausible
    : elapsedWords(Date.parse(checkup.endedAt), now, edition)
  const scores = checkup.ewsScores
  // A board that knows another check-up as the latest says nothing of this one.
  const asOnBoard = onBoard?.latestCheckup?.id === checkup.id ? onBoard : null
  const stale = asOnBoard === null ? isCheckupStale(checkup.endedAt, now) : isStale(asOnBoard, now)
  const beside =
    asOnBoard === null
      ? null
      : besideCheckup(asOnBoard, { total: scores?.totalScore ?? null }, now, edition)
  return (
    <section aria-label={t.label} className={styles['score']}>
      <ScoreDisc
        total={scores?.totalScore ?? null}
        missing={scores?.missing ?? 0}
        singleThree={scores?.riskLevel === 2}
        staleAge={stale ? age : null}
        size="header"
      />
      {beside !== null && <strong className={styles['beside']}>{beside}</strong>}
      <span className={styles['age']}>
        <Kept>{t.age(age)}</Kept>
      </span>
    </section>
  )
}
