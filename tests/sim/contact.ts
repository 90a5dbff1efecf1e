import {
  changedContact,
  contactParts,
  wantedContactSchema,
  type Contact,
  type ContactPart,
  type WantedContact,
} from '../../src/domain/patient/contact'

const postcode = 'EX1 1AA'

/** The words of one part; null: none. */
export const partWords = (part: ContactPart, { telephone, address }: Contact): string | null =>
  part === 'telephone' ? telephone : (address?.address ?? null)

/** The text of the `at`-th write of contact details: a number and an address in turn, like no other's. */
export const contactTextOf = (at: number): string =>
  at % 2 === 0 ? `01${String(at).padStart(8, '0')}` : `${at} Simulated Street`

/** Which part a text is of. */
export const partOf = (text: string): ContactPart => (/^\d+$/.test(text) ? 'telephone' : 'address')

/** What a form on an open record asks for: one part is another, the other is as it is shown. */
export const wantedContact = (text: string, { telephone, address }: Contact): WantedContact => {
  const seen = { telephone, address }
  return {
    seen,
    newContact:
      partOf(text) === 'telephone'
        ? { ...seen, telephone: text }
        : { ...seen, address: { address: text, postcode } },
  }
}

/** The text that a command's input wants; null: it is not of contact details. */
export const contactTextIn = (input: unknown): string | null => {
  const { success, data } = wantedContactSchema.safeParse(input)
  if (!success) return null
  const [part] = changedContact(data)
  return part === undefined ? null : partWords(part, data.newContact)
}

export { contactParts }
