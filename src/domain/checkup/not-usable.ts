import { z } from 'zod'

/** Why a field of what was sent is not used. `cut`: the rest of it is. */
export const notUsableReasons = [
  'impossible',
  'form',
  'unknown-field',
  'twice',
  'contradicts',
  'no-file',
  'cut',
  'more',
] as const
export type NotUsableReason = (typeof notUsableReasons)[number]

/** What asks for somebody to look: a vital sign that may be of a dying patient, or nothing usable. */
export const checkReasons = ['respiratoryRate', 'pulse', 'systolic', 'spO2', 'nothing'] as const
export type CheckReason = (typeof checkReasons)[number]

/** A field that was left out, as it is kept with the rest. */
export const notUsableSchema = z.object({
  /** Its path in what was sent, e.g. temperature or symptoms.2; empty: of several. */
  field: z.string(),
  /** What was sent, as text. */
  sent: z.string().catch(''),
  /**
   * impossible, form, unknown-field, twice, contradicts, no-file, cut, or more (`sent` says of how
   * many fields nothing else is told); later releases may know more.
   */
  reason: z.string().catch('form'),
  /** It may be a patient without breath or pulse: somebody must look. Empty: it may not. */
  checkPatient: z.array(z.enum(checkReasons)).catch([]),
})
export type NotUsable = z.infer<typeof notUsableSchema>

/** What a sender and a reader are told of what was left out. */
export const toldNotUsable = (
  left: readonly NotUsable[],
): Pick<NotUsable, 'field' | 'sent' | 'reason'>[] =>
  left.map(({ field, sent, reason }) => ({ field, sent, reason }))

/** Whether a field, or a part of it, was left out. */
const isOfField = ({ field }: Pick<NotUsable, 'field'>, name: string): boolean =>
  field === name || field.startsWith(`${name}.`)

/**
 * Why somebody must look at the patient: a vital sign that was left out and may be true of a patient
 * who is dying, and that nothing of what was measured could be used.
 * @param names the fields that measure
 */
export const checkReasonsOf = <Name extends string>(
  reading: Readonly<Record<Name, unknown>> & { readonly notUsable: readonly NotUsable[] },
  names: readonly Name[],
): readonly CheckReason[] => {
  const { notUsable: left } = reading
  const isNothing =
    names.every((name) => reading[name] === null) &&
    names.some((name) => left.some((one) => isOfField(one, name)))
  const found = new Set(left.flatMap(({ checkPatient }) => checkPatient))
  return checkReasons.filter((reason) => (reason === 'nothing' ? isNothing : found.has(reason)))
}
