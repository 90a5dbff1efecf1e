import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { patientCheckups } from '../../../data/checkup'
import { useOffline, useResource } from '../../../data/hooks'
import { may } from '../../../domain/access/may'
import { rescoreCheckup } from '../../../domain/checkup/rescore'
import type { TimeWindow } from '../../../domain/checkup/time-window'
import { patientTexts } from '../../../texts/patient'
import { timeWindowTexts } from '../../../texts/time-window'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState, TableSkeleton, TextSkeleton } from '../../../ui/feedback'
import { useOpenWork } from '../../../ui/work'
import type { PatientTabProps } from '../../../ui/room'
import { EwsHeader } from './charts/EwsHeader'
import { ThresholdCharts } from './charts/ThresholdCharts'
import { useCanvas } from './charts/use-canvas'
import { useEwsEdit } from './charts/use-ews-edit'
import { ChartFoot } from './ChartFoot'
import { CheckupChart } from './CheckupChart'
import { EmptyWindow } from './EmptyWindow'
import { columnPage, type Anchor } from './paging.view'
import { useColumnCount } from './use-column-count'
import { useOlder } from './use-older'
import { ScoreTrend } from './trend/ScoreTrend'
import { useTimeWindow } from './use-time-window'
import styles from './VitalsTab.module.css'

const refreshEveryMs = 60_000
const EcgPanel = lazy(() =>
  import('../ecg/EcgPanel').then((module) => ({ default: module.EcgPanel })),
)
const MonitoringSection = lazy(() =>
  import('../monitoring/MonitoringSection').then((module) => ({
    default: module.MonitoringSection,
  })),
)

/**
 * The observation chart: parameters down, check-ups across, from this device; older ones come as
 * the reader pages back.
 */
export function VitalsTab({ patient }: PatientTabProps) {
  const t = patientTexts(useEdition()).vitals
  const edition = useEdition()
  const texts = timeWindowTexts(edition)
  const reading = useResource(patientCheckups, { patientId: patient.id }, { refreshEveryMs })
  const offline = useOffline()
  const principal = usePrincipal()
  const size = useColumnCount()
  const { rows, total, ready, problem, freshness, older, refresh } = reading
  const ascending = useMemo(() => rows.toReversed(), [rows])
  const { within, choose, inside, isCovered } = useTimeWindow(ascending, 'within', null)
  const [anchor, setAnchor] = useState<Anchor>({ at: 'newest' })
  const page = useMemo(
    () => columnPage(inside, within === null ? total : inside.length, size, anchor),
    [inside, within, total, size, anchor],
  )
  const edit = useEwsEdit(patient, ascending, refresh)
  const { live, scheme } = edit
  // Wide screens only; a window that is made narrow takes nobody's draft away.
  const hasCharts = size === 10 || live !== null
  const columns = useMemo(
    () =>
      live === null
        ? page.columns
        : page.columns.map((checkup) => ({
            ...checkup,
            ewsScores: rescoreCheckup(checkup, checkup.ewsScores, scheme),
          })),
    [page.columns, live, scheme],
  )
  const { table, charts, preview, move, flush, repaint, point } = useCanvas(
    edit.step === 'saving' ? null : live,
    page.columns[0] === undefined ? 0 : ascending.indexOf(page.columns[0]),
    edition,
  )
  useOpenWork('journey', edit.changed)

  const mayBeMore = !isCovered && older !== null
  const olderFetch = useOlder(
    older,
    !offline &&
      (within === null ? page.needsOlder || (anchor.at === 'oldest' && page.hasOlder) : mayBeMore),
  )
  const select = useRef<HTMLSelectElement>(null)
  const last = ascending.at(-1)
  const chooseWindow = (next: TimeWindow | null): void => {
    setAnchor({ at: 'newest' })
    choose(next)
  }
  const showAll = (): void => {
    chooseWindow(null)
    select.current?.focus() // the button that was pressed goes away
  }

  const retry = (
    <Button variant="default" size="sm" loading={freshness.fetching} onClick={() => void refresh()}>
      {t.retry}
    </Button>
  )
  const scores = page.columns.at(-1)?.ewsScores ?? null
  const isKnown = ready && (rows.length > 0 || offline || freshness.asOf !== null)
  return (
    <div className={styles['root']}>
      {hasCharts && ready && (
        <EwsHeader
          patient={patient}
          edit={edit}
          move={move}
          flush={flush}
          repaint={repaint}
          preview={preview}
        />
      )}
      <header className={styles['header']}>
        <h2>{t.heading}</h2>
        <p>
          {scores !== null && `${t.scheme(scores.riskScheme, scores.spo2Scale)}. `}
          {t.direction}
          {within !== null && ` ${texts.only(texts.spans[within])}`}
        </p>
      </header>
      {problem !== null && !offline && rows.length > 0 && (
        <ErrorState look="line" title={t.failed}>
          {retry}
        </ErrorState>
      )}
      {page.columns.length > 0 ? (
        <div ref={table}>
          <CheckupChart
            key={edit.left}
            patientId={patient.id}
            checkups={columns}
            narrow={size === 4}
            live={live !== null}
            {...(hasCharts ? { slots: size } : {})}
          />
        </div>
      ) : last !== undefined && within !== null ? (
        <EmptyWindow
          within={within}
          lastEndedAt={last.endedAt}
          answeredAt={offline || problem !== null ? null : freshness.asOf}
          onAll={showAll}
        />
      ) : problem !== null && !offline ? (
        <ErrorState title={t.failed}>{retry}</ErrorState>
      ) : ready && freshness.asOf !== null ? (
        <EmptyState title={t.empty.title} text={t.empty.text} />
      ) : ready && offline ? (
        <EmptyState title={t.emptyOffline} />
      ) : (
        <TableSkeleton rows={15} columns={size} />
      )}
      {last !== undefined && (
        <ChartFoot
          page={page}
          onPage={setAnchor}
          within={within}
          onWindow={chooseWindow}
          mayBeMore={mayBeMore}
          older={olderFetch}
          offline={offline}
          select={select}
        />
      )}
      {(isKnown || problem === null) && (
        <ScoreTrend patient={patient} ascending={ascending} reading={reading} offline={offline} />
      )}
      {hasCharts && isKnown && (
        <ThresholdCharts
          patient={patient}
          checkups={columns}
          slots={size}
          edit={edit}
          charts={charts}
          move={move}
          flush={flush}
          repaint={repaint}
          point={point}
        />
      )}
      {principal !== null && may(principal, 'monitoring.view') && (
        <Suspense fallback={<TableSkeleton rows={8} columns={size} />}>
          <MonitoringSection patient={patient} />
        </Suspense>
      )}
      {principal !== null && may(principal, 'monitoring.view') && (
        <Suspense fallback={<TextSkeleton lines={5} />}>
          <EcgPanel patient={patient} />
        </Suspense>
      )}
    </div>
  )
}
