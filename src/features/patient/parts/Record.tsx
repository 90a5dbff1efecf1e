import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { useLooked, useResource } from '../../../engine/react'
import { patientOnBoard } from '../../../data/virtual-ward'
import { shownOpen } from '../../../domain/alerts/alert'
import type { Patient } from '../../../domain/patient/patient'
import type { Problem } from '../../../domain/problem'
import { isHeldSince } from '../../../domain/sync/held'
import { PatientBanner, useIdentityLine, type FreshnessLineProps } from '../../../ui/clinical'
import { NotReached } from '../../../ui/contacts'
import { patientTexts } from '../../../texts/patient'
import { useEdition, useTexts } from '../../../ui/edition'
import { ErrorState, TableSkeleton } from '../../../ui/feedback'
import { Page, Tabs, usePhone } from '../../../ui/layout'
import { paths } from '../../../ui/paths'
import type { PatientTabProps, Slot } from '../../../ui/room'
import { CriticalLine } from '../../../ui/critical'
import { CurrentScore } from '../../../ui/risk'
import { NextDue } from '../../../ui/schedule'
import { SlotPanel, useSlots } from '../../../ui/slots'
import { usePaper } from '../../../ui/print'
import type { Emergency } from '../use-emergency'
import { DischargedBanner } from './DischargedBanner'
import { EmergencyBanner } from './EmergencyBanner'
import { NhsNumberDetails } from './NhsNumberDetails'
import { PartBanner } from './PartBanner'
import { RecordHeader } from './RecordHeader'
import styles from './Record.module.css'

const panelId = 'patient-record-panel'

/** Asked again so often, milliseconds: an alert must not wait for somebody to reload. */
const boardEveryMs = 60_000

export interface RecordProps {
  readonly patient: Patient
  readonly tab: Slot<PatientTabProps>
  readonly offline: boolean
  readonly emergency: Emergency
  readonly reading: {
    readonly problem: Problem | null
    readonly freshness: FreshnessLineProps['freshness']
    readonly refresh: () => Promise<void>
  }
}

/** The banner that never scrolls away, the tabs, and the tab that is open. */
export function Record({ patient, tab, reading, offline, emergency }: RecordProps) {
  const texts = useTexts()
  const edition = useEdition()
  const t = patientTexts(edition)
  const { problem, freshness, refresh } = reading
  usePaper(useIdentityLine(patient), freshness.asOf, { landscape: true })
  const tabs = useSlots('patientTabs')
  const { search } = useLocation()
  const isPhone = usePhone()
  useLooked(patient.id, tab.id, emergency.until)
  // Alerts and schedules are of the board; who is on none has none, but for alerts in an emergency.
  const board = useResource(
    patientOnBoard,
    { patientId: patient.id },
    { refreshEveryMs: boardEveryMs },
  )
  const onBoard = board.rows[0] ?? null
  return (
    <>
      <PatientBanner
        patient={patient}
        to={paths.patient(patient.id)}
        identifierDetails={<NhsNumberDetails patient={patient} />}
        critical={isPhone ? undefined : <CriticalLine patient={patient} />}
        score={
          <>
            <CurrentScore checkup={patient.latestCheckup} onBoard={onBoard} />
            {isPhone && onBoard !== null && <NextDue patient={onBoard} />}
            {isPhone && <CriticalLine isShort patient={patient} />}
          </>
        }
      />
      <Page>
        <div className={styles['notice']}>
          <DischargedBanner patient={patient} />
          <PartBanner patient={patient} />
          <EmergencyBanner {...emergency} />
          <NotReached record={patient} alerts={shownOpen(onBoard?.alerts ?? [])} />
        </div>
        <RecordHeader
          patient={patient}
          onBoard={onBoard}
          isBoardKnown={isHeldSince(board.heldFrom) || (!offline && board.problem === null)}
          isPhone={isPhone}
          offline={offline}
          freshness={freshness}
          onRefresh={() => void refresh()}
        />
        {problem !== null && !offline && (
          <ErrorState look="line" title={t.failed} stillTrue={texts.ui.errors.stillTrue}>
            <Button
              variant="default"
              size="sm"
              loading={freshness.fetching}
              onClick={() => void refresh()}
            >
              {t.vitals.retry}
            </Button>
          </ErrorState>
        )}
        <Tabs
          label={t.tabs}
          tabs={tabs.map(({ id, label }) => ({
            id,
            label: label(texts),
            to: { pathname: paths.patient(patient.id, id), search },
          }))}
          current={tab.id}
          panelId={panelId}
        />
        <div
          id={panelId}
          role="tabpanel"
          aria-labelledby={`${panelId}-${tab.id}`}
          className={styles['panel']}
        >
          <Suspense fallback={<TableSkeleton />}>
            <SlotPanel slot={tab} props={{ patient }} />
          </Suspense>
        </div>
      </Page>
    </>
  )
}
