import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { patientCheckups } from '../../../data/checkup'
import { validCheckups } from '../../../domain/checkup/strike-out'
import { isHeldSince } from '../../../domain/sync/held'
import { useOffline, useResource } from '../../../engine/react'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { ErrorState } from '../../../ui/feedback'
import { useOpenWork } from '../../../ui/work'
import type { PatientTabProps } from '../../../ui/room'
import { EwsHeader } from './charts/EwsHeader'
import { ThresholdCharts } from './charts/ThresholdCharts'
import { useCanvas } from './charts/use-canvas'
import { useEwsEdit } from './charts/use-ews-edit'
import { useScoreWorker } from './charts/use-score-worker'
import { ChartFoot } from './ChartFoot'
import { CheckupChart } from './CheckupChart'
import { EmptyWindow } from './EmptyWindow'
import { NoCheckups } from './NoCheckups'
import { Streams } from './Streams'
import { StruckOutCheckups } from './StruckOutCheckups'
import { useChartPage } from './use-chart-page'
import { useRescored } from './use-rescored'
import { useColumnCount } from './use-column-count'
import { VitalsHead } from './VitalsHead'
import { ScoreTrend } from './trend/ScoreTrend'
import styles from './VitalsTab.module.css'

const refreshEveryMs = 60_000
/** The observation chart: parameters down, check-ups across. Older ones load on paging back. */
export function VitalsTab({ patient }: PatientTabProps) {
  const t = patientTexts(useEdition()).vitals
  const edition = useEdition()
  const reading = useResource(patientCheckups, { patientId: patient.id }, { refreshEveryMs })
  const offline = useOffline()
  const size = useColumnCount()
  const { rows, ready, problem, heldFrom, freshness, refresh } = reading
  const ascending = useMemo(() => validCheckups(rows).toReversed(), [rows])
  const { page, setAnchor, within, chooseWindow, mayBeMore, isOfHeld, olderFetch } = useChartPage(
    reading,
    ascending,
    size,
    offline,
  )
  const edit = useEwsEdit(patient, ascending, refresh)
  const { live, scheme } = edit
  // Wide screens only; a window that is made narrow takes nobody's draft away.
  const hasCharts = size === 10 || live !== null
  const columns = useRescored(page.columns, live === null ? null : scheme)
  const { table, charts, preview, move, flush, repaint, point } = useCanvas(
    edit.step === 'saving' ? null : live,
    useScoreWorker(live !== null),
    page.columns[0] === undefined ? 0 : ascending.indexOf(page.columns[0]),
    edition,
  )
  useOpenWork('journey', edit.changed)

  const select = useRef<HTMLSelectElement>(null)
  const last = ascending.at(-1)
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
  const isKnown = ready && (rows.length > 0 || offline || isHeldSince(heldFrom))
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
      <VitalsHead scores={scores} within={within} />
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
      ) : (
        <NoCheckups reading={reading} offline={offline} columns={size} retry={retry} />
      )}
      {last !== undefined && (
        <ChartFoot
          page={page}
          onPage={setAnchor}
          within={within}
          onWindow={chooseWindow}
          mayBeMore={mayBeMore}
          isOfHeld={isOfHeld}
          heldFrom={heldFrom}
          older={olderFetch}
          offline={offline}
          select={select}
        />
      )}
      <StruckOutCheckups checkups={rows} />
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
      <Streams patient={patient} columns={size} />
    </div>
  )
}
