import { describe, expect, test } from 'vitest'
import type { Shown, ViewState } from '../../../src/engine/define'
import { structurallyShared } from '../../../src/engine/views/live-view'

interface Row {
  readonly id: string
  readonly revision: number
  readonly text: string
}
const state = (
  rows: readonly Shown<Row>[],
  over: Partial<ViewState<Row>> = {},
): ViewState<Row> => ({
  ready: true,
  rows,
  total: rows.length,
  arrangedBy: 'server',
  asOf: 1,
  checkedAt: 1,
  problem: null,
  ...over,
})
const note = (id: string, text = id): Row => ({ id, revision: 1, text })
const waiting = (id: string, at: 'waiting' | 'sending' = 'waiting'): Shown<Row> => ({
  ...note(id),
  waiting: { state: at, commandId: id },
})

describe('what is shown next, of what was shown before', () => {
  test('is the same object where nothing of it differs, though all of it was made anew', () => {
    const before = state([note('a'), waiting('b')])
    expect(structurallyShared(state([note('a'), waiting('b')]), before)).toBe(before)
  })

  test('a row that changed is new, the others are the same objects', () => {
    const before = state([note('a'), waiting('b'), note('c')])
    const after = structurallyShared(
      state([note('a'), waiting('b', 'sending'), note('c', 'other words')]),
      before,
    )
    expect(after.rows[0]).toBe(before.rows[0])
    expect(after.rows[1]).toEqual(waiting('b', 'sending'))
    expect(after.rows[2]).toEqual(note('c', 'other words'))
  })

  test('a row that no longer waits, or lost a field, is new', () => {
    const before = state([waiting('a'), { ...note('b'), extra: undefined } as Row])
    const after = structurallyShared(state([note('a'), note('b')]), before)
    expect(after.rows).toEqual([note('a'), note('b')])
    expect(after.rows[0]).not.toHaveProperty('waiting')
    expect(after.rows[1]).not.toHaveProperty('extra')
  })

  test('the list stays the same when only the age of the reading is new; another order or number is another list', () => {
    const before = state([note('a'), note('b')])
    const older = structurallyShared(state([note('a'), note('b')], { asOf: 2 }), before)
    expect(older).not.toBe(before)
    expect(older.asOf).toBe(2)
    expect(older.rows).toBe(before.rows)
    expect(
      structurallyShared(state([note('b'), note('a')]), before).rows.map(({ id }) => id),
    ).toEqual(['b', 'a'])
    expect(structurallyShared(state([note('a')]), before).rows.map(({ id }) => id)).toEqual(['a'])
  })

  test('what the server took away is not kept for being the same otherwise', () => {
    const before = state([], { gone: 'REVOKED' as NonNullable<ViewState<Row>['gone']> })
    expect(structurallyShared(state([]), before)).not.toHaveProperty('gone')
  })
})
