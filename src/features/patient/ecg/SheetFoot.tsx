import { windowMs } from '../../../domain/ecg/ecg-window'
import type { TraceSummary } from '../../../domain/ecg/pen'
import { formatDateTime } from '../../../domain/time'
import { ecgTexts } from '../../../texts/ecg'
import { clockOf } from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import type { EcgWindowState } from './use-ecg-window'
import styles from './EcgPanel.module.css'

export interface SheetFootProps {
  readonly start: number
  readonly shown: EcgWindowState
  /** Of what is drawn; null: it is not yet. */
  readonly summary: TraceSummary | null
  readonly offline: boolean
  readonly isNewer: boolean
  readonly isCalibrated: boolean
}

/** Under the paper: time, gaps, age, and whether its millimetres are calibrated. */
export function SheetFoot({
  start,
  shown,
  summary,
  offline,
  isNewer,
  isCalibrated,
}: SheetFootProps) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  const begins =
    summary?.extent === null || summary === null ? start : Math.max(start, summary.extent.from)
  const words =
    shown.asOf === null ? '' : formatDateTime(new Date(shown.asOf).toISOString(), edition)
  const failed = shown.problem !== null && !offline
  return (
    <footer className={styles['foot']}>
      <output>
        {summary === null
          ? t.loading
          : summary.extent === null
            ? t.nothingHere
            : [
                t.window(clockOf(begins, edition), clockOf(start + windowMs, edition)),
                summary.frequencies
                  .map((hertz) => t.rate(String(Math.round(hertz * 10) / 10)))
                  .join(', '),
                t.gaps(summary.gaps.length),
              ].join(' · ')}
      </output>
      {summary !== null && summary.conflicts.length > 0 && (
        <output className={styles['conflict']}>
          {t.conflict(
            (summary.conflicts.reduce((sum, { from, to }) => sum + to - from, 0) / 1000).toFixed(1),
          )}
        </output>
      )}
      <span>
        {isNewer && <strong>{t.newer}. </strong>}
        {(shown.isKept || failed) && shown.shown !== null && (
          <span className={styles['kept']}>
            {failed && `${t.notRefreshed}. `}
            {t.keptFrom(words)}
          </span>
        )}
      </span>
      <p>{isCalibrated ? t.controls.calibrated : t.controls.approximate}</p>
    </footer>
  )
}
