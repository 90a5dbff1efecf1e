import {
  patientFlags,
  selfCareLogin,
  updatePatientFlags,
  type PatientFlagState,
} from '../../data/admission'
import { updatePatientContactDetails } from '../../data/patient'
import { flagFault } from '../../domain/patient/flag-types'
import type { Patient } from '../../domain/patient/patient'
import { useState } from 'react'
import { useAnswer, useCommand, useOffline } from '../../engine/react'
import { admissionTexts } from '../../texts/admission'
import { contactBefore, contactFields, typedContact } from '../../ui/care/contact-fields'
import { useEdition } from '../../ui/edition'
import { Await, Banner, Dialog } from '../../ui/feedback'
import { FormDialog, useCommandForm, type FieldValue } from '../../ui/form-kit'
import { readNow } from '../../ui/time'
import { Passphrase } from './parts'
import { useKeptElsewhere } from './use-kept-elsewhere'
import { useLoginForm, usePassphrase } from './use-login-step'

interface RecordDialogProps {
  readonly patient: Patient
  readonly onClose: () => void
}

function FlagsForm({
  patient,
  flags,
  onClose,
}: RecordDialogProps & { readonly flags: readonly PatientFlagState[] }) {
  const { record } = admissionTexts(useEdition())
  const before: Readonly<Record<string, FieldValue>> = Object.fromEntries(
    flags.map(({ type, active }) => [type, active]),
  )
  const form = useCommandForm({
    command: useCommand(updatePatientFlags, { about: patient.id }),
    fields: flags.map(({ type, title, description, active }) => {
      const fault = flagFault(type, patient, readNow())
      return {
        kind: 'switch',
        name: type,
        label: title,
        hint: fault ?? description,
        // One that is set can be ended.
        disabled: fault !== null && !active,
      } as const
    }),
    before,
    argument: 'flags',
    // Only what was changed here, so that a flag that somebody else set meanwhile stays.
    toInput: (read) => ({
      patientId: patient.id,
      flags: flags
        .filter(({ type, active }) => read[type] !== active)
        .map(({ type, active }) => ({ type, active: !active })),
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={record.flags}
      failed={record.flagsFailed}
      submitDisabled={!form.edited}
      onClose={onClose}
    />
  )
}

/** Which flags a patient has. */
export function FlagsDialog({ patient, onClose }: RecordDialogProps) {
  const { record, ward } = admissionTexts(useEdition())
  const answer = useAnswer(patientFlags, { patientId: patient.id })
  if (answer.value === null)
    return (
      <Dialog title={record.flags} size="small" onClose={onClose}>
        <Await of={answer} failed={ward.flagsFailed}>
          {() => null}
        </Await>
      </Dialog>
    )
  return <FlagsForm patient={patient} flags={answer.value} onClose={onClose} />
}

/** Telephone and address of the patient of a record, as they were shown when it was opened. */
export function ContactDialog({ patient, onClose }: RecordDialogProps) {
  const t = admissionTexts(useEdition())
  const command = useCommand(updatePatientContactDetails, { about: patient.id })
  const isOffline = useOffline()
  const { reason } = useKeptElsewhere(patient)
  const [{ telephone, address }] = useState(patient)
  const seen = { telephone, address }
  const form = useCommandForm({
    command,
    fields: contactFields(t).map((field) => ({ ...field, disabled: reason !== null })),
    before: contactBefore(seen),
    toInput: (read) => ({ patientId: patient.id, newContact: typedContact(read), seen }),
    argument: 'newContact',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.record.contact}
      lead={
        reason === null ? (
          isOffline && command.blocked === null && <p>{t.contact.offline}</p>
        ) : (
          <Banner kind="warning">{reason}</Banner>
        )
      }
      failed={t.contact.failed}
      submitDisabled={!form.edited || reason !== null}
      onClose={onClose}
    />
  )
}

function NewLogin({ patient, onClose }: RecordDialogProps) {
  const t = admissionTexts(useEdition())
  const { password, another } = usePassphrase()
  const form = useLoginForm(patient.id, password, t, () => undefined)
  if (form.state.kind === 'done')
    return (
      <Dialog title={t.login.title} size="small" onClose={onClose}>
        <p>
          {t.login.made(form.values['email'] === undefined ? '' : String(form.values['email']))}
        </p>
        <Passphrase password={password} />
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={t.login.title}
      submitLabel={t.login.create}
      failed={t.login.failed}
      lead={
        <>
          <p>{t.login.text}</p>
          <Passphrase password={password} another={another} />
        </>
      }
      onClose={onClose}
    />
  )
}

/** The login of the patient of a record: who they sign in as, or a new one. */
export function LoginDialog({ patient, onClose }: RecordDialogProps) {
  const { login } = admissionTexts(useEdition())
  const answer = useAnswer(selfCareLogin, { patientId: patient.id })
  // Nobody has one, and it is known.
  if (answer.at !== null && answer.value === null)
    return <NewLogin patient={patient} onClose={onClose} />
  return (
    <Dialog title={login.title} size="small" onClose={onClose}>
      <Await of={answer}>{(found) => <p>{login.has(found?.email ?? '')}</p>}</Await>
    </Dialog>
  )
}
