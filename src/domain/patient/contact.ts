import { z } from 'zod'
import { addressSchema } from '../organization/organization'
import { allUnsentOf, needsPerson, withUnsent, type Waiting } from '../sync/unsent'

/** How a patient is reached. */
export const contactSchema = z.object({
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
})
export type Contact = z.infer<typeof contactSchema>

/**
 * What is merged by itself. An address is one value: the line of one with the postcode of another is
 * a place where nobody lives.
 */
export const contactParts = ['telephone', 'address'] as const
export type ContactPart = (typeof contactParts)[number]

/** One part in words; null: none. */
export const contactWords = (part: ContactPart, { telephone, address }: Contact): string | null => {
  if (part === 'telephone') return telephone
  return address === null ? null : `${address.address.trim()}, ${address.postcode.trim()}`
}

/** A number is the same however it is spaced. */
const isSame = (part: ContactPart, one: Contact, other: Contact): boolean => {
  const [a, b] = [contactWords(part, one), contactWords(part, other)]
  return part === 'telephone'
    ? a?.replaceAll(/[^+\d]/g, '') === b?.replaceAll(/[^+\d]/g, '')
    : a === b
}

/** Contact details that are wanted, and those that their author saw when the form was opened. */
export const wantedContactSchema = z.object({ newContact: contactSchema, seen: contactSchema })
export type WantedContact = z.infer<typeof wantedContactSchema>

/** The parts that the author changed; the others stay as they are by now. */
export const changedContact = ({ newContact, seen }: WantedContact): readonly ContactPart[] =>
  contactParts.filter((part) => !isSame(part, newContact, seen))

/** Whether a changed part may be written. `conflict`: somebody else made it another meanwhile. */
export const judgeContact = (
  part: ContactPart,
  { newContact, seen }: WantedContact,
  now: Contact,
): 'apply' | 'same' | 'conflict' => {
  if (isSame(part, newContact, now)) return 'same'
  return isSame(part, seen, now) ? 'apply' : 'conflict'
}

/**
 * The same wish, where it was in conflict against what was then shown. The rest keeps what was seen
 * first: the server has it, and should it be lost there with a restore, it is done again.
 */
export const againstContact = (wanted: WantedContact, now: Contact): Contact => {
  const seen = { ...wanted.seen }
  for (const part of changedContact(wanted))
    if (judgeContact(part, wanted, now) === 'conflict') Object.assign(seen, { [part]: now[part] })
  return seen
}

/**
 * Contact details of the user's own over a row of the server, part by part: shown where the server
 * would take them.
 * @param waiting null: the server has it
 */
export const layContact = <Row extends Contact>(
  row: Row,
  wanted: WantedContact,
  waiting: Waiting | null,
): Row => {
  let laid = row
  for (const part of changedContact(wanted)) {
    const verdict = judgeContact(part, wanted, row)
    const isShown = verdict !== 'conflict' && (waiting === null || !needsPerson(waiting.state))
    const own = wanted.newContact[part]
    if (isShown) laid = { ...laid, [part]: own }
    // Of a conflict the server took the other part.
    if (waiting === null || (waiting.state === 'conflict' && verdict === 'same')) continue
    const held = allUnsentOf(row, part)
    const theirs = held.length === 0 ? row[part] : held[0]?.theirs
    laid = withUnsent(laid, { ...waiting, part, wanted: own, theirs, isShown })
  }
  return laid
}
