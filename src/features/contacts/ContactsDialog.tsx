import { useState } from 'react'
import { recordContact } from '../../data/contact'
import { patientOnBoard } from '../../data/virtual-ward'
import { shownOpen } from '../../domain/alerts/alert'
import {
  contactKinds,
  contactOutcomes,
  contactPersons,
  contactsPart,
  contactsSince,
  longestContactNote,
  type ContactKind,
  type ContactOutcome,
  type ContactPerson,
} from '../../domain/contact/contact'
import {
  contactKindWords,
  contactOutcomeWords,
  contactPersonWords,
} from '../../domain/contact/words'
import { allUnsentOf, needsPerson } from '../../domain/sync/unsent'
import { useCommand, useOffline, useResource } from '../../engine/react'
import { contactsTexts } from '../../texts/contacts'
import { useMay } from '../../ui/access'
import { Telephone } from '../../ui/care'
import { UnsentMark, useIdentityLine } from '../../ui/clinical'
import { ContactLines } from '../../ui/contacts'
import { useEdition } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { Fields, FormDialog, useCommandForm } from '../../ui/form-kit'
import { Choice } from '../../ui/layout'
import type { PatientActionProps } from '../../ui/room'

type Patient = PatientActionProps['patient']

function Head({ patient }: { readonly patient: Patient }) {
  const t = contactsTexts(useEdition())
  return (
    <>
      <p>{useIdentityLine(patient)}</p>
      <Telephone patient={patient} />
      <UnsentMark
        compact
        what={t.unsent}
        unsent={allUnsentOf(patient, contactsPart).find(({ state }) => needsPerson(state)) ?? null}
      />
    </>
  )
}

function List({ patient }: { readonly patient: Patient }) {
  const t = contactsTexts(useEdition())
  return patient.contacts.length === 0 ? (
    <p>{t.none}</p>
  ) : (
    <ContactLines row={patient} contacts={contactsSince(patient, 0)} label={t.title} />
  )
}

/** Records one, about the alerts that are open, above those that are recorded. */
function Recording({ patient, onClose }: PatientActionProps) {
  const edition = useEdition()
  const t = contactsTexts(edition)
  const persons = contactPersonWords(edition)
  const isOffline = useOffline()
  const onBoard = useResource(patientOnBoard, { patientId: patient.id }).rows[0]
  const [kind, setKind] = useState<ContactKind>('call')
  const [withWhom, setWithWhom] = useState<ContactPerson>('patient')
  const [outcome, setOutcome] = useState<ContactOutcome | ''>('')
  const form = useCommandForm({
    command: useCommand(recordContact, { about: patient.id }),
    fields: [
      {
        kind: 'textarea',
        name: 'note',
        label: t.record.note,
        hint: t.record.noteHint,
        rows: 2,
        maxLength: longestContactNote,
      },
    ],
    before: { note: '' },
    toInput: ({ note }) => ({
      patientId: patient.id,
      kind,
      withWhom,
      outcome,
      note: typeof note === 'string' && note.trim() !== '' ? note : null,
      alertIds: shownOpen(onBoard?.alerts ?? []).map(({ id }) => id),
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      size="medium"
      submitLabel={t.record.save}
      submitDisabled={outcome === ''}
      failed={t.record.failed}
      lead={<Head patient={patient} />}
      onClose={onClose}
    >
      {isOffline && <p>{t.offline}</p>}
      <Choice
        label={t.record.kind}
        value={kind}
        options={contactKinds.map((one) => ({ value: one, label: contactKindWords[one] }))}
        onChange={(chosen) => {
          setKind(chosen)
          setOutcome('')
        }}
      />
      <Choice
        label={t.record.withWhom}
        value={withWhom}
        options={contactPersons.map((one) => ({ value: one, label: persons[one] }))}
        onChange={setWithWhom}
      />
      <Choice<ContactOutcome | ''>
        label={t.record.outcome}
        value={outcome}
        takesFocus
        options={contactOutcomes[kind].map((one) => ({
          value: one,
          label: contactOutcomeWords[one],
        }))}
        onChange={setOutcome}
      />
      <Fields form={form} />
      <List patient={patient} />
    </FormDialog>
  )
}

/** Calls and visits of a patient, the newest first; for whoever may, with the form that records one. */
export function ContactsDialog({ patient, onClose }: PatientActionProps) {
  const t = contactsTexts(useEdition())
  if (useMay('contact.record')) return <Recording patient={patient} onClose={onClose} />
  return (
    <Dialog title={t.title} size="medium" onClose={onClose}>
      <Head patient={patient} />
      <List patient={patient} />
    </Dialog>
  )
}
