import { useTexts } from '../edition'
import styles from './ValueTile.module.css'

export interface ValueTileProps {
  /** Short name of the parameter, e.g. 'SpO₂'. */
  readonly label: string
  /** The value as it is shown; null when it was never measured. */
  readonly value: string | null
  readonly unit?: string
  /** Score of the value, 0 to 3; null when it is not scored. */
  readonly score?: number | null
  /** The value's age in words, e.g. '5 min ago'. */
  readonly age?: string | null
  /** Past its limit: its age always shown; hatched ground and grey ink unless it is grave. */
  readonly stale?: boolean
  /** Of a grave score: what scores keeps its colour, however old. A 3 always does. */
  readonly grave?: boolean
  /** Word of a missing value; 'Missing' by default. */
  readonly missingWord?: string
  readonly size?: 'row' | 'card' | 'wall'
  /** What must be known to read the value, each on a line: 'Poor signal'. */
  readonly marks?: readonly string[]
}

/** One value: label, value, unit, score digit beside the colour, age. Unknown is never normal. */
export function ValueTile({
  label,
  value,
  unit,
  score = null,
  age = null,
  stale = false,
  grave = false,
  missingWord,
  size = 'card',
  marks,
}: ValueTileProps) {
  const t = useTexts().ui
  const keepsColour = score === 3 || (grave && score !== null && score > 0)
  const state =
    value === null ? 'missing' : !stale ? 'normal' : keepsColour ? 'measure-again' : 'stale'
  return (
    <div
      className={styles['tile']}
      data-size={size}
      data-state={state}
      data-score={state === 'missing' || state === 'stale' ? 'none' : (score ?? 'none')}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a named group, not a form's
      role="group"
      aria-label={label}
    >
      <span className={styles['label']}>{label}</span>
      <span className={styles['line']}>
        {value === null ? (
          <span className={styles['missing']}>{missingWord ?? t.value.missing}</span>
        ) : (
          <>
            <span className={styles['value']}>{value}</span>
            {unit !== undefined && <span className={styles['unit']}>{unit}</span>}
          </>
        )}
      </span>
      {value !== null && score !== null && score > 0 && (
        <span className={styles['score']}>
          <span className="visually-hidden">{t.score.parameterPrefix} </span>
          {score}
        </span>
      )}
      {value !== null &&
        marks?.map((mark) => (
          <span key={mark} className={styles['mark']}>
            {mark}
          </span>
        ))}
      {(age !== null || stale) && value !== null && (
        <span className={styles['age']}>
          {stale ? `${t.value.stale}${age === null ? '' : `, ${age}`}` : age}
        </span>
      )}
    </div>
  )
}
