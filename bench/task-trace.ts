import type { CDPSession } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** Microseconds on the wall, and of the thread's own processor time. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
    readonly data?: {
      readonly functionName?: string
      readonly url?: string
      readonly lineNumber?: number
    }
  }
}

/**
 * A task of the page's main thread, milliseconds. `own`: processor time, in which other processes
 * of a shared machine do not count; throttling does.
 */
export interface MainTask {
  readonly at: number
  readonly startedUs: number
  readonly wall: number
  readonly own: number
  readonly most: readonly string[]
}

/** Records the tasks of a page's main thread, until the function it answers is called. */
export const traceTasks = async (
  session: CDPSession,
): Promise<() => Promise<readonly MainTask[]>> => {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', 'v8'],
      recordMode: 'recordContinuously',
    },
  })
  return async () => {
    const complete = new Promise<void>((resolve) => {
      session.once('Tracing.tracingComplete', () => resolve())
    })
    await session.send('Tracing.end')
    await complete
    const isMain = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    )
    const main = events.filter(
      ({ pid, tid, ph, dur }) => isMain.has(`${pid} ${tid}`) && ph === 'X' && dur !== undefined,
    )
    const first = Math.min(...main.map(({ ts }) => ts))
    const tasks = main.filter(
      ({ name }) => name === 'ThreadControllerImpl::RunTask' || name === 'RunTask',
    )
    return tasks
      .filter(({ dur = 0 }) => dur > 20_000)
      .map(({ ts, dur = 0, tdur = 0, pid, tid }) => {
        const inside = main.filter(
          (one) =>
            one.pid === pid &&
            one.tid === tid &&
            one.ts >= ts &&
            one.ts < ts + dur &&
            (one.dur ?? 0) > 3_000 &&
            !one.name.includes('RunTask'),
        )
        const most = inside
          .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
          .slice(0, 6)
          .map(
            (one) =>
              `${one.name} ${((one.dur ?? 0) / 1000).toFixed(0)} ${one.args?.data?.functionName ?? ''} ${one.args?.data?.url?.split('/').at(-1) ?? ''}:${one.args?.data?.lineNumber ?? ''}`,
          )
        return { at: (ts - first) / 1000, startedUs: ts, wall: dur / 1000, own: tdur / 1000, most }
      })
  }
}
