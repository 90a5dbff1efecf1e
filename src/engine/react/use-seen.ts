import { useMemo } from 'react'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { useRuntime } from './runtime-context'

/**
 * The subject as this device showed them when the form was opened: bound then, whatever comes in
 * while it is open.
 */
export const useSeen = (about: string | null): Promise<SeenIdentity | null> => {
  const runtime = useRuntime()
  return useMemo(
    () => (about === null ? Promise.resolve(null) : runtime.seen(about)),
    [runtime, about],
  )
}
