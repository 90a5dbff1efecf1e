import { TextInput } from '@mantine/core'
import { useState } from 'react'

export interface TimeFieldProps {
  readonly label: string
  readonly value: number
  /** Brings what was typed into its range; what is no number is 0. */
  readonly clamp: (typed: number) => number
  readonly onChange: (value: number) => void
}

const numberOf = (typed: string): number =>
  Number.parseFloat(typed.replaceAll(',', '.').replaceAll(/[^\d.-]/g, ''))

/**
 * A whole number, clamped. Keys are read with those before them: `-` and `1` are -1 (C405, C406).
 */
export function TimeField({ label, value, clamp, onChange }: TimeFieldProps) {
  const shown = String(value)
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string): void => {
    const whole =
      typed !== null && text.length > shown.length && text.startsWith(shown)
        ? typed + text.slice(shown.length)
        : text
    setTyped(whole)
    onChange(clamp(numberOf(whole)))
  }
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      value={shown}
      onChange={(event) => take(event.currentTarget.value)}
      onFocus={(event) => {
        setTyped(null)
        event.currentTarget.select()
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
