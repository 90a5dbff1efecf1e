import {
  assert,
  constantFrom,
  integer,
  option,
  property,
  record,
  uniqueArray,
  uuid,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { othersClosed } from '../../../src/domain/access/part-record'
import type { Principal } from '../../../src/domain/access/principal'
import {
  allergiesPart,
  knownAllergies,
  layAllergy,
  layStrikeOut,
  mayStrikeOut,
  type Allergy,
} from '../../../src/domain/critical/allergies'
import {
  criticalMarksOf,
  layAllergyMark,
  layResuscitationMark,
  noMarks,
} from '../../../src/domain/critical/marks'
import { recordCriticalInformation } from '../../../src/domain/critical/commands'
import {
  criticalFaults,
  criticalFields,
  criticalPart,
  isReviewOver,
  judgeInformation,
  knownConditions,
  knownField,
  layInformation,
  versionOf,
  type CriticalInformation,
  type CriticalValue,
} from '../../../src/domain/critical/information'
import { unsentOf, type ItemState } from '../../../src/domain/sync/unsent'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 12, 9, minute)).toISOString()
const entry = (over: Partial<Allergy> = {}): Allergy => ({
  id: 'a',
  revision: 1,
  substance: 'Penicillin',
  reaction: null,
  severity: null,
  capturedAt: at(0),
  createdAt: at(0),
  recordedBy: { id: 'nurse', firstName: 'Ann', lastName: 'Lee' },
  struckOut: null,
  ...over,
})
const struckOut = (minute: number) => ({ capturedAt: at(minute), by: null, reason: 'Wrong' })
const known = (...allergies: readonly Allergy[]) => knownAllergies({ allergies, othersFrom: null })
const anyEntry = record({
  id: uuid(),
  substance: option(constantFrom('Penicillin', 'Latex')),
  capturedAt: integer({ min: 0, max: 50 }).map(at),
  struckOut: option(integer({ min: 0, max: 50 }).map(struckOut)),
  severity: option(constantFrom('severe', 'moderate', 'mild')),
})
const anyEntries = uniqueArray(anyEntry, { selector: ({ id }) => id, maxLength: 8 }).map((all) =>
  all.map((one) => entry(one)),
)

describe('what is known of allergies', () => {
  test('nothing written is not recorded, and never none', () => {
    expect(known()).toEqual({ kind: 'notRecorded' })
  })

  test('an allergy that stands is always told, whatever else was written and in whatever order it came', () => {
    assert(
      property(anyEntries, (all) => {
        const standing = all.filter((one) => one.substance !== null && one.struckOut === null)
        const found = known(...all)
        expect(known(...all.toReversed()).kind).toBe(found.kind)
        if (standing.length === 0) expect(found.kind).not.toBe('recorded')
        else
          expect(found.kind === 'recorded' && found.entries.map(({ id }) => id).toSorted()).toEqual(
            standing.map(({ id }) => id).toSorted(),
          )
      }),
    )
  })

  test('none known is told only where it was said after the last word about an allergy', () => {
    const none = entry({ id: 'n', substance: null, capturedAt: at(10) })
    expect(known(none)).toMatchObject({ kind: 'noneKnown', entry: { id: 'n' } })
    expect(known(none, entry({ struckOut: struckOut(5) })).kind).toBe('noneKnown')
    expect(known(none, entry({ struckOut: struckOut(20) })).kind).toBe('notRecorded')
    expect(known({ ...none, struckOut: struckOut(20) }).kind).toBe('notRecorded')
  })

  test('the gravest is first, one of which nobody knows how bad it is last', () => {
    const found = known(
      entry({ id: 'unknown' }),
      entry({ id: 'mild', severity: 'mild' }),
      entry({ id: 'severe', severity: 'severe' }),
    )
    expect(found.kind === 'recorded' && found.entries.map(({ id }) => id)).toEqual([
      'severe',
      'mild',
      'unknown',
    ])
  })

  test('where nothing of another organisation is open it is said so, and not that there is nothing', () => {
    expect(knownAllergies({ allergies: [], othersFrom: othersClosed })).toEqual({ kind: 'closed' })
    expect(knownAllergies({ allergies: [], othersFrom: at(0) })).toEqual({ kind: 'notRecorded' })
  })
})

const principal = (
  ...permissions: Principal['permissions'] extends ReadonlySet<infer P> ? P[] : never
) =>
  ({
    kind: 'user',
    isSelfCare: false,
    acceptedTerms: true,
    isInternalStaff: false,
    features: new Set(),
    permissions: new Set(['view_patients', ...permissions]),
  }) as unknown as Principal

describe('who may strike out an entry', () => {
  const nowMs = Date.parse(at(0))
  const day = 24 * 3_600_000
  test('T13 its author for 24 hours, and a clinician always', () => {
    const author = { principal: principal('record_observations'), userId: 'nurse' }
    const other = { ...author, userId: 'carer' }
    const clinician = { principal: principal('edit_patients'), userId: 'doctor' }
    expect(mayStrikeOut(entry(), author, nowMs + day)).toBe(true)
    expect(mayStrikeOut(entry(), author, nowMs + day + 1)).toBe(false)
    expect(mayStrikeOut(entry(), other, nowMs)).toBe(false)
    expect(mayStrikeOut(entry({ recordedBy: null }), other, nowMs)).toBe(false)
    expect(mayStrikeOut(entry(), clinician, nowMs + 100 * day)).toBe(true)
  })
})

const waiting = (state: ItemState, commandId = 'c1') => ({ state, commandId })
const rowOf = (
  over: Partial<{ allergies: Allergy[]; criticalInformation: CriticalInformation[] }>,
) => ({
  allergies: [],
  criticalInformation: [],
  othersFrom: null,
  preExistingConditions: [] as string[],
  ...over,
})

describe('allergies of the user’s own over a record', () => {
  test('are shown before they are sent, and not where they were refused', () => {
    const row = rowOf({})
    const laid = layAllergy(row, entry({ id: 'c1' }), waiting('waiting'))
    expect(laid.allergies).toHaveLength(1)
    expect(unsentOf(laid, allergiesPart)?.isShown).toBe(true)
    const refused = layAllergy(row, entry({ id: 'c1' }), waiting('refused'))
    expect(refused.allergies).toEqual([])
    expect(unsentOf(refused, allergiesPart)?.isShown).toBe(false)
  })

  test('once the server has them they are there once, not marked', () => {
    const row = rowOf({ allergies: [entry({ id: 'c1' })] })
    expect(layAllergy(row, entry({ id: 'c1' }), waiting('waiting'))).toBe(row)
  })

  test('struck out twice they stay as they were struck out first', () => {
    const row = rowOf({ allergies: [entry({ struckOut: struckOut(1) })] })
    expect(layStrikeOut(row, 'a', struckOut(9), null).allergies[0]?.struckOut).toEqual(struckOut(1))
  })
})

const information = (over: Partial<CriticalInformation> = {}): CriticalInformation => ({
  id: 'i1',
  revision: 1,
  field: 'resuscitation',
  value: { status: 'attempt' },
  reviewBy: null,
  capturedAt: at(0),
  createdAt: at(0),
  recordedBy: null,
  ...over,
})
const wanted = (value: CriticalValue | null, seen: string | null) => ({
  field: 'resuscitation' as const,
  value,
  reviewBy: null,
  seen: { id: seen },
})

describe('what everybody must know', () => {
  test('T8 of another organisation’s patient the fields of the admission are open, and the others say that they are not', () => {
    const of = (othersFrom: string | null) =>
      criticalFields.filter(
        (field) =>
          knownField({ criticalInformation: [], othersFrom }, field).kind === 'notRecorded',
      )
    expect(of(null)).toEqual(criticalFields)
    expect(of(at(0))).toEqual(['resuscitation', 'escalation', 'conditions'])
    expect(of(othersClosed)).toEqual([])
  })

  test('none known is not the same as not recorded', () => {
    const patient = rowOf({ criticalInformation: [information({ value: null })] })
    expect(knownField(patient, 'resuscitation').kind).toBe('noneKnown')
    expect(knownField(patient, 'keySafe').kind).toBe('notRecorded')
  })

  test('conditions are those of the registration until somebody records them', () => {
    const patient = { ...rowOf({}), preExistingConditions: ['COPD'] }
    expect(knownConditions(patient)).toEqual({ kind: 'value', list: ['COPD'] })
    const list = information({ field: 'conditions', value: { list: 'Asthma\n Angina \n' } })
    expect(knownConditions({ ...patient, criticalInformation: [list] })).toEqual({
      kind: 'value',
      list: ['Asthma', 'Angina'],
    })
    const none = { ...list, value: null }
    expect(knownConditions({ ...patient, criticalInformation: [none] }).kind).toBe('noneKnown')
    expect(knownConditions(rowOf({})).kind).toBe('notRecorded')
  })

  test('never takes the place of an entry that its author did not see', () => {
    const anyId = option(constantFrom('i1', 'i2', 'i3'))
    const anyValue = option(
      constantFrom<CriticalValue>({ status: 'attempt' }, { status: 'doNotAttempt' }),
    )
    assert(
      property(anyId, anyId, anyValue, anyValue, (nowId, seenId, nowValue, value) => {
        const now = nowId === null ? null : information({ id: nowId, value: nowValue })
        const verdict = judgeInformation(wanted(value, seenId), now)
        expect(verdict === 'apply').toBe(nowId === seenId)
        const row = rowOf({ criticalInformation: now === null ? [] : [now] })
        const mine = information({ id: 'mine', value })
        const laid = layInformation(row, wanted(value, seenId), mine, waiting('waiting'))
        const [shown] = laid.criticalInformation
        expect(shown).toEqual(nowId === seenId ? mine : (now ?? undefined))
        expect(unsentOf(laid, criticalPart('resuscitation'))?.isShown).toBe(nowId === seenId)
      }),
    )
  })

  test('in a conflict stays as the server has it', () => {
    const row = rowOf({ criticalInformation: [information()] })
    const mine = information({ id: 'mine', value: { status: 'doNotAttempt' } })
    const laid = layInformation(row, wanted(mine.value, 'i1'), mine, waiting('conflict'))
    expect(laid.criticalInformation).toEqual(row.criticalInformation)
  })

  test('a version of it says whether there is one, and each part', () => {
    expect(versionOf('resuscitation', null)).toMatchObject({
      resuscitation: 'notRecorded',
      'resuscitation.status': null,
    })
    expect(versionOf('resuscitation', information({ value: null }))).toMatchObject({
      resuscitation: 'noneKnown',
    })
    expect(versionOf('resuscitation', information())).toMatchObject({
      resuscitation: 'recorded',
      'resuscitation.status': 'attempt',
    })
  })

  test('a day of review is over once it has passed, not on the day', () => {
    expect(isReviewOver({ reviewBy: '2026-11-12' }, '2026-11-12')).toBe(false)
    expect(isReviewOver({ reviewBy: '2026-11-12' }, '2026-11-13')).toBe(true)
    expect(isReviewOver({ reviewBy: null }, '2026-11-13')).toBe(false)
  })

  test('a value is refused by the part that is wrong', () => {
    expect(criticalFaults('resuscitation', {})).toEqual({ status: 'Cannot be blank' })
    expect(criticalFaults('resuscitation', { status: 'perhaps', colour: 'red' })).toEqual({
      status: 'Is not a choice',
      colour: 'Is not known',
    })
    expect(criticalFaults('keySafe', { code: '1'.repeat(201) })).toEqual({
      code: 'Must be 200 characters or fewer',
    })
    expect(criticalFaults('keySafe', { code: '4711', place: 'Left of the door' })).toEqual({})
    const { success, error } = recordCriticalInformation.input.safeParse({
      patientId: 'p1',
      field: 'escalation',
      value: { plan: ' ' },
      reviewBy: null,
      seen: { id: null },
    })
    expect([success, error?.issues.map(({ path }) => path)]).toEqual([false, [['plan']]])
  })
})

describe('the marks of a card', () => {
  const of = (over: Partial<Parameters<typeof criticalMarksOf>[0]>) =>
    criticalMarksOf({ allergies: [], resuscitation: undefined, othersFrom: null, ...over })

  test('say that there is something, and not what; nothing written is not recorded', () => {
    expect(of({})).toEqual(noMarks)
    expect(of({ allergies: [entry()], resuscitation: { status: 'doNotAttempt' } })).toEqual({
      allergies: 'recorded',
      resuscitation: 'doNotAttempt',
    })
    expect(of({ allergies: [entry({ substance: null })], resuscitation: null })).toEqual({
      allergies: 'noneKnown',
      resuscitation: 'noneKnown',
    })
    expect(of({ othersFrom: othersClosed })).toEqual({
      allergies: 'closed',
      resuscitation: 'closed',
    })
  })

  test('before they are sent show an allergy, and none known over nothing alone', () => {
    const row = (allergies: 'recorded' | 'notRecorded') => ({
      criticalMarks: { ...noMarks, allergies },
    })
    const laid = (before: 'recorded' | 'notRecorded', substance: string | null, state: ItemState) =>
      layAllergyMark(row(before), { substance }, waiting(state)).criticalMarks.allergies
    expect(laid('notRecorded', 'Latex', 'waiting')).toBe('recorded')
    expect(laid('notRecorded', null, 'waiting')).toBe('noneKnown')
    expect(laid('recorded', null, 'waiting')).toBe('recorded')
    expect(laid('notRecorded', 'Latex', 'refused')).toBe('notRecorded')
  })

  test('of a resuscitation status that the author had not seen stay, and say that something waits', () => {
    const row = { criticalMarks: { ...noMarks, resuscitation: 'doNotAttempt' as const } }
    const value = { status: 'attempt' }
    const unseen = layResuscitationMark(row, { value, seen: { id: null } }, waiting('waiting'))
    expect(unseen.criticalMarks.resuscitation).toBe('doNotAttempt')
    expect(unsentOf(unseen, criticalPart('resuscitation'))?.isShown).toBe(false)
    const seen = layResuscitationMark(row, { value, seen: { id: 'i1' } }, waiting('waiting'))
    expect(seen.criticalMarks.resuscitation).toBe('attempt')
  })
})
