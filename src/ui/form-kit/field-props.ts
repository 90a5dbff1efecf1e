import type { FieldSpec, FieldValue } from './field-spec'

/** What a field is drawn from. */
export interface FieldProps<Spec extends FieldSpec = FieldSpec> {
  readonly id: string
  readonly field: Spec
  readonly value: FieldValue
  readonly error: string | undefined
  /** Marks it where it is required: some field of the form is not. */
  readonly marked?: boolean
  /** What is typed cannot be changed now. */
  readonly locked: boolean
  readonly onChange: (value: FieldValue) => void
}
