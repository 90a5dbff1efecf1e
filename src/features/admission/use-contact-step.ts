import { setContactAtAdmission, type RegisteredPatient } from '../../data/admission'
import type { Contact } from '../../domain/patient/contact'
import { useCommand } from '../../engine/react'
import type { AdmissionTexts } from '../../texts/admission'
import { useCommandForm, type AnyCommandForm, type Doing, type FieldSpec } from '../../ui/form-kit'
import { addressOf, patientOfRegistered } from './use-patient-step'
import type { JourneyStore } from './use-kept-journey'

type ContactField = 'telephone' | 'address' | 'postcode'

/** The fields of the contact details, each of them required (O303). */
export const contactFields = (t: AdmissionTexts): readonly FieldSpec<ContactField>[] => {
  const must = { required: true, missing: t.required } as const
  return [
    { kind: 'text', name: 'address', label: t.fields.address, maxLength: 500, ...must },
    { kind: 'text', name: 'postcode', label: t.fields.postcode, maxLength: 20, ...must },
    { kind: 'telephone', name: 'telephone', label: t.contact.telephone, ...must },
  ]
}

/** The contact details as they are typed. */
export const contactBefore = (patient: Contact): Readonly<Record<ContactField, string>> => ({
  telephone: patient.telephone ?? '',
  address: patient.address?.address ?? '',
  postcode: patient.address?.postcode ?? '',
})

interface ContactInput {
  readonly patientId: string
  readonly newContact: Contact
}

/** What is typed, as the command reads it. */
export const contactInput =
  (patientId: string) =>
  (read: Readonly<Record<string, unknown>>): ContactInput => ({
    patientId,
    newContact: {
      telephone: typeof read['telephone'] === 'string' ? read['telephone'] : null,
      address: addressOf(read['address'], read['postcode']),
    },
  })

/** Telephone and address of the patient; what did not change is not sent (O236). */
export const useContactStep = (store: JourneyStore, t: AdmissionTexts): AnyCommandForm => {
  const { patient } = store.kept.state
  const command = store.keyed('contact', useCommand(setContactAtAdmission))
  const before = contactBefore(patient ?? { telephone: null, address: null })
  const sending: Doing<ContactInput, RegisteredPatient | null> = {
    ...command,
    run: async (input, again) => {
      const { telephone, address } = input.newContact
      const isSame =
        telephone === (patient?.telephone ?? null) &&
        JSON.stringify(address) === JSON.stringify(patient?.address ?? null)
      return isSame && again === undefined
        ? { kind: 'done', value: null }
        : command.run(input, again)
    },
  }
  return useCommandForm({
    command: sending,
    fields: contactFields(t),
    before,
    toInput: contactInput(patient?.id ?? ''),
    argument: 'newContact',
    draft: store.form('contact', before),
    onDone: (made) => {
      if (made !== null)
        store.setState({ patient: patientOfRegistered(made), contactUpdated: true })
    },
  })
}
