import { useCallback, useEffect, useState } from 'react'
import { shownOpen, type Alert } from '../../domain/alerts/alert'
import type { Calling } from '../../domain/calling/calling'
import type { LoadAlerts } from './act'

/** Pause before asking again while server and device differ, milliseconds. */
const askAgainMs = 2_000

/** The server's list of a patient's alerts; `asOf` epoch milliseconds. */
export type LoadedAlerts =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'here'
      readonly alerts: readonly Alert[]
      readonly callings: readonly Calling[]
      readonly asOf: number
      readonly round: number
    }

/**
 * The server's list: asked on opening, on reconnecting, after an action (`ask`), and while its
 * number of open alerts differs from this device's.
 * @param openHere how many open alerts this device shows
 */
export const useLoadedAlerts = (
  load: LoadAlerts,
  offline: boolean,
  openHere: number,
): { readonly loaded: LoadedAlerts; readonly ask: () => void } => {
  const [loaded, setLoaded] = useState<LoadedAlerts>({ kind: 'asking' })
  const [round, setRound] = useState(0)
  const ask = useCallback(() => setRound((was) => was + 1), [])
  useEffect(() => {
    if (offline) return undefined
    let gone = false
    void load().then((answer) => {
      if (!gone)
        setLoaded(
          answer.kind === 'done' ? { kind: 'here', ...answer.value, round } : { kind: 'failed' },
        )
    })
    return () => {
      gone = true
    }
    // `load` is made anew with each drawing; what is asked for is the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offline, round])
  // What was resolved here may still be on its way when the server answers, and what is new there
  // on its way here.
  const differsIn =
    loaded.kind === 'here' && !offline && shownOpen(loaded.alerts).length !== openHere
      ? loaded.round
      : null
  useEffect(() => {
    if (differsIn === null) return undefined
    // Counted from each answer: an answer slower than this must not be overtaken by the next
    // question.
    const timer = setTimeout(ask, askAgainMs)
    return () => clearTimeout(timer)
  }, [differsIn, ask])
  return { loaded, ask }
}
