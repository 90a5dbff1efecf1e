import { alreadyAdmittedText, dischargeFirst } from '../../domain/patient/already-admitted'
import { formatDateTime } from '../../domain/time'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import type { ActionReasonProps } from '../../ui/room'

/**
 * Why the patient of a record cannot be admitted: they are. Another organisation is named (K4), since
 * whoever has a record here is no stranger whom an identifier alone found (K5).
 */
export function AdmittedReason({ patient: { wardAdmission }, children }: ActionReasonProps) {
  const edition = useEdition()
  const own = usePrincipal()?.organizationId
  if (wardAdmission === null) return children(null)
  const { admittedAt, organization } = wardAdmission
  const other = organization === undefined || organization.id === own ? null : organization.name
  return children(
    `${alreadyAdmittedText(formatDateTime(admittedAt, edition), other)}. ${dischargeFirst}`,
  )
}
