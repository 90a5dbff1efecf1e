import { useCommand, useSentCommand, WithFormDraft } from '../../../engine/react'
import {
  endContinuousMonitoringSession,
  startContinuousMonitoringSession,
} from '../../../data/monitoring'
import {
  addToWatchList,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
} from '../../../data/patient'
import { may } from '../../../domain/access/may'
import type { Patient } from '../../../domain/patient/patient'
import { usePrincipal } from '../../../ui/access'
import {
  Acuity,
  ExpectedDischarge,
  UnsentObservations,
  UnsentWatch,
  WatchButton,
} from '../../../ui/care'
import { MonitoringAction } from '../../../ui/monitoring'

/** Expected discharge, acuity and watching. Actions that would be refused are not shown. */
export function CareLine({
  patient,
  offline,
}: {
  readonly patient: Patient
  readonly offline: boolean
}) {
  const principal = usePrincipal()
  const discharge = useCommand(updateExpectedDischargeDate)
  const acuity = useCommand(setPatientAcuityScore)
  const watch = useSentCommand(addToWatchList)
  const unwatch = useSentCommand(removeFromWatchList)
  const start = useCommand(startContinuousMonitoringSession)
  const end = useCommand(endContinuousMonitoringSession)
  if (principal === null) return null
  // Where there are no wards nobody is admitted.
  const isAdmitted = patient.wardAdmission !== null || !principal.features.has('wards')
  return (
    <>
      <UnsentObservations patient={patient} />
      <ExpectedDischarge
        patient={patient}
        mayEdit={may(principal, 'patient.set-expected-discharge')}
        offline={offline && discharge.blocked === null}
        run={discharge.run}
        WithDraft={WithFormDraft}
      />
      {principal.features.has('patientAcuityScore') && (
        <Acuity
          patient={patient}
          mayEdit={may(principal, 'patient.set-acuity')}
          offline={offline && acuity.blocked === null}
          run={acuity.run}
          WithDraft={WithFormDraft}
        />
      )}
      {may(principal, 'patient.watch') && (
        <>
          <WatchButton patient={patient} look="button" add={watch.run} remove={unwatch.run} />
          <UnsentWatch patient={patient} />
        </>
      )}
      {may(principal, 'monitoring.view') && (
        <MonitoringAction
          patient={patient}
          organizationId={principal.organizationId}
          mayStart={may(principal, 'monitoring.start') && isAdmitted}
          mayEnd={may(principal, 'monitoring.end')}
          offline={start.blocked !== null}
          start={start.run}
          end={end.run}
        />
      )}
    </>
  )
}
