import { ProblemError, type Problem } from '../../domain/problem'
import { redact } from './redact'

/** One operation in the performance log. */
export interface PerformanceEntry {
  readonly name: string
  /** Milliseconds. */
  readonly ms: number
  readonly outcome: string
  readonly variables: Readonly<Record<string, unknown>>
}

export interface Telemetry {
  /** Keeps an entry; its variables are redacted first. */
  timed(entry: PerformanceEntry): void
  /** Reports what went wrong, unless it is of the kinds that are ignored. */
  report(thrown: unknown, where: string): void
  /** The latest entries, oldest first. */
  entries(): readonly PerformanceEntry[]
}

export interface Report {
  readonly where: string
  readonly kind: Problem['kind'] | 'unexpected'
  readonly message: string
}

const ignoredKinds: ReadonlySet<string> = new Set(['no-token', 'network', 'timeout'])
/** How browsers word a failed fetch, for which they have no code. */
const networkMessages =
  /^(failed to fetch|load failed|networkerror|network request failed|the network connection was lost|the network request failed)/i

/**
 * What error reporting ignores: missing token, network failures (P338, P339, C602); never storage.
 */
const isIgnored = (thrown: unknown): boolean => {
  if (thrown instanceof ProblemError) return ignoredKinds.has(thrown.problem.kind)
  return thrown instanceof Error && networkMessages.test(thrown.message)
}

const kept = 200

/**
 * `sink` gets every report. A server message may quote input: only kind and place leave the device.
 */
export const createTelemetry = (sink: (report: Report) => void = () => undefined): Telemetry => {
  const log: PerformanceEntry[] = []
  return {
    timed: (entry) => {
      log.push({ ...entry, variables: redact(entry.variables) })
      if (log.length > kept) log.shift()
    },
    report: (thrown, where) => {
      if (isIgnored(thrown)) return
      const kind = thrown instanceof ProblemError ? thrown.problem.kind : 'unexpected'
      sink({ where, kind, message: thrown instanceof Error ? thrown.message : String(thrown) })
    },
    entries: () => log,
  }
}
