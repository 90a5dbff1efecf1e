import { setFlagsFromString } from 'node:v8'
import { randomOf, type Random } from './random'

/** Something whose events can be held back or thrown away: a tab. */
export interface Owner {
  readonly name: string
  readonly device: object | null
  dead: boolean
  frozen: boolean
  /**
   * Called before each of its steps; false: the step must not happen (the process was killed right
   * here).
   */
  beforeStep(): boolean
  readonly stash: (() => void)[]
}

interface Event {
  readonly at: number
  readonly tie: number
  readonly owner: Owner | null
  /** Whose database tasks arise while it runs. */
  readonly device: object | null
  readonly label: string
  /**
   * Let go of when it is cancelled: a pause of a minute would hold what it closes over all that
   * time.
   */
  call: () => void
  cancelled: boolean
}

/** Broken: what a run found. */
export class Violation extends Error {
  readonly invariant: string
  readonly detail: string
  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
    this.detail = detail
  }
}

/** One run: virtual time, the events to come, chance, and a hash of all that happened. */
export interface World {
  readonly random: Random
  now(): number
  steps(): number
  /**
   * Runs `call` after so many virtual milliseconds, as `owner` or as nobody; returns the way to
   * cancel.
   */
  after(ms: number, owner: Owner | null, label: string, call: () => void): () => void
  /** As `after`, for a task of a device's database. */
  databaseTask(device: object, ms: number, call: () => void): void
  sleep(ms: number): Promise<void>
  /** Waits until `isSo`, looking after every step; false when `ms` went by first. */
  until(ms: number, isSo: () => boolean): Promise<boolean>
  /** The device whose step is being taken. */
  currentDevice(): object | null
  /**
   * What `call` starts in a database is a device's own affair, whoever's step this is: a process
   * ends, a page wakes up.
   */
  as(device: object, call: () => void): void
  note(text: string): void
  /** For a person who reads the log; not in the trace. */
  detail(text: () => string): void
  /** Time stands still until this is done: something real (a database) answers within a step. */
  hold(work: Promise<unknown>): void
  violated(invariant: string, detail: string): void
  /** Runs until `done` settles or something is broken. */
  run(done: Promise<unknown>): Promise<void>
  readonly violations: Violation[]
  traceHash(): string
  readonly log: string[]
  keepLog: boolean
}

/** Not the replaced one: gives the real event loop one turn, in which all microtasks run. */
const realImmediate = globalThis.setImmediate
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    realImmediate(resolve)
  })

/**
 * Runs all microtasks there are, from within a macrotask, which a turn of the event loop costs many
 * times more for. V8 has it for its own tests.
 */
const runMicrotasks = ((): (() => void) => {
  setFlagsFromString('--allow-natives-syntax')
  return new Function('%PerformMicrotaskCheckpoint()') as () => void
})()

const mostSteps = 400_000
const nothing = (): void => undefined

export const createWorld = (seed: number): World => {
  const random = randomOf(seed)
  const heap: Event[] = []
  const violations: Violation[] = []
  const log: string[] = []
  const watchers = new Set<{ isSo: () => boolean; resolve: (is: boolean) => void }>()
  let now = 0
  let steps = 0
  let current: Event | null = null
  let acting: object | null = null
  let held: Promise<unknown> | null = null
  let high = 0x1234567
  let low = 0x89abcdef

  const hash = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677) ^ (high >>> 13)
    }
  }
  /** A step happened: its instant to the microsecond, and what it was. */
  const hashStep = (label: string): void => {
    const micros = Math.round(now * 1_000)
    high = Math.imul(high ^ (micros | 0), 2654435761)
    low = Math.imul(low ^ Math.floor(micros / 4294967296), 1597334677) ^ (high >>> 13)
    hash(label)
  }
  const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.tie < b.tie)
  const push = (event: Event): void => {
    let at = heap.push(event) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = heap[up]
      if (parent === undefined || !before(event, parent)) break
      heap[at] = parent
      at = up
    }
    heap[at] = event
  }
  const pop = (): Event | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      const left = heap[child]
      if (left === undefined) break
      const right = heap[child + 1]
      let least = left
      if (right !== undefined && before(right, left)) {
        least = right
        child += 1
      }
      if (!before(least, last)) break
      heap[at] = least
      at = child
    }
    heap[at] = last
    return first
  }
  const add = (
    ms: number,
    owner: Owner | null,
    device: object | null,
    label: string,
    call: () => void,
  ): Event => {
    const event: Event = {
      at: now + Math.max(0, Number.isFinite(ms) ? ms : 0),
      tie: random.next(),
      owner,
      device,
      label,
      call,
      cancelled: false,
    }
    push(event)
    return event
  }
  const note = (text: string): void => {
    hash(text)
    if (world.keepLog) log.push(`${(now / 1000).toFixed(3)} ${text}`)
  }

  const take = (event: Event): void => {
    const { owner } = event
    if (event.cancelled || owner?.dead === true) return
    if (owner?.frozen === true) {
      owner.stash.push(() => {
        add(0, owner, event.device, event.label, () => {
          if (!event.cancelled) event.call()
        })
      })
      return
    }
    if (owner !== null && !owner.beforeStep()) return
    steps += 1
    hashStep(event.label)
    current = event
    try {
      event.call()
    } catch (thrown) {
      if (owner === null && event.label !== 'db') throw thrown
      world.violated(
        'I6',
        `${owner?.name ?? 'a database'} threw in ${event.label}: ${String(thrown)}`,
      )
    } finally {
      if (steps > mostSteps)
        world.violated('I6', `no end after ${mostSteps} steps: something runs in circles`)
    }
  }

  const world: World = {
    random,
    violations,
    log,
    keepLog: false,
    now: () => now,
    steps: () => steps,
    after: (ms, owner, label, call) => {
      const event = add(ms, owner, owner?.device ?? null, label, call)
      return () => {
        event.cancelled = true
        event.call = nothing
      }
    },
    databaseTask: (device, ms, call) => {
      add(ms, null, device, 'db', call)
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        add(ms, null, null, 'sleep', resolve)
      }),
    until: (ms, isSo) =>
      new Promise((resolve) => {
        const watcher = { isSo, resolve }
        watchers.add(watcher)
        add(ms, null, null, 'until', () => {
          if (watchers.delete(watcher)) resolve(false)
        })
      }),
    currentDevice: () => acting ?? current?.device ?? null,
    as: (device, call) => {
      const before = acting
      acting = device
      try {
        call()
      } finally {
        acting = before
      }
    },
    note,
    detail: (text) => {
      if (world.keepLog) log.push(`${(now / 1000).toFixed(3)}   ${text()}`)
    },
    hold: (work) => {
      held = held === null ? work : Promise.all([held, work])
    },
    violated: (invariant, detail) => {
      note(`VIOLATION ${invariant} ${detail}`)
      violations.push(new Violation(invariant, detail))
    },
    run: async (done) => {
      const end: { over: boolean; failure: unknown } = { over: false, failure: null }
      void done.then(
        () => {
          end.over = true
        },
        (thrown: unknown) => {
          end.over = true
          end.failure = thrown
        },
      )
      const goOn = (): boolean => !end.over && violations.length === 0
      /** Takes steps until something real has to be waited for. */
      const takeSteps = (): void => {
        for (;;) {
          if (!goOn() || held !== null) return
          const event = pop()
          if (event === undefined)
            throw new Error('Nothing left to happen, and the scenario is not over')
          now = event.at
          take(event)
          runMicrotasks()
          if (held === null) wake()
        }
      }
      const wake = (): void => {
        for (const watcher of watchers)
          if (watcher.isSo()) {
            watchers.delete(watcher)
            watcher.resolve(true)
          }
      }
      await turn()
      while (goOn()) {
        await new Promise<void>((resolve, reject) => {
          realImmediate(() => {
            try {
              takeSteps()
              resolve()
            } catch (thrown) {
              reject(thrown as Error)
            }
          })
        })
        if (held === null) continue
        while (held !== null) {
          const work: Promise<unknown> = held
          held = null
          await work
          await turn()
        }
        wake()
      }
      current = null
      await turn()
      if (end.failure !== null) throw end.failure as Error
    },
    traceHash: () =>
      (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0'),
  }
  return world
}
