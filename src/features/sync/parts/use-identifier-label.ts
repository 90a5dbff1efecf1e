import { useSession } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'

export const useIdentifierLabel = (): string => {
  const { me } = useSession()
  const labels = useTexts().ui.patient.identifiers
  return labels[
    me?.actingOrganization.nationalIdentifierScheme === 'NorthernIrelandHcn'
      ? 'NorthernIrelandHcn'
      : 'NhsNumber'
  ]
}
