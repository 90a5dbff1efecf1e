import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { PortalEntry, PortalReport } from '../../src/domain/telemetry/portal-report'

/** Reports that wait at most; more are dropped and counted in the log. */
const mostWaiting = 200
const tryMs = 5_000

export interface CollectorOptions {
  readonly clock: Clock
  readonly log: Logger
  /** An address of OpenTelemetry's OTLP over HTTP for logs, as `https://collector.example/v1/logs`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly ask?: typeof fetch
}

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

/** One entry as a record of OTLP's JSON (opentelemetry.io/docs/specs/otlp, logs data model). */
const recordOf = (entry: PortalEntry, nowMs: number) => ({
  timeUnixNano: `${nowMs}000000`,
  ...(entry.what === 'fault'
    ? {
        severityNumber: 17,
        severityText: 'ERROR',
        body: { stringValue: `${entry.kind} at ${entry.where}` },
        attributes: attributes({
          'event.name': 'portal.fault',
          'error.type': entry.kind,
          'code.place': entry.where,
          count: entry.times,
        }),
      }
    : {
        severityNumber: 9,
        severityText: 'INFO',
        body: { stringValue: entry.name },
        attributes: attributes({
          'event.name': `portal.${entry.name}`,
          ...(entry.page === undefined ? {} : { 'url.template': entry.page }),
          count: entry.times,
        }),
      }),
})

/**
 * Hands reports of portals to the operator's collector: error reporting and analytics of a third
 * party, in a format that all of them read (P374). One after the other; what it does not take within
 * five seconds is dropped and said in the log. Without an address there is none, and nothing leaves.
 */
export const createCollector = ({ clock, log, url, headers, ask = fetch }: CollectorOptions) => {
  let waiting: Promise<void> = Promise.resolve()
  let count = 0
  const hand = async (report: PortalReport, nowMs: number): Promise<void> => {
    try {
      const answer = await ask(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(tryMs),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          resourceLogs: [
            {
              resource: {
                attributes: attributes({
                  'service.name': 'lamplight-portal',
                  'service.version': report.release,
                }),
              },
              scopeLogs: [
                {
                  scope: { name: 'lamplight' },
                  logRecords: report.entries.map((entry) => recordOf(entry, nowMs)),
                },
              ],
            },
          ],
        }),
      })
      if (!answer.ok) log.warn({ event: 'collector-refused', status: answer.status })
      await answer.body?.cancel()
    } catch (error) {
      log.warn({
        event: 'collector-failed',
        failure: error instanceof Error ? error.name : 'unknown',
      })
    }
  }
  return {
    /** Never rejects, and never makes its caller wait. */
    collect: (report: PortalReport): void => {
      if (count >= mostWaiting) {
        log.warn({ event: 'collector-full' })
        return
      }
      count += 1
      const nowMs = clock.now()
      waiting = waiting.then(() => hand(report, nowMs)).finally(() => (count -= 1))
    },
    /** Until what was taken is handed over or dropped. */
    settled: (): Promise<void> => waiting,
  }
}
