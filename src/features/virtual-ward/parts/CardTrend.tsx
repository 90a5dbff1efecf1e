import { totalBand } from '../../../domain/ews'
import { shownBucket } from '../../../domain/monitoring/card-choice'
import { changeSince, shownTrend, trendMs, trendWith } from '../../../domain/virtual-ward/trend'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { formatMoment } from '../../../domain/time'
import { boardTexts } from '../../../texts/board'
import { Sparkline } from '../../../ui/chart'
import { useEdition } from '../../../ui/edition'
import { useTicked } from '../../../ui/time'
import styles from './PatientCard.module.css'

const stepMs = 5 * 60_000
/** Where the bands of a total begin (C section 4), and the top of the scale. */
const bands = [
  { from: 5, band: 2 },
  { from: 7, band: 3 },
] as const
const most = 12

export function CardTrend({ patient }: { readonly patient: VirtualWardPatient }) {
  const t = boardTexts(useEdition()).trend
  const now = useTicked((nowMs) => Math.ceil(nowMs / stepMs) * stepMs)
  const bucket = shownBucket(patient)
  const points = shownTrend(
    trendWith(patient.latestCheckup === null ? [] : patient.trend, bucket),
    now,
  ).map(({ atMs, total, isPartial }) => ({ atMs, value: total, isApart: isPartial }))
  if ((patient.latestCheckup === null && bucket === null) || points.length === 0) return null
  return (
    <Sparkline
      points={points}
      fromMs={now - trendMs}
      toMs={now}
      most={most}
      bands={bands}
      bandOf={totalBand}
      label={t.label(
        points.filter(({ isApart }) => !isApart).map(({ value }) => value),
        points.filter(({ isApart }) => isApart).map(({ value }) => value),
      )}
    />
  )
}

/** What is new of the patient since the user last looked; nothing otherwise. */
export function CardChange({
  patient,
  lookedMs,
}: {
  readonly patient: VirtualWardPatient
  readonly lookedMs: number | null
}) {
  const edition = useEdition()
  const t = boardTexts(edition).changed
  const time = useTicked((nowMs) =>
    lookedMs === null ? '' : formatMoment(lookedMs, nowMs, edition),
  )
  const change = changeSince(patient, lookedMs)
  if (change === null || lookedMs === null) return null
  const { before, now } = change
  const moved = before !== null && now !== null && before !== now
  return (
    <span className={styles['changed']} data-worse={moved && now > before} title={t.since(time)}>
      {moved ? t.score(before, now) : change.of === 'monitoring' ? t.monitored : t.again}
      <span className="visually-hidden"> {t.since(time)}</span>
    </span>
  )
}
