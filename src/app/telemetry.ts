import { ProblemError, problem } from '../domain/problem'
import type { PortalEventName } from '../domain/telemetry/portal-report'
import { createTelemetry } from '../platform/telemetry'
import { readConfig } from './config'
import { createPortalReports } from './portal-reports'

const { origin, basePath } = readConfig(import.meta.env, window.location.origin).api

const reports = createPortalReports({
  address: `${origin}${basePath}/portal-reports`,
  release: __GIT_HASH__,
  send: (address, body) => navigator.sendBeacon?.(address, body) ?? false,
  isOnline: () => navigator.onLine,
  later: (run, ms) => setTimeout(run, ms),
})
window.addEventListener('pagehide', reports.flush)

/**
 * The log of this page: place and kind, in the console and told to the server (P374). No messages,
 * which may quote input.
 */
export const telemetry = createTelemetry(({ where, kind }) => {
  console.warn(`lamplight: ${kind} at ${where}`)
  reports.tell({ what: 'fault', where, kind })
})

/** Counts that something was used. `page`: the pattern of its address, never the address. */
export const countUse = (name: PortalEventName, page?: string): void =>
  reports.tell({ what: 'event', name, ...(page === undefined ? {} : { page }) })

/** A version check that failed is logged and ignored (P335, C600). */
export const logVersionFailure = (message: string): void =>
  telemetry.report(new ProblemError(problem('unknown', message)), 'version check')
