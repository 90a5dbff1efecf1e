import type { Edition } from '../../domain/organization/organization'
import type { FormTexts } from '../../texts/form'
import {
  readFieldValues,
  sortFaults,
  type FieldFaults,
  type FieldSpec,
  type FieldValues,
} from './field-spec'
import type { CommandFormOptions } from './form-options'

/** What a form comes to: an input that may be sent, or what is wrong with it. */
export interface CheckedForm<Values, Input> {
  /** Absent: there are faults. */
  readonly checked?: { readonly input: Input }
  readonly faults: FieldFaults<Values>
  /** What is wrong and belongs to no field. */
  readonly rest: readonly string[]
}

/** Checks what is typed: what is required first, then the schema of the form or of its command. */
export const checkForm = <Values extends FieldValues, Input, Value>(
  {
    fields,
    schema,
    command,
    toInput,
    paths,
  }: Pick<
    CommandFormOptions<Values, Input, Value>,
    'fields' | 'schema' | 'command' | 'toInput' | 'paths'
  >,
  values: Values,
  edition: Edition,
  texts: FormTexts,
): CheckedForm<Values, Input> => {
  const { read, faults: missing } = readFieldValues(
    fields as readonly FieldSpec<keyof Values & string>[],
    values,
    edition,
    texts,
  )
  const raw = toInput?.(read) ?? read
  const parsed = schema?.safeParse(raw)
  const judged = parsed === undefined ? command.parse?.(raw) : undefined
  const problems =
    parsed?.success === false
      ? parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      : judged?.ok === false
        ? judged.problem.fields
        : []
  const sorted = sortFaults(
    problems,
    fields.map(({ name }) => name),
    paths,
  )
  const faults: FieldFaults<Values> = { ...sorted.faults, ...missing }
  if (problems.length > 0 || Object.keys(faults).length > 0) return { faults, rest: sorted.rest }
  const input =
    parsed?.success === true ? parsed.data : judged?.ok === true ? judged.input : (raw as Input)
  return { checked: { input }, faults: {}, rest: [] }
}
