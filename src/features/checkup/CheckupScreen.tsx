import { Button } from '@mantine/core'
import { Link, useLocation, useParams } from 'react-router-dom'
import { checkupDetail, patientCheckups } from '../../data/checkup'
import { patientOnBoard } from '../../data/virtual-ward'
import { useLooked, useOffline, useResource } from '../../engine/react'
import { patientRecord } from '../../data/patient'
import { checkupTexts } from '../../texts/checkup'
import { ReadingOnly } from '../../ui/access'
import { FreshnessLine, PatientBanner, useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { usePaper } from '../../ui/print'
import { CurrentScore } from '../../ui/risk'
import { previousCheckup } from './checkup.view'
import { CheckupDetail } from './parts/CheckupDetail'
import styles from './parts/CheckupDetail.module.css'

/** Refresh interval, milliseconds: a reader learns when it can no longer be checked. */
const refreshEveryMs = 60_000

function LoadedCheckup({
  patientId,
  checkupId,
}: {
  readonly patientId: string
  readonly checkupId: string
}) {
  const t = checkupTexts(useEdition())
  const patient = useResource(patientRecord, { patientId }).rows[0]
  const reading = useResource(checkupDetail, { patientId, checkupId }, { refreshEveryMs })
  const others = useResource(patientCheckups, { patientId })
  const onBoard = useResource(patientOnBoard, { patientId }).rows[0] ?? null
  const offline = useOffline()
  const record = { pathname: paths.patient(patientId), search: useLocation().search } // as it was left
  const { problem, freshness, refresh, ready } = reading
  usePaper(useIdentityLine(patient ?? null), freshness.asOf)
  const withheld = problem?.kind === 'not-found' || problem?.kind === 'forbidden'
  const checkup = withheld ? undefined : reading.rows[0]
  useLooked(checkup === undefined ? null : patientId, 'checkup', reading.endsAt)
  const back = (
    <Button component={Link} to={record} variant="default">
      {t.toRecord}
    </Button>
  )
  const retry = (
    <Button variant="default" loading={freshness.fetching} onClick={() => void refresh()}>
      {t.retry}
    </Button>
  )
  return (
    <ReadingOnly until={reading.endsAt}>
      {patient !== undefined && (
        <PatientBanner
          patient={patient}
          to={paths.patient(patientId)}
          score={<CurrentScore checkup={patient.latestCheckup} onBoard={onBoard} />}
        />
      )}
      <Page>
        {checkup !== undefined && (
          <div className={styles['about']} data-print="off">
            <Link to={record}>{t.toRecord}</Link>
            <FreshnessLine freshness={freshness} onRefresh={() => void refresh()} />
          </div>
        )}
        {checkup !== undefined ? (
          <CheckupDetail
            checkup={checkup}
            previous={previousCheckup(others.rows, checkup)}
            patient={patient ?? null}
          />
        ) : withheld ? (
          <EmptyState title={t.notFound} action={back} />
        ) : ready && offline ? (
          <EmptyState
            title={t.failed}
            text={t.notKept}
            action={
              <>
                {retry}
                {back}
              </>
            }
          />
        ) : problem !== null ? (
          <ErrorState title={t.failed} stillTrue={t.failedText}>
            {retry}
            {back}
          </ErrorState>
        ) : (
          <TextSkeleton lines={12} />
        )}
      </Page>
    </ReadingOnly>
  )
}

/** /patient/:patientId/checkup/:checkupId, keyed by both so that no other check-up is seen. */
export function CheckupScreen() {
  const { patientId = '', checkupId = '' } = useParams()
  return (
    <LoadedCheckup key={`${patientId} ${checkupId}`} patientId={patientId} checkupId={checkupId} />
  )
}
