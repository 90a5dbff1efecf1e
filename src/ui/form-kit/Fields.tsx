import { Checkbox, NativeSelect } from '@mantine/core'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { ChoiceListField } from './ChoiceListField'
import { DateField } from './DateField'
import { DateTimeField } from './DateTimeField'
import { EntityPicker } from './EntityPicker'
import type { FieldProps } from './field-props'
import { entityOf, entityValue, type FieldValues } from './field-spec'
import styles from './form.module.css'
import { TypedField } from './TypedField'
import type { CommandForm } from './use-command-form'

/** One field: label above, hint under the label, error under the input. */
function Field({ field, ...props }: FieldProps) {
  const { id, value, error, marked = true, locked, onChange } = props
  const texts = formTexts(useEdition())
  const text = typeof value === 'string' ? value : ''
  const isClosed = locked || (field.disabled ?? false)
  const common = {
    id,
    label: field.label,
    error,
    required: field.required === true,
    withAsterisk: field.required === true && marked,
  }
  const day = {
    hint: field.hint,
    value: text,
    readOnly: locked,
    disabled: field.disabled ?? false,
    opensHere: field.autoFocus ?? false,
    onChange,
  }
  switch (field.kind) {
    case 'select':
      return (
        <NativeSelect
          {...common}
          description={field.hint}
          value={text}
          disabled={isClosed}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[
            { value: '', label: field.placeholder ?? texts.choose },
            ...field.options.map(({ reason, ...option }) =>
              reason === undefined ? option : { ...option, label: `${option.label} (${reason})` },
            ),
          ]}
        />
      )
    case 'multiSelect':
      return (
        <ChoiceListField
          {...common}
          hint={field.hint}
          options={field.options}
          disabled={isClosed}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      )
    case 'date':
      return <DateField {...common} {...day} about={field.label} min={field.min} max={field.max} />
    case 'dateTime':
      return (
        <DateTimeField {...common} {...day} zone={field.zone} min={field.min} max={field.max} />
      )
    case 'entity':
      return (
        <EntityPicker
          {...common}
          hint={field.hint}
          disabled={isClosed}
          search={field.search}
          noneFound={field.noneFound}
          failed={field.failed}
          placeholder={field.placeholder}
          value={entityOf(text)}
          onChange={(chosen) => onChange(entityValue(chosen))}
        />
      )
    case 'switch':
      return (
        <Checkbox
          id={id}
          label={field.label}
          description={field.hint}
          error={error}
          className={styles['tick'] ?? ''}
          checked={value === true}
          disabled={isClosed}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    default:
      return <TypedField {...props} field={field} />
  }
}

/** Every field of a form, or those that are named, in their order. */
export function Fields<Values extends FieldValues>({
  form,
  only,
}: {
  readonly form: CommandForm<Values>
  readonly only?: readonly (keyof Values & string)[]
}) {
  return form.fields
    .filter(({ name }) => only === undefined || only.includes(name))
    .map((field) => (
      <Field
        key={field.name}
        id={`${form.id}-${field.name}`}
        field={field}
        value={form.values[field.name] ?? ''}
        error={form.errors[field.name]}
        marked={form.fields.some(({ required }) => required !== true)}
        locked={form.locked}
        onChange={(value) => form.set(field.name, value)}
      />
    ))
}
