import type { FormDraft } from '../../engine/react'
import type { FieldValues, KeptForm } from '../../ui/form-kit'

/** What is typed in the steps of a referral. */
export interface ReferFields {
  readonly destination: string
  readonly reason: string
  readonly comment: string
  readonly statement: string
  readonly discharges: boolean
  readonly type: string
  readonly additionalInfo: string
  readonly [name: string]: string | boolean
}

/** A referral at its beginning. */
export const nothingTyped: ReferFields = {
  destination: '',
  reason: '',
  comment: '',
  statement: '',
  discharges: false,
  type: '',
  additionalInfo: '',
}

/** The part of what is kept that one form has. It goes with the journey, not with a step. */
export const partOf = <Values extends FieldValues>(
  { ready, kept, fields, set }: FormDraft<ReferFields>,
  before: Values,
): KeptForm<Values> => ({
  ready,
  kept,
  fields: Object.fromEntries(
    Object.keys(before).map((name) => [name, fields[name] ?? before[name]]),
  ) as Values,
  set: (part) => set(part as Partial<ReferFields>),
  clear: () => undefined,
})
