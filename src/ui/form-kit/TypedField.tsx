import { Textarea, TextInput } from '@mantine/core'
import { isTestIdentifier } from '../../domain/identity'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { PasswordField } from '../form/PasswordField'
import type { FieldProps } from './field-props'
import type { FieldSpec } from './field-spec'
import { NameConfirm } from './NameConfirm'

export type TypedSpec = Extract<
  FieldSpec,
  { kind: 'text' | 'email' | 'password' | 'textarea' | 'identifier' | 'telephone' | 'fullName' }
>

/** Digits of an identifier in groups of 3, 3 and 4, as far as they are typed (O211). */
const groupIdentifier = (text: string): string => {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{1,10}$/.test(digits)
    ? [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
        .filter((part) => part !== '')
        .join(' ')
    : text
}

/** A field of words or digits. */
export function TypedField({
  id,
  field,
  value,
  error,
  marked = true,
  locked,
  onChange,
}: FieldProps<TypedSpec>) {
  const texts = formTexts(useEdition())
  const text = typeof value === 'string' ? value : ''
  const typed = {
    id,
    label: field.label,
    description: field.hint,
    error,
    required: field.required === true,
    withAsterisk: field.required === true && marked,
    ...(field.autoFocus === true ? { 'data-autofocus': true } : {}),
    value: text,
    readOnly: locked,
    disabled: field.disabled ?? false,
    autoComplete: field.autoComplete ?? 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  }
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...typed}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          inputMode={field.inputMode}
        />
      )
    case 'email':
      return (
        <TextInput
          {...typed}
          type="email"
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          spellCheck={false}
          autoCapitalize="none"
        />
      )
    case 'password':
      return <PasswordField {...typed} autoComplete={field.autoComplete ?? 'new-password'} />
    case 'textarea':
      return (
        <Textarea
          {...typed}
          autoComplete="off"
          {...(field.maxRows === undefined
            ? { rows: field.rows ?? 3 }
            : {
                autosize: true,
                rows: field.rows ?? 3,
                minRows: field.rows ?? 3,
                maxRows: field.maxRows,
              })}
          maxLength={field.maxLength}
          styles={{ input: { height: 'auto', paddingBlock: 8 } }}
        />
      )
    case 'identifier':
      return (
        <TextInput
          {...typed}
          inputMode="numeric"
          placeholder="123 456 7890"
          description={
            field.scheme === 'NhsNumber' && isTestIdentifier(text)
              ? texts.identifier.test
              : field.hint
          }
          onChange={({ currentTarget }) => {
            // Grouped while it is typed at its end; a caret in the middle stays where it is.
            const isAtEnd = currentTarget.selectionStart === currentTarget.value.length
            onChange(isAtEnd ? groupIdentifier(currentTarget.value) : currentTarget.value)
          }}
          onBlur={() => onChange(groupIdentifier(text))}
        />
      )
    case 'telephone':
      return (
        <TextInput
          {...typed}
          type="tel"
          inputMode="tel"
          description={field.hint ?? texts.telephone.hint}
        />
      )
    case 'fullName':
      return <NameConfirm {...typed} hint={field.hint} onChange={onChange} />
  }
}
