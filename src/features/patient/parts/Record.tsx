import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { useLooked, useResource } from '../../../engine/react'
import { patientOnBoard } from '../../../data/virtual-ward'
import type { Patient } from '../../../domain/patient/patient'
import type { Problem } from '../../../domain/problem'
import {
  FreshnessLine,
  PatientBanner,
  useIdentityLine,
  type FreshnessLineProps,
} from '../../../ui/clinical'
import { patientTexts } from '../../../texts/patient'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition, useTexts } from '../../../ui/edition'
import { ErrorState, TableSkeleton, Tooltip } from '../../../ui/feedback'
import { Page, Tabs } from '../../../ui/layout'
import { paths } from '../../../ui/paths'
import type { PatientTabProps, Slot } from '../../../ui/room'
import { CurrentScore } from '../../../ui/risk'
import { NextDue } from '../../../ui/schedule'
import { SlotPanel, useSlots } from '../../../ui/slots'
import { usePaper } from '../../../ui/print'
import type { Emergency } from '../use-emergency'
import { AboutPatient } from './AboutPatient'
import { CareLine } from './CareLine'
import { NameLink } from './NameLink'
import { EmergencyBanner } from './EmergencyBanner'
import { NhsNumberDetails } from './NhsNumberDetails'
import { PatientActions } from './PatientActions'
import { RecordAlerts } from './RecordAlerts'
import { RhythmChip } from './RhythmChip'
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
  const admission = patient.wardAdmission
  usePaper(useIdentityLine(patient), freshness.asOf, { landscape: true })
  const tabs = useSlots('patientTabs')
  const { search } = useLocation()
  useLooked(patient.id, tab.id, emergency.until)
  // Alerts and schedules are of the board; who is on none has none.
  const onBoard =
    useResource(patientOnBoard, { patientId: patient.id }, { refreshEveryMs: boardEveryMs })
      .rows[0] ?? null
  return (
    <>
      <PatientBanner
        patient={patient}
        to={paths.patient(patient.id)}
        identifierDetails={<NhsNumberDetails patient={patient} />}
        score={<CurrentScore checkup={patient.latestCheckup} onBoard={onBoard} />}
      />
      <Page>
        <div className={styles['notice']}>
          <EmergencyBanner {...emergency} />
        </div>
        {/* The rest of the patient's header: below the banner, so that on a phone it does not stay over half the screen. */}
        <header className={styles['about']}>
          {onBoard !== null && <RecordAlerts patient={onBoard} offline={offline} />}
          <RhythmChip patient={patient} />
          {onBoard !== null && <NextDue patient={onBoard} />}
          <span>
            {admission === null ? (
              virtualWardTexts(edition).card.noWard
            ) : (
              <>
                <NameLink to={paths.ward(admission.ward.id)} action="ward.view">
                  {admission.ward.name}
                </NameLink>
                {' · '}
                <NameLink to={paths.pathway(admission.carePathway.id)} action="pathway.view">
                  {admission.carePathway.name}
                </NameLink>
              </>
            )}
          </span>
          {admission?.patientFlags
            .filter((flag) => flag.active)
            .map((flag) => (
              <Tooltip key={`${flag.type} ${flag.title}`} label={flag.description}>
                <button type="button" data-print="keep" className={styles['flag']}>
                  {flag.title}
                </button>
              </Tooltip>
            ))}
          <AboutPatient patient={patient} />
          <CareLine patient={patient} offline={offline} />
          <PatientActions patient={patient} offline={offline} />
          <FreshnessLine freshness={freshness} onRefresh={() => void refresh()} />
        </header>
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
