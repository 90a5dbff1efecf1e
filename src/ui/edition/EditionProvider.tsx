import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Edition } from '../../texts'
import { EditionContext } from './edition-context'
import { readStoredEdition, storeEdition } from './stored-edition'

/** Gives the edition to everything below. `edition` fixes it; without it the device's stored choice holds (P026). */
export function EditionProvider({ edition, children }: { readonly edition?: Edition; readonly children: ReactNode }) {
  const [stored, setStored] = useState<Edition>(readStoredEdition)
  const current = edition ?? stored
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
