import { setContactAtAdmission, type RegisteredPatient } from '../../data/admission'
import type { Contact } from '../../domain/patient/contact'
import { useCommand } from '../../engine/react'
import type { AdmissionTexts } from '../../texts/admission'
import { contactBefore, contactFields, typedContact } from '../../ui/care/contact-fields'
import { useCommandForm, type AnyCommandForm, type Doing } from '../../ui/form-kit'
import { patientOfRegistered } from './use-patient-step'
import type { JourneyStore } from './use-kept-journey'

interface ContactInput {
  readonly patientId: string
  readonly newContact: Contact
}

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
    toInput: (read) => ({ patientId: patient?.id ?? '', newContact: typedContact(read) }),
    argument: 'newContact',
    draft: store.form('contact', before),
    onDone: (made) => {
      if (made !== null)
        store.setState({ patient: patientOfRegistered(made), contactUpdated: true })
    },
  })
}
