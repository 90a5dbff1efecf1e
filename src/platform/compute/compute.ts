import type { Clock } from '../../domain/time/clock'
import type { Link, Use } from './link'

/** `absent`: there is no worker, or it died: the page does the work. `ended`: it was ended. */
export type ComputeOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'absent' }
  | { readonly kind: 'ended' }

/** A worker of this page with an `Api`, started by its first use and after an end. */
export interface Compute<Api> {
  /** Unanswered work may be done or not: it must be safe to do twice. Rejects as the work does. */
  run<Value>(use: Use<Api, Value>): Promise<ComputeOutcome<Value>>
  /** Ends the worker with all that it holds: keys, open databases, unfinished work. */
  end(): void
}

/** A silent worker is stuck: after this it is ended and the page does the work, milliseconds. */
const answersWithinMs = 30_000
/** One that dies so often without having done anything is given up for the life of the page. */
const mostDeaths = 3

const hasWorkers = (): boolean => typeof Worker !== 'undefined' && typeof document !== 'undefined'
/** Comlink and the worker's address are no part of what the first screen waits for. */
const startOwn = async <Api>(died: () => void): Promise<Link<Api>> =>
  (await import('./link')).startLink<Api>(died)

/** `start` makes the worker; default: `workers/compute.worker.ts`, if there are workers. */
export const openCompute = <Api>({
  clock,
  start = hasWorkers() ? startOwn : null,
}: {
  readonly clock: Pick<Clock, 'after'>
  readonly start?: ((died: () => void) => Promise<Link<Api>>) | null
}): Compute<Api> => {
  type Halt = (outcome: { readonly kind: 'absent' } | { readonly kind: 'ended' }) => void
  const waiting = new Set<Halt>()
  let link: Promise<Link<Api>> | null = null
  let deaths = 0

  const stop = (outcome: Parameters<Halt>[0]): void => {
    const stopped = link
    link = null
    void stopped?.then(
      ({ end }) => end(),
      () => undefined,
    )
    for (const halt of [...waiting]) halt(outcome)
  }
  const die = (mine: Promise<Link<Api>>): void => {
    if (link !== mine) return
    deaths += 1
    stop({ kind: 'absent' })
  }
  const linked = (make: NonNullable<typeof start>): Promise<Link<Api>> => {
    if (link !== null) return link
    const mine: Promise<Link<Api>> = make(() => die(mine))
    link = mine
    mine.catch(() => die(mine))
    return mine
  }

  return {
    run: async <Value>(use: Use<Api, Value>): Promise<ComputeOutcome<Value>> => {
      if (start === null || deaths >= mostDeaths) return { kind: 'absent' }
      const mine = linked(start)
      let halt: Halt = () => undefined
      const halted = new Promise<ComputeOutcome<Value>>((resolve) => {
        halt = resolve
      })
      waiting.add(halt)
      const cancel = clock.after(answersWithinMs, () => die(mine))
      const work = async (): Promise<ComputeOutcome<Value>> => {
        let found: Link<Api>
        // A chunk that did not come, a worker that may not start: the page does it.
        try {
          found = await mine
        } catch {
          return { kind: 'absent' }
        }
        const value = await found.use(use)
        deaths = 0
        return { kind: 'done', value }
      }
      try {
        return await Promise.race([work(), halted])
      } finally {
        cancel()
        waiting.delete(halt)
      }
    },
    end: () => stop({ kind: 'ended' }),
  }
}
