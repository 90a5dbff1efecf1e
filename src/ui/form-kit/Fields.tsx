import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import type { FieldSpec, FieldValue, FieldValues } from './field-spec'
import styles from './form.module.css'
import { PasswordField } from '../form/PasswordField'
import type { CommandForm } from './use-command-form'

export interface FieldProps {
  readonly id: string
  readonly field: FieldSpec
  readonly value: FieldValue
  readonly error: string | undefined
  /** Marks it where it is required: some field of the form is not. */
  readonly marked?: boolean
  /** What is typed cannot be changed now. */
  readonly locked: boolean
  readonly onChange: (value: FieldValue) => void
}

/** One field: label above, hint under the label, error under the input. */
export function Field({ id, field, value, error, marked = true, locked, onChange }: FieldProps) {
  const texts = formTexts(useEdition())
  const text = typeof value === 'string' ? value : ''
  const common = {
    id,
    label: field.label,
    error,
    ...(field.hint === undefined ? {} : { description: field.hint }),
    ...(field.required === true ? { required: true, withAsterisk: marked } : {}),
    ...(field.autoFocus === true ? { 'data-autofocus': true } : {}),
  }
  const typed = {
    ...common,
    value: text,
    readOnly: locked,
    disabled: field.disabled ?? false,
    autoComplete: field.autoComplete ?? 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  }
  const isClosed = locked || (field.disabled ?? false)
  switch (field.kind) {
    case 'text':
    case 'email':
      return (
        <TextInput
          {...typed}
          type={field.kind}
          {...(field.kind === 'email' ? { spellCheck: false, autoCapitalize: 'none' } : {})}
          {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
          {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
          {...(field.inputMode === undefined ? {} : { inputMode: field.inputMode })}
        />
      )
    case 'password':
      return <PasswordField {...typed} autoComplete={field.autoComplete ?? 'new-password'} />
    case 'textarea':
      return (
        <Textarea
          {...typed}
          autoComplete="off"
          rows={field.rows ?? 3}
          {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
          styles={{ input: { height: 'auto', paddingBlock: 8 } }}
        />
      )
    case 'select':
      return (
        <NativeSelect
          {...common}
          value={text}
          disabled={isClosed}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[
            { value: '', label: field.placeholder ?? texts.choose },
            ...field.options.map((option) => ({ ...option })),
          ]}
        />
      )
    case 'switch':
      return (
        <Checkbox
          {...common}
          className={styles['switch'] ?? ''}
          checked={value === true}
          disabled={isClosed}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
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
