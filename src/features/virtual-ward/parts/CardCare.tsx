import { useCommand } from '../../../data/hooks'
import { addToWatchList, removeFromWatchList, updateExpectedDischargeDate } from '../../../data/patient'
import { may } from '../../../domain/access/may'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { usePrincipal } from '../../../ui/access'
import { AcuityChip, ExpectedDischarge, WatchButton } from '../../../ui/care'
import styles from './PatientCard.module.css'

/** On a card: expected discharge, which can be changed here, and acuity where the organisation has it (C210). */
export function CardCare({ patient, offline }: { readonly patient: VirtualWardPatient; readonly offline: boolean }) {
  const principal = usePrincipal()
  const discharge = useCommand(updateExpectedDischargeDate)
  if (principal === null) return null
  return (
    <div className={styles['care']}>
      <ExpectedDischarge patient={patient} mayEdit={may(principal, 'patient.set-expected-discharge')} offline={offline} run={discharge.run} compact />
      {principal.features.has('patientAcuityScore') && <AcuityChip score={patient.latestAcuityScore} compact />}
    </div>
  )
}

/** The star of a card (C221). */
export function CardStar({ patient }: { readonly patient: VirtualWardPatient }) {
  const principal = usePrincipal()
  const watch = useCommand(addToWatchList)
  const unwatch = useCommand(removeFromWatchList)
  return principal !== null && may(principal, 'patient.watch') ? <WatchButton patient={patient} look="icon" add={watch.run} remove={unwatch.run} /> : null
}
