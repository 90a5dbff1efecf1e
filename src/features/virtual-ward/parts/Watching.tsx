import { useResource } from '../../../engine/react'
import { watchList } from '../../../data/virtual-ward'
import { hoursOf, type HistoryWindow } from '../../../domain/virtual-ward/options'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import { careTexts } from '../../../texts/care'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { watchedQueryOf } from '../virtual-ward.view'
import { PatientCard } from './PatientCard'
import styles from '../VirtualWardScreen.module.css'

/**
 * "Watching (n)" above all patients (C179, C180). Its rows come from this device, so that a new
 * star counts, also offline. The list below reports failures.
 */
export function Watching({
  everyMs,
  history,
  display,
  lookedMs,
}: {
  readonly everyMs: number
  readonly history: HistoryWindow
  readonly display: BoardDisplay
  readonly lookedMs: number | null
}) {
  const t = careTexts(useEdition()).watch
  const list = virtualWardTexts(useEdition()).list
  const { rows } = useResource(
    watchList,
    watchedQueryOf(hoursOf(history)),
    everyMs > 0 ? { refreshEveryMs: everyMs } : {},
  )
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="virtual-ward-watching" className={styles['watching']}>
      <h2 id="virtual-ward-watching">{t.section(rows.length)}</h2>
      <ul className={styles['list']} data-grid={display.grid} aria-label={`${t.watching}: ${list}`}>
        {rows.map((patient) => (
          <PatientCard key={patient.id} patient={patient} display={display} lookedMs={lookedMs} />
        ))}
      </ul>
    </section>
  )
}
