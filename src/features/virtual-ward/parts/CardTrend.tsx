import { totalBand } from '../../../domain/ews'
import { changeSince, shownTrend, trendMs } from '../../../domain/virtual-ward/trend'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { formatTime } from '../../../domain/time'
import { boardTexts } from '../../../texts/board'
import { Sparkline } from '../../../ui/chart'
import { useEdition } from '../../../ui/edition'
import { useTicked } from '../../../ui/time'
import styles from './PatientCard.module.css'

const stepMs = 5 * 60_000
/** Where the bands of a total begin (C section 4), and the top of the scale: what is above is as grave. */
const bands = [{ from: 5, band: 2 }, { from: 7, band: 3 }] as const
const most = 12

/** The patient's total over the last 24 h (issue 4, point 9). */
export function CardTrend({ patient }: { readonly patient: VirtualWardPatient }) {
  const t = boardTexts(useEdition()).trend
  const now = useTicked((nowMs) => Math.ceil(nowMs / stepMs) * stepMs)
  const points = shownTrend(patient.trend, now).map(({ atMs, total }) => ({ atMs, value: total }))
  if (patient.latestCheckup === null || points.length === 0) return null
  return <Sparkline points={points} fromMs={now - trendMs} toMs={now} most={most} bands={bands} bandOf={totalBand} label={t.label(points.map(({ value }) => value))} />
}

/** What is new of the patient since the user last looked; nothing otherwise. */
export function CardChange({ patient, lookedMs }: { readonly patient: VirtualWardPatient; readonly lookedMs: number | null }) {
  const edition = useEdition()
  const t = boardTexts(edition).changed
  const change = changeSince(patient, lookedMs)
  if (change === null || lookedMs === null) return null
  const { before, now } = change
  const time = formatTime(new Date(lookedMs).toISOString(), edition)
  const moved = before !== null && now !== null && before !== now
  return (
    <span className={styles['changed']} data-worse={moved && now > before} title={t.since(time)}>
      {moved ? t.score(before, now) : t.again}
      <span className={styles['hidden']}> {t.since(time)}</span>
    </span>
  )
}
