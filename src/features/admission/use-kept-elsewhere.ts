import { nhsNumberDetails } from '../../data/nhs-number'
import { keptByOther } from '../../domain/patient/kept-by'
import type { Patient } from '../../domain/patient/patient'
import { useAnswer } from '../../engine/react'
import { patientDetailsTexts } from '../../texts/patient-details'
import { useMay, usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'

/**
 * Whether the details of a patient may be changed here (K7), and why not; `isEditable` undefined: the
 * server has not said. The record itself names who has the patient admitted, without a connection
 * too; that somebody else registered them the server alone knows.
 */
export const useKeptElsewhere = (
  patient: Patient,
): { readonly isEditable: boolean | undefined; readonly reason: string | null } => {
  const { kept } = patientDetailsTexts(useEdition()).edit
  const keeper = keptByOther(patient, usePrincipal()?.organizationId)
  // Of who may not edit the answer says that, and nothing of who keeps the details.
  const enabled = useMay('patient.edit') && keeper === null
  const told = useAnswer(nhsNumberDetails, { patientId: patient.id }, { enabled }).value
  if (keeper !== null) return { isEditable: false, reason: kept(keeper.name) }
  if (!enabled) return { isEditable: undefined, reason: null }
  return { isEditable: told?.editable, reason: told?.editable === false ? kept(null) : null }
}
