import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { may } from '../../../domain/access/may'
import { patientTexts } from '../../../texts/patient'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { TableSkeleton, TextSkeleton } from '../../../ui/feedback'
import type { PatientTabProps } from '../../../ui/room'
import styles from './VitalsTab.module.css'

const EcgPanel = lazy(() =>
  import('../ecg/EcgPanel').then((module) => ({ default: module.EcgPanel })),
)
const MonitoringSection = lazy(() =>
  import('../monitoring/MonitoringSection').then((module) => ({
    default: module.MonitoringSection,
  })),
)

const places = { monitoring: 'patient-monitoring', ecg: 'patient-ecg' } as const
const streams = ['monitoring', 'ecg'] as const

const useMaySee = (): boolean => {
  const principal = usePrincipal()
  return principal !== null && may(principal, 'monitoring.view')
}

const goTo = (id: string): void => {
  const place = document.getElementById(id)
  place?.scrollIntoView?.({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** Leads from the top of the vitals to monitoring and ECG, several screens further down. */
export function StreamLinks() {
  const t = patientTexts(useEdition()).vitals.below
  if (!useMaySee()) return null
  return (
    <nav aria-label={t.label} className={styles['below']} data-print="off">
      {streams.map((stream) => (
        <Button key={stream} variant="default" onClick={() => goTo(places[stream])}>
          {t[stream]}
        </Button>
      ))}
    </nav>
  )
}

export interface StreamsProps extends PatientTabProps {
  /** Columns of the observation chart. */
  readonly columns: number
}

/** Continuous monitoring and ECG, for those who may see them. */
export function Streams({ patient, columns }: StreamsProps) {
  if (!useMaySee()) return null
  return (
    <>
      <div id={places.monitoring} tabIndex={-1} className={styles['stream']}>
        <Suspense fallback={<TableSkeleton rows={8} columns={columns} />}>
          <MonitoringSection patient={patient} />
        </Suspense>
      </div>
      {/* A strip is printed in its true size, by its own button. */}
      <div id={places.ecg} tabIndex={-1} className={styles['stream']} data-print="off">
        <Suspense fallback={<TextSkeleton lines={5} />}>
          <EcgPanel patient={patient} />
        </Suspense>
      </div>
    </>
  )
}
