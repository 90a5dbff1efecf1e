import { alreadyAdmittedText, dischargeFirst } from '../../domain/patient/already-admitted'
import { formatDateTime } from '../../domain/time'
import { useEdition } from '../../ui/edition'
import type { ActionReasonProps } from '../../ui/room'

/** Why the patient of a record cannot be admitted: they are. */
export function AdmittedReason({ patient: { wardAdmission }, children }: ActionReasonProps) {
  const edition = useEdition()
  return children(
    wardAdmission === null
      ? null
      : `${alreadyAdmittedText(formatDateTime(wardAdmission.admittedAt, edition), null)}. ${dischargeFirst}`,
  )
}
