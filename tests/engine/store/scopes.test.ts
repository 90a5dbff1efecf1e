import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isDue } from '../../../src/engine/pull/prefetch'
import {
  cursorToAsk,
  isWholeOf,
  jsonCodec,
  openCache,
  type CacheStore,
  type PulledAnswer,
  type ScopePatch,
  type SealedRow,
  type StoredCursor,
} from '../../../src/engine/store'
import { tables } from '../../../src/data/tables'

let cache: CacheStore
let environment: {
  readonly codec: typeof jsonCodec
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}
beforeEach(async () => {
  environment = { codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange }
  cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
})
afterEach(() => {
  vi.restoreAllMocks()
  cache.close()
})

const ROSTER = 'ROSTER:riverside'
const scopeOf = (subjectId: string): string => `PATIENT:${subjectId}`
const sealed = async (
  table: string,
  id: string,
  text: string,
  { subjectId = '', revision = 1, asOf = 1_000 } = {},
): Promise<SealedRow> => ({
  table,
  row: await cache.sealRow(table, { id, subjectId, at: 0, revision, value: { text } }, asOf),
})
const patch = (
  scope: string,
  base: string,
  next: string,
  over: Partial<ScopePatch> = {},
): ScopePatch => ({
  scope,
  subjectId: scope.startsWith('PATIENT:') ? scope.slice(8) : '',
  base,
  next,
  put: [],
  remove: [],
  ends: [],
  opens: [],
  closes: [],
  isWhole: true,
  ...over,
})
const answer = (
  patches: readonly ScopePatch[],
  over: Partial<PulledAnswer> = {},
): PulledAnswer => ({
  asOf: 1_000,
  checkedAt: 1_000,
  patches,
  ended: [],
  reset: [],
  noteAfterMs: 0,
  ...over,
})
const apply = (given: PulledAnswer, asked: Readonly<Record<string, string>> = {}) =>
  cache.applyPull(given, new Map(Object.entries(asked)))
const idsOf = async (table: string): Promise<readonly string[]> =>
  (await cache.rows(table, { by: 'all' })).map(({ id }) => id).toSorted()
const textOf = async (table: string, id: string): Promise<unknown> => {
  const [row] = await cache.rows(table, { by: 'id', id })
  return row === undefined
    ? null
    : ((await cache.openRow(table, row)) as { readonly text: string }).text
}
/** Everything that the store holds, without the order in which it was written. */
const dump = async (): Promise<string> =>
  JSON.stringify([
    ...(await Promise.all(cache.pulled.map((table) => cache.rows(table, { by: 'all' })))),
    await cache.cursors(),
  ])

describe('one answer', () => {
  test('brings rows, removals and the cursor together', async () => {
    await apply(
      answer([
        patch(ROSTER, '', 'c1', {
          put: [
            await sealed('virtualWardPatient', 'p1', 'one'),
            await sealed('virtualWardPatient', 'p2', 'two'),
          ],
        }),
      ]),
    )
    await apply(
      answer(
        [
          patch(ROSTER, 'c1', 'c2', {
            put: [await sealed('virtualWardPatient', 'p3', 'three')],
            remove: [{ table: 'virtualWardPatient', id: 'p1' }],
          }),
        ],
        { asOf: 2_000 },
      ),
    )
    expect(await idsOf('virtualWardPatient')).toEqual(['p2', 'p3'])
    expect(await cache.cursor(ROSTER)).toMatchObject({
      cursor: 'c2',
      asOf: 2_000,
      isWhole: true,
      gone: '',
    })
  })

  test('from before a reset, to the same question from the beginning, is no page of the new list', async () => {
    await apply(
      answer(
        [patch(ROSTER, '', 'c1', { put: [await sealed('virtualWardPatient', 'p1', 'shown')] })],
        { asOf: 2_000 },
      ),
    )
    await apply(answer([], { asOf: 3_000, reset: [ROSTER] }), { [ROSTER]: 'c1' })
    const before = await dump()
    expect(
      await apply(
        answer(
          [
            patch(ROSTER, '', 'old', {
              put: [await sealed('virtualWardPatient', 'p1', 'of a former life')],
            }),
          ],
          { asOf: 1_500 },
        ),
      ),
    ).toMatchObject({ stale: [ROSTER] })
    expect(await dump()).toBe(before)
    await apply(
      answer(
        [patch(ROSTER, '', 'd1', { put: [await sealed('virtualWardPatient', 'p1', 'anew')] })],
        { asOf: 3_100 },
      ),
    )
    expect(await textOf('virtualWardPatient', 'p1')).toBe('anew')
  })

  test('that ends the roster marks every kept patient to be asked for, also after a crash at this point; a second refusal changes nothing', async () => {
    await apply(
      answer([
        patch(ROSTER, '', 'c1', {
          put: [await sealed('virtualWardPatient', 'p1', 'card', { subjectId: 'p1' })],
          opens: [scopeOf('p1')],
        }),
        ...(await Promise.all(
          ['p1', 'elsewhere'].map(async (id) =>
            patch(scopeOf(id), '', `k-${id}`, {
              put: [
                await sealed('patient', id, 'one', { subjectId: id }),
                await sealed('note', `n-${id}`, 'words', { subjectId: id }),
              ],
            }),
          ),
        )),
      ]),
    )
    const lost = (asOf: number) =>
      answer([], { asOf, ended: [{ scope: ROSTER, subjectId: '', reason: 'REVOKED' }] })
    const outcome = await apply(lost(2_000), { [ROSTER]: 'c1' })
    expect(outcome?.left.toSorted()).toEqual([scopeOf('elsewhere'), scopeOf('p1')])
    for (const id of ['p1', 'elsewhere'])
      expect(isDue((await cache.cursor(scopeOf(id))) as StoredCursor, 2_001)).toBe(true)
    expect(await apply(lost(3_000), { [ROSTER]: '' })).toEqual({ stale: [], left: [] })
  })

  test('that ends a scope never kept says that nothing was removed; for a kept scope or card it says why', async () => {
    const end = (id: string) => ({ scope: scopeOf(id), subjectId: id, reason: 'REVOKED' })
    await apply(
      answer([
        patch(ROSTER, '', 'c1', {
          put: [await sealed('virtualWardPatient', 'p2', 'card', { subjectId: 'p2' })],
        }),
        patch(scopeOf('p1'), '', 'k1', {
          put: [await sealed('patient', 'p1', 'one', { subjectId: 'p1' })],
        }),
      ]),
    )
    for (const asOf of [2_000, 3_000]) {
      await apply(answer([], { asOf, ended: ['p1', 'p2', 'p3'].map(end) }))
      expect(
        await Promise.all(
          ['p1', 'p2', 'p3'].map(async (id) => (await cache.cursor(scopeOf(id)))?.gone),
        ),
      ).toEqual(['REVOKED', 'REVOKED', 'UNKNOWN'])
    }
  })

  test('that ends a patient also removes rows from answers to commands that were sent before the store was lost', async () => {
    await cache.accept({
      table: 'note',
      asOf: 1_000,
      ofCommand: true,
      rows: [{ id: 'n1', subjectId: 'p1', at: 0, revision: 9, value: { text: 'of the answer' } }],
    })
    expect(isDue((await cache.cursor(scopeOf('p1'))) as StoredCursor, 1_001)).toBe(true)
    await apply(
      answer([], {
        asOf: 2_000,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
      { [scopeOf('p1')]: '' },
    )
    expect(await idsOf('note')).toEqual([])
  })

  test('a patient never asked for is due once somebody asks; for the others nothing changes', async () => {
    await apply(
      answer([
        patch(scopeOf('p1'), '', 'k1', {
          put: [await sealed('patient', 'p1', 'one', { subjectId: 'p1' })],
        }),
      ]),
    )
    const before = await cache.cursor(scopeOf('p1'))
    await cache.askFor(['p1', 'p2'])
    expect(await cache.cursor(scopeOf('p1'))).toEqual(before)
    expect(isDue((await cache.cursor(scopeOf('p2'))) as StoredCursor, 1_001)).toBe(true)
  })

  test('that comes late, to a tab that slept while another pulled, changes nothing: no row, no removal, no cursor, no end of a scope', async () => {
    await apply(
      answer([
        patch(ROSTER, '', 'c1', { put: [await sealed('virtualWardPatient', 'p1', 'one')] }),
        patch(scopeOf('p1'), '', 'k1', {
          put: [await sealed('patient', 'p1', 'one', { subjectId: 'p1' })],
        }),
      ]),
    )
    await apply(
      answer(
        [patch(ROSTER, 'c1', 'c2', { put: [await sealed('virtualWardPatient', 'p1', 'newer')] })],
        { asOf: 2_000 },
      ),
    )
    const before = await dump()
    const late = patch(ROSTER, 'c1', 'c1b', {
      put: [
        await sealed('virtualWardPatient', 'p1', 'older'),
        await sealed('virtualWardPatient', 'p9', 'stray'),
      ],
      remove: [{ table: 'virtualWardPatient', id: 'p1' }],
      ends: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
    })
    expect(await apply(answer([late], { asOf: 1_500 }))).toEqual({ stale: [ROSTER], left: [] })
    expect(await dump()).toBe(before)
  })

  test("does not undo what a command's answer brought meanwhile", async () => {
    await cache.accept({
      table: 'note',
      asOf: 5_000,
      rows: [{ id: 'n1', subjectId: 'p1', at: 0, revision: 7, value: { text: 'settled' } }],
    })
    await apply(
      answer([
        patch(scopeOf('p1'), '', 'k1', {
          put: [
            await sealed('note', 'n1', 'before', { subjectId: 'p1', revision: 6 }),
            await sealed('note', 'n2', 'other', { subjectId: 'p1' }),
          ],
        }),
      ]),
    )
    expect(await textOf('note', 'n1')).toBe('settled')
    // Held by the scope from now on: it goes with it.
    await apply(
      answer([], {
        asOf: 6_000,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
    )
    expect(await idsOf('note')).toEqual([])
  })

  test('that changed nothing is noted only at intervals', async () => {
    await apply(answer([patch(ROSTER, '', 'c1')], { asOf: 1_000 }))
    await apply(answer([patch(ROSTER, 'c1', 'c1')], { asOf: 4_000, noteAfterMs: 15_000 }))
    expect((await cache.cursor(ROSTER))?.asOf).toBe(1_000)
    await apply(answer([patch(ROSTER, 'c1', 'c1')], { asOf: 16_000, noteAfterMs: 15_000 }))
    expect((await cache.cursor(ROSTER))?.asOf).toBe(16_000)
  })

  test('marks what its rows open as due, and what its removals opened as not', async () => {
    await apply(answer([patch(ROSTER, '', 'c1', { opens: [scopeOf('p1'), scopeOf('p2')] })]))
    await apply(
      answer(
        [
          patch(scopeOf('p1'), '', 'k1', {
            put: [await sealed('patient', 'p1', 'one', { subjectId: 'p1' })],
          }),
        ],
        { asOf: 2_000 },
      ),
    )
    await apply(
      answer([patch(ROSTER, 'c1', 'c2', { opens: [scopeOf('p1')], closes: [scopeOf('p2')] })], {
        asOf: 3_000,
      }),
    )
    expect(await cache.cursor(scopeOf('p1'))).toMatchObject({
      cursor: 'k1',
      asOf: 2_000,
      dueAt: 3_000,
      subjectId: 'p1',
    })
    expect(await cache.cursor(scopeOf('p2'))).toMatchObject({ cursor: '', dueAt: 0 })
  })

  test('whose newer changes were cut off does not count as fresh at its own time', async () => {
    await apply(answer([patch(scopeOf('p1'), '', 'k1')], { asOf: 1_000 }))
    await apply(answer([patch(scopeOf('p1'), 'k1', 'k2', { isWhole: false })], { asOf: 2_000 }))
    expect(await cache.cursor(scopeOf('p1'))).toMatchObject({
      cursor: 'k2',
      asOf: 1_000,
      isWhole: false,
    })
  })
})

describe('how far each entity of a scope is here', () => {
  const scope = scopeOf('p1')
  const told = async (): Promise<readonly (readonly [string | undefined, boolean])[]> => {
    const cursor = await cache.cursor(scope)
    if (cursor === null) throw new Error('no cursor')
    return (['PatientNote', 'Checkup', undefined] as const).map(
      (entity) => [entity, isWholeOf(cursor, entity)] as const,
    )
  }
  const isTold = (notes: boolean, checkups: boolean, all: boolean) => [
    ['PatientNote', notes],
    ['Checkup', checkups],
    [undefined, all],
  ]
  const partly = { isWhole: false, moreOf: ['Checkup'] }

  test('is what its last answer said, of any where it named none, and of each once it is whole', async () => {
    await apply(answer([patch(scope, '', 'k1', { isWhole: false, moreOf: null })]))
    expect(await told()).toEqual(isTold(false, false, false))
    await apply(answer([patch(scope, 'k1', 'k2', partly)]))
    expect(await told()).toEqual(isTold(true, false, false))
    // Said without a row.
    const quiet = { noteAfterMs: 60_000 }
    await apply(answer([patch(scope, 'k2', 'k2', { isWhole: false, moreOf: [] })], quiet))
    expect(await told()).toEqual(isTold(true, true, false))
    await apply(answer([patch(scope, 'k2', 'k3')]))
    expect(await told()).toEqual(isTold(true, true, true))
    await apply(answer([patch(scope, 'k3', 'k4', { isWhole: false })]))
    expect(await told()).toEqual(isTold(false, false, false))
  })

  test.each([
    ['of a part', partly],
    ['of all', {}],
  ])(
    'is not known %s from a reset on, until what is built beside has taken its place',
    async (_name, over) => {
      await apply(answer([patch(scope, '', 'k1', over)]))
      await apply(answer([], { reset: [scope] }), { [scope]: 'k1' })
      expect(await told()).toEqual(isTold(false, false, false))
      await apply(answer([patch(scope, '', 'd1', partly)], { asOf: 2_000 }))
      expect(await told()).toEqual(isTold(false, false, false))
      await apply(answer([patch(scope, 'd1', 'd2')], { asOf: 3_000 }))
      expect(await told()).toEqual(isTold(true, true, true))
    },
  )

  test('is not known of a subject who left the roster', async () => {
    await apply(answer([patch(ROSTER, '', 'c1'), patch(scope, '', 'k1', partly)]))
    await apply(answer([patch(ROSTER, 'c1', 'c2', { closes: [scope] })], { asOf: 2_000 }))
    expect(await told()).toEqual(isTold(false, false, false))
  })
})

describe('a row that two scopes hold', () => {
  const both = async (): Promise<void> => {
    await apply(
      answer([
        patch(ROSTER, '', 'c1', {
          put: [await sealed('patient', 'p1', 'one', { subjectId: 'p1' })],
        }),
      ]),
    )
    await apply(
      answer([
        patch(scopeOf('p1'), '', 'k1', {
          put: [
            await sealed('patient', 'p1', 'one', { subjectId: 'p1' }),
            await sealed('note', 'n1', 'note', { subjectId: 'p1' }),
          ],
        }),
      ]),
    )
  }

  test('stays when one of them removes it, and goes with the last', async () => {
    await both()
    await apply(answer([patch(ROSTER, 'c1', 'c2', { remove: [{ table: 'patient', id: 'p1' }] })]))
    expect(await idsOf('patient')).toEqual(['p1'])
    await apply(
      answer([patch(scopeOf('p1'), 'k1', 'k2', { remove: [{ table: 'patient', id: 'p1' }] })]),
    )
    expect(await idsOf('patient')).toEqual([])
  })

  test("stays when one of them is no longer the user's", async () => {
    await both()
    await apply(
      answer([], {
        asOf: 2_000,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
    )
    expect([await idsOf('patient'), await idsOf('note')]).toEqual([['p1'], []])
  })
})

describe("a scope that is no longer the user's", () => {
  const fill = async (): Promise<void> => {
    for (const subjectId of ['p1', 'p2']) {
      await apply(
        answer([
          patch(scopeOf(subjectId), '', 'k1', {
            put: [
              await sealed('patient', subjectId, 'kept', { subjectId }),
              await sealed('checkup', `${subjectId}-c`, 'kept', { subjectId }),
              await sealed('note', `${subjectId}-n`, 'kept', { subjectId }),
            ],
          }),
        ]),
      )
      await cache.accept({
        table: 'checkup',
        asOf: 1_000,
        rows: [
          {
            id: `${subjectId}-named`,
            subjectId,
            at: 0,
            revision: 1,
            value: { text: 'by a named query' },
          },
        ],
      })
    }
  }
  const revoke = answer([], {
    asOf: 2_000,
    ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
  })

  test('leaves nothing about its patient: rows of the scope, rows that came by name; other patients keep theirs', async () => {
    await fill()
    await apply(revoke)
    expect([await idsOf('patient'), await idsOf('checkup'), await idsOf('note')]).toEqual([
      ['p2'],
      ['p2-c', 'p2-named'],
      ['p2-n'],
    ])
    expect(await cache.cursor(scopeOf('p1'))).toMatchObject({ cursor: '', gone: 'REVOKED' })
  })

  test('is obeyed from a tab that slept, unless access was given again since', async () => {
    await fill()
    await apply(answer([patch(scopeOf('p1'), 'k1', 'k2')], { asOf: 3_000 }))
    await apply(revoke)
    expect(await idsOf('patient')).toEqual(['p1', 'p2'])
    await apply({ ...revoke, asOf: 4_000 })
    expect(await idsOf('patient')).toEqual(['p2'])
    await apply(
      answer(
        [
          patch(scopeOf('p1'), '', 'k9', {
            put: [await sealed('patient', 'p1', 'again', { subjectId: 'p1' })],
          }),
        ],
        { asOf: 5_000 },
      ),
    )
    expect(await cache.cursor(scopeOf('p1'))).toMatchObject({ cursor: 'k9', gone: '' })
  })

  test('is not brought back by the first answer that was on its way meanwhile, asked with the same cursor', async () => {
    await fill()
    await apply(revoke)
    const before = await dump()
    for (const asOf of [1_500, 2_000]) {
      const first = patch(scopeOf('p1'), '', 'k1', {
        put: [await sealed('patient', 'p1', 'from before', { subjectId: 'p1', asOf })],
      })
      expect(await apply(answer([first], { asOf }))).toEqual({ stale: [scopeOf('p1')], left: [] })
      expect(await dump()).toBe(before)
    }
  })

  test("ends with the roster's removal, in its transaction", async () => {
    await fill()
    await apply(
      answer([patch(ROSTER, '', 'c1', { put: [await sealed('virtualWardPatient', 'p1', 'one')] })]),
    )
    await apply(
      answer(
        [
          patch(ROSTER, 'c1', 'c2', {
            remove: [{ table: 'virtualWardPatient', id: 'p1' }],
            ends: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
          }),
        ],
        { asOf: 2_000 },
      ),
    )
    expect([await idsOf('virtualWardPatient'), await idsOf('patient')]).toEqual([[], ['p2']])
  })
})

describe('the stored answer to a command', () => {
  /** As `settle` keeps it: what the server stored, perhaps days ago. */
  const settle = (table: 'patient' | 'note' | 'virtualWardPatient', id: string, asOf = 9_000) =>
    cache.accept({
      table,
      asOf,
      ofCommand: true,
      rows: [{ id, subjectId: 'p1', at: 0, revision: 9, value: { text: 'of the answer' } }],
    })
  const held = async () => [
    await idsOf('virtualWardPatient'),
    await idsOf('patient'),
    await idsOf('note'),
  ]
  const roster = async (id: string, over: Partial<ScopePatch> = {}, asOf = 1_000) =>
    apply(
      answer(
        [
          patch(ROSTER, '', 'c1', {
            put: [await sealed('virtualWardPatient', id, 'card', { subjectId: id })],
            ...over,
          }),
        ],
        { asOf },
      ),
    )

  test("brings nothing of a patient whose record is no longer the user's, and everything once it is again", async () => {
    await apply(
      answer([], {
        asOf: 2_000,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
    )
    for (const table of ['patient', 'note', 'virtualWardPatient'] as const)
      expect(await settle(table, 'p1')).toBe(true)
    expect(await held()).toEqual([[], [], []])
    await apply(answer([patch(scopeOf('p1'), '', 'k1')], { asOf: 3_000 }))
    for (const table of ['patient', 'note'] as const) await settle(table, 'p1')
    expect(await held()).toEqual([[], ['p1'], ['p1']])
  })

  test('does not put a patient on a board that is whole without them, and still changes the card of one who is on it', async () => {
    await roster('p2')
    await settle('virtualWardPatient', 'p1')
    await settle('virtualWardPatient', 'p2')
    expect(await idsOf('virtualWardPatient')).toEqual(['p2'])
    expect(await textOf('virtualWardPatient', 'p2')).toBe('of the answer')
  })

  test('changes the card of one who is on the board again before their record was asked for', async () => {
    await apply(
      answer([], {
        asOf: 500,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
    )
    await roster('p1')
    await settle('virtualWardPatient', 'p1')
    expect(await textOf('virtualWardPatient', 'p1')).toBe('of the answer')
  })

  test('that brought a card before the board was complete: the first complete board without it removes the card', async () => {
    await roster('p2', { isWhole: false })
    await settle('virtualWardPatient', 'p1', 500)
    expect(await idsOf('virtualWardPatient')).toEqual(['p1', 'p2'])
    await apply(
      answer(
        [patch(ROSTER, 'c1', 'c2', { put: [await sealed('virtualWardPatient', 'p3', 'card')] })],
        { asOf: 2_000 },
      ),
    )
    expect(await idsOf('virtualWardPatient')).toEqual(['p2', 'p3'])
    // As a release before this one left it behind.
    await cache.accept({
      table: 'virtualWardPatient',
      asOf: 2_500,
      rows: [{ id: 'p1', subjectId: 'p1', at: 0, revision: 9, value: { text: 'stray' } }],
    })
    await apply(answer([], { reset: [ROSTER] }), { [ROSTER]: 'c2' })
    await apply(
      answer(
        [patch(ROSTER, '', 'd1', { put: [await sealed('virtualWardPatient', 'p2', 'card')] })],
        { asOf: 3_000 },
      ),
    )
    expect(await idsOf('virtualWardPatient')).toEqual(['p2'])
  })

  test("brings no card to a board that is no longer the user's, nor leaves one there", async () => {
    await settle('virtualWardPatient', 'p1')
    await apply(
      answer([], { asOf: 2_000, ended: [{ scope: ROSTER, subjectId: '', reason: 'REVOKED' }] }),
    )
    expect(await idsOf('virtualWardPatient')).toEqual([])
    await settle('virtualWardPatient', 'p1')
    expect(await idsOf('virtualWardPatient')).toEqual([])
  })

  test('an answer by name counts once it is later than the removal, no sooner', async () => {
    await apply(
      answer([], {
        asOf: 2_000,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
    )
    const byName = (id: string, asOf: number) =>
      cache.accept({
        table: 'checkup',
        asOf,
        rows: [{ id, subjectId: 'p1', at: 0, revision: 1, value: { text: id } }],
      })
    await byName('before', 1_900)
    await byName('after', 2_100)
    expect(await idsOf('checkup')).toEqual(['after'])
  })
})

describe('a reset', () => {
  const old = async (): Promise<void> => {
    await apply(
      answer([
        patch(ROSTER, '', 'c1', {
          put: [
            await sealed('virtualWardPatient', 'p1', 'old'),
            await sealed('virtualWardPatient', 'p2', 'old', { revision: 9 }),
          ],
        }),
      ]),
    )
    await apply(answer([], { reset: [ROSTER] }), { [ROSTER]: 'c1' })
  }

  test('is built beside what is shown and takes its place in one transaction, also over a restart', async () => {
    await old()
    expect(cursorToAsk(await cache.cursor(ROSTER))).toBe('')
    await apply(
      answer(
        [
          patch(ROSTER, '', 'd1', {
            put: [await sealed('virtualWardPatient', 'p2', 'new', { revision: 2 })],
            isWhole: false,
          }),
        ],
        { asOf: 2_000 },
      ),
    )
    expect(await textOf('virtualWardPatient', 'p2')).toBe('old')
    cache.close()
    cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
    expect(cursorToAsk(await cache.cursor(ROSTER))).toBe('d1')
    expect(await idsOf('virtualWardPatient')).toEqual(['p1', 'p2'])
    await apply(
      answer(
        [patch(ROSTER, 'd1', 'd2', { put: [await sealed('virtualWardPatient', 'p3', 'new')] })],
        { asOf: 3_000 },
      ),
    )
    expect(await idsOf('virtualWardPatient')).toEqual(['p2', 'p3'])
    // The server's life ended between: what it knows now wins over a higher revision of the life
    // before.
    expect(await textOf('virtualWardPatient', 'p2')).toBe('new')
    expect(await cache.cursor(ROSTER)).toMatchObject({ cursor: 'd2', asOf: 3_000, building: null })
  })

  test('of the roster: patients missing from the new one are asked for at once, also after a crash at this point, and no others', async () => {
    await old()
    await apply(answer(['p1', 'p2'].map((id) => patch(scopeOf(id), '', `k-${id}`))))
    await apply(
      answer([], {
        asOf: 1_500,
        ended: [{ scope: scopeOf('p8'), subjectId: 'p8', reason: 'REVOKED' }],
      }),
    )
    expect(
      await apply(
        answer(
          [patch(ROSTER, '', 'd1', { put: [await sealed('virtualWardPatient', 'p2', 'new')] })],
          { asOf: 2_000 },
        ),
      ),
    ).toEqual({ stale: [], left: [scopeOf('p1')] })
    expect(
      (await cache.cursorsOf(['p1', 'p2', 'p8'].map(scopeOf))).map((cursor) => [
        cursor?.cursor,
        isDue(cursor as StoredCursor, 2_000),
      ]),
    ).toEqual([
      ['k-p1', true],
      ['k-p2', false],
      ['', false],
    ])
    // Asked, and still this user's to open.
    await apply(
      answer([patch(scopeOf('p1'), 'k-p1', 'k-p1')], { asOf: 2_100, noteAfterMs: 15_000 }),
    )
    expect(isDue((await cache.cursor(scopeOf('p1'))) as StoredCursor, 2_200)).toBe(false)
  })

  test('a first roster finds a patient whom the last one lost with the battery: asked for at once', async () => {
    await apply(answer([patch(scopeOf('p1'), '', 'k1'), patch(scopeOf('p2'), '', 'k2')]))
    expect(
      await apply(
        answer(
          [
            patch(ROSTER, '', 'c1', {
              put: [await sealed('virtualWardPatient', 'p2', 'two', { subjectId: 'p2' })],
            }),
          ],
          { asOf: 2_000 },
        ),
      ),
    ).toEqual({ stale: [], left: [scopeOf('p1')] })
    expect(
      (await cache.cursorsOf(['p1', 'p2'].map(scopeOf))).map((cursor) =>
        isDue(cursor as StoredCursor, 2_000),
      ),
    ).toEqual([true, false])
  })

  test('takes what came by other ways in the life before with it, and leaves what was accepted since', async () => {
    await apply(
      answer([
        patch(scopeOf('p1'), '', 'k1', {
          put: [await sealed('note', 'n1', 'old', { subjectId: 'p1' })],
        }),
      ]),
    )
    await cache.accept({
      table: 'note',
      asOf: 1_500,
      rows: [
        { id: 'lost', subjectId: 'p1', at: 0, revision: 9, value: { text: 'of the life before' } },
      ],
    })
    await apply(answer([], { reset: [scopeOf('p1')] }), { [scopeOf('p1')]: 'k1' })
    await cache.accept({
      table: 'note',
      asOf: 2_500,
      rows: [
        {
          id: 'sent',
          subjectId: 'p1',
          at: 0,
          revision: 3,
          value: { text: 'sent after the answer' },
        },
      ],
    })
    await apply(
      answer(
        [
          patch(scopeOf('p1'), '', 'd1', {
            put: [await sealed('note', 'n1', 'new', { subjectId: 'p1' })],
          }),
        ],
        { asOf: 2_000 },
      ),
    )
    expect(await idsOf('note')).toEqual(['n1', 'sent'])
  })

  test.each([
    ['higher', 5],
    ['lower', 1],
  ])(
    "leaves a row of the scope that a command's answer confirmed after the answer that ends it was given, its revision %s",
    async (_which, revision) => {
      const scope = scopeOf('p1')
      await apply(
        answer([
          patch(scope, '', 'c1', {
            put: [
              await sealed('note', 'n1', 'mine', { subjectId: 'p1', revision: 3 }),
              await sealed('note', 'n2', 'lost', { subjectId: 'p1' }),
            ],
          }),
        ]),
      )
      await apply(answer([], { asOf: 2_000, reset: [scope] }), { [scope]: 'c1' })
      await cache.accept({
        table: 'note',
        asOf: 3_100,
        ofCommand: true,
        rows: [{ id: 'n1', subjectId: 'p1', at: 0, revision, value: { text: 'sent again' } }],
      })
      await apply(answer([patch(scope, '', 'd1')], { asOf: 3_000 }))
      expect(await idsOf('note')).toEqual(['n1'])
      await apply(
        answer(
          [
            patch(scope, 'd1', 'd2', {
              put: [await sealed('note', 'n1', 'sent again', { subjectId: 'p1', revision })],
            }),
          ],
          { asOf: 4_000 },
        ),
      )
      expect((await cache.rows('note', { by: 'all' })).map(({ scopes }) => scopes)).toEqual([
        [scope],
      ])
    },
  )

  test('that a slow tab hears of after another has started again is not started twice', async () => {
    await old()
    await apply(
      answer(
        [patch(ROSTER, '', 'd1', { put: [await sealed('virtualWardPatient', 'p2', 'new')] })],
        { asOf: 2_000 },
      ),
    )
    const before = await dump()
    await apply(answer([], { reset: [ROSTER] }), { [ROSTER]: 'c1' })
    expect(await dump()).toBe(before)
  })
})

describe('killed at any step of the database', () => {
  /** Lets `steps` requests of the database pass and fails the next. @returns whether one failed. */
  const dieAfter = async (steps: number, work: () => Promise<unknown>): Promise<boolean> => {
    let left = steps
    for (const method of ['put', 'get', 'getAll', 'delete', 'openCursor', 'getAllKeys'] as const) {
      const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => unknown
      vi.spyOn(IDBObjectStore.prototype, method as 'put').mockImplementation(function step(
        this: unknown,
        ...args: unknown[]
      ) {
        if (left <= 0) throw new Error('Killed')
        left -= 1
        return original.apply(this, args) as IDBRequest<IDBValidKey>
      } as never)
    }
    const died = await work().then(
      () => false,
      () => true,
    )
    vi.restoreAllMocks()
    return died
  }

  const stories: Readonly<Record<string, () => Promise<PulledAnswer>>> = {
    'rows, removals and what they end': async () =>
      answer(
        [
          patch(ROSTER, 'c1', 'c2', {
            put: [await sealed('virtualWardPatient', 'p3', 'three')],
            remove: [{ table: 'virtualWardPatient', id: 'p1' }],
            ends: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'DELETED' }],
          }),
          patch(scopeOf('p2'), '', 'k1', {
            put: [await sealed('note', 'p2-n', 'new', { subjectId: 'p2' })],
          }),
        ],
        { asOf: 2_000 },
      ),
    'a revocation': async () =>
      answer([], {
        asOf: 2_000,
        ended: [{ scope: scopeOf('p1'), subjectId: 'p1', reason: 'REVOKED' }],
      }),
    'a swap': async () => {
      await apply(answer([], { reset: [ROSTER] }), { [ROSTER]: 'c1' })
      await apply(
        answer([
          patch(ROSTER, '', 'd1', {
            put: [await sealed('virtualWardPatient', 'p8', 'new')],
            isWhole: false,
          }),
        ]),
      )
      return answer(
        [patch(ROSTER, 'd1', 'd2', { put: [await sealed('virtualWardPatient', 'p9', 'new')] })],
        { asOf: 2_000 },
      )
    },
  }

  for (const [name, story] of Object.entries(stories)) {
    test(`${name}: all of it or nothing`, async () => {
      let step = 0
      for (; ; step += 1) {
        environment = { codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange }
        cache.close()
        cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
        await apply(
          answer([
            patch(ROSTER, '', 'c1', {
              put: [
                await sealed('virtualWardPatient', 'p1', 'one'),
                await sealed('virtualWardPatient', 'p2', 'two'),
              ],
            }),
            patch(scopeOf('p1'), '', 'k1', {
              put: [
                await sealed('patient', 'p1', 'one', { subjectId: 'p1' }),
                await sealed('note', 'p1-n', 'note', { subjectId: 'p1' }),
              ],
            }),
          ]),
        )
        const given = await story()
        const before = await dump()
        const died = await dieAfter(step, () => apply(given))
        const after = await dump()
        if (!died) {
          expect(after).not.toBe(before)
          break
        }
        expect(after).toBe(before)
        // The same answer again, as the next start would get it, comes to the same as without the
        // kill.
        await apply(given)
        expect(await dump()).not.toBe(before)
      }
      expect(step).toBeGreaterThan(3)
    })
  }
})

describe('given up for room', () => {
  const filled = async (): Promise<void> => {
    await apply(
      answer([
        patch(ROSTER, '', 'c1', {
          put: [await sealed('virtualWardPatient', 'p1', 'one', { subjectId: 'p1' })],
          opens: [scopeOf('p1')],
        }),
      ]),
    )
    for (const id of ['p1', 'p2'])
      await apply(
        answer([
          patch(scopeOf(id), '', `k-${id}`, {
            put: [
              await sealed('patient', id, 'record', { subjectId: id }),
              await sealed('note', `n-${id}`, 'note', { subjectId: id }),
            ],
          }),
        ]),
      )
    await cache.accept({
      table: 'note',
      asOf: 900,
      rows: [],
      receipt: { id: 'patientNotes x', value: {} },
    })
    await cache.accept({
      table: 'virtualWardPatient',
      asOf: 900,
      rows: [],
      receipt: { id: 'virtualWard x', value: {} },
    })
  }

  test('a patient is as if never asked for: rows, cursor and receipts go, the card and everybody else stay', async () => {
    await filled()
    const freed = await cache.evict(scopeOf('p1'), (id) => id.startsWith('patientNotes '))
    expect(freed).toBe(
      JSON.stringify({ text: 'record' }).length + JSON.stringify({ text: 'note' }).length,
    )
    expect([
      await idsOf('patient'),
      await idsOf('note'),
      await idsOf('virtualWardPatient'),
    ]).toEqual([['p2'], ['n-p2'], ['p1']])
    expect(await cache.cursor(scopeOf('p1'))).toBeNull()
    expect([
      await cache.receipt('patientNotes x'),
      (await cache.receipt('virtualWard x'))?.id,
    ]).toEqual([null, 'virtualWard x'])
    // A page that was on its way is not put on top of nothing.
    const before = await dump()
    expect(
      await apply(
        answer([
          patch(scopeOf('p1'), 'k-p1', 'k2', {
            put: [await sealed('note', 'late', 'late', { subjectId: 'p1' })],
          }),
        ]),
      ),
    ).toEqual({ stale: [scopeOf('p1')], left: [] })
    expect(await dump()).toBe(before)
    await apply(
      answer([
        patch(scopeOf('p1'), '', 'k3', {
          put: [await sealed('patient', 'p1', 'again', { subjectId: 'p1' })],
        }),
      ]),
    )
    expect(await textOf('patient', 'p1')).toBe('again')
  })

  test('monitoring records are deleted with their patient, also older pages and their receipts; those of others stay', async () => {
    for (const id of ['p1', 'p2'])
      await apply(
        answer([
          patch(scopeOf(id), '', `k-${id}`, {
            put: [await sealed('monitoringChunk', `new-${id}`, 'five days', { subjectId: id })],
          }),
        ]),
      )
    await cache.accept({
      table: 'monitoringChunk',
      asOf: 900,
      rows: [{ id: 'old-p1', subjectId: 'p1', at: 0, revision: 1, value: { text: 'long ago' } }],
      receipt: { id: 'monitoringChunks x', value: {} },
    })
    const freed = await cache.evict(scopeOf('p1'), (id) => id.startsWith('monitoringChunks '))
    expect(freed).toBe(
      JSON.stringify({ text: 'five days' }).length + JSON.stringify({ text: 'long ago' }).length,
    )
    expect(await idsOf('monitoringChunk')).toEqual(['new-p2'])
    expect(await cache.receipt('monitoringChunks x')).toBeNull()
  })

  test('nothing is written for it: a browser refuses a full disk the smallest write', async () => {
    await filled()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await cache.evict(scopeOf('p1'), () => true)
    expect(put).not.toHaveBeenCalled()
    expect(await cache.cursor(scopeOf('p1'))).toBeNull()
  })

  test('an answer that found no room leaves rows and cursor as they were', async () => {
    await filled()
    const before = await dump()
    const late = patch(scopeOf('p2'), 'k-p2', 'k2', {
      put: [await sealed('note', 'n9', 'new', { subjectId: 'p2' })],
      remove: [{ table: 'note', id: 'n-p2' }],
    })
    const { put } = IDBObjectStore.prototype
    // The disk fills between the row and the cursor.
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function write(
      this: IDBObjectStore,
      ...given
    ) {
      if (this.name === 'cursor') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    })
    await expect(apply(answer([late]))).rejects.toMatchObject({ problem: { kind: 'storage' } })
    vi.restoreAllMocks()
    expect(await dump()).toBe(before)
    expect(await apply(answer([late]))).toEqual({ stale: [], left: [] })
    expect(await idsOf('note')).toEqual(['n-p1', 'n9'])
  })
})
