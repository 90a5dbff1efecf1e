import type { ActionReasonProps } from '../../ui/room'
import { useKeptElsewhere } from './use-kept-elsewhere'

/** Says that another organisation keeps the details of the patient, and alone may change them. */
export function KeptElsewhere({ patient, children }: ActionReasonProps) {
  return children(useKeptElsewhere(patient).reason)
}
