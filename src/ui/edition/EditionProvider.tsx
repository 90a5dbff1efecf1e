import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Edition } from '../../texts'
import { EditionContext } from './edition-context'
import { readChosenEdition, storeEdition } from './stored-edition'

export interface EditionProviderProps {
  readonly edition?: Edition
  /** Holds until one was chosen on this device: the organisation's. */
  readonly fallback?: Edition | undefined
  readonly children: ReactNode
}

/** Gives the edition to everything below. Without `edition` the device's choice counts (P026). */
export function EditionProvider({ edition, fallback, children }: EditionProviderProps) {
  const [stored, setStored] = useState<Edition | null>(readChosenEdition)
  const current = edition ?? stored ?? fallback ?? 'en-GB'
  useEffect(() => {
    document.documentElement.lang = current
  }, [current])
  const setEdition = useCallback((next: Edition) => {
    storeEdition(next)
    setStored(next)
  }, [])
  const value = useMemo(() => ({ edition: current, setEdition }), [current, setEdition])
  return <EditionContext value={value}>{children}</EditionContext>
}
