import { Link } from 'react-router-dom'
import { needsPerson, useCommand, WithFormDraft, type Waiting } from '../../../engine/react'
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
import { careTexts } from '../../../texts/care'
import { usePrincipal } from '../../../ui/access'
import { Acuity, ExpectedDischarge, WatchButton } from '../../../ui/care'
import { RefusedMark, WaitingMark } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { MonitoringAction } from '../../../ui/monitoring'
import { paths } from '../../../ui/paths'
import { useProblemText } from '../../../ui/problem'

export type ShownPatient = Patient & { readonly waiting?: Waiting }

/** The state of the patient's last undelivered change. */
function Undelivered({ waiting }: { readonly waiting: Waiting }) {
  const say = useProblemText()
  const { state, problem } = waiting
  const t = careTexts(useEdition())
  if (!needsPerson(state)) return <WaitingMark state={state} />
  return (
    <Link to={paths.sync(waiting.commandId)}>
      <RefusedMark
        state={state}
        reason={state === 'conflict' || problem === undefined ? t.conflict : say(problem)}
      />
    </Link>
  )
}

/** Expected discharge, acuity and watching. Actions that would be refused are not shown. */
export function CareLine({
  patient,
  offline,
}: {
  readonly patient: ShownPatient
  readonly offline: boolean
}) {
  const principal = usePrincipal()
  const discharge = useCommand(updateExpectedDischargeDate)
  const acuity = useCommand(setPatientAcuityScore)
  const watch = useCommand(addToWatchList)
  const unwatch = useCommand(removeFromWatchList)
  const start = useCommand(startContinuousMonitoringSession)
  const end = useCommand(endContinuousMonitoringSession)
  if (principal === null) return null
  return (
    <>
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
        <WatchButton patient={patient} look="button" add={watch.run} remove={unwatch.run} />
      )}
      {may(principal, 'monitoring.view') && (
        <MonitoringAction
          patient={patient}
          organizationId={principal.organizationId}
          mayStart={may(principal, 'monitoring.start')}
          mayEnd={may(principal, 'monitoring.end')}
          offline={start.blocked !== null}
          start={start.run}
          end={end.run}
        />
      )}
      {patient.waiting !== undefined && <Undelivered waiting={patient.waiting} />}
    </>
  )
}
