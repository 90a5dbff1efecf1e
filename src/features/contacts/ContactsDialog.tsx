import { useState } from 'react'
import { recordContact } from '../../data/contact'
import { patientOnBoard } from '../../data/virtual-ward'
import { shownOpen, type Alert } from '../../domain/alerts/alert'
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
import { ContactLines, NotReached } from '../../ui/contacts'
import { useEdition } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { Fields, FormDialog, useCommandForm } from '../../ui/form-kit'
import { Choice } from '../../ui/layout'
import type { PatientActionProps } from '../../ui/room'

type Patient = PatientActionProps['patient']

function Head({
  patient,
  alerts,
}: {
  readonly patient: Patient
  readonly alerts: readonly Alert[]
}) {
  const t = contactsTexts(useEdition())
  return (
    <>
      <p>{useIdentityLine(patient)}</p>
      <NotReached record={patient} alerts={alerts} />
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
function Recording({
  patient,
  alerts,
  isSaved,
  onSaved,
  onClose,
}: PatientActionProps & {
  readonly alerts: readonly Alert[]
  /** One was just saved: it is in the list. */
  readonly isSaved: boolean
  readonly onSaved: () => void
}) {
  const edition = useEdition()
  const t = contactsTexts(edition)
  const persons = contactPersonWords(edition)
  const isOffline = useOffline()
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
      alertIds: alerts.map(({ id }) => id),
    }),
    onDone: onSaved,
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      size="medium"
      submitLabel={t.record.save}
      submitDisabled={outcome === ''}
      failed={t.record.failed}
      cancelLabel={isSaved ? t.record.close : undefined}
      lead={
        <>
          {isSaved && <output>{t.record.saved}</output>}
          <Head patient={patient} alerts={alerts} />
        </>
      }
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
  const onBoard = useResource(patientOnBoard, { patientId: patient.id }).rows[0]
  const alerts = shownOpen(onBoard?.alerts ?? [])
  const [saved, setSaved] = useState(0)
  if (useMay('contact.record'))
    return (
      // Anew after each that is saved: the form is empty, and has the focus.
      <Recording
        key={saved}
        patient={patient}
        alerts={alerts}
        isSaved={saved > 0}
        onSaved={() => setSaved((before) => before + 1)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t.title} size="medium" onClose={onClose}>
      <Head patient={patient} alerts={alerts} />
      <List patient={patient} />
    </Dialog>
  )
}
