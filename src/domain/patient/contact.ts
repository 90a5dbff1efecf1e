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

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What is typed as address and postcode; both blank: none. Half of one is for the server to name. */
export const typedAddress = (address: unknown, postcode: unknown): Contact['address'] =>
  trimmed(address) === '' && trimmed(postcode) === ''
    ? null
    : { address: trimmed(address), postcode: trimmed(postcode) }

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
 * The same wish against what was then shown, of what was in conflict alone. The rest is done, and
 * what others make of it since is not undone. The price: a server that is restored from before then
 * does not get it again.
 */
export const againstContact = (wanted: WantedContact, now: Contact): WantedContact => {
  const newContact = { ...now }
  for (const part of changedContact(wanted))
    if (judgeContact(part, wanted, now) === 'conflict')
      Object.assign(newContact, { [part]: wanted.newContact[part] })
  return { newContact, seen: now }
}

/**
 * Contact details of the user's own over a row of the server, part by part: shown where the server
 * would take them.
 * @param waiting null: the server has it
 * @param open the parts that a conflict is about, the others are done; null: there is none, or it is
 *   not told
 */
export const layContact = <Row extends Contact>(
  row: Row,
  wanted: WantedContact,
  waiting: Waiting | null,
  open: readonly string[] | null = null,
): Row => {
  let laid = row
  for (const part of changedContact(wanted)) {
    if (open?.includes(part) === false) continue
    const verdict = judgeContact(part, wanted, row)
    const isShown = verdict !== 'conflict' && (waiting === null || !needsPerson(waiting.state))
    const own = wanted.newContact[part]
    if (isShown) laid = { ...laid, [part]: own }
    if (waiting === null) continue
    const held = allUnsentOf(row, part)
    const theirs = held.length === 0 ? row[part] : held[0]?.theirs
    laid = withUnsent(laid, { ...waiting, part, wanted: own, theirs, isShown })
  }
  return laid
}
