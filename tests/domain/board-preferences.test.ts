import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Feature } from '../../src/domain/access/permissions'
import { defaultSort, sortTerms } from '../../src/domain/virtual-ward/options'
import {
  columnsFor,
  defaultDisplay,
  facetsFor,
  moveFacet,
  pruneFilter,
  readDisplay,
  readFilter,
  readSort,
  shownGrid,
} from '../../src/domain/virtual-ward/preferences'
import { sortFields } from '../../src/domain/virtual-ward/virtual-ward'

const flags = (...names: Feature[]): ReadonlySet<Feature> => new Set(names)
const legacy = flags('virtualWardAllPatientsLegacyBehavior')
const ward = (id: string) => ({ id, name: id })

describe('the stored filter', () => {
  test('C456 C625 a history window that is not offered is reset to 3 days, and whatever else cannot be read is the default', () => {
    expect(readFilter({ history: 4, wardIds: ['a'], neighborIds: ['n'] }, flags(), 'o u')).toEqual({
      history: 4,
      wardIds: ['a'],
      neighborIds: ['n'],
      onlyOverdue: false,
    })
    expect(readFilter({ of: 'o u', history: 4, wardIds: ['a'] }, flags(), 'o u').wardIds).toEqual([
      'a',
    ])
    expect(
      readFilter(
        { of: 'o2 u', history: 4, wardIds: ['a'], neighborIds: ['n'], onlyOverdue: true },
        flags(),
        'o u',
      ),
    ).toEqual({ history: 4, wardIds: [], neighborIds: [], onlyOverdue: false })
    expect(readFilter({ history: 'all' }, flags(), 'o u')).toEqual({
      history: 'all',
      wardIds: [],
      neighborIds: [],
      onlyOverdue: false,
    })
    for (const stored of [
      null,
      5,
      'x',
      [],
      { history: 12 },
      { history: '4', wardIds: 7, neighborIds: [1] },
    ])
      expect(readFilter(stored, flags(), 'o u'), JSON.stringify(stored)).toEqual({
        history: 72,
        wardIds: [],
        neighborIds: [],
        onlyOverdue: false,
      })
  })

  test('C192 wards may be all under the legacy behaviour alone, and are then by default', () => {
    expect(readFilter(null, legacy, 'o u').wardIds).toBe('all')
    expect(readFilter({ wardIds: 'all' }, legacy, 'o u').wardIds).toBe('all')
    expect(readFilter({ wardIds: ['a'] }, legacy, 'o u').wardIds).toEqual(['a'])
    expect(readFilter({ wardIds: 'all' }, flags(), 'o u').wardIds).toEqual([])
  })

  test('C380 C381 it is pruned to what the user really has, all of no wards is none, and before that is known nothing is pruned', () => {
    const filter = {
      history: 72,
      wardIds: ['a', 'gone'],
      neighborIds: ['n', 'gone'],
      onlyOverdue: false,
    } as const
    expect(pruneFilter(filter, { wards: [ward('a'), ward('b')], neighbors: [ward('n')] })).toEqual({
      history: 72,
      wardIds: ['a'],
      neighborIds: ['n'],
      onlyOverdue: false,
    })
    expect(pruneFilter(filter, { wards: [], neighbors: [] })).toEqual({
      history: 72,
      wardIds: [],
      neighborIds: [],
      onlyOverdue: false,
    })
    expect(pruneFilter(filter, null)).toBe(filter)
    const all = { ...filter, wardIds: 'all' as const }
    expect(pruneFilter(all, { wards: [ward('a')], neighbors: [] }).wardIds).toBe('all')
    expect(pruneFilter(all, { wards: [], neighbors: [] }).wardIds).toEqual([])
  })
})

describe('the stored order', () => {
  test('C630 by default: clinical urgency (T1), then alerts, score, acuity (off), last name (off), latest vitals', () => {
    expect(
      readSort(null).map(({ field, direction, enabled }) => [field, direction, enabled]),
    ).toEqual([
      ['clinicalUrgency', 'DESC', true],
      ['alertCount', 'DESC', true],
      ['ewsScore', 'DESC', true],
      ['acuityScore', 'DESC', false],
      ['lastName', 'ASC', false],
      ['latestVitals', 'DESC', true],
    ])
    expect(readSort(null).find(({ field }) => field === 'latestVitals')?.readOnly).toBe(true)
  })

  test('C199 C631 whatever is stored, each facet is there once, latest vitals is on, and acuity needs its flag', () => {
    const facet = fc.record({
      field: fc.constantFrom(...sortFields),
      direction: fc.constantFrom('ASC', 'DESC'),
      enabled: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.oneof(fc.array(facet), fc.anything()), (stored) => {
        const read = readSort(stored)
        expect(read.map(({ field }) => field).toSorted()).toEqual([...sortFields].toSorted())
        expect(read.find(({ field }) => field === 'latestVitals')?.enabled).toBe(true)
        expect(sortTerms(read, flags()).some(({ field }) => field === 'acuityScore')).toBe(false)
      }),
    )
    expect(
      sortTerms(readSort([{ field: 'lastName', direction: 'DESC', enabled: true }]), flags())[0],
    ).toEqual({ field: 'lastName', direction: 'DESC' })
    expect(facetsFor(defaultSort, flags()).map(({ field }) => field)).not.toContain('acuityScore')
    expect(facetsFor(defaultSort, flags('patientAcuityScore'))).toHaveLength(6)
  })

  test('C630 without clinical urgency the order is that of the specification', () => {
    const off = defaultSort.map((facet) =>
      facet.field === 'clinicalUrgency' ? { ...facet, enabled: false } : facet,
    )
    expect(sortTerms(readSort(off), flags())).toEqual([
      { field: 'alertCount', direction: 'DESC' },
      { field: 'ewsScore', direction: 'DESC' },
      { field: 'latestVitals', direction: 'DESC' },
    ])
  })

  test('an order that was stored before there was clinical urgency keeps what was chosen: urgency comes before the most alerts, and is off before anything else', () => {
    const earlier = defaultSort
      .filter(({ field }) => field !== 'clinicalUrgency')
      .map(({ field, direction, enabled }) => ({ field, direction, enabled }))
    const first = (stored: unknown) => {
      const [facet] = readSort(stored)
      return [facet?.field, facet?.enabled]
    }
    const urgent = ['clinicalUrgency', true]
    expect(first(earlier)).toEqual(urgent)
    expect(
      first(earlier.map((one) => (one.field === 'lastName' ? { ...one, enabled: true } : one))),
    ).toEqual(urgent)
    expect(first([])).toEqual(urgent)
    const off = ['clinicalUrgency', false]
    expect(first(earlier.toReversed())).toEqual(off)
    expect(
      first(earlier.map((one) => (one.field === 'alertCount' ? { ...one, enabled: false } : one))),
    ).toEqual(off)
    expect(
      first(
        earlier.map((one) => (one.field === 'alertCount' ? { ...one, direction: 'ASC' } : one)),
      ),
    ).toEqual(off)
    const last = [...earlier, { field: 'clinicalUrgency', direction: 'DESC', enabled: true }]
    expect(readSort(last).map(({ field }) => field)).toEqual(last.map(({ field }) => field))
  })

  test('C197 C198 a facet moves past its neighbour among those that are shown, and no further than the ends', () => {
    const shown = facetsFor(defaultSort, flags())
    const fields = (list: typeof defaultSort) => list.map(({ field }) => field)
    // Acuity is not shown: last name goes past the score, which is next to it on the screen.
    expect(fields(facetsFor(moveFacet(defaultSort, shown, 'lastName', -1), flags()))).toEqual([
      'clinicalUrgency',
      'alertCount',
      'lastName',
      'ewsScore',
      'latestVitals',
    ])
    expect(moveFacet(defaultSort, shown, 'clinicalUrgency', -1)).toBe(defaultSort)
    expect(moveFacet(defaultSort, shown, 'latestVitals', 1)).toBe(defaultSort)
  })
})

describe('the stored display', () => {
  test('C634 full identity, list, nothing hidden; what cannot be read is that', () => {
    expect(defaultDisplay).toEqual({ identity: 'full', hidden: [], grid: 'list' })
    for (const stored of [
      null,
      3,
      'list',
      { identity: 'nobody', hidden: ['name'], grid: 'fiveColumn' },
    ])
      expect(readDisplay(stored)).toEqual(defaultDisplay)
    expect(readDisplay({ identity: 'id', hidden: ['oxygenFlag'], grid: 'twoColumn' })).toEqual({
      identity: 'id',
      hidden: ['oxygenFlag'],
      grid: 'twoColumn',
    })
  })

  test('C632 C633 four columns can be hidden, acuity only with its flag', () => {
    expect(columnsFor(flags('patientAcuityScore'))).toEqual([
      'latestCheckupInfo',
      'acuityScore',
      'levelOfConsciousness',
      'oxygenFlag',
    ])
    expect(columnsFor(flags())).toEqual(['latestCheckupInfo', 'levelOfConsciousness', 'oxygenFlag'])
  })

  test('C201 C202 C203 a grid needs its width: medium for two, large for three, extra large for four columns', () => {
    const at = (width: number) => shownGrid('fourColumn', (least) => width >= least)
    expect([320, 991, 992, 1199, 1200, 1407, 1408].map(at)).toEqual([
      'list',
      'list',
      'twoColumn',
      'twoColumn',
      'threeColumn',
      'threeColumn',
      'fourColumn',
    ])
    expect(shownGrid('twoColumn', () => true)).toBe('twoColumn')
  })
})
