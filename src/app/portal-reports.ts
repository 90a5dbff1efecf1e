import {
  isTellable,
  mostEntries,
  type PortalEntry,
  type PortalReport,
} from '../domain/telemetry/portal-report'

/** One thing that happened, without how often. */
export type Told =
  | Omit<Extract<PortalEntry, { what: 'fault' }>, 'times'>
  | Omit<Extract<PortalEntry, { what: 'event' }>, 'times'>

export interface PortalReportsOptions {
  /** The address of reports at the server. */
  readonly address: string
  readonly release: string
  /** Hands text to the browser, which sends it even when the page ends; false: refused. */
  readonly send: (address: string, body: string) => boolean
  readonly isOnline: () => boolean
  readonly later: (run: () => void, ms: number) => void
}

/** Milliseconds for which what happens is gathered. */
export const gatherMs = 10_000

/**
 * Tells the server of faults and of use: what happened and how often, at most every ten seconds. Of
 * what cannot be sent the first kinds are kept, and counted on. A report that is lost is no loss of
 * care: nothing is kept on the device and nothing is shown.
 */
export const createPortalReports = (options: PortalReportsOptions) => {
  const { address, release, send, isOnline, later } = options
  const gathered = new Map<string, PortalEntry>()
  let waits = false
  const flush = (): void => {
    if (gathered.size === 0 || !isOnline()) return
    const report: PortalReport = { release, entries: [...gathered.values()] }
    if (send(address, JSON.stringify(report))) gathered.clear()
  }
  const flushLater = (): void => {
    if (waits) return
    waits = true
    later(() => {
      waits = false
      flush()
      // No connection: what was gathered is tried again.
      if (gathered.size > 0) flushLater()
    }, gatherMs)
  }
  return {
    /** Counts it. What has no place in a report is left out. */
    tell: (told: Told): void => {
      const key = JSON.stringify(told)
      const known = gathered.get(key)
      const entry: PortalEntry = { ...told, times: Math.min((known?.times ?? 0) + 1, 1_000) }
      if (known === undefined && (gathered.size >= mostEntries || !isTellable(entry))) return
      gathered.set(key, entry)
      flushLater()
    },
    /** Sends what was gathered; for the end of the page. */
    flush,
  }
}
