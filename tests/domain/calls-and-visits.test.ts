import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  contactKinds,
  contactOutcomes,
  contactPersons,
  contactsPart,
  contactsSince,
  layContact,
  longestContactNote,
  recordContact,
  timesUnanswered,
  unansweredSince,
  type PatientContact,
} from '../../src/domain/contact/contact'
import { contactSaid } from '../../src/domain/contact/words'
import { unsentOf } from '../../src/domain/sync/unsent'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
const contact = (
  id: string,
  minutes: number,
  outcome: PatientContact['outcome'] = 'noAnswer',
): PatientContact => ({
  id,
  kind: outcome === 'seen' || outcome === 'notAtHome' ? 'visit' : 'call',
  withWhom: 'patient',
  outcome,
  note: null,
  alertIds: [],
  capturedAt: iso(minutes),
  createdBy: { id: 'me', firstName: 'Ada', lastName: 'Ward' },
})
const allOutcomes = [...contactOutcomes.call, ...contactOutcomes.visit]
const given = {
  patientId: 'p1',
  kind: 'call',
  withWhom: 'patient',
  outcome: 'noAnswer',
  note: null,
  alertIds: [],
}

describe('what may be recorded', () => {
  test('each kind ends in its own ways, whoever it was with, and in no other', () => {
    const taken = contactKinds.flatMap((kind) =>
      contactPersons.flatMap((withWhom) =>
        [...allOutcomes, 'alertResolved']
          .filter(
            (outcome) =>
              recordContact.input.safeParse({ ...given, kind, withWhom, outcome }).success,
          )
          .map((outcome) => `${kind} ${withWhom} ${outcome}`),
      ),
    )
    expect(taken).toEqual(
      contactKinds.flatMap((kind) =>
        contactPersons.flatMap((withWhom) =>
          contactOutcomes[kind].map((outcome) => `${kind} ${withWhom} ${outcome}`),
        ),
      ),
    )
  })

  test('a note is left out or says something, within its bound', () => {
    const isTaken = (note: string | null): boolean =>
      recordContact.input.safeParse({ ...given, note }).success
    expect([null, 'Rang twice', '🩺'.repeat(longestContactNote)].map(isTaken)).toEqual([
      true,
      true,
      true,
    ])
    expect(['', '  ', 'x'.repeat(longestContactNote + 1)].map(isTaken)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('each has words of its own, in both editions', () => {
    const said = contactPersons.flatMap((withWhom) =>
      allOutcomes.map((outcome) => contactSaid({ ...contact('a', 0, outcome), withWhom }, 'en-GB')),
    )
    expect(new Set(said).size).toBe(contactPersons.length * allOutcomes.length)
    expect(said[1]).toBe('Call, patient: no answer')
    expect(contactSaid({ ...contact('a', 0, 'seen'), withWhom: 'carer' }, 'en-GB')).toBe(
      'Visit, carer or relative: seen',
    )
    expect(contactSaid({ ...contact('a', 0, 'seen'), withWhom: 'carer' }, 'en-US')).toBe(
      'Visit, caregiver or relative: seen',
    )
  })
})

describe('nobody answers', () => {
  const times = (outcomes: readonly PatientContact['outcome'][]): number =>
    timesUnanswered(
      { contacts: outcomes.map((outcome, at) => contact(`c${at}`, at - 60, outcome)) },
      now - 24 * 3_600_000,
    )

  test('twice in a row, however it was tried, asks for the procedure; once, or before somebody answered, does not', () => {
    const nobody = ['noAnswer', 'leftMessage', 'notAtHome'] as const
    for (const first of nobody)
      for (const second of nobody) {
        expect(times([first, second])).toBe(2)
        for (const answered of ['spokenTo', 'seen', 'alertResolved'] as const) {
          expect(times([first, second, answered])).toBe(0)
          expect(times([first, answered, second])).toBe(0)
          expect(times([answered, first, second])).toBe(2)
        }
        expect(times([second])).toBe(0)
      }
    expect(times([])).toBe(0)
  })

  test('the count is the length of the run at the end, in whatever order the rows come', () => {
    assert(
      property(
        array(
          record({
            outcome: constantFrom<PatientContact['outcome']>(...allOutcomes, 'alertResolved'),
            minutes: integer({ min: -3_000, max: 0 }),
          }),
          { maxLength: 12 },
        ),
        integer({ min: -3_000, max: 0 }),
        (made, since) => {
          const contacts = made.map(({ outcome, minutes }, at) =>
            contact(`c${String(at).padStart(2, '0')}`, minutes, outcome),
          )
          const sinceMs = now + since * 60_000
          let run = 0
          for (const { outcome } of [...contactsSince({ contacts }, sinceMs)].reverse())
            run = ['noAnswer', 'leftMessage', 'notAtHome'].includes(outcome) ? run + 1 : 0
          const told = timesUnanswered({ contacts }, sinceMs)
          expect(told).toBe(run >= 2 ? run : 0)
          expect(timesUnanswered({ contacts: contacts.toReversed() }, sinceMs)).toBe(told)
        },
      ),
    )
  })

  test('counts for a day, and since the first of the open alerts was raised, not since it was measured, where that is longer', () => {
    const alert = (startedIn: number, raisedIn?: number) => ({
      startedAt: iso(startedIn),
      triggers: [
        {
          id: 't',
          startedAt: iso(startedIn),
          ...(raisedIn === undefined ? {} : { raisedAt: iso(raisedIn) }),
        },
      ],
    })
    expect(unansweredSince([], now)).toBe(now - 24 * 3_600_000)
    // A new alert hides no call of before it.
    expect(unansweredSince([alert(-30), alert(-300, -45)], now)).toBe(now - 24 * 3_600_000)
    expect(unansweredSince([alert(-30), alert(-3_000, -2_000)], now)).toBe(now - 2_000 * 60_000)
    expect(unansweredSince([{ startedAt: iso(-1_500), triggers: [] }], now)).toBe(
      now - 1_500 * 60_000,
    )
  })
})

describe('what is not sent', () => {
  const waiting = { state: 'waiting', commandId: 'c1' } as const
  test('is shown as such and once; what was refused is not shown as if it were so', () => {
    const row = layContact({ contacts: [] }, contact('c1', 0), waiting)
    expect(row.contacts).toHaveLength(1)
    expect(unsentOf(row, contactsPart)).toMatchObject({ wanted: 'c1', isShown: true })
    expect(layContact({ contacts: [contact('c1', 0)] }, contact('c1', 0), waiting)).toEqual({
      contacts: [contact('c1', 0)],
    })
    const refused = layContact({ contacts: [] }, contact('c1', 0), { ...waiting, state: 'refused' })
    expect(refused.contacts).toEqual([])
    expect(unsentOf(refused, contactsPart)).toMatchObject({ wanted: 'c1', isShown: false })
  })
})
