import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { parseTypedDate, readTypedInstant, typedDate, type Zone } from '../../domain/time'
import { zoneSuffix } from '../../domain/time/wall'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { DateField } from './DateField'
import { piecesOf, valueOfPieces, type Pieces } from './date-time-pieces'
import styles from './form.module.css'

export interface DateTimeFieldProps {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly withAsterisk?: boolean
  readonly readOnly: boolean
  readonly disabled: boolean
  readonly opensHere?: boolean
  /** An instant (ISO) or what was typed so far. */
  readonly value: string
  readonly zone?: Zone | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (value: string) => void
}

/** A date and a time in the organisation's zone. It asks which one where the clocks go back. */
export function DateTimeField({
  id,
  label,
  hint,
  error,
  withAsterisk = false,
  readOnly,
  disabled,
  opensHere = false,
  value,
  zone,
  min,
  max,
  onChange,
}: DateTimeFieldProps) {
  const edition = useEdition()
  const t = formTexts(edition).date
  const pieces = piecesOf(value, edition, zone)
  const { chosen: _, ...asked } = pieces
  const found = readTypedInstant(asked, edition, zone)
  const set = (part: Partial<Pieces>): void => {
    const next = { ...pieces, ...part }
    // Another day or time is another question.
    const kept = 'chosen' in part ? next : { date: next.date, time: next.time }
    onChange(valueOfPieces(kept))
  }
  return (
    <fieldset className={styles['group']} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles['legend']} data-required={withAsterisk}>
        {label}
      </legend>
      {hint !== undefined && <p className={styles['quiet']}>{hint}</p>}
      <div className={styles['pieces']}>
        <DateField
          id={id}
          label={t.day}
          about={label}
          error={Boolean(error)}
          readOnly={readOnly}
          disabled={disabled}
          opensHere={opensHere}
          min={min}
          max={max}
          value={pieces.date}
          onChange={(date) => {
            const day = parseTypedDate(date, edition)
            set({ date: day === date && day !== null ? typedDate(day, edition) : date })
          }}
        />
        <TextInput
          id={`${id}-time`}
          label={t.time}
          placeholder={t.timePattern}
          autoComplete="off"
          readOnly={readOnly}
          disabled={disabled}
          value={pieces.time}
          error={Boolean(error)}
          onChange={(event) => set({ time: event.currentTarget.value })}
        />
        {found.kind === 'twice' && (
          <NativeSelect
            id={`${id}-which`}
            label={t.twice}
            disabled={readOnly || disabled}
            value={pieces.chosen === undefined ? '' : String(pieces.chosen)}
            onChange={({ currentTarget }) =>
              set(currentTarget.value === '' ? {} : { chosen: currentTarget.value === '0' ? 0 : 1 })
            }
            data={[
              { value: '', label: formTexts(edition).choose },
              ...found.instants.map((iso, at) => ({
                value: String(at),
                label: (at === 0 ? t.earlier : t.later)(zoneSuffix(Date.parse(iso), edition, zone)),
              })),
            ]}
          />
        )}
      </div>
      {error !== undefined && error !== '' && (
        <p id={`${id}-error`} className={styles['wrong']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
