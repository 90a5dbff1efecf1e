import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchLimits, lanesOf, nextBatch } from '../../../src/engine/outbox/send-lanes'

interface Row {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly sealed: string
  readonly failures: number
}
const rowsArb: fc.Arbitrary<readonly Row[]> = fc
  .array(
    fc.record({
      lane: fc.constantFrom('p', 'q', 'r', 's'),
      kilobytes: fc.constantFrom(1, 40, 40, 100, 300),
      failures: fc.constantFrom(0, 0, 0, 1),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ lane, kilobytes, failures }, at) => ({
      id: `c${at}`,
      lane,
      n: at + 1,
      sealed: 'x'.repeat(kilobytes * 1_365),
      failures,
    })),
  )
const bytes = (batch: readonly Row[]): number =>
  batch.reduce((sum, { sealed }) => sum + Math.ceil((sealed.length * 3) / 4), 0)
/** Every push of a drain in which all goes well. */
const pushes = (rows: readonly Row[]): readonly (readonly Row[])[] => {
  const all: (readonly Row[])[] = []
  let lanes = lanesOf(rows)
  for (let batch = nextBatch(lanes); batch.length > 0; batch = nextBatch(lanes)) {
    all.push(batch)
    lanes = lanes.map((lane) => lane.filter((row) => !batch.includes(row)))
  }
  return all
}

describe('a push', () => {
  test('carries at most ten commands and 256 KB, but for one that is larger alone', () => {
    fc.assert(
      fc.property(rowsArb, (rows) => {
        for (const batch of pushes(rows))
          expect(
            batch.length <= batchLimits.commands &&
              (batch.length === 1 || bytes(batch) <= batchLimits.bytes),
          ).toBe(true)
      }),
    )
  })

  test('takes each command once, and of a lane never a later one before an earlier', () => {
    fc.assert(
      fc.property(rowsArb, (rows) => {
        const sent = pushes(rows).flat()
        expect(sent.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
        for (const lane of ['p', 'q', 'r', 's']) {
          const order = sent.filter((row) => row.lane === lane).map(({ n }) => n)
          expect(order).toEqual(order.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  test('carries what the server failed at before alone', () => {
    fc.assert(
      fc.property(rowsArb, (rows) => {
        for (const batch of pushes(rows))
          expect(batch.length === 1 || batch.every(({ failures }) => failures === 0)).toBe(true)
      }),
    )
  })

  test('gives every lane its turn before any has a second', () => {
    const row = (lane: string, n: number): Row => ({
      id: `${lane}${n}`,
      lane,
      n,
      sealed: 'x',
      failures: 0,
    })
    const long = Array.from({ length: 12 }, (_none, at) => row('long', at + 1))
    expect(
      nextBatch(lanesOf([...long, row('short', 1), row('other', 1)]))
        .map(({ id }) => id)
        .slice(0, 4),
    ).toEqual(['long1', 'short1', 'other1', 'long2'])
  })
})
