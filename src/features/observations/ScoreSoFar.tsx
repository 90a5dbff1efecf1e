import type { NotScored } from '../../domain/ews/applies'
import { hasSingleTrigger } from '../../domain/ews/score'
import type { EwsScores } from '../../domain/ews/thresholds'
import { observationsTexts } from '../../texts/observations'
import { ScoreDisc } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import styles from './Observations.module.css'

/** What is typed so far comes to, and what NEWS2 asks for then. */
export function ScoreSoFar({
  scores,
  notScored,
  isEmergency,
}: {
  readonly scores: EwsScores | null
  readonly notScored: NotScored | null
  /** A sign of an emergency was chosen, whatever the score is. */
  readonly isEmergency: boolean
}) {
  const t = observationsTexts(useEdition()).score
  const isPartial = scores !== null && scores.missing > 0
  // A partial score that is low asks for nothing that could be told.
  const isCalm = (scores?.riskLevel ?? 0) < 2
  return (
    <output className={styles['score']} aria-label={t.heading}>
      {isEmergency && <strong>{t.emergency}</strong>}
      {scores === null ? (
        <p>{notScored === null ? t.none : t.notScored[notScored]}</p>
      ) : (
        <>
          <ScoreDisc
            total={scores.totalScore}
            missing={scores.missing}
            singleThree={hasSingleTrigger(scores)}
          />
          <div>
            {!isEmergency && !(isPartial && isCalm) && <p>{t.asksFor[scores.riskLevel ?? 0]}</p>}
            {isPartial && <p className={styles['rule']}>{t.partial}</p>}
            {scores.spo2Scale === 2 && <p className={styles['rule']}>{t.scale2}</p>}
          </div>
        </>
      )}
    </output>
  )
}
