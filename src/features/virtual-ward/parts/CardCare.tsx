import { useSentCommand } from '../../../engine/react'
import { addToWatchList, removeFromWatchList } from '../../../data/patient'
import { may } from '../../../domain/access/may'
import type { HideableColumn } from '../../../domain/virtual-ward/options'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { usePrincipal } from '../../../ui/access'
import {
  AcuityChip,
  DischargeChip,
  TasksChip,
  UnsentAcuity,
  UnsentDischarge,
  UnsentObservations,
  UnsentRepeats,
  UnsentWatch,
  WatchButton,
} from '../../../ui/care'
import { useOpenOnCard } from '../open-on-card'
import styles from './PatientCard.module.css'

/** Expected discharge, which can be changed, and acuity with its feature (C210). */
export function CardCare({
  patient,
  hidden,
  shownAs,
}: {
  readonly patient: VirtualWardPatient
  readonly hidden: readonly HideableColumn[]
  readonly shownAs: string | null
}) {
  const principal = usePrincipal()
  const open = useOpenOnCard()
  const mayEdit = principal !== null && may(principal, 'patient.set-expected-discharge')
  if (principal === null) return null
  return (
    <div className={styles['care']}>
      {patient.wardAdmission !== null && (
        <DischargeChip
          compact
          date={patient.wardAdmission.expectedDischargeDate}
          onEdit={mayEdit ? () => open({ dialog: 'discharge', patient, shownAs }) : undefined}
        />
      )}
      {may(principal, 'patient.view') && <TasksChip patient={patient} />}
      <UnsentDischarge compact patient={patient} />
      {principal.features.has('patientAcuityScore') && !hidden.includes('acuityScore') && (
        <>
          <AcuityChip score={patient.latestAcuityScore} compact />
          <UnsentAcuity compact patient={patient} />
        </>
      )}
      <UnsentObservations compact patient={patient} />
      <UnsentRepeats compact patient={patient} />
      <UnsentWatch compact patient={patient} />
    </div>
  )
}

/** The star of a card (C221). */
export function CardStar({
  patient,
  shownAs,
}: {
  readonly patient: VirtualWardPatient
  readonly shownAs: string | null
}) {
  const principal = usePrincipal()
  const watch = useSentCommand(addToWatchList)
  const unwatch = useSentCommand(removeFromWatchList)
  return principal !== null && may(principal, 'patient.watch') ? (
    <WatchButton
      patient={patient}
      look="icon"
      shownAs={shownAs}
      add={watch.run}
      remove={unwatch.run}
    />
  ) : null
}
