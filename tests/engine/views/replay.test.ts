import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsPerson, withUnsent } from '../../../src/domain/sync/unsent'
import { problem as problemOf } from '../../../src/domain/problem'
import {
  replay,
  type Change,
  type Identified,
  type Lay,
  type WaitingChange,
} from '../../../src/engine/define'

interface Row extends Identified {
  readonly text: string
}

/** A command's rule: its text counts while the server has not done it, unless it was refused. */
const laying =
  (text: string): Lay =>
  (row, waiting) =>
    waiting !== null && needsPerson(waiting.state)
      ? withUnsent(row, { ...waiting, part: 'text', wanted: text, theirs: null, isShown: false })
      : { ...row, text }

const ids = ['a', 'b', 'c', 'd', 'e']
const rowArb = fc.record({
  id: fc.constantFrom(...ids),
  revision: fc.nat(5),
  text: fc.string({ maxLength: 3 }),
})
const rowsArb = fc.uniqueArray(rowArb, { selector: (row) => row.id })
const changeArb: fc.Arbitrary<Change> = fc.oneof(
  rowArb.map((row): Change => ({ resource: 'x', kind: 'add', row })),
  fc
    .record({ id: fc.constantFrom(...ids), text: fc.string({ maxLength: 3 }) })
    .map(({ id, text }): Change => ({ resource: 'x', kind: 'change', id, patch: { text } })),
  fc.constantFrom(...ids).map((id): Change => ({ resource: 'x', kind: 'remove', id })),
)
const waitingArb: fc.Arbitrary<readonly WaitingChange[]> = fc
  .array(
    fc.record({
      change: changeArb,
      state: fc.constantFrom('waiting', 'sending', 'refused'),
    }),
  )
  .map((list) => list.map((item, at) => ({ ...item, commandId: `c${at}`, lay: laying('laid') })))
const waitingAddsArb = fc
  .uniqueArray(rowArb, { selector: (row) => row.id })
  .map((rows): readonly WaitingChange[] =>
    rows.map((row) => ({
      change: { resource: 'x', kind: 'add', row },
      state: 'waiting',
      commandId: row.id,
    })),
  )

const plain = (rows: readonly (Row & { readonly waiting?: unknown })[]) =>
  rows.map(({ waiting: _waiting, ...row }) => row).toSorted((a, b) => (a.id < b.id ? -1 : 1))

describe('what is shown = replay(server rows, waiting changes in order)', () => {
  test("nothing waiting: the server's rows, untouched", () => {
    fc.assert(
      fc.property(rowsArb, (rows) => {
        expect(replay(rows, [])).toEqual(rows)
      }),
    )
  })

  test('no id is ever shown twice', () => {
    fc.assert(
      fc.property(rowsArb, waitingArb, (rows, waiting) => {
        const shown = replay(rows, waiting).map((row) => row.id)
        expect(new Set(shown).size).toBe(shown.length)
      }),
    )
  })

  test('no row is lost: a server row is shown unless a waiting removal takes it, a waiting addition unless a later one does', () => {
    fc.assert(
      fc.property(rowsArb, waitingArb, (rows, waiting) => {
        const shown = new Set(replay(rows, waiting).map((row) => row.id))
        const removes = (id: string, from: number) =>
          waiting
            .slice(from)
            .some(
              ({ change, state }) =>
                change.kind === 'remove' && change.id === id && state !== 'refused',
            )
        for (const row of rows) expect(shown.has(row.id) || removes(row.id, 0)).toBe(true)
        waiting.forEach(({ change }, at) => {
          if (change.kind === 'add')
            expect(
              shown.has(change.row.id) || removes(change.row.id, 0) || removes(change.row.id, at),
            ).toBe(true)
        })
      }),
    )
  })

  test('settling an addition changes no row that is shown: before, between its two steps, and after', () => {
    fc.assert(
      fc.property(rowsArb, waitingAddsArb, (rows, waiting) => {
        const known = new Set(rows.map((row) => row.id))
        const pending = waiting.filter(
          ({ change }) => change.kind === 'add' && !known.has(change.row.id),
        )
        const [first, ...rest] = pending
        if (first?.change.kind !== 'add') return
        const kept = [...rows, first.change.row as Row]
        const before = plain(replay(rows, pending))
        expect(plain(replay(kept, pending))).toEqual(before)
        expect(plain(replay(kept, rest))).toEqual(before)
      }),
    )
  })

  test('later changes lie over earlier ones, in order', () => {
    fc.assert(
      fc.property(rowArb, fc.array(fc.string(), { minLength: 1 }), (row, words) => {
        const waiting = words.map((text, at): WaitingChange => ({
          commandId: `c${at}`,
          state: 'waiting',
          lay: laying(text),
          change: { resource: 'x', kind: 'change', id: row.id, patch: { text } },
        }))
        expect(replay([row], waiting)[0]?.text).toBe(words.at(-1))
      }),
    )
  })

  test("a refused change leaves the server's value and says so", () => {
    const problem = problemOf('forbidden', 'No')
    const shown = replay<Row>(
      [{ id: 'a', revision: 1, text: 'server' }],
      [
        {
          commandId: 'c',
          state: 'refused',
          problem,
          lay: laying('mine'),
          change: { resource: 'x', kind: 'change', id: 'a', patch: { text: 'mine' } },
        },
      ],
    )
    expect(shown).toEqual([
      {
        id: 'a',
        revision: 1,
        text: 'server',
        unsent: [
          {
            part: 'text',
            wanted: 'mine',
            theirs: null,
            isShown: false,
            state: 'refused',
            commandId: 'c',
            problem,
          },
        ],
      },
    ])
  })

  test('the inputs are not changed', () => {
    fc.assert(
      fc.property(rowsArb, waitingArb, (rows, waiting) => {
        const plainly = () => ({ rows, waiting: waiting.map(({ lay: _lay, ...rest }) => rest) })
        const copy = structuredClone(plainly())
        replay(rows, waiting)
        expect(plainly()).toEqual(copy)
      }),
    )
  })

  test('a change of a command that this release does not know shows the server, and says that something waits', () => {
    const change: WaitingChange = {
      commandId: 'c',
      state: 'waiting',
      change: { resource: 'x', kind: 'change', id: 'a', patch: { text: 'mine' } },
    }
    const row: Row = { id: 'a', revision: 1, text: 'server' }
    expect(replay([row], [change])).toEqual([
      {
        ...row,
        unsent: [
          {
            part: '',
            wanted: null,
            theirs: null,
            isShown: false,
            state: 'waiting',
            commandId: 'c',
          },
        ],
      },
    ])
    expect(replay([row], [{ ...change, state: 'accepted' }])).toEqual([row])
  })

  test('what the server has done lies below what it has not, whatever their order', () => {
    const row: Row = { id: 'a', revision: 1, text: 'server' }
    const of = (text: string, state: WaitingChange['state']): WaitingChange => ({
      commandId: text,
      state,
      lay: laying(text),
      change: { resource: 'x', kind: 'change', id: 'a', patch: {} },
    })
    expect(replay([row], [of('waits', 'waiting'), of('done', 'accepted')])[0]?.text).toBe('waits')
  })
})
