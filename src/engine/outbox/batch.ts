import type { StoredCommand } from '../store'

/** What one push may carry (docs/sync-protocol.md): commands, and bytes of their seals. */
export const batchLimits = { commands: 10, bytes: 256 * 1024 } as const

type Sendable = Pick<StoredCommand, 'lane' | 'n' | 'sealed' | 'failures'>
const bytesOf = ({ sealed }: Pick<StoredCommand, 'sealed'>): number =>
  Math.ceil((sealed.length * 3) / 4)

/** What waits, by lane in order; the lane with the oldest first. Pure. */
export const lanesOf = <Row extends Sendable>(
  rows: readonly Row[],
): readonly (readonly Row[])[] => {
  const lanes = new Map<string, Row[]>()
  for (const row of rows) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row])
  return [...lanes.values()].map((lane) => lane.toSorted((a, b) => a.n - b.n))
}

/**
 * The next push: one of each lane in turn, never a later command before an earlier one. What failed
 * before, or is too large, goes alone. Pure.
 */
export const nextBatch = <Row extends Sendable>(
  lanes: readonly (readonly Row[])[],
): readonly Row[] => {
  const isAlone = (row: Row): boolean => (row.failures ?? 0) > 0 || bytesOf(row) > batchLimits.bytes
  const batch: Row[] = []
  let bytes = 0
  let open = lanes.filter((lane) => lane.length > 0)
  for (let turn = 0; open.length > 0; turn += 1) {
    open = open.filter((lane) => {
      const row = lane[turn]
      if (
        row === undefined ||
        isAlone(row) ||
        batch.length === batchLimits.commands ||
        bytes + bytesOf(row) > batchLimits.bytes
      )
        return false
      batch.push(row)
      bytes += bytesOf(row)
      return true
    })
  }
  if (batch.length > 0) return batch
  const first = lanes.find((lane) => lane.length > 0)?.[0]
  return first === undefined ? [] : [first]
}
