import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problem as problemOf } from '../../../src/domain/problem'
import {
  replay,
  type Change,
  type Identified,
  type WaitingChange,
} from '../../../src/engine/define'

interface Row extends Identified {
  readonly text: string
}

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
  .map((list) => list.map((item, at) => ({ ...item, commandId: `c${at}` })))
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
          change: { resource: 'x', kind: 'change', id: 'a', patch: { text: 'mine' } },
        },
      ],
    )
    expect(shown).toEqual([
      {
        id: 'a',
        revision: 1,
        text: 'server',
        waiting: { state: 'refused', commandId: 'c', problem },
      },
    ])
  })

  test('the inputs are not changed', () => {
    fc.assert(
      fc.property(rowsArb, waitingArb, (rows, waiting) => {
        const copy = structuredClone({ rows, waiting })
        replay(rows, waiting)
        expect({ rows, waiting }).toEqual(copy)
      }),
    )
  })

  test('a patch within a field changes that object alone, and nothing where the row has none', () => {
    interface Stay extends Identified {
      readonly stay: { readonly ward: string; readonly until: string } | null
    }
    const rows: readonly Stay[] = [
      { id: 'a', revision: 1, stay: { ward: 'A', until: 'May' } },
      { id: 'b', revision: 1, stay: null },
    ]
    const change = (id: string): WaitingChange => ({
      change: { resource: 'x', kind: 'change', id, within: 'stay', patch: { until: 'June' } },
      state: 'waiting',
      commandId: 'c',
    })
    expect(replay(rows, [change('a'), change('b')]).map(({ stay }) => stay)).toEqual([
      { ward: 'A', until: 'June' },
      null,
    ])
  })

  test('a change without parts of a list takes what its author saw, and nothing that came since', () => {
    const row = (parts: readonly string[], more: readonly string[] = []) => ({
      id: 'r',
      revision: 1,
      alerts: [
        { id: 'a', triggers: parts.map((id) => ({ id })) },
        { id: 'b', triggers: [{ id: 'b1' }] },
        ...more.map((id) => ({ id, triggers: [{ id: `${id}1` }] })),
      ],
    })
    const closing: WaitingChange = {
      commandId: 'k',
      state: 'waiting',
      change: {
        resource: 'x',
        kind: 'change',
        id: 'r',
        patch: {},
        without: { list: 'alerts', parts: 'triggers', ids: ['a1', 'a2'] },
      },
    }
    const alertsOf = (rows: readonly Identified[]) =>
      (replay(rows, [closing])[0] as unknown as ReturnType<typeof row>).alerts.map(
        ({ id, triggers }) => [id, triggers.map((one) => one.id)],
      )
    expect(alertsOf([row(['a1', 'a2'])])).toEqual([['b', ['b1']]])
    expect(alertsOf([row(['a1', 'a2', 'a3'], ['c'])])).toEqual([
      ['a', ['a3']],
      ['b', ['b1']],
      ['c', ['c1']],
    ])
    expect(replay([{ id: 'r', revision: 1 }], [closing])[0]).toMatchObject({ id: 'r' })
    expect(replay([row(['a1'])], [{ ...closing, state: 'refused' }])[0]).toMatchObject({
      alerts: [{ id: 'a' }, { id: 'b' }],
    })
  })
})
