import type { Checkup } from '../../../domain/checkup/checkup'
import { isCheckupImplausible, isCheckupStale } from '../../../domain/checkup/stale'
import { elapsedWords } from '../../../domain/time'
import { ScoreDisc } from '../../../ui/clinical'
import { useEdition, useTexts } from '../../../ui/edition'
import { useNow } from '../../../ui/time'
import styles from './Record.module.css'

/** The patient's score as of the latest check-up, always with its age. */
export function CurrentScore({ checkup }: { readonly checkup: Checkup | null }) {
  const texts = useTexts()
  const t = texts.patient.score
  const edition = useEdition()
  const now = useNow()
  if (checkup === null) return <span className={styles['age']}>{t.none}</span>
  const age = isCheckupImplausible(checkup.endedAt, now) ? texts.ui.score.implausible : elapsedWords(Date.parse(checkup.endedAt), now, edition)
  const scores = checkup.ewsScores
  return (
    <section aria-label={t.label} className={styles['score']}>
      <ScoreDisc
        total={scores?.totalScore ?? null}
        missing={scores?.missing ?? 0}
        singleThree={scores?.riskLevel === 2}
        staleAge={isCheckupStale(checkup.endedAt, now) ? age : null}
        size="header"
      />
      <span className={styles['age']}>{t.age(age)}</span>
    </section>
  )
}
