import { useSession } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'

/** What the organisation calls the number that patients are known by. */
export const useIdentifierLabel = (): string => {
  const { me } = useSession()
  const labels = useTexts().ui.patient.identifiers
  return labels[
    me?.actingOrganization.nationalIdentifierScheme === 'NorthernIrelandHcn'
      ? 'NorthernIrelandHcn'
      : 'NhsNumber'
  ]
}
