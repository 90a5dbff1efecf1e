import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLooked, useOffline, useResource } from '../../../engine/react'
import { bucketsBetween, monitoringChunks } from '../../../data/monitoring'
import { bucketMs } from '../../../domain/monitoring/bucket'
import { chunkMs, chunkOf } from '../../../domain/monitoring/chunk'
import { bucketPage, type DataSpan } from '../../../domain/monitoring/paging'
import { isHeldSince } from '../../../domain/sync/held'
import { sessionState } from '../../../domain/monitoring/session'
import { formatDateTime } from '../../../domain/time'
import { monitoringTexts } from '../../../texts/monitoring'
import { useReadUntil } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { EmptyState, ErrorState, TableSkeleton } from '../../../ui/feedback'
import { MonitoringHealth } from '../../../ui/monitoring'
import { readNow } from '../../../ui/time'
import type { PatientTabProps } from '../../../ui/room'
import { useColumnCount } from '../vitals/use-column-count'
import { BucketPager } from './BucketPager'
import { MonitoringTable } from './MonitoringTable'
import { columnsOf, quarterOf } from './monitoring.view'
import styles from './MonitoringTable.module.css'

const refreshEveryMs = 60_000
const timeOf = (iso: string | null | undefined): number | null =>
  iso == null ? null : Date.parse(iso)

/** Continuous monitoring below the check-ups, from this device or the server (C097 to C102). */
export function MonitoringSection({ patient }: PatientTabProps) {
  const edition = useEdition()
  const t = monitoringTexts(edition)
  const size = useColumnCount()
  const offline = useOffline()
  const { continuousMonitoringSession: session, latestContinuousMonitoring: latestBucket } = patient
  // Null: the newest, and on with it as data comes.
  const [chosen, setChosen] = useState<number | null>(null)
  const newest = timeOf(latestBucket?.bucketStartAt) ?? quarterOf(readNow())
  const last = chosen ?? newest
  const first = last - (size - 1) * bucketMs
  // Whole records, so that a step of 15 minutes is no other reading.
  const [from, to] = [chunkOf(first) * chunkMs, (chunkOf(last) + 1) * chunkMs]
  const reading = useResource(
    monitoringChunks,
    { patientId: patient.id, from, to },
    { refreshEveryMs },
  )
  const { rows, ready, problem, heldFrom, freshness, refresh } = reading
  const buckets = useMemo(() => bucketsBetween(rows, from, to), [rows, from, to])
  useLooked(buckets.length === 0 ? null : patient.id, 'monitoring', useReadUntil())
  const held = timeOf(buckets.at(-1)?.bucketStartAt)
  const latest = latestBucket === null ? held : Math.max(newest, held ?? newest)
  const span: DataSpan | null =
    latest === null
      ? null
      : {
          latest,
          earliest:
            timeOf(patient.earliestContinuousMonitoringAt) ??
            timeOf(buckets[0]?.bucketStartAt) ??
            latest,
        }
  const current = chosen ?? latest ?? newest
  const page = bucketPage(current, size, span ?? { earliest: current, latest: current })
  const columns = useMemo(() => {
    const here = new Set(rows.map(({ startAt }) => Date.parse(startAt)))
    return columnsOf(
      page.starts,
      buckets,
      span?.earliest ?? null,
      (start) => isHeldSince(heldFrom, start) || here.has(chunkOf(start) * chunkMs),
    )
  }, [page.starts, buckets, span?.earliest, rows, heldFrom])
  const isHeld = columns.some(({ kind }) => kind === 'bucket')
  const retry = (
    <Button variant="default" size="sm" loading={freshness.fetching} onClick={() => void refresh()}>
      {t.retry}
    </Button>
  )
  const failed = problem !== null && !offline
  const state = sessionState(session)
  const isLoading =
    !ready ||
    (!isHeld && span !== null && freshness.fetching) ||
    (span === null && freshness.asOf === null && !offline && !failed)
  const empty = state === 'active' ? t.empty.waiting : t.empty.never
  const isElsewhere = offline && (span !== null || freshness.asOf === null)
  const table = <MonitoringTable columns={columns} narrow={size === 4} />
  return (
    <section className={styles['section']} data-print={isHeld ? undefined : 'off'}>
      <header className={styles['top']}>
        <div>
          <h2>{t.heading}</h2>
          <p>
            {t.direction}
            {state === 'ended' && session !== null && (
              <>
                {' '}
                <Kept>{`${t.health.ended(formatDateTime(session.endedAt, edition))}.`}</Kept>
              </>
            )}
          </p>
        </div>
        <MonitoringHealth session={session} bucket={latestBucket} />
      </header>
      {failed && isHeld && (
        <ErrorState look="line" title={t.failed}>
          {retry}
        </ErrorState>
      )}
      {span !== null && (isHeld || (!failed && !isLoading && !(offline && rows.length === 0))) ? (
        <>
          {table}
          <BucketPager
            page={page}
            columns={size}
            isLatest={current === span.latest}
            latest={span.latest}
            onChange={setChosen}
          />
        </>
      ) : failed ? (
        <ErrorState title={t.failed}>{retry}</ErrorState>
      ) : isLoading ? (
        <TableSkeleton rows={8} columns={size} />
      ) : isElsewhere ? (
        <EmptyState title={span === null ? t.empty.offline : t.empty.window} />
      ) : (
        <>
          <p>
            <strong>{empty.title}</strong>
            <br />
            {empty.text}
          </p>
          {table}
        </>
      )}
    </section>
  )
}
