import { TextInput } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import { parseTypedDate, typedDate, isDate } from '../../domain/time'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { Popover } from '../feedback/Popover'
import { IconCalendar } from '../layout/icons'
import styles from './form.module.css'

const Calendar = lazy(async () => ({ default: (await import('./Calendar')).Calendar }))

export interface DateFieldProps {
  readonly id: string
  readonly label: string
  /** What the calendar's button names; the label of the whole field. */
  readonly about: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly required?: boolean
  readonly withAsterisk?: boolean
  /** Takes the focus when its dialog opens. */
  readonly opensHere?: boolean
  readonly readOnly: boolean
  readonly disabled: boolean
  /** A day (`YYYY-MM-DD`) or what was typed so far. */
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (value: string) => void
}

/** A day, typed as the edition writes it or chosen in a calendar. */
export function DateField({
  id,
  label,
  about,
  hint,
  error,
  value,
  min,
  max,
  readOnly,
  disabled,
  opensHere = false,
  onChange,
  ...marks
}: DateFieldProps) {
  const edition = useEdition()
  const t = formTexts(edition).date
  const day = parseTypedDate(value, edition)
  return (
    <TextInput
      {...marks}
      className={styles['date'] ?? ''}
      id={id}
      label={label}
      description={hint}
      error={error}
      placeholder={t.pattern}
      autoComplete="off"
      readOnly={readOnly}
      disabled={disabled}
      {...(opensHere ? { 'data-autofocus': true } : {})}
      value={isDate(value) ? typedDate(value, edition) : value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => day !== null && day !== value && onChange(day)}
      rightSectionWidth={44}
      rightSectionPointerEvents="all"
      rightSection={
        !readOnly &&
        !disabled && (
          <Popover label={<IconCalendar />} name={t.calendar(about)} align="end" look="plain">
            {(close) => (
              <Suspense>
                <Calendar
                  value={day}
                  min={min}
                  max={max}
                  onChoose={(chosen) => {
                    onChange(chosen)
                    close()
                  }}
                />
              </Suspense>
            )}
          </Popover>
        )
      }
    />
  )
}
