import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { features } from '../../src/domain/access/permissions'
import { noMarks } from '../../src/domain/critical/marks'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { isNumberSearch, matchesSearch, searchLabel } from '../../src/domain/virtual-ward/filter'
import {
  defaultSort,
  historyWindowOf,
  isInWindow,
  sortTerms,
} from '../../src/domain/virtual-ward/options'
import { inWindow, orderPatients } from '../../src/domain/virtual-ward/order'
import { statusLine } from '../../src/domain/virtual-ward/status-line'
import {
  sortFields,
  type SortTerm,
  type VirtualWardPatient,
} from '../../src/domain/virtual-ward/virtual-ward'

const noon = Date.parse('2026-01-05T12:00:00.000Z')

interface Brief {
  readonly id: string
  readonly home?: string
  readonly name?: string
  readonly score?: number | null
  readonly endedAt?: string
  readonly ward?: string
  readonly nhs?: string
  readonly acuity?: number
}
const patient = ({
  id,
  home = 'o1',
  name = 'John Smith',
  score,
  endedAt,
  ward,
  nhs,
  acuity,
}: Brief): VirtualWardPatient => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const checkup = {
    endedAt: endedAt ?? '2026-01-05T12:00:00.000Z',
    ewsScores: score === null ? null : { totalScore: score },
    organization: { id: 'o1', name: 'One' },
  }
  return {
    id,
    organization: { id: home, name: home },
    firstName,
    lastName,
    revision: 1,
    numSimilarNames: 0,
    birthDate: '1950-01-01',
    gender: 'male',
    nationalIdentifier: nhs === undefined ? null : { type: 'NhsNumber', value: nhs },
    wardAdmission:
      ward === undefined
        ? null
        : {
            patientId: id,
            admittedAt: '2026-01-01',
            createdAt: '2026-01-01',
            revision: 1,
            ward: { id: ward, name: ward },
            carePathway: { id: 'c', name: 'c' },
            patientFlags: [],
            expectedDischargeDate: null,
          },
    latestCheckup:
      score === undefined && endedAt === undefined ? null : (checkup as unknown as Checkup),
    criticalMarks: noMarks,
    tasks: [],
    latestAcuityScore:
      acuity === undefined
        ? null
        : {
            id: `s-${id}`,
            revision: 1,
            score: acuity,
            reason: null,
            capturedAt: '2026-01-05T12:00:00.000Z',
            createdAt: '2026-01-05T12:00:00.000Z',
            createdBy: null,
            late: false,
          },
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
    earlierContinuousMonitoring: [],
    earlierCheckups: [],
    rhythmEvents: [],
    onWatchList: false,
    trend: [],
    schedules: [],
    repeats: [],
    alerts: [],
  }
}
const idsOf = (rows: readonly VirtualWardPatient[], sort: readonly SortTerm[]): readonly string[] =>
  orderPatients(rows, { sort }, noon).map(({ id }) => id)

describe('the order of the virtual ward', () => {
  test('puts the most severe acuity highest, who has none last in either direction', () => {
    const scored = [
      patient({ id: 'low', acuity: 4 }),
      patient({ id: 'none' }),
      patient({ id: 'emergency', acuity: 1 }),
      patient({ id: 'high', acuity: 2 }),
    ]
    expect(idsOf(scored, [{ field: 'acuityScore', direction: 'DESC' }])).toEqual([
      'emergency',
      'high',
      'low',
      'none',
    ])
    expect(idsOf(scored, [{ field: 'acuityScore', direction: 'ASC' }])).toEqual([
      'low',
      'high',
      'emergency',
      'none',
    ])
  })

  const rows = [
    patient({ id: 'd', score: 2 }),
    patient({ id: 'a' }),
    patient({ id: 'c', score: 7 }),
    patient({ id: 'b', score: null }),
    patient({ id: 'e', score: 7 }),
  ]

  test('puts what is unknown last in either direction, who was never measured above every total below 5, and equals by id', () => {
    expect(idsOf(rows, [{ field: 'ewsScore', direction: 'DESC' }])).toEqual([
      'c',
      'e',
      'a',
      'd',
      'b',
    ])
    expect(idsOf(rows, [{ field: 'ewsScore', direction: 'ASC' }])).toEqual([
      'd',
      'a',
      'c',
      'e',
      'b',
    ])
  })

  test('compares family names without case and accents, and vitals by time', () => {
    const named = [
      patient({ id: '1', name: 'A Öz' }),
      patient({ id: '2', name: 'A nash' }),
      patient({ id: '3', name: 'A Zed' }),
    ]
    expect(idsOf(named, [{ field: 'lastName', direction: 'ASC' }])).toEqual(['2', '1', '3'])
    const timed = [
      patient({ id: '1', endedAt: '2026-01-05T12:00:00+02:00' }),
      patient({ id: '2', endedAt: '2026-01-05T11:00:00Z' }),
    ]
    expect(idsOf(timed, [{ field: 'latestVitals', direction: 'DESC' }])).toEqual(['2', '1'])
  })

  test('a later term decides only between equals of the terms before it', () => {
    const terms = [
      { field: 'ewsScore', direction: 'DESC' },
      { field: 'lastName', direction: 'ASC' },
    ] as const
    expect(
      idsOf(
        [
          patient({ id: '1', score: 3, name: 'A Zed' }),
          patient({ id: '2', score: 3, name: 'A Ash' }),
          patient({ id: '3', score: 4, name: 'A Zed' }),
        ],
        terms,
      ),
    ).toEqual(['3', '2', '1'])
  })

  const anyPatients = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      score: fc.option(fc.nat(20), { nil: null }),
      name: fc.constantFrom('A Ash', 'B ash', 'C Zed'),
    }),
    { selector: ({ id }) => id, maxLength: 20 },
  )
  const anySort = fc.array(
    fc.record({
      field: fc.constantFrom(...sortFields),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
    { maxLength: 4 },
  )

  test('is the same however the rows come in, so that pages never repeat or lose a patient', () => {
    fc.assert(
      fc.property(anyPatients, anySort, fc.array(fc.nat()), (briefs, sort, keys) => {
        const given = briefs.map(patient)
        const shuffled = given
          .map((row, index) => ({ row, key: keys[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ row }) => row)
        expect(idsOf(shuffled, sort)).toEqual(idsOf(given, sort))
        expect(new Set(idsOf(given, sort)).size).toBe(given.length)
      }),
    )
  })
})

describe('the filter', () => {
  const john = patient({ id: '1', name: 'Zoë Smith-Jones', nhs: '9434765919', ward: 'w1' })

  test('finds parts of a name in any order, without case and accents', () => {
    for (const text of ['zoe', 'ZOË', 'smith, zo', 'jones zoe', '', '   '])
      expect([text, matchesSearch(john, text)]).toEqual([text, true])
    for (const text of ['john', 'zoe brown'])
      expect([text, matchesSearch(john, text)]).toEqual([text, false])
  })

  test('finds digits of the identifier, however they are spaced', () => {
    for (const text of ['943 476 5919', '943-476', '5919', '9434765919'])
      expect([text, matchesSearch(john, text)]).toEqual([text, true])
    for (const text of ['000', '-'])
      expect([text, matchesSearch(john, text)]).toEqual([text, false])
    expect(matchesSearch(patient({ id: '2' }), '943')).toBe(false)
  })

  test('is called "NHS number" for digits and non-word characters only, else "Name"', () => {
    expect(
      ['943 476', '943-476', '(943)', 'Smith', '943a', 'Émile', 'É', ''].map(searchLabel),
    ).toEqual(['NHS number', 'NHS number', 'NHS number', 'Name', 'Name', 'Name', 'Name', 'Name'])
    expect(isNumberSearch('_')).toBe(false)
  })

  test('keeps to the wards asked for; none asked is all', () => {
    const rows = [john, patient({ id: '2', ward: 'w2' }), patient({ id: '3' })]
    expect(orderPatients(rows, { sort: [], wardIds: ['w1'] }, noon).map(({ id }) => id)).toEqual([
      '1',
    ])
    expect(orderPatients(rows, { sort: [], wardIds: [] }, noon)).toHaveLength(3)
  })

  test('keeps to the home organisations asked for, whoever made the latest check-up and when there is none', () => {
    const rows = [
      patient({ id: '1', home: 'o2', score: 3 }),
      patient({ id: '2', home: 'o1', score: 3 }),
      patient({ id: '3', home: 'o2' }),
    ]
    expect(
      orderPatients(rows, { sort: [], neighborIds: ['o2'] }, noon).map(({ id }) => id),
    ).toEqual(['1', '3'])
    expect(orderPatients(rows, { sort: [], neighborIds: [] }, noon)).toHaveLength(3)
  })
})

describe('the window', () => {
  const hour = 3_600_000
  const measured = (id: string, totalScore: number, hours: number): VirtualWardPatient => {
    const endedAt = new Date(noon - hours * hour).toISOString()
    return {
      ...patient({ id, score: totalScore, endedAt }),
      trend: [{ endedAt, totalScore, riskLevel: null, measured: 127 }],
    }
  }
  // The third was never measured: above every total below 5.
  const rows = [measured('1', 9, 5), measured('2', 1, 1), patient({ id: '3' })]
  const sort: readonly SortTerm[] = [{ field: 'ewsScore', direction: 'DESC' }]
  const shown = (hours: number | undefined, at = noon) =>
    orderPatients(
      rows,
      { sort, ...(hours === undefined ? {} : { withCheckupsInLastHours: hours }) },
      at,
    ).map(({ id, latestCheckup }) => [id, latestCheckup !== null])

  test('takes an older check-up off the card and out of the order, and keeps its patient', () => {
    expect(shown(undefined)).toEqual([
      ['1', true],
      ['3', false],
      ['2', true],
    ])
    expect(shown(4)).toEqual([
      ['3', false],
      ['2', true],
      ['1', false],
    ])
    expect(shown(5)).toEqual([
      ['1', true],
      ['3', false],
      ['2', true],
    ])
  })

  test('moves with the clock, and gives the same object for the same row', () => {
    expect(shown(4, noon - 2 * hour)).toEqual([
      ['1', true],
      ['3', false],
      ['2', true],
    ])
    const [row] = rows
    if (row === undefined) throw new Error('no row')
    expect(inWindow(row, 4, noon)).toBe(inWindow(row, 4, noon))
    expect(inWindow(row, undefined, noon)).toBe(row)
    expect(row.latestCheckup).not.toBeNull()
  })
})

describe('the card', () => {
  test('C372 C373 has a status line of the gravest open alert or of the risk level, whichever is graver', () => {
    expect([0, 1, 2, 3, 4, 5, null].map((risk) => statusLine(null, risk))).toEqual([
      'positive',
      'neutral',
      'neutral',
      'warning',
      'danger',
      'negative',
      'neutral',
    ])
    for (const risk of [0, 3, 4, null]) expect(statusLine(4, risk)).toBe('negative')
    expect([0, 3, 4, null].map((risk) => statusLine(3, risk))).toEqual([
      'warning',
      'warning',
      'danger',
      'warning',
    ])
    // A call-back of a patient with a score of 0 is not as red as a score of 16 (T16).
    for (const low of [0, 1, 2])
      expect([0, 2, 3, 4, null].map((risk) => statusLine(low, risk))).toEqual([
        'neutral',
        'neutral',
        'warning',
        'danger',
        'neutral',
      ])
  })
})

describe('the options', () => {
  test('a history window that is not offered falls back to 72 hours', () => {
    expect([4, 24, 72, 168, 720, 'all', 5, '4', null, Number.NaN].map(historyWindowOf)).toEqual([
      4,
      24,
      72,
      168,
      720,
      'all',
      72,
      72,
      72,
      72,
    ])
  })

  test('a check-up lies inside a window by elapsed time', () => {
    const now = Date.parse('2026-10-25T12:00:00Z')
    expect(isInWindow('2026-10-24T12:00:00Z', 24, now)).toBe(true)
    expect(isInWindow('2026-10-24T11:59:59Z', 24, now)).toBe(false)
    expect(isInWindow('1990-01-01T00:00:00Z', undefined, now)).toBe(true)
  })

  test('the default order asks for clinical urgency, alerts, scores and latest vitals; acuity needs its flag as well', () => {
    const fields = (list: typeof defaultSort, flags: readonly (typeof features)[number][] = []) =>
      sortTerms(list, new Set(flags)).map(({ field }) => field)
    expect(fields(defaultSort)).toEqual([
      'clinicalUrgency',
      'alertCount',
      'ewsScore',
      'latestVitals',
    ])
    const all = defaultSort.map((facet) => ({ ...facet, enabled: true }))
    expect(fields(all)).not.toContain('acuityScore')
    expect(fields(all, ['patientAcuityScore'])).toContain('acuityScore')
    expect(fields(defaultSort.map((facet) => ({ ...facet, enabled: false })))).toEqual([
      'latestVitals',
    ])
  })
})
