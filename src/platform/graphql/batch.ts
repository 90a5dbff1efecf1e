import type { Clock } from '../../domain/time/clock'

/** Up to 10 operations of one 20 ms window share a request (P303). */
const batchSize = 10
const batchWindowMs = 20

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result | PromiseLike<Result>) => void
}

/**
 * Collects items for a window and hands them over together, by equal `lane`. `flush` answers one
 * promise per item, in order.
 */
export const createBatcher = <Item, Result>(
  clock: Pick<Clock, 'after'>,
  laneOf: (item: Item) => string,
  flush: (items: readonly Item[]) => readonly Promise<Result>[],
): ((item: Item) => Promise<Result>) => {
  const lanes = new Map<string, Waiting<Item, Result>[]>()
  const send = (lane: string, full: Waiting<Item, Result>[]): void => {
    if (lanes.get(lane) === full) lanes.delete(lane)
    else return
    const answers = flush(full.map(({ item }) => item))
    full.forEach(({ resolve }, at) =>
      resolve(answers[at] ?? Promise.reject(new Error('A batch answered less than was asked'))),
    )
  }
  return (item) =>
    new Promise((resolve) => {
      const lane = laneOf(item)
      const open = lanes.get(lane) ?? []
      if (open.length === 0) {
        lanes.set(lane, open)
        clock.after(batchWindowMs, () => send(lane, open))
      }
      open.push({ item, resolve })
      if (open.length === batchSize) send(lane, open)
    })
}
