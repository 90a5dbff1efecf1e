// No list of the browser's own searches on a server, or says why an option is closed.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import styles from './EntityPicker.module.css'
import type { EntityOption, EntitySearch } from './field-spec'
import { useEntitySearch } from './use-entity-search'

export interface EntityPickerProps {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly required?: boolean
  readonly withAsterisk?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string | undefined
  /** What is said when nothing fits, e.g. 'No wards found'. */
  readonly noneFound: ReactNode
  /** What is said when the search fails, in place of the kit's own text. */
  readonly failed?: string | undefined
  readonly search: EntitySearch
  readonly value: Pick<EntityOption, 'id' | 'label'> | null
  readonly onChange: (chosen: EntityOption | null) => void
}

/** The next option that can be chosen, from `at` in a direction; `at` where there is none. */
export const nextOption = (
  options: readonly Pick<EntityOption, 'reason'>[],
  at: number,
  step: 1 | -1,
): number => {
  for (let next = at + step; next >= 0 && next < options.length; next += step)
    if (options[next]?.reason === undefined) return next
  return at
}

function EntityList({
  id,
  label,
  options,
  at,
  chosen,
  onChoose,
}: {
  readonly id: string
  readonly label: string
  readonly options: readonly EntityOption[]
  readonly at: number
  readonly chosen: string | null
  readonly onChoose: (option: EntityOption) => void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={styles['list']}
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        // The input keeps the focus and the keys (ARIA combobox).
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={option.id === chosen}
          aria-disabled={option.reason !== undefined}
          data-active={index === at}
          className={styles['option']}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span>{option.label}</span>
          {option.detail !== undefined && <span className={styles['detail']}>{option.detail}</span>}
          {option.reason !== undefined && <span className={styles['detail']}>{option.reason}</span>}
        </div>
      ))}
    </div>
  )
}

function SearchState({
  found,
  noneFound,
  failed,
}: Pick<EntityPickerProps, 'noneFound' | 'failed'> & {
  readonly found: ReturnType<typeof useEntitySearch>
}) {
  const t = formTexts(useEdition()).picker
  const count = found.options.length
  return (
    <output className={count === 0 ? styles['none'] : 'visually-hidden'}>
      {found.state === 'searching' && t.searching}
      {found.state === 'found' && (count === 0 ? noneFound : t.found(count))}
      {found.state === 'failed' && (
        <>
          {failed ?? t.failed}{' '}
          <button type="button" className={styles['retry']} onClick={found.again}>
            {t.retry}
          </button>
        </>
      )}
    </output>
  )
}

/** Chooses an entity from a search, by keys or touch. Unavailable ones are listed with a reason. */
export function EntityPicker({
  id,
  label,
  hint,
  error,
  required = false,
  withAsterisk = true,
  disabled = false,
  placeholder,
  noneFound,
  failed,
  search,
  value,
  onChange,
}: EntityPickerProps) {
  const t = formTexts(useEdition()).picker
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(-1)
  const isOpen = typed !== null
  const found = useEntitySearch(search, typed)
  const { options } = found

  const close = (): void => {
    setTyped(null)
    setAt(-1)
  }
  const choose = (option: EntityOption | undefined): void => {
    if (option === undefined || option.reason !== undefined) return
    onChange(option)
    close()
  }
  const onKey = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, () => number>> = {
      ArrowDown: () => nextOption(options, at, 1),
      ArrowUp: () => nextOption(options, at, -1),
      Home: () => nextOption(options, -1, 1),
      End: () => nextOption(options, options.length, -1),
    }
    const move = moves[event.key]
    if (move !== undefined && (isOpen || event.key.startsWith('Arrow'))) {
      event.preventDefault()
      if (isOpen) setAt(move())
      else setTyped('')
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault() // the form is not sent with it
      choose(options[at])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation() // the first Escape closes the list, not the dialog around it
      close()
    }
  }
  useEffect(() => {
    if (at >= 0) document.getElementById(`${listId}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [at, listId])

  return (
    <div
      className={styles['picker']}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <TextInput
        id={id}
        label={label}
        description={hint}
        error={error}
        required={required}
        withAsterisk={withAsterisk && required}
        disabled={disabled}
        placeholder={placeholder ?? t.placeholder}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
        value={typed ?? value?.label ?? ''}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(-1)
          if (value !== null) onChange(null)
        }}
        onClick={() => !isOpen && setTyped('')}
        onKeyDown={onKey}
        rightSectionWidth={44}
        rightSectionPointerEvents="all"
        rightSection={
          value !== null &&
          !disabled && (
            <CloseButton
              size={44}
              iconSize={18}
              aria-label={t.clear(value.label)}
              onClick={() => onChange(null)}
            />
          )
        }
      />
      <EntityList
        id={listId}
        label={label}
        options={isOpen ? options : []}
        at={at}
        chosen={value?.id ?? null}
        onChoose={choose}
      />
      {isOpen && <SearchState found={found} noneFound={noneFound} failed={failed} />}
    </div>
  )
}
