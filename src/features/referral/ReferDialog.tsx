import type { Patient } from '../../domain/patient/patient'
import { useFormDraft } from '../../engine/react'
import type { PatientActionProps } from '../../ui/room'
import { ReferJourney } from './ReferJourney'
import { nothingTyped } from './refer-fields'

function Kept({ patient, onClose }: { readonly patient: Patient; readonly onClose: () => void }) {
  const draft = useFormDraft(`refer ${patient.id}`, nothingTyped, { about: patient.id })
  return draft.ready && <ReferJourney patient={patient} draft={draft} onClose={onClose} />
}

/** Refers the patient of a record to a partner. */
export function ReferDialog({ patient, onClose }: PatientActionProps) {
  return <Kept patient={patient} onClose={onClose} />
}
