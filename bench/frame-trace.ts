import type { CDPSession } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * What threads did between two marks, milliseconds of their own processor time (throttling counts,
 * other processes of the machine do not).
 */
export interface Spent {
  /** The page's main thread, all tasks together. */
  readonly main: number
  /** The longest of them. */
  readonly longest: number
  /** Workers of the page. */
  readonly workers: number
  /**
   * What the browser did on the main thread by its own names, one within another; only where it was
   * asked for, since it slows the page.
   */
  readonly named: ReadonlyMap<string, number>
}

/** What a page did while it was traced, told by its `performance.mark`s. */
export interface FrameTrace {
  /**
   * Between each pair of marks of two names. `isAfter`: without the task that the first mark was
   * made in.
   */
  between(begin: string, end: string, isAfter?: boolean): readonly Spent[]
  /** From each mark of a name to the next one. */
  each(name: string): readonly Spent[]
}

/**
 * Records the tasks of a page's threads until the function it answers is called. Call it one at a
 * time for a browser.
 */
export const traceFrames = async (
  session: CDPSession,
  { named = false } = {},
): Promise<() => Promise<FrameTrace>> => {
  const events: TraceEvent[] = []
  const collect = ({ value }: { readonly value: readonly object[] }): void => {
    for (const event of value as readonly TraceEvent[]) events.push(event)
  }
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'blink.user_timing',
        'disabled-by-default-sequence_manager',
        ...(named ? ['devtools.timeline'] : []),
      ],
      excludedCategories: ['*'],
      recordMode: 'recordContinuously',
    },
  })
  return async () => {
    const complete = new Promise<void>((resolve) => {
      session.once('Tracing.tracingComplete', () => resolve())
    })
    await session.send('Tracing.end')
    await complete
    session.off('Tracing.dataCollected', collect)
    return readFrames(events)
  }
}

// What observers of a task do after it is not part of it by the browser's trace: there a canvas
// that was drawn on outside of a frame is rasterised.
const taskNames: ReadonlySet<string> = new Set([
  'ThreadControllerImpl::RunTask',
  'SequenceManagerImpl::NotifyDidProcessTaskObservers',
])
const isTask = ({ name, ph, dur }: TraceEvent): boolean =>
  ph === 'X' && dur !== undefined && taskNames.has(name)

const readFrames = (events: readonly TraceEvent[]): FrameTrace => {
  const marksOf = (name: string): readonly TraceEvent[] =>
    events
      .filter((event) => event.name === name && event.ph !== 'X')
      .toSorted((a, b) => a.ts - b.ts)
  const tasks = events.filter(isTask).toSorted((a, b) => a.ts - b.ts)
  const workers = new Set(
    events.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && (args?.name ?? '').includes('DedicatedWorker')
        ? [`${pid} ${tid}`]
        : [],
    ),
  )
  const spent = (begin: TraceEvent, end: TraceEvent, isAfter: boolean): Spent => {
    const isMain = ({ pid, tid }: TraceEvent): boolean => pid === begin.pid && tid === begin.tid
    const main = tasks.filter(isMain)
    // Whole tasks: from the one that the first mark was made in, or, of pairs, after it, to before
    // the one of the second.
    const holding = ({ ts }: TraceEvent): TraceEvent | undefined =>
      main.findLast((task) => task.ts <= ts && ts <= task.ts + (task.dur ?? 0))
    const [first, last] = [holding(begin), holding(end)]
    const [from, to] = [
      isAfter && first !== undefined ? first.ts + (first.dur ?? 0) : (first?.ts ?? begin.ts),
      last?.ts ?? end.ts,
    ]
    const within = (task: TraceEvent): boolean => task.ts >= from && task.ts < to
    const names = new Map<string, number>()
    for (const event of events)
      if (event.ph === 'X' && !isTask(event) && isMain(event) && within(event))
        names.set(event.name, (names.get(event.name) ?? 0) + (event.tdur ?? 0) / 1000)
    const own = main.filter(within).map(({ tdur = 0 }) => tdur / 1000)
    return {
      named: names,
      main: own.reduce((sum, ms) => sum + ms, 0),
      longest: Math.max(0, ...own),
      workers: tasks
        .filter(
          (task) =>
            task.pid === begin.pid && workers.has(`${task.pid} ${task.tid}`) && within(task),
        )
        .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0),
    }
  }
  return {
    between: (beginName, endName, isAfter = false) => {
      const ends = marksOf(endName)
      return marksOf(beginName).flatMap((begin) => {
        const end = ends.find(({ ts }) => ts >= begin.ts)
        return end === undefined ? [] : [spent(begin, end, isAfter)]
      })
    },
    each: (name) => {
      const marks = marksOf(name)
      return marks.slice(0, -1).flatMap((begin, at) => {
        const end = marks[at + 1]
        return end === undefined ? [] : [spent(begin, end, false)]
      })
    },
  }
}
