import { useState } from 'react'
import { selfCareLogin, updatePatient } from '../../data/admission'
import { may } from '../../domain/access/may'
import { typedAddress } from '../../domain/patient/contact'
import { genders, type Patient } from '../../domain/patient/patient'
import { useAnswer, useCommand, useOutbox, useSession } from '../../engine/react'
import { admissionTexts } from '../../texts/admission'
import { patientDetailsTexts } from '../../texts/patient-details'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Banner, showToast, Tooltip } from '../../ui/feedback'
import { Fields, FormDialog, useCommandForm } from '../../ui/form-kit'
import { IconEdit } from '../../ui/layout/icons'
import type { PatientActionProps } from '../../ui/room'
import styles from './admission.module.css'
import { useKeptElsewhere } from './use-kept-elsewhere'

const beforeOf = (patient: Patient) => ({
  identifier: patient.nationalIdentifier?.value ?? '',
  firstName: patient.firstName,
  lastName: patient.lastName,
  birthDate: patient.birthDate,
  gender: patient.gender as string,
  address: patient.address?.address ?? '',
  postcode: patient.address?.postcode ?? '',
  telephone: patient.telephone ?? '',
  hasOneName: patient.firstName === '',
})
type Values = ReturnType<typeof beforeOf>

/** What was changed here alone: another's change of another field stays. */
const changeOf = (before: Values, read: Readonly<Record<string, unknown>>) => {
  const differs = (name: keyof Values): boolean => (read[name] ?? '') !== before[name]
  const named = (name: 'lastName' | 'birthDate' | 'gender' | 'telephone') =>
    differs(name) ? { [name]: read[name] } : {}
  const firstName = read['hasOneName'] === true ? '' : read['firstName']
  return {
    ...(firstName === before.firstName
      ? {}
      : { firstName, ...(firstName === '' ? { hasOneName: read['hasOneName'] } : {}) }),
    ...named('lastName'),
    ...named('birthDate'),
    ...named('gender'),
    ...named('telephone'),
    ...(differs('address') || differs('postcode')
      ? { address: typedAddress(read['address'], read['postcode']) }
      : {}),
    ...(differs('identifier') ? { nationalIdentifierValue: read['identifier'] ?? null } : {}),
  }
}

/** Whether the patient has a login of their own; false while it is not known: the server knows. */
const useHasLogin = (patientId: string): boolean => {
  const principal = usePrincipal()
  const mayAsk = principal !== null && may(principal, 'patient.create-login')
  const { value } = useAnswer(selfCareLogin, { patientId }, { enabled: mayAsk })
  return mayAsk && value !== null
}

/** Name, birth date, sex, identifier and contact details of the patient of a record. */
export function EditDialog({ patient, onClose }: PatientActionProps) {
  const edition = useEdition()
  const t = admissionTexts(edition)
  const { edit } = patientDetailsTexts(edition)
  const { me } = useSession()
  const scheme =
    patient.nationalIdentifier?.type ?? me?.actingOrganization.nationalIdentifierScheme ?? null
  const identifier = scheme === null ? '' : t.schemes[scheme]
  const { isEditable, reason } = useKeptElsewhere(patient)
  const [isUnlocked, setUnlocked] = useState(false)
  const hasLogin = useHasLogin(patient.id)
  const { items } = useOutbox()
  // What is shown as it was when the dialog opened: a change by somebody else is no change of one's own.
  const [before] = useState(() => beforeOf(patient))
  // Where another organisation keeps the details the server refuses each of them.
  const closed = { disabled: reason !== null }
  const must = { required: true, missing: edit.required, ...closed } as const
  const ifLogin = hasLogin ? must : closed
  const [isOneName, setOneName] = useState(before.hasOneName)
  const form = useCommandForm({
    command: useCommand(updatePatient, { about: patient.id }),
    fields: [
      ...(scheme === null
        ? []
        : [
            {
              kind: 'identifier',
              name: 'identifier',
              label: identifier,
              scheme,
              disabled: !isUnlocked || reason !== null,
              ...(isEditable === false ? { hint: edit.locked(identifier) } : {}),
            } as const,
          ]),
      {
        kind: 'text',
        name: 'firstName',
        label: t.fields.firstName,
        maxLength: 100,
        ...(isOneName ? { disabled: true } : must),
      },
      { kind: 'text', name: 'lastName', label: t.fields.lastName, maxLength: 100, ...must },
      {
        kind: 'switch',
        name: 'hasOneName',
        label: t.patient.oneName,
        hint: t.patient.oneNameHint,
        ...closed,
      },
      { kind: 'date', name: 'birthDate', label: t.fields.birthDate, ...must },
      {
        kind: 'select',
        name: 'gender',
        label: t.fields.gender,
        options: genders.map((value) => ({ value, label: t.genders[value] })),
        ...must,
      },
      { kind: 'text', name: 'address', label: t.fields.address, maxLength: 500, ...ifLogin },
      { kind: 'text', name: 'postcode', label: t.fields.postcode, maxLength: 20, ...ifLogin },
      { kind: 'telephone', name: 'telephone', label: t.fields.telephone, ...ifLogin },
    ],
    before,
    toInput: (read) => ({ patientId: patient.id, ...changeOf(before, read) }),
    paths: { nationalIdentifierValue: 'identifier' },
    onDone: () => {
      showToast('edit patient', edit.done, { tone: 'info' })
      onClose()
    },
  })
  if (form.values.hasOneName !== isOneName) setOneName(form.values.hasOneName)
  const isOther = (
    ['identifier', 'firstName', 'lastName', 'birthDate', 'hasOneName'] as const
  ).some((name) => form.values[name] !== before[name])
  const waiting = items.filter(
    ({ subject, about }) => (subject?.id ?? about?.id) === patient.id,
  ).length
  return (
    <FormDialog
      form={form}
      title={edit.title}
      failed={edit.failed}
      submitDisabled={!form.edited || reason !== null}
      lead={
        <>
          {reason !== null && <Banner kind="warning">{reason}</Banner>}
          {hasLogin && <p>{edit.hasLogin}</p>}
          {isOther && (
            <Banner kind="warning" title={edit.identity(waiting)}>
              {edit.identityText}
            </Banner>
          )}
        </>
      }
      onClose={onClose}
    >
      {scheme !== null && isEditable === true && !isUnlocked && (
        <Tooltip label={edit.unlock(identifier)}>
          <button
            type="button"
            className={styles['icon']}
            aria-label={edit.unlock(identifier)}
            onClick={() => setUnlocked(true)}
          >
            <IconEdit />
          </button>
        </Tooltip>
      )}
      <Fields form={form} />
    </FormDialog>
  )
}
