import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../edition'
import { IconClose, IconSearch } from '../layout/icons'
import styles from './SearchBox.module.css'

export interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** How long typing has to rest before `onChange`, in ms. Enter and clearing do not wait. */
  readonly debounceMs?: number
  readonly placeholder?: string
  readonly maxLength?: number
}

/** A search field that waits until typing rests. */
export function SearchBox({
  label,
  value,
  onChange,
  debounceMs = 300,
  placeholder,
  maxLength = 100,
}: SearchBoxProps) {
  const t = useTexts().ui
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  if (value !== given) {
    setGiven(value) // changed from outside, e.g. by Back: what was typed gives way
    setTyped(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const say = (text: string, afterMs: number) => {
    clearTimeout(timer.current)
    setTyped(text)
    if (afterMs === 0) onChange(text)
    else timer.current = setTimeout(() => onChange(text), afterMs)
  }
  return (
    // <search> is too young for the engines on the wards.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" className={styles['box']}>
      <IconSearch />
      <input
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder ?? label}
        maxLength={maxLength}
        value={typed}
        className={styles['input']}
        onChange={(event) => say(event.currentTarget.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') say(typed, 0)
          if (event.key === 'Escape' && typed !== '') say('', 0)
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t.clearSearch}
          onClick={() => say('', 0)}
        >
          <IconClose size={18} />
        </button>
      )}
    </div>
  )
}
