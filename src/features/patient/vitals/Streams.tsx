import { lazy, Suspense } from 'react'
import { may } from '../../../domain/access/may'
import { usePrincipal } from '../../../ui/access'
import { TableSkeleton, TextSkeleton } from '../../../ui/feedback'
import type { PatientTabProps } from '../../../ui/room'

const EcgPanel = lazy(() =>
  import('../ecg/EcgPanel').then((module) => ({ default: module.EcgPanel })),
)
const MonitoringSection = lazy(() =>
  import('../monitoring/MonitoringSection').then((module) => ({
    default: module.MonitoringSection,
  })),
)

export interface StreamsProps extends PatientTabProps {
  /** Columns of the observation chart. */
  readonly columns: number
}

/** Continuous monitoring and ECG, for those who may see them. */
export function Streams({ patient, columns }: StreamsProps) {
  const principal = usePrincipal()
  if (principal === null || !may(principal, 'monitoring.view')) return null
  return (
    <>
      <Suspense fallback={<TableSkeleton rows={8} columns={columns} />}>
        <MonitoringSection patient={patient} />
      </Suspense>
      <Suspense fallback={<TextSkeleton lines={5} />}>
        <EcgPanel patient={patient} />
      </Suspense>
    </>
  )
}
