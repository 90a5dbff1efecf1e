import { typedAddress, type Contact } from '../../domain/patient/contact'
import type { AdmissionTexts } from '../../texts/admission'
import type { FieldSpec } from '../form-kit'

export type ContactField = 'telephone' | 'address' | 'postcode'

/** The fields of the contact details, each of them required (O303). */
export const contactFields = (t: AdmissionTexts): readonly FieldSpec<ContactField>[] => {
  const must = { required: true, missing: t.required } as const
  return [
    { kind: 'text', name: 'address', label: t.fields.address, maxLength: 500, ...must },
    { kind: 'text', name: 'postcode', label: t.fields.postcode, maxLength: 20, ...must },
    { kind: 'telephone', name: 'telephone', label: t.contact.telephone, ...must },
  ]
}

/** Contact details as they are typed. */
export const contactBefore = (contact: Contact): Readonly<Record<ContactField, string>> => ({
  telephone: contact.telephone ?? '',
  address: contact.address?.address ?? '',
  postcode: contact.address?.postcode ?? '',
})

/** What is typed, as contact details. */
export const typedContact = (read: Readonly<Record<string, unknown>>): Contact => ({
  telephone: typeof read['telephone'] === 'string' ? read['telephone'] : null,
  address: typedAddress(read['address'], read['postcode']),
})
