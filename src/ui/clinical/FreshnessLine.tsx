import { elapsedWords, formatMoment } from '../../domain/time'
import { useEdition, useTexts } from '../edition'
import { Kept } from '../Kept'
import { IconRefresh } from '../layout/icons'
import { useNow } from '../time'
import styles from './marks.module.css'

export interface FreshnessLineProps {
  /** Times in epoch milliseconds; see Reading in the data kit. */
  readonly freshness: {
    readonly asOf: number | null
    readonly checkedAt: number | null
    readonly stale: boolean
    readonly fetching: boolean
  }
  readonly onRefresh?: () => void
}

/** How fresh the data is: its own time, the last check, and a button to check again. */
export function FreshnessLine({ freshness, onRefresh }: FreshnessLineProps) {
  const t = useTexts().ui
  const edition = useEdition()
  const now = useNow()
  const { asOf, checkedAt, stale, fetching } = freshness
  const time = (at: number) => formatMoment(at, now, edition)
  return (
    <div className={styles['line']} data-stale={stale} data-print="off">
      <span className={styles['asOf']}>
        <Kept>
          {asOf === null
            ? t.freshness.never
            : `${t.freshness.asOf(time(asOf))}, ${elapsedWords(asOf, now, edition)}${stale ? ` · ${t.freshness.stale}` : ''}`}
        </Kept>
      </span>
      {checkedAt !== null && (
        <span>
          · <Kept>{t.freshness.checked(time(checkedAt))}</Kept>
        </span>
      )}
      {onRefresh !== undefined && (
        <button type="button" className={styles['refresh']} disabled={fetching} onClick={onRefresh}>
          <IconRefresh size={16} />
          {fetching ? t.refreshing : t.refresh}
        </button>
      )}
    </div>
  )
}
