import { updatePatientContactDetails } from '../../domain/patient/commands'
import { expectedDischargeError } from '../../domain/patient/expected-discharge'

export interface EditField {
  readonly name: string
  readonly as: 'note' | 'line' | 'date' | 'acuity'
}

/** Which commands are corrected in fields of the sync centre's own, before they are sent. */
export const editForms: Readonly<Record<string, readonly EditField[]>> = {
  addPatientNote: [{ name: 'text', as: 'note' }],
  sendChatMessage: [{ name: 'message', as: 'note' }],
  updateExpectedDischargeDate: [{ name: 'expectedDischargeDate', as: 'date' }],
  setPatientAcuityScore: [
    { name: 'score', as: 'acuity' },
    { name: 'reason', as: 'line' },
  ],
}

/** Commands that need the patient's full name; a correction asks for it again. */
export const asksForName = (op: string): boolean => op === 'setPatientAcuityScore'

/** Contact details are corrected in the form of the record. */
export const isContact = (op: string): boolean => op === updatePatientContactDetails.name

export const isEditable = (op: string): boolean => op in editForms || isContact(op)

/** The text of each field, blank for nothing. */
export type EditValues = Readonly<Record<string, string>>

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const valuesOf = (op: string, input: unknown): EditValues => {
  const given = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : [])
  return Object.fromEntries(
    (editForms[op] ?? []).map(({ name }) => [name, textOf(given.get(name))]),
  )
}

const typed = ({ as }: EditField, text: string): unknown => {
  if (as === 'acuity') return Number(text)
  if (as === 'note') return text
  return text.trim() === '' ? null : text.trim()
}

/** The input with the typed values. The command's schema checks it. */
export const edited = (op: string, input: unknown, values: EditValues): unknown => ({
  ...(typeof input === 'object' ? input : {}),
  ...Object.fromEntries(
    (editForms[op] ?? []).map((field) => [field.name, typed(field, values[field.name] ?? '')]),
  ),
})

/** Faults by field that the command's schema does not know. `today`: `YYYY-MM-DD`. */
export const faultsOf = (op: string, values: EditValues, today: string): EditValues => {
  const date = values['expectedDischargeDate'] ?? ''
  const fault =
    op === 'updateExpectedDischargeDate' && date !== '' ? expectedDischargeError(date, today) : null
  return fault === null ? {} : { expectedDischargeDate: fault }
}
