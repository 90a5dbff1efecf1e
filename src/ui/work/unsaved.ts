import { useCallback, useEffect, useRef } from 'react'

/**
 * What would be lost with the page: words that were typed, the outcome of what was sent, a secret
 * that is shown once.
 */
export type Unsaved = 'typed' | 'unknown' | 'secret'

interface Entry {
  readonly kind: Unsaved
  /** A reload would lose it, another page of the portal would not. */
  readonly isHeld: boolean
}

const entries = new Map<symbol, Entry>()
const listeners = new Set<() => void>()
const order: readonly Unsaved[] = ['secret', 'unknown', 'typed']

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
const tell = (): void => {
  if (entries.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

/** The weightiest that another page of the portal would lose; null: nothing. */
export const unsavedWork = (): Unsaved | null =>
  order.find((kind) => [...entries.values()].some((one) => one.kind === kind && !one.isHeld)) ??
  null

export const subscribeUnsaved = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Asks before the page is left or reloaded while `kind` is not null. Returns the way to give it up
 * at once, before a navigation that follows in the same breath.
 */
export const useUnsaved = (
  kind: Unsaved | null,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): (() => void) => {
  const mine = useRef(Symbol('unsaved'))
  const release = useCallback(() => {
    if (entries.delete(mine.current)) tell()
  }, [])
  useEffect(() => {
    if (kind === null) return undefined
    entries.set(mine.current, { kind, isHeld })
    tell()
    return release
  }, [kind, isHeld, release])
  return release
}
