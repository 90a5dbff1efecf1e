import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { patientCheckups } from '../../../data/checkup'
import { useConnection, useResource } from '../../../data/hooks'
import { may } from '../../../domain/access/may'
import { usePrincipal } from '../../../ui/access'
import { useTexts } from '../../../ui/edition'
import { EmptyState, ErrorState, TableSkeleton } from '../../../ui/feedback'
import type { RecordTabProps } from '../record-tab'
import { ChartPager } from './ChartPager'
import { CheckupChart } from './CheckupChart'
import { columnPage, type Anchor } from './paging.view'
import { useColumnCount } from './use-column-count'
import styles from './VitalsTab.module.css'

const refreshEveryMs = 60_000
const MonitoringSection = lazy(() => import('../monitoring/MonitoringSection').then((module) => ({ default: module.MonitoringSection })))

/** The observation chart: parameters down, check-ups across, from this device; older ones come as the reader pages back. */
export function VitalsTab({ patient }: RecordTabProps) {
  const t = useTexts().patient.vitals
  const reading = useResource(patientCheckups, { patientId: patient.id }, { refreshEveryMs })
  const offline = useConnection().state === 'offline'
  const principal = usePrincipal()
  const size = useColumnCount()
  const [anchor, setAnchor] = useState<Anchor>({ at: 'newest' })
  const [asked, setAsked] = useState<{ readonly older: unknown } | null>(null)
  const { rows, total, ready, problem, freshness, older, refresh } = reading
  const ascending = useMemo(() => rows.toReversed(), [rows])
  const page = columnPage(ascending, total, size, anchor)

  const wantsOlder = !offline && (page.needsOlder || (anchor.at === 'oldest' && page.hasOlder))
  useEffect(() => {
    if (!wantsOlder || older === null) return undefined
    let left = false
    void older().finally(() => {
      if (!left) setAsked({ older })
    })
    return () => {
      left = true
    }
  }, [wantsOlder, older])
  const fetchingOlder = wantsOlder && older !== null && asked?.older !== older

  const retry = (
    <Button variant="default" size="sm" loading={freshness.fetching} onClick={() => void refresh()}>
      {t.retry}
    </Button>
  )
  const scores = page.columns.at(-1)?.ewsScores ?? null
  return (
    <div className={styles['root']}>
      <header className={styles['header']}>
        <h2>{t.heading}</h2>
        <p>
          {scores !== null && `${t.scheme(scores.riskScheme, scores.spo2Scale)}. `}
          {t.direction}
        </p>
      </header>
      {problem !== null && !offline && rows.length > 0 && <ErrorState look="line" title={t.failed}>{retry}</ErrorState>}
      {page.columns.length > 0 ? (
        <>
          <CheckupChart patientId={patient.id} checkups={page.columns} narrow={size === 4} />
          <ChartPager page={page} onChange={setAnchor} />
          {fetchingOlder && <output>{t.loadingOlder}</output>}
          {offline && page.needsOlder && <p>{t.olderNotKept}</p>}
        </>
      ) : problem !== null && !offline ? (
        <ErrorState title={t.failed}>{retry}</ErrorState>
      ) : ready && (offline || freshness.asOf !== null) ? (
        <EmptyState title={t.empty.title} text={freshness.asOf === null ? t.emptyOffline : t.empty.text} />
      ) : (
        <TableSkeleton rows={15} columns={size} />
      )}
      {principal !== null && may(principal, 'monitoring.view') && (
        <Suspense fallback={<TableSkeleton rows={8} columns={size} />}>
          <MonitoringSection patient={patient} />
        </Suspense>
      )}
    </div>
  )
}
