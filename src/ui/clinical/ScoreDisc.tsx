import { totalBand } from '../../domain/ews'
import { useTexts } from '../edition'
import styles from './ScoreDisc.module.css'

export interface ScoreDiscProps {
  /** Sum of the known parameter scores; null when none is known. */
  readonly total: number | null
  /** Where `total` is null: what it is at least. */
  readonly atLeast?: number | null
  /** How many of the parameters are missing; above 0 the total is partial. */
  readonly missing?: number
  /** What is said under the word, in the place of how many are missing. */
  readonly notes?: readonly string[]
  /** Any single parameter scores 3: shown in words, as it asks for an urgent review on its own. */
  readonly singleThree?: boolean
  /** The age of a total past its limit, in words; null while it is fresh. */
  readonly staleAge?: string | null
  readonly size?: 'card' | 'header' | 'wall'
}

/**
 * The total early-warning score: digit, band colour and band word, and how many parameters are
 * missing. No score has a dashed outline, and a word or what the total is at least. A stale one that
 * reassured is hatched grey; one of 5 or more, or with a single 3, keeps its colour and asks to
 * measure again. Neither a stale nor a partial one is called low. Never green, never blank.
 */
export function ScoreDisc({
  total,
  atLeast = null,
  missing = 0,
  notes,
  singleThree = false,
  staleAge = null,
  size = 'card',
}: ScoreDiscProps) {
  const t = useTexts().ui.score
  const least = total ?? atLeast
  const band = least === null ? null : totalBand(least)
  const fresh =
    band === null
      ? t.unknown
      : band < 2 && singleThree
        ? t.singleThree
        : missing > 0 && band < 2
          ? t.incomplete
          : (t.bands[band] ?? t.unknown)
  // What was grave may still be; what was well is no longer known to be.
  const isGrave = band !== null && (band >= 2 || singleThree)
  const named = band === null || staleAge === null || isGrave ? fresh : t.noLongerCounts
  const word =
    total === null && atLeast !== null ? t.atLeast(atLeast, isGrave ? named : null) : named
  const isShown = total !== null || isGrave
  const state = !isShown
    ? 'unknown'
    : staleAge === null
      ? 'fresh'
      : isGrave
        ? 'measure-again'
        : 'stale'
  const number = total ?? (least === null ? t.unknownMark : `≥${least}`)
  const details = [
    ...(notes ?? [missing > 0 ? t.missing(missing) : null]),
    staleAge === null
      ? null
      : isGrave
        ? t.measureAgain(String(number), staleAge)
        : t.stale(staleAge),
  ].filter((part) => part !== null)
  const name =
    total !== null
      ? t.spoken(total, word)
      : atLeast !== null
        ? t.spokenAtLeast(atLeast, isGrave ? named : null)
        : t.spokenUnknown
  const spoken = [name, ...details].join(', ')
  return (
    <span className={styles['root']} data-size={size}>
      <span
        // Text that is read as one thing, not a picture.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={spoken}
        className={styles['disc']}
        data-band={isShown ? band : 'unknown'}
        data-state={state}
        data-partial={missing > 0 || total === null}
        data-wide={total === null}
      >
        {isShown ? number : t.unknownMark}
      </span>
      <span className={styles['words']} aria-hidden="true">
        <span className={styles['word']}>{word}</span>
        {details.map((detail) => (
          <span
            key={detail}
            className={styles['detail']}
            data-note={notes?.includes(detail) === true || state === 'measure-again'}
          >
            {detail}
          </span>
        ))}
      </span>
    </span>
  )
}
