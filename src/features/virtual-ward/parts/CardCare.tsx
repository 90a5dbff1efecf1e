import { useCommand, WithFormDraft } from '../../../data/hooks'
import { addToWatchList, removeFromWatchList, updateExpectedDischargeDate } from '../../../data/patient'
import { may } from '../../../domain/access/may'
import type { HideableColumn } from '../../../domain/virtual-ward/options'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { usePrincipal } from '../../../ui/access'
import { AcuityChip, ExpectedDischarge, WatchButton } from '../../../ui/care'
import styles from './PatientCard.module.css'

/** On a card: expected discharge, which can be changed here, and acuity where the organisation has it (C210). */
export function CardCare({ patient, offline, hidden }: { readonly patient: VirtualWardPatient; readonly offline: boolean; readonly hidden: readonly HideableColumn[] }) {
  const principal = usePrincipal()
  const discharge = useCommand(updateExpectedDischargeDate)
  if (principal === null) return null
  return (
    <div className={styles['care']}>
      <ExpectedDischarge patient={patient} mayEdit={may(principal, 'patient.set-expected-discharge')} offline={offline && discharge.blocked === null} run={discharge.run} WithDraft={WithFormDraft} compact />
      {principal.features.has('patientAcuityScore') && !hidden.includes('acuityScore') && <AcuityChip score={patient.latestAcuityScore} compact />}
    </div>
  )
}

/** The star of a card (C221). */
export function CardStar({ patient, called }: { readonly patient: VirtualWardPatient; readonly called: string }) {
  const principal = usePrincipal()
  const watch = useCommand(addToWatchList)
  const unwatch = useCommand(removeFromWatchList)
  return principal !== null && may(principal, 'patient.watch') ? <WatchButton patient={patient} look="icon" name={called} add={watch.run} remove={unwatch.run} /> : null
}
