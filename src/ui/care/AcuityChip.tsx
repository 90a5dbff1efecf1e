import { acuityLevelOf, isAcuityRecent, type AcuityScore } from '../../domain/patient/acuity'
import { elapsedWords, formatDateTime } from '../../domain/time'
import { careTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { useNow } from '../time'
import styles from './care.module.css'

/** When a score was given: its age within seven days, else only that (C064, C065). */
export const useAcuityAge = (score: AcuityScore | null): string => {
  const edition = useEdition()
  const now = useNow()
  if (score === null) return ''
  return isAcuityRecent(score.capturedAt, now)
    ? elapsedWords(Date.parse(score.capturedAt), now, edition)
    : careTexts(edition).acuity.overSevenDays
}

export interface AcuityChipProps {
  readonly score: AcuityScore | null
  readonly onEdit?: (() => void) | undefined
  /** On a card: the number alone, its words read out and told on hover. */
  readonly compact?: boolean
}

/** A patient's acuity as number and word, with its age. `onEdit`: it can be changed. */
export function AcuityChip({ score, onEdit, compact = false }: AcuityChipProps) {
  const edition = useEdition()
  const t = careTexts(edition).acuity
  const age = useAcuityAge(score)
  if (score === null)
    return onEdit === undefined ? null : (
      <button
        type="button"
        className={styles['chip']}
        data-kind="none"
        aria-haspopup="dialog"
        onClick={onEdit}
      >
        {t.set}
      </button>
    )
  const level = acuityLevelOf(score.score)
  const words = t.shown(score.score, t.levels[level])
  const inside = (
    <>
      <span className={styles['level']} data-level={level} aria-hidden="true">
        {score.score}
      </span>
      <span className={compact ? 'visually-hidden' : undefined}>{words}</span>
      {!compact && (
        <span className={styles['age']}>
          {age}
          {score.late && `, ${t.received(formatDateTime(score.createdAt, edition))}`}
        </span>
      )}
    </>
  )
  if (onEdit === undefined)
    return (
      <span className={compact ? styles['alone'] : styles['chip']} title={`${words}, ${age}`}>
        {inside}
      </span>
    )
  return (
    <button
      type="button"
      className={styles['chip']}
      data-kind="set"
      data-print="keep"
      aria-label={t.change(`${words}, ${age}`)}
      aria-haspopup="dialog"
      onClick={onEdit}
    >
      {inside}
    </button>
  )
}
