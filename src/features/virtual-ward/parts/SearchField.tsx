import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { IconSearch } from '../../../ui/layout/icons'
import { searchDebounceMs } from '../virtual-ward.view'
import styles from '../VirtualWardScreen.module.css'

/**
 * Searches a name or an identifier, half a second after the last key (C626) or with Enter. When
 * `applied` is cleared elsewhere (the chip), the field is too.
 */
export function SearchField({
  applied,
  onApply,
}: {
  readonly applied: string
  readonly onApply: (text: string) => void
}) {
  const t = virtualWardTexts(useEdition()).search
  const [text, setText] = useState(applied)
  const [seen, setSeen] = useState(applied)
  if (seen !== applied) {
    setSeen(applied)
    if (applied === '') setText('') // taken away by the chip; never while somebody types
  }
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (next: string, afterMs: number): void => {
    clearTimeout(timer.current)
    if (next.trim() !== applied) timer.current = setTimeout(() => onApply(next.trim()), afterMs)
  }
  return (
    <search>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          apply(text, 0)
        }}
      >
        <TextInput
          type="search"
          label={t.label}
          placeholder={t.hint}
          className={styles['search']}
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch />}
          leftSectionPointerEvents="none"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            apply(event.currentTarget.value, searchDebounceMs)
          }}
        />
      </form>
    </search>
  )
}
