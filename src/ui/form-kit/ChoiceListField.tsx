import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldOption } from './field-spec'
import styles from './form.module.css'

export interface ChoiceListFieldProps {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly withAsterisk?: boolean
  readonly disabled: boolean
  readonly options: readonly FieldOption[]
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** Several of a list, each with a box to tick. */
export function ChoiceListField({
  id,
  label,
  hint,
  error,
  withAsterisk = false,
  disabled,
  options,
  value,
  onChange,
}: ChoiceListFieldProps) {
  return (
    <fieldset className={styles['group']} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles['legend']} data-required={withAsterisk}>
        {label}
      </legend>
      {hint !== undefined && <p className={styles['quiet']}>{hint}</p>}
      {options.map((option, at) => (
        <Checkbox
          key={option.value}
          id={at === 0 ? id : `${id}-${option.value}`}
          className={styles['tick'] ?? ''}
          label={option.label}
          description={option.reason}
          disabled={disabled || option.disabled === true}
          aria-invalid={error ? true : undefined}
          checked={value.includes(option.value)}
          onChange={({ currentTarget }) =>
            onChange(
              currentTarget.checked
                ? [...value, option.value]
                : value.filter((one) => one !== option.value),
            )
          }
        />
      ))}
      {error !== undefined && error !== '' && (
        <p id={`${id}-error`} className={styles['wrong']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
