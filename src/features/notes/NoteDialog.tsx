import { useResource } from '../../engine/react'
import { patientNotes } from '../../data/note'
import { noteTexts } from '../../texts/note'
import { useEdition } from '../../ui/edition'
import { useIdentityLine } from '../../ui/clinical'
import { Dialog } from '../../ui/feedback'
import type { PatientActionProps } from '../../ui/room'
import { AddNote } from './AddNote'

/** A note, written from anywhere on the record. What is typed is the same draft as in the tab. */
export function NoteDialog({ patient, onClose }: PatientActionProps) {
  const t = noteTexts(useEdition())
  const { rows } = useResource(patientNotes, { patientId: patient.id })
  const who = useIdentityLine(patient)
  return (
    <Dialog title={t.add.heading} onClose={onClose}>
      <p>{who}</p>
      <AddNote patient={patient} shown={rows} heading={false} />
    </Dialog>
  )
}
