import { TextInput } from '@mantine/core'
import { useState } from 'react'
import styles from './bulk-upload.module.css'

/**
 * A cell that is or was wrong, to be corrected where it stands. What is typed counts when the field
 * is left, or with Enter.
 */
export function SheetCell({
  label,
  text,
  fault,
  onChange,
}: {
  readonly label: string
  readonly text: string
  /** What is wrong, with the name of the cell; null: nothing any more. */
  readonly fault: string | null
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const take = (): void => {
    if (typed !== text || fault !== null) onChange(typed)
  }
  return (
    <TextInput
      className={styles['cell'] ?? ''}
      aria-label={label}
      value={typed}
      error={fault}
      autoComplete="off"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (typed !== text) take()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
      }}
    />
  )
}
