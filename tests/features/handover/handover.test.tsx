// @vitest-environment jsdom
import type { Calling } from '../../../src/domain/calling/calling'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changesSince, type ChangesAsked } from '../../../src/domain/handover/changes'
import { handoverFacts } from '../../../src/domain/handover/facts'
import { shiftHandedOver, shiftStarts } from '../../../src/domain/handover/shift'
import type { PatientContact } from '../../../src/domain/contact/contact'
import type { HandoverText } from '../../../src/domain/handover/text'
import { sbardOf } from '../../../src/features/handover/handover.view'
import {
  act,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  noteOf,
  openClinical,
  patientOf,
} from '../clinical-portal'
import { problem } from '../../../src/domain/problem'
import { setPageClock } from '../../../src/ui/time'
import { handoverRoom } from '../../../src/features/handover'
import type { Permission } from '../../../src/domain/access/permissions'
import type { Source } from '../../../src/engine/define'
import { meOf, signedIn } from '../../app/fake-portal'
import type { Edition } from '../../../src/texts'

const nowMs = Date.parse('2026-01-05T18:00:00.000Z')
const hour = 3_600_000
const ago = (hours: number): string => new Date(nowMs - hours * hour).toISOString()
const sinceMs = nowMs - 11 * hour
const local = (...of: [number, number, number, number, number]): number => new Date(...of).getTime()

const total = (endedAt: string, value: number) => ({
  endedAt,
  totalScore: value,
  riskLevel: null,
  measured: 127,
})
const scored = (endedAt: string, value: number | null, over: object = {}) =>
  checkupOf(`c ${endedAt}`, {
    endedAt,
    receivedAt: endedAt,
    ewsScores: {
      BPScore: 0,
      consciousnessScore: 0,
      HRScore: 0,
      RRScore: value,
      SpO2Score: 0,
      tempScore: 0,
      onOxygenScore: 0,
      totalScore: value,
      riskLevel: null,
      missing: 0,
      spo2Scale: 1,
      riskScheme: 'NEWS2',
      ...over,
    },
  })
const alertOf = (id: string, startedAt: string, status: 'open' | 'closed' = 'open') => ({
  id,
  revision: 1,
  type: 'CheckupScheduleEvent' as const,
  status,
  startedAt,
  latestAt: startedAt,
  severity: 2 as const,
  alertRule: null,
  checkupScheduleEvent: null,
  checkup: null,
  continuousMonitoring: null,
  count: 1,
  triggers: [{ id: `${id} t`, startedAt }],
  closedAt: null,
  closedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  snoozedBy: null,
  escalatedAt: null,
})
/** Its server tells that nobody left a ward, and that no alert was resolved. */
const tellsNothing = ({ ask }: ReturnType<typeof clinicalRuntime>): void => {
  const rest = ask.getMockImplementation()
  ask.mockImplementation(async (name, input) =>
    name === 'wardMoves' || name === 'resolvedAlerts'
      ? { kind: 'done', value: [] }
      : (rest?.(name, input) ?? { kind: 'refused', problem: problem('server') }),
  )
}
const nameOf = (patientId: string) => ({ patientId, firstName: 'Ada', lastName: patientId })
const quiet = { latestCheckup: scored(ago(1), 2), trend: [total(ago(13), 2)] }
const changes = (
  patients: ChangesAsked['patients'],
  records: ChangesAsked['records'] = [],
  wardId: string | null = null,
  moves: ChangesAsked['moves'] = [],
  resolved: ChangesAsked['resolved'] = [],
) =>
  changesSince({ patients, records, moves, resolved, organizationId: 'o1', wardId, sinceMs }, nowMs)
const eventOf = (
  type: 'Admission' | 'WardTransfer' | 'Discharge',
  ward: string,
  at: string,
  admissionId = 'a',
) => ({
  admissionId,
  createdAt: at,
  effectiveAt: at,
  createdBy: null,
  ward: { id: ward, name: ward },
  reason: null,
  type,
  carePathway: null,
})

describe('the starts of shifts', () => {
  test.each([
    [
      'in the morning',
      local(2026, 0, 5, 9, 0),
      [local(2026, 0, 5, 7, 0), local(2026, 0, 4, 19, 0)],
    ],
    [
      'at seven, with the one of exactly a day before',
      local(2026, 0, 5, 7, 0),
      [local(2026, 0, 5, 7, 0), local(2026, 0, 4, 19, 0), local(2026, 0, 4, 7, 0)],
    ],
    [
      'a minute before',
      local(2026, 0, 5, 6, 59),
      [local(2026, 0, 4, 19, 0), local(2026, 0, 4, 7, 0)],
    ],
    ['at night', local(2026, 0, 5, 23, 0), [local(2026, 0, 5, 19, 0), local(2026, 0, 5, 7, 0)]],
    [
      'after the clocks changed',
      local(2026, 2, 29, 12, 0),
      [local(2026, 2, 29, 7, 0), local(2026, 2, 28, 19, 0)],
    ],
  ])(
    '%s are by the clock on the wall, the latest first, of the day that is held',
    (_when, at, expected) => {
      expect(shiftStarts(at)).toEqual(expected)
    },
  )

  test.each([
    ['ten minutes before a shift begins', local(2026, 0, 5, 6, 50), local(2026, 0, 4, 19, 0)],
    ['at its beginning', local(2026, 0, 5, 7, 0), local(2026, 0, 4, 19, 0)],
    ['five minutes after it', local(2026, 0, 5, 7, 5), local(2026, 0, 4, 19, 0)],
    ['a minute before two hours', local(2026, 0, 5, 8, 59), local(2026, 0, 4, 19, 0)],
    ['two hours after it', local(2026, 0, 5, 9, 0), local(2026, 0, 5, 7, 0)],
    ['in the evening', local(2026, 0, 5, 19, 10), local(2026, 0, 5, 7, 0)],
    ['after midnight', local(2026, 0, 6, 0, 30), local(2026, 0, 5, 19, 0)],
  ])('%s: the shift that is handed over began', (_when, at, expected) => {
    expect(shiftHandedOver(at)).toBe(expected)
  })
})

describe('what changed', () => {
  test('alerts that were raised since and are open; one before, and a closed one, are not told', () => {
    const card = cardOf('p1', {
      ...quiet,
      alerts: [
        alertOf('new', ago(2)),
        alertOf('old', ago(12)),
        alertOf('closed', ago(1), 'closed'),
      ],
    })
    expect(changes([card]).alerts.map(({ alert }) => alert.id)).toEqual(['new'])
  })

  test('an alert that was open before and is raised again since is told, by when it was raised', () => {
    const again = (id: string, raisedAt: string, startedAt: string) => ({
      ...alertOf(id, ago(30)),
      triggers: [
        { id: `${id} 2`, startedAt, raisedAt },
        { id: `${id} 1`, startedAt: ago(30), raisedAt: ago(30) },
      ],
    })
    const card = cardOf('p1', {
      ...quiet,
      // One whose reading was measured before the shift and came in it.
      alerts: [again('again', ago(2), ago(2)), again('late', ago(1), ago(14))],
    })
    expect(
      changes([card])
        .alerts.map(({ alert, raisedMs, isOlder }) => [alert.id, raisedMs, isOlder])
        .toSorted(),
    ).toEqual([
      ['again', nowMs - 2 * hour, true],
      ['late', nowMs - hour, true],
    ])
  })

  test('a score that rose, by how much, the largest rise first', () => {
    const one = cardOf('one', { latestCheckup: scored(ago(1), 3), trend: [total(ago(13), 2)] })
    const three = cardOf('three', {
      latestCheckup: scored(ago(1), 5),
      trend: [total(ago(13), 2), total(ago(5), 7)],
    })
    expect(
      changes([one, three]).rises.map(({ patient, from, to }) => [patient.id, from, to]),
    ).toEqual([
      ['three', 2, 5],
      ['one', 2, 3],
    ])
  })

  test('a score is compared with the newest full one that the device holds, however old, else with the first since', () => {
    const latestCheckup = scored(ago(1), 7)
    const worse = cardOf('worse', { latestCheckup, trend: [total(ago(6), 3), total(ago(4), 9)] })
    const old = cardOf('old', { latestCheckup, trend: [total(ago(6), 6)] })
    const held = new Map([['old', [scored(ago(200), 1), scored(ago(90), 2), scored(ago(6), 6)]]])
    const { rises, withoutEarlier } = changesSince(
      {
        patients: [worse, old],
        records: [],
        moves: [],
        resolved: [],
        held,
        organizationId: 'o1',
        wardId: null,
        sinceMs,
      },
      nowMs,
    )
    expect(rises.map(({ patient, from, fromMs, to }) => [patient.id, from, fromMs, to])).toEqual([
      ['old', 2, Date.parse(ago(90)), 7],
      ['worse', 3, Date.parse(ago(6)), 7],
    ])
    expect(withoutEarlier).toEqual([])
  })

  test.each([
    ['that fell', { latestCheckup: scored(ago(1), 1), trend: [total(ago(13), 4)] }],
    ['that rose before', { latestCheckup: scored(ago(12), 6), trend: [total(ago(14), 1)] }],
    ['with none before', { latestCheckup: scored(ago(1), 6), trend: [] }],
    ['that was never measured', { latestCheckup: null, trend: [] }],
  ])('a score %s did not rise', (_what, over) => {
    expect(changes([cardOf('p1', over)]).rises).toEqual([])
  })

  test('a patient of whom no earlier score is known is counted as not compared, not as unchanged', () => {
    const { withoutEarlier } = changes([
      cardOf('known', quiet),
      cardOf('none before', { latestCheckup: scored(ago(1), 6), trend: [] }),
      cardOf('never', { latestCheckup: null, trend: [] }),
      cardOf('old alone', { latestCheckup: scored(ago(12), 6), trend: [] }),
    ])
    expect(withoutEarlier.map(({ id }) => id)).toEqual(['none before', 'never'])
  })

  test('admitted since, recorded since though admitted earlier, and moved here since', () => {
    const { wardAdmission } = cardOf('p1')
    if (wardAdmission === null) throw new Error('The card has an admission')
    const card = (id: string, over: object) =>
      cardOf(id, { ...quiet, wardAdmission: { ...wardAdmission, patientId: id, ...over } })
    const long = { admittedAt: ago(99), createdAt: ago(99) }
    const moved = patientOf({
      id: 'moved',
      admissionEvents: [eventOf('WardTransfer', 'w1', ago(3)), eventOf('Admission', 'w2', ago(99))],
    })
    const told = changes(
      [
        card('new', { admittedAt: ago(2), createdAt: ago(2) }),
        card('late', { admittedAt: ago(40), createdAt: ago(2) }),
        card('moved', long),
        card('here', long),
      ],
      [moved],
    ).arrived
    expect(told.map(({ patient, by }) => [patient.id, by])).toEqual([
      ['new', 'admission'],
      ['late', 'admission'],
      ['moved', 'transfer'],
    ])
  })

  test('discharged since, from this ward alone where one is chosen', () => {
    const gone = (id: string, ward: string, at: string) =>
      patientOf({
        id,
        wardAdmission: null,
        admissionEvents: [eventOf('Discharge', ward, at, id)],
      })
    const records = [gone('a', 'w1', ago(2)), gone('b', 'w2', ago(2)), gone('c', 'w1', ago(20))]
    const of = (ward: string | null) =>
      changes([], records, ward).discharged.map(({ patient }) => patient.id)
    expect(of(null)).toEqual(['a', 'b'])
    expect(of('w1')).toEqual(['a'])
  })

  test('of another organisation’s stay, no discharge and no move is told, whichever ward is chosen', () => {
    const elsewhere = { organization: { id: 'o2', name: 'Willowbank Care Home' } }
    const here = { organization: { id: 'o1', name: 'Riverside Virtual Ward' } }
    const record = (id: string, of: object) =>
      patientOf({
        id,
        admissionEvents: [
          { ...eventOf('Discharge', 'w2', ago(1)), ...of },
          { ...eventOf('WardTransfer', 'w2', ago(2)), ...of },
          { ...eventOf('Admission', 'w1', ago(99)), ...of },
        ],
      })
    const moved = (id: string, of: object) =>
      patientOf({ id, admissionEvents: record(id, of).admissionEvents.slice(1) })
    const records = [
      record('ours', here),
      record('theirs', elsewhere),
      moved('moved', here),
      moved('theirs, moved', elsewhere),
    ]
    const { discharged, left } = changes([], records)
    expect(discharged.map(({ patient }) => patient.id)).toEqual(['ours'])
    expect(left.map(({ patientId }) => patientId)).toEqual(['moved'])
  })

  test('admitted and discharged since is told as both, and whoever moved here and left as moved here', () => {
    const stayed = (id: string, ...events: readonly ReturnType<typeof eventOf>[]) =>
      patientOf({
        id,
        wardAdmission: null,
        admissionEvents: [eventOf('Discharge', 'w1', ago(1), id), ...events],
      })
    const records = [
      stayed('short', eventOf('Admission', 'w1', ago(3), 'short')),
      stayed('late', {
        ...eventOf('Admission', 'w1', ago(99), 'late'),
        createdAt: ago(4),
      }),
      stayed(
        'moved',
        eventOf('WardTransfer', 'w1', ago(2), 'moved'),
        eventOf('Admission', 'w2', ago(99), 'moved'),
      ),
      stayed('long', eventOf('Admission', 'w1', ago(99), 'long')),
    ]
    for (const ward of [null, 'w1']) {
      const { arrived, discharged } = changes([], records, ward)
      expect(arrived.map(({ patient, at, by }) => [patient.id, at, by])).toEqual([
        ['short', ago(3), 'admission'],
        ['late', ago(99), 'admission'],
        ['moved', ago(2), 'transfer'],
      ])
      expect(discharged).toHaveLength(4)
    }
    expect(changes([], records, 'w2').arrived).toEqual([])
  })

  test('a patient whose card is still on the board after the discharge is told once as admitted', () => {
    const { wardAdmission } = cardOf('p1')
    if (wardAdmission === null) throw new Error('The card has an admission')
    const times = { admittedAt: ago(3), createdAt: ago(3) }
    const card = cardOf('p1', { ...quiet, wardAdmission: { ...wardAdmission, ...times } })
    const record = patientOf({
      id: 'p1',
      admissionEvents: [eventOf('Discharge', 'w1', ago(1)), eventOf('Admission', 'w1', ago(3))],
    })
    expect(changes([card], [record]).arrived).toHaveLength(1)
  })

  test('moved off the ward since, with where to; who was moved back, was discharged or left before is not told', () => {
    const of = (id: string, ...events: readonly ReturnType<typeof eventOf>[]) =>
      patientOf({ id, admissionEvents: [...events, eventOf('Admission', 'w1', ago(99))] })
    const records = [
      of('left', eventOf('WardTransfer', 'w2', ago(3))),
      of('back', eventOf('WardTransfer', 'w1', ago(2)), eventOf('WardTransfer', 'w2', ago(3))),
      of('before', eventOf('WardTransfer', 'w2', ago(20))),
      of('home', eventOf('Discharge', 'w1', ago(1)), eventOf('WardTransfer', 'w2', ago(3))),
    ]
    const told = changes([cardOf('back', quiet)], records, 'w1', [
      // Of whom the server says no more than that they left; and one that the record tells too.
      {
        ...nameOf('unknown'),
        from: { id: 'w1', name: 'w1' },
        to: null,
        isDischarge: false,
        at: ago(1),
      },
      {
        ...nameOf('left'),
        from: { id: 'w1', name: 'w1' },
        to: null,
        isDischarge: false,
        at: ago(3),
      },
      {
        ...nameOf('other ward'),
        from: { id: 'w3', name: 'w3' },
        to: null,
        isDischarge: false,
        at: ago(1),
      },
    ]).left
    expect(told.map(({ patientId, to }) => [patientId, to?.name ?? null])).toEqual([
      ['unknown', null],
      ['left', 'w2'],
    ])
  })

  test('a discharge that the server alone tells counts once, on its ward, also of who is back on another', () => {
    const home = (id: string, ward: string, hours: number) => ({
      ...nameOf(id),
      from: { id: ward, name: ward },
      to: null,
      isDischarge: true,
      at: ago(hours),
    })
    const known = patientOf({
      id: 'known',
      admissionEvents: [eventOf('Discharge', 'w1', ago(2)), eventOf('Admission', 'w1', ago(99))],
    })
    const told = changes([cardOf('back', quiet)], [known], 'w1', [
      home('back', 'w1', 1),
      home('known', 'w1', 2),
      home('unknown', 'w1', 3),
      home('unknown', 'w1', 4),
      home('other ward', 'w3', 1),
      home('before', 'w1', 20),
    ])
    expect(told.discharged.map(({ patient, at }) => [patient.id, at])).toEqual([
      ['known', ago(2)],
      ['back', ago(1)],
      ['unknown', ago(3)],
    ])
    expect(told.left).toEqual([])
  })

  test('resolved alerts are those since, of who is on the ward', () => {
    const one = (id: string, patientId: string, hours: number) => ({
      ...alertOf(id, ago(20)),
      patientId,
      resolvedAt: ago(hours),
      resolvedBy: null,
      outcome: 'visited' as const,
      outcomeText: null,
    })
    const { resolved } = changes(
      [cardOf('here', quiet)],
      [],
      null,
      [],
      [
        one('now', 'here', 1),
        one('then', 'here', 10),
        one('before', 'here', 12),
        one('elsewhere', 'gone', 1),
      ],
    )
    expect(resolved.map(({ patient, alert }) => [patient.id, alert.id])).toEqual([
      ['here', 'now'],
      ['here', 'then'],
    ])
  })

  test('overdue are those whose next observation is late now', () => {
    const late = cardOf('late', { latestCheckup: scored(ago(20), 2), trend: [] })
    expect(changes([cardOf('fine', quiet), late]).overdue.map(({ id }) => id)).toEqual(['late'])
  })
})

describe('the handover of a patient', () => {
  const written = (card: ReturnType<typeof cardOf>, record = patientOf(), notes = [noteOf('n1')]) =>
    sbardOf(card, handoverFacts(card, record, notes, nowMs), nowMs, 'en-GB')

  test('the score in force with its time, the alerts, the next check-up; the decision is left to a person', () => {
    const card = cardOf('p1', {
      latestCheckup: scored(ago(0.5), 3, { HRScore: 3, totalScore: 6 }),
      trend: [total(ago(13), 2), total(ago(5), 4)],
      alerts: [alertOf('a', ago(2))],
    })
    const { situation, assessment, recommendation, decision } = written(card)
    expect(situation).toMatch(/^NEWS2 6 from .*17:30\. .*Alerts: Missed/)
    expect(assessment).toMatch(
      /^Check-up \d\d:\d\d: RR 16, SpO2 97 %, on air, BP 124\/78, pulse 72, alert, temp 37\.0 °C\. /,
    )
    expect(assessment).toContain('Full scores: 2, 4, 6.')
    expect(recommendation).toMatch(/^Urgent review needed \(NEWS2 5 or 6\)\. Check-up: /)
    expect(decision).toBe('')
  })

  test('each request to measure again, with its plan, who asked and why', () => {
    const card = cardOf('p1', {
      repeats: [
        {
          id: 'once',
          askedAt: ago(0.25),
          dueAt: ago(-0.25),
          everyMinutes: null,
          until: null,
          reason: null,
          by: { id: 'kim', firstName: 'Kim', lastName: 'Lee' },
          latestEndedAt: null,
        },
        {
          id: 'series',
          askedAt: ago(0.5),
          dueAt: ago(-0.5),
          everyMinutes: 60,
          until: ago(-3.5),
          reason: 'Breathing faster',
          by: { id: 'sam', firstName: 'Sam', lastName: 'Ward' },
          latestEndedAt: null,
        },
      ],
    })
    expect(written(card).recommendation).toMatch(
      /Measure again at .*\d\d:15, asked by Kim Lee\. Measure again at .*\d\d:30, every 1 h until .*\d\d:30, asked by Sam Ward: Breathing faster\./,
    )
  })

  test('each open task, with its time and whoever took it on', () => {
    const task = (id: string, text: string, more: object = {}) => ({
      id,
      revision: 1,
      text,
      dueAt: ago(-1),
      assignee: null,
      createdBy: null,
      capturedAt: ago(1),
      end: null,
      ...more,
    })
    const ended = { as: 'done' as const, at: ago(0.5), by: null, outcome: null }
    const kim = { id: 'kim', firstName: 'Kim', lastName: 'Lee' }
    expect(
      written(
        cardOf('p1', {
          tasks: [
            task('a', 'Bloods', { dueAt: ago(-2), assignee: kim }),
            task('b', 'Ring the daughter'),
            task('c', 'Order the mattress', { end: ended }),
          ],
        }),
      ).recommendation,
    ).toMatch(/To do: Ring the daughter, .*\d\d:\d\d; Bloods, .*\d\d:\d\d \(Kim Lee\)\./)
    expect(written(cardOf('p1')).recommendation).not.toContain('To do')
  })

  test('a request that was missed is told as missed, beside what the pathway or the score asks for next', () => {
    const missed = {
      id: 'missed',
      askedAt: ago(1),
      dueAt: ago(0.5),
      everyMinutes: null,
      until: null,
      reason: null,
      by: { id: 'kim', firstName: 'Kim', lastName: 'Lee' },
      latestEndedAt: null,
    }
    const of = (more: object) =>
      written(cardOf('p1', { repeats: [missed], ...more })).recommendation
    const told = /Measure again: missed at \d\d:\d\d, 30 min late, asked by Kim Lee\./
    expect(of({})).toMatch(/^Check-up: Next \d\d:\d\d \(EWS\)\. Measure again: missed /)
    const unscored = { latestCheckup: null, trend: [] }
    expect(of(unscored)).toMatch(told)
    expect(of(unscored)).not.toMatch(/Check-up: |No check-up time known/)
    const scheduled = of({
      ...unscored,
      schedules: [
        {
          id: 'kind',
          name: 'Daily',
          schedule: {
            rrule: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0',
            tolerance: { early: 3600, late: 3600 },
          },
          timeZone: 'UTC',
          latestEndedAt: ago(0.75),
        },
      ],
    })
    expect(scheduled).toMatch(told)
    expect(scheduled).toMatch(/^Check-up: Next [^()]*\. Measure again/)
  })

  test('each open alert says who deals with it, or that nobody does', () => {
    const card = cardOf('p1', {
      alerts: [
        alertOf('a', ago(2)),
        {
          ...alertOf('b', ago(1)),
          acknowledgedAt: ago(0.5),
          acknowledgedBy: { id: 'u2', firstName: 'Nia', lastName: 'Okafor' },
        },
      ],
    })
    expect(written(card).situation).toMatch(
      /Alerts: Missed [^(]*\(Nia Okafor is dealing with it\), Missed [^(]*\(nobody on it\)/,
    )
  })

  test('what the newest check-up sent and cannot be used is told, the first three of many, and what is doubtful', () => {
    const left = (field: string, sent: string) => ({
      field,
      sent,
      reason: 'impossible',
      checkPatient: [],
    })
    const notUsable = [left('temperature', '98.6'), left('glucose', '95')]
    const of = (latestCheckup: ReturnType<typeof checkupOf>): string =>
      written(cardOf('p1', { latestCheckup, trend: [] })).assessment
    expect(of(checkupOf('c', { notUsable }))).toContain(
      'Temperature not usable: 98.6. Glucose not usable: 95.',
    )
    const many = [
      ...notUsable,
      left('weight', '0'),
      left('pulseRate', '0'),
      { ...left('', '6'), reason: 'more' },
    ]
    expect(of(checkupOf('c', { notUsable: many }))).toContain(
      'Weight not usable: 0. 7 more not usable.',
    )
    expect(of(checkupOf('c'))).not.toContain('not usable')
    expect(of(checkupOf('c', { doubts: ['oxygen-flag', 'weight-differs'] }))).toMatch(
      /The patient’s flag says oxygen, this check-up says air\. The score counts air\. (?!.*weight)/,
    )
  })

  test('each sentence begins with a capital', () => {
    const latestCheckup = scored(ago(0.5), 0, { HRScore: 3, totalScore: 3 })
    expect(written(cardOf('p1', { latestCheckup })).situation).toMatch(/17:30\. Pulse /)
  })

  test('what was not measured is never told as normal', () => {
    const never = written(cardOf('p1', { latestCheckup: null, trend: [] }))
    expect(never.situation).toBe('No score: not measured.')
    expect(never.assessment).toContain('No full score in the last day.')
    const young = written(
      cardOf('p1', {
        latestCheckup: checkupOf('c', { ewsScores: null, notScored: 'under-16' }),
        trend: [],
      }),
    )
    expect(young.situation).toBe('No score: NEWS2 is not for patients under 16.')
    const partial = written(
      cardOf('p1', {
        trend: [],
        latestCheckup: scored(ago(0.5), 1, { BPScore: null, consciousnessScore: null, missing: 2 }),
      }),
    )
    expect(partial.situation).toMatch(/^NEWS2 at least 1 from /)
    expect(partial.assessment).toContain('BP and consciousness missing.')
  })

  test('a score past its limit is out of date', () => {
    const { situation } = written(cardOf('p1', { latestCheckup: scored(ago(60), 2), trend: [] }))
    expect(situation).toContain('out of date')
  })

  test('conditions, flags, Scale 2 and personal thresholds are the background; what is not recorded is said', () => {
    const record = patientOf({
      preExistingConditions: ['COPD', 'Asthma'],
      ewsThresholds: {
        thresholds: {} as never,
        riskScheme: 'NEWS2',
        spo2Scale: 2,
        createdAt: ago(99),
        createdBy: null,
      },
    })
    expect(written(cardOf('p1', quiet), record).background).toBe(
      'Admitted 01-Jan-2026, COPD. Allergies: not recorded. Resuscitation: not recorded. COPD, Asthma. Flags: On oxygen. SpO2 Scale 2. Personal thresholds.',
    )
    expect(written(cardOf('p1', quiet)).background).toContain('No conditions recorded.')
    const card = cardOf('p1', quiet)
    expect(
      sbardOf(card, handoverFacts(card, null, [], nowMs), nowMs, 'en-GB').background,
    ).toContain('The rest of the record is not on this device.')
  })

  test('allergies, resuscitation status and an escalation plan are in the background, with a review that was due; next of kin and key-safe are not', () => {
    const entry = {
      revision: 1,
      capturedAt: '2025-11-12T09:00:00.000Z',
      createdAt: '2025-11-12T09:00:00.000Z',
      recordedBy: null,
      reviewBy: null,
    }
    const record = patientOf({
      allergies: [
        {
          ...entry,
          id: 'a1',
          substance: 'Penicillin',
          reaction: 'anaphylaxis',
          severity: null,
          struckOut: null,
        },
      ],
      criticalInformation: [
        {
          ...entry,
          id: 'i1',
          field: 'resuscitation',
          value: { status: 'doNotAttempt' },
          reviewBy: '2025-11-20',
        },
        { ...entry, id: 'i2', field: 'escalation', value: { plan: 'Not for hospital' } },
        { ...entry, id: 'i3', field: 'keySafe', value: { code: '4711' } },
        { ...entry, id: 'i4', field: 'nextOfKin', value: { name: 'Joan Smith' } },
        { ...entry, id: 'i5', field: 'conditions', value: null },
      ],
    })
    const { background } = written(cardOf('p1', quiet), record)
    expect(background).toContain('Penicillin: anaphylaxis. ')
    expect(background).toContain(
      'Resuscitation: Not for resuscitation (DNACPR). Review was due 20-Nov-2025.',
    )
    expect(background).toContain('Treatment escalation: Not for hospital.')
    expect(background).toContain('No known conditions (asked 12-Nov-2025).')
    expect(background).not.toMatch(/4711|Joan/)
  })

  test('the gravest rhythm event of 24 hours is told with its day, in the words of the card', () => {
    const event = (type: string, endedHoursAgo: number) => ({
      type,
      start: ago(endedHoursAgo + 0.01),
      end: ago(endedHoursAgo),
    })
    const card = cardOf('p1', {
      rhythmEvents: [
        event('Asystole', 25),
        event('AtrialFibrillation', 1),
        event('VentricularTachycardia', 23),
      ],
    })
    expect(written(card).situation).toMatch(
      /Gravest rhythm event in 24 hours: Ventricular tachycardia, last at 4 Jan \d\d:\d\d\.$/,
    )
    expect(written(cardOf('p1')).situation).not.toContain('rhythm')
  })

  test('the newest note is told with its author, shortened, on one line', () => {
    const { assessment } = written(cardOf('p1', quiet), patientOf(), [
      noteOf('n2', { text: `Slept\nwell. ${'Long '.repeat(60)}` }),
      noteOf('n1', { text: 'Older' }),
    ])
    expect(assessment).toMatch(/Note .*, Nia Okafor: Slept well\. Long .*…/)
    expect(assessment).not.toContain('Older')
    expect(written(cardOf('p1', quiet), patientOf(), []).assessment).toContain(
      'No notes on this device.',
    )
  })

  test.each([
    [7, 'Emergency assessment needed (NEWS2 7 or more).'],
    [5, 'Urgent review needed (NEWS2 5 or 6).'],
  ])('a total of %i asks for what the Royal College says', (value, words) => {
    const card = cardOf('p1', {
      trend: [],
      latestCheckup: scored(ago(0.2), 2, { HRScore: 2, tempScore: 1, totalScore: value }),
    })
    expect(written(card).recommendation).toContain(words)
  })

  test('one observation that scores 3 asks for a review, and a low score for nothing', () => {
    const three = cardOf('p1', { trend: [], latestCheckup: scored(ago(0.2), 3) })
    expect(written(three).recommendation).toContain('Review needed: one observation scores 3.')
    expect(written(cardOf('p1', quiet)).recommendation).not.toMatch(/needed/)
  })
})

describe('the page', () => {
  beforeEach(() => localStorage.clear())
  afterEach(cleanup)

  const minutesAgo = (minutes: number): string =>
    new Date(Date.now() - minutes * 60_000).toISOString()
  const open = async (
    path = '/virtual-ward/handover',
    edition: Edition = 'en-GB',
    handovers: readonly HandoverText[] = [],
    contacts: readonly PatientContact[] = [],
  ) => {
    const fake = clinicalRuntime()
    const one = cardOf('p1', { latestCheckup: scored(minutesAgo(30), 2) })
    const two = cardOf('p2', { latestCheckup: null })
    const { wardAdmission } = two
    fake.view('virtualWard').set(
      answered([
        one,
        {
          ...two,
          wardAdmission:
            wardAdmission === null ? null : { ...wardAdmission, ward: { id: 'w2', name: 'Rowan' } },
        } as typeof two,
      ]),
    )
    fake.view('keptRecords').set(
      answered([
        patientOf({
          id: 'p1',
          preExistingConditions: ['COPD'],
          telephone: '07700 900123',
          handovers: [...handovers],
          contacts: [...contacts],
        }),
      ]),
    )
    fake.view('patientNotes').set(answered([noteOf('n1', { text: 'Slept well.' })]))
    tellsNothing(fake)
    const opened = openClinical(path, {
      fake,
      edition,
      permissions: { permissions: ['view_patients', 'record_observations'] },
      rooms: [handoverRoom],
    })
    await screen.findByRole('heading', { level: 1, name: /^Shift handover/ })
    return { ...opened, fake }
  }

  test('every patient has five fields that are filled from the record; what is written by hand is kept, and can be filled again', async () => {
    const { user } = await open()
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    for (const field of ['Situation', 'Background', 'Assessment', 'Recommendation', 'Decision'])
      expect(within(article).getByRole('textbox', { name: field })).toBeTruthy()
    const situation = within(article).getByRole<HTMLTextAreaElement>('textbox', {
      name: 'Situation',
    })
    expect(situation.value).toMatch(/^NEWS2 2 from/)
    expect(
      within(article).getByRole<HTMLTextAreaElement>('textbox', { name: 'Assessment' }).value,
    ).toContain('Slept well.')
    expect(within(article).queryByText(/^Changed by hand/)).toBeNull()
    fireEvent.change(situation, { target: { value: 'Family is anxious' } })
    expect(situation.value).toBe('Family is anxious')
    expect(within(article).getByText(/^Changed by hand \d/)).toBeTruthy()
    expect(within(article).queryByText('Written before this shift: check it.')).toBeNull()
    await user.click(within(article).getByRole('button', { name: 'Fill from the record again' }))
    await waitFor(() => expect(situation.value).toMatch(/^NEWS2 2 from/))
  })

  test('what is written by hand is given to the next shift, with nothing of what the record says', async () => {
    const { user, fake } = await open()
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    const field = (name: string) =>
      within(article).getByRole<HTMLTextAreaElement>('textbox', { name })
    fireEvent.change(field('Decision'), { target: { value: 'Home on Friday' } })
    fake.run.mockImplementation(async () => ({ kind: 'saved', id: 'c1' }))
    await user.click(within(article).getByRole('button', { name: /^Give to the next shift: / }))
    await waitFor(() =>
      expect(fake.run.mock.calls.at(-1)?.slice(0, 2)).toEqual([
        'writeHandover',
        {
          patientId: 'p1',
          situation: null,
          background: null,
          assessment: null,
          recommendation: null,
          decision: 'Home on Friday',
        },
      ]),
    )
    await waitFor(() => expect(field('Decision').value).toBe(''))
  })

  test('what a colleague wrote for this shift stands with the patient, with name and time; what is older than a day does not', async () => {
    const written = (id: string, decision: string, hoursAgo: number) => ({
      id,
      revision: 1,
      situation: null,
      background: null,
      assessment: null,
      recommendation: null,
      decision,
      capturedAt: minutesAgo(hoursAgo * 60),
      createdBy: { id: id.slice(0, 2), firstName: 'Ann', lastName: 'Lee' },
    })
    await open(undefined, undefined, [
      written('u9-new', 'Home on Friday', 2),
      written('u8-old', 'Home on Monday', 30),
    ])
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    expect(within(article).getByText(/^Written by Ann Lee, /)).toBeTruthy()
    expect(within(article).getByText(/Home on Friday/)).toBeTruthy()
    expect(within(article).queryByText(/Home on Monday/)).toBeNull()
  })

  test('who was called and visited since the shift began stands with the patient, one in a line; what was before does not', async () => {
    const called = (id: string, outcome: PatientContact['outcome'], hoursAgo: number) => ({
      id,
      kind: 'call' as const,
      withWhom: 'patient' as const,
      outcome,
      note: null,
      alertIds: [],
      capturedAt: minutesAgo(hoursAgo * 60),
      createdBy: { id: 'u9', firstName: 'Ann', lastName: 'Lee' },
    })
    await open(
      undefined,
      undefined,
      [],
      [called('c1', 'spokenTo', 0.01), called('c2', 'noAnswer', 30)],
    )
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    const list = within(within(article).getByRole('list', { name: 'Calls and visits' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toMatchObject([
      expect.stringMatching(/^Call, patient: spoke to them.*Ann Lee, /),
    ])
    const other = screen.getByRole('article', { name: /SMITH-P2/ })
    expect(within(other).queryByText('Calls and visits')).toBeNull()
  })

  test('a patient is called from the handover where the device has the record', async () => {
    await open()
    const numbers = screen
      .getAllByRole('article')
      .map((article) =>
        within(article).queryByRole('link', { name: /^Call/ })?.getAttribute('href'),
      )
    expect(numbers).toEqual(['tel:07700900123', undefined])
  })

  test('what was written by hand before the shift says so', async () => {
    await open()
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    const at = Date.now() - 20 * hour
    const setBack = setPageClock(() => at)
    fireEvent.change(within(article).getByRole('textbox', { name: 'Situation' }), {
      target: { value: 'Family is anxious' },
    })
    setBack()
    expect(within(article).getByText('Written before this shift: check it.')).toBeTruthy()
  })

  test('a ward that could not be read says so, and is asked for again', async () => {
    const fake = clinicalRuntime()
    fake.view('virtualWard').set({ ...answered([]), problem: problem('server') })
    fake.view('keptRecords').set(answered([]))
    openClinical('/virtual-ward/handover', {
      fake,
      permissions: { permissions: ['view_patients'] },
      rooms: [handoverRoom],
    })
    expect(await screen.findByText('The ward could not be read')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByText('No patients to hand over')).toBeNull()
  })

  test('one ward is handed over alone, by its address', async () => {
    await open('/virtual-ward/handover?ward=w2')
    expect(screen.getByRole('heading', { level: 1, name: 'Shift handover: Rowan' })).toBeTruthy()
    expect(screen.queryByRole('article', { name: /SMITH-P1/ })).toBeNull()
    expect(screen.getByRole('article', { name: /SMITH-P2/ })).toBeTruthy()
  })

  const openWith = async (
    set: (fake: ReturnType<typeof clinicalRuntime>) => void,
    path = '/virtual-ward/handover',
  ) => {
    const fake = clinicalRuntime()
    fake
      .view('virtualWard')
      .set(answered([cardOf('p1', { latestCheckup: scored(minutesAgo(30), 2) })]))
    fake.view('keptRecords').set(answered([]))
    tellsNothing(fake)
    set(fake)
    const opened = openClinical(path, {
      fake,
      permissions: { permissions: ['view_patients'] },
      rooms: [handoverRoom],
    })
    await screen.findByRole('heading', { level: 1, name: /^Shift handover/ })
    return opened
  }
  const textOf = (name: string): string => screen.getByRole('region', { name }).textContent ?? ''

  test('records that could not be read, or were not asked for, are not told as no discharges', async () => {
    await openWith((fake) =>
      fake
        .view('keptRecords')
        .set({ ...answered([]), problem: problem('storage:rows-unreadable') }),
    )
    expect(textOf('Discharged')).toBe(
      'Discharged not knownRecords on this device could not be read: there may be others.',
    )
    cleanup()
    await openWith((fake) => {
      fake.view('keptRecords').set(answered([], { asOf: null, checkedAt: null }))
      fake.failing.set('keptRecords', problem('server'))
    })
    expect(textOf('Discharged')).toBe(
      'Discharged not knownNot read from the server: there may be others.',
    )
  })

  test('moves that the server did not tell are not told as none; those that it told are, with the ward', async () => {
    const moved = {
      patientId: 'gone',
      firstName: 'Ada',
      lastName: 'Gone',
      from: { id: 'w1', name: 'Willow' },
      to: { id: 'w2', name: 'Rowan' },
      isDischarge: false,
      at: minutesAgo(1),
    }
    await openWith((fake) =>
      fake.ask.mockResolvedValue({ kind: 'refused', problem: problem('server') }),
    )
    await waitFor(() =>
      expect(textOf('Moved to another ward')).toBe(
        'Moved to another ward not knownNot read from the server: there may be others.',
      ),
    )
    cleanup()
    await openWith((fake) => fake.ask.mockResolvedValue({ kind: 'done', value: [moved] }))
    await waitFor(() =>
      expect(textOf('Moved to another ward')).toMatch(
        /^Moved to another ward 1GONE, Ada .*, to RowanAs known at/,
      ),
    )
  })

  test('alerts that were resolved are told with who did what; unread they are not told as none', async () => {
    await openWith((fake) =>
      fake.ask.mockResolvedValue({ kind: 'refused', problem: problem('server') }),
    )
    await waitFor(() =>
      expect(textOf('Alerts resolved')).toBe(
        'Alerts resolved not knownNot read from the server: there may be others.',
      ),
    )
    cleanup()
    const nurse = { id: 'n', firstName: 'Hannah', lastName: 'Whitfield', email: null }
    const one = (id: string, minutes: number, over: object) => ({
      ...alertOf(id, minutesAgo(60)),
      patientId: 'p1',
      resolvedAt: minutesAgo(minutes),
      resolvedBy: nurse,
      outcomeText: null,
      ...over,
    })
    const tells = async (value: readonly object[]) => {
      await openWith((fake) =>
        fake.ask.mockImplementation(async (name) => ({
          kind: 'done',
          value: name === 'resolvedAlerts' ? value : [],
        })),
      )
    }
    await tells([
      one('a', 1, { outcome: 'calledEmergency' }),
      one('b', 2, { outcome: 'other', outcomeText: 'Daughter drives her in' }),
    ])
    await waitFor(() =>
      expect(textOf('Alerts resolved')).toMatch(
        /^Alerts resolved 2SMITH-P1, John Missed check-up, .* by Hannah Whitfield: Called 999; Missed check-up, .* by Hannah Whitfield: Daughter drives her inAs known at/,
      ),
    )
    cleanup()
    await tells(Array.from({ length: 50 }, (_, n) => one(`m${n}`, 1, { outcome: 'rang' })))
    await waitFor(() => expect(textOf('Alerts resolved')).toMatch(/^Alerts resolved at least 50/))
  })

  test('a ward without patients keeps its name and tells who left it', async () => {
    await openWith((fake) => {
      fake.view('virtualWardFilter').set(
        answered([
          { id: 'filter-values', wards: [{ id: 'w9', name: 'Elder' }], neighbors: [] } as {
            id: string
          },
        ]),
      )
      fake
        .view('keptRecords')
        .set(
          answered([
            patientOf({ id: 'home', admissionEvents: [eventOf('Discharge', 'w9', minutesAgo(1))] }),
          ]),
        )
    }, '/virtual-ward/handover?ward=w9')
    expect(screen.getByRole('heading', { level: 1, name: 'Shift handover: Elder' })).toBeTruthy()
    expect(screen.getByText('No patients to hand over')).toBeTruthy()
    expect(textOf('Discharged')).toMatch(/^Discharged 1SMITH, John/)
    cleanup()
    await openWith(() => undefined, '/virtual-ward/handover?ward=elsewhere')
    expect(
      screen.getByRole('heading', { level: 1, name: 'Shift handover: Ward not on this device' }),
    ).toBeTruthy()
  })

  test('nobody to hand over is said only of a ward that was read: not while 25 are on their way, nor offline without it, nor of one ward where others are missing', async () => {
    const ofWard = (
      over: Parameters<typeof answered>[1],
      rows = [] as ReturnType<typeof cardOf>[],
    ) =>
      openWith(
        (fake) => fake.view('virtualWard').set(answered(rows, over)),
        rows.length === 0 ? undefined : '/virtual-ward/handover?ward=w9',
      )
    const nobody = () => screen.queryByText('No patients to hand over')
    await ofWard({})
    expect(nobody()).not.toBeNull()
    cleanup()
    await ofWard({ heldFrom: null })
    expect(nobody()).toBeNull()
    expect(screen.queryByRole('region', { name: 'Discharged' })).toBeNull()
    cleanup()
    await ofWard({ heldFrom: 0 }, [cardOf('p1')])
    expect(nobody()).toBeNull()
    expect(
      screen.getByText(
        'This device does not have all patients of your wards. Some may be missing. The rest is loading.',
      ),
    ).toBeTruthy()
    for (const name of ['Alerts raised, still open', 'Score up', 'Admitted', 'Overdue now'])
      expect(screen.getByRole('region', { name }).textContent).toBe(
        `${name} not knownNot all patients are on this device: there may be others.`,
      )
    cleanup()
    await openWith((fake) => {
      fake.view('virtualWard').set(answered([], { asOf: null, checkedAt: null }))
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    })
    expect(nobody()).toBeNull()
    expect(screen.getByRole('heading', { name: 'Not available offline' })).toBeTruthy()
  })

  test('patients who cannot be read are told to be missing', async () => {
    await openWith((fake) =>
      fake.view('virtualWard').set({
        ...answered([cardOf('p1')]),
        problem: problem('storage:rows-unreadable'),
      }),
    )
    expect(screen.getByText(/^Some patients on this device could not be read/)).toBeTruthy()
  })

  test('only times whose changes are held can be chosen: older data offers older shifts, and nothing before them', async () => {
    const asOf = Date.now() - 30 * hour
    const { user } = await openWith((fake) => {
      fake.view('virtualWard').set(answered([cardOf('p1')], { asOf }))
      fake.failing.set('virtualWard', problem('server'))
    })
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Changes since' })
    const offered = [...choice.options].slice(0, -1).map(({ value }) => Number(value))
    expect(offered).toEqual(shiftStarts(asOf))
    for (const ms of offered) {
      expect(ms).toBeLessThanOrEqual(asOf)
      expect(ms).toBeGreaterThanOrEqual(asOf - 24 * hour)
    }
    await user.selectOptions(choice, 'Another time')
    const field = screen.getByLabelText('Date and time')
    fireEvent.change(field, { target: { value: '2020-01-01T07:00' } })
    expect(
      screen.getByText(/^Choose a time from .*: what happened before is not on this device\.$/),
    ).toBeTruthy()
    const at = new Date(asOf - 3 * hour)
    fireEvent.change(field, {
      target: {
        value: new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
      },
    })
    expect(screen.queryByText(/^Choose a time from/)).toBeNull()
  })

  test('a patient with similar names, or a schedule that is not understood, is told on paper too', async () => {
    const unknown = {
      id: 's1',
      name: 'Odd times',
      schedule: { rrule: 'FREQ=LUNAR', tolerance: { early: 0, late: 0 } },
      recurrence: 'unknown',
      timeZone: 'Europe/London',
      latestEndedAt: null,
      countsFrom: null,
    } as const
    await openWith((fake) =>
      fake
        .view('virtualWard')
        .set(answered([cardOf('p1', { numSimilarNames: 2, schedules: [unknown] })])),
    )
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    const printed = [...article.querySelectorAll('[data-print="only"]')].map(
      (one) => one.textContent,
    )
    expect(printed).toContain('2 other patients have a similar name')
    expect(printed.join(' ')).toContain('Odd times: the due time is not known')
  })

  test('each group of changes says how many, and that there are none', async () => {
    await open()
    const risen = screen.getByRole('region', { name: 'Score up' })
    expect(risen.textContent).toBe(
      'Score up 0None2 not compared, no earlier full score on this device: SMITH-P1, John; SMITH-P2, John.',
    )
    expect(screen.getByRole('region', { name: 'Discharged' }).textContent).toMatch(
      /^Discharged 0NoneAs known at \d\d:\d\d\.$/,
    )
  })

  test('on paper stand the texts, not the fields and choices that hold them', async () => {
    await open()
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    const printed = [...article.querySelectorAll('[data-print="only"]')].map(
      (one) => one.textContent,
    )
    expect(printed[0]).toMatch(/^SMITH-P1, John · Born/)
    expect(printed.some((text) => text?.startsWith('NEWS2 2 from'))).toBe(true)
    expect(
      screen.getByRole('combobox', { name: 'Ward' }).closest('[data-print="off"]'),
    ).not.toBeNull()
  })

  test('offline the page is the same: it is read from this device alone', async () => {
    const { connection } = await open()
    connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    expect(screen.getByRole('article', { name: /SMITH-P1/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Print handover' })).toHaveProperty('disabled', false)
  })

  test('a score is compared with an older one that the device alone holds, and says of when that is', async () => {
    const fake = clinicalRuntime()
    fake
      .view('virtualWard')
      .set(answered([cardOf('p1', { latestCheckup: scored(minutesAgo(1), 7), trend: [] })]))
    fake.view('patientCheckups').set(answered([scored(minutesAgo(3 * 24 * 60), 2)]))
    openClinical('/virtual-ward/handover', {
      fake,
      permissions: { permissions: ['view_patients'] },
      rooms: [handoverRoom],
    })
    const risen = await screen.findByRole('region', { name: 'Score up' })
    await waitFor(() =>
      expect(risen.textContent).toMatch(/^Score up 1SMITH-P1, John 2 \(.+\) to 7, up 5$/),
    )
  })

  test('the American edition writes its own dates', async () => {
    await open('/virtual-ward/handover', 'en-US')
    const article = screen.getByRole('article', { name: /SMITH-P1/ })
    expect(
      within(article).getByRole<HTMLTextAreaElement>('textbox', { name: 'Background' }).value,
    ).toMatch(/^Admitted .*2026/)
    expect(
      within(article).getByRole<HTMLTextAreaElement>('textbox', { name: 'Background' }).value,
    ).not.toContain('01-Jan-2026')
  })

  describe('the duty of a ward', () => {
    const dutyOf = (id: string, over: object = {}) => ({
      id,
      user: { id: 'u2', firstName: 'Nia', lastName: 'Okafor' },
      isOwn: false,
      acceptedAt: minutesAgo(5),
      dataAsOf: minutesAgo(6),
      handedOverBy: { id: 'u3', firstName: 'Sam', lastName: 'Reed' },
      leftAt: null,
      ...over,
    })
    const openDuty = async (
      acceptances: readonly ReturnType<typeof dutyOf>[],
      {
        permissions = ['view_patients', 'add_patient_notes'],
        isRefused = false,
        alerts = [],
        callings = [],
      }: {
        permissions?: readonly Permission[]
        isRefused?: boolean
        alerts?: ReturnType<typeof cardOf>['alerts']
        /** Null: the server does not answer. */
        callings?: readonly Calling[] | null
      } = {},
    ) => {
      const fake = clinicalRuntime()
      fake.view('virtualWard').set(answered([cardOf('p1', { alerts: [...alerts] })]))
      fake.view('keptRecords').set(answered([]))
      const session = fake.runtime.session as unknown as Source<ReturnType<typeof signedIn>>
      session.set(signedIn(meOf({ permissions, features: ['wards'] })))
      fake.ask.mockImplementation(async (name) =>
        name === 'wardCallings' && callings !== null
          ? { kind: 'done', value: callings }
          : name === 'wardDuty' && !isRefused
            ? {
                kind: 'done',
                value: {
                  current: acceptances.find(({ leftAt }) => leftAt === null) ?? null,
                  acceptances,
                  asOf: minutesAgo(0),
                },
              }
            : { kind: 'refused', problem: problem('server') },
      )
      const opened = openClinical('/virtual-ward/handover?ward=w1', {
        fake,
        permissions: { permissions, features: ['wards'] },
        rooms: [handoverRoom],
      })
      return {
        ...opened,
        ask: fake.ask,
        section: await screen.findByRole('region', { name: 'On duty' }),
      }
    }
    const paperOf = (section: HTMLElement): string =>
      [...section.querySelectorAll('[data-print="only"]')].map((one) => one.textContent).join(' ')

    test('who is on duty since when, who handed over, and the last acceptances', async () => {
      const { section } = await openDuty([
        dutyOf('d2'),
        dutyOf('d1', { user: null, handedOverBy: null, dataAsOf: null, leftAt: minutesAgo(5) }),
      ])
      expect(await within(section).findByText(/^On duty: Nia Okafor since \d\d:\d\d$/)).toBeTruthy()
      const [last, former] = within(section).getAllByRole('listitem', { hidden: true })
      expect(last?.textContent).toMatch(
        /^Nia Okafor .* · Handed over by: Sam Reed · Data as of: \d\d:\d\d · on duty$/,
      )
      expect(former?.textContent).toMatch(
        /^an account that was removed .* · Handed over by: nobody · Data as of: not known · Left: \d\d:\d\d$/,
      )
      expect(paperOf(section)).toBe('')
    })

    test('who gave no name is named by e-mail: only a removed account is called removed', async () => {
      const { section } = await openDuty([
        dutyOf('d2', {
          user: { id: 'u2', firstName: null, lastName: null, email: 'nia@riverside.example' },
        }),
      ])
      expect(
        await within(section).findByText(/^On duty: nia@riverside\.example since \d\d:\d\d$/),
      ).toBeTruthy()
    })

    test('accepting asks first, names who leaves, and sends which duty ends and of when the data is', async () => {
      const { section, user, run } = await openDuty([dutyOf('d2')])
      await user.click(await within(section).findByRole('button', { name: 'Accept handover' }))
      const dialog = await screen.findByRole('alertdialog')
      expect(dialog.textContent).toContain(
        'Nia Okafor leaves duty with it, and their open tasks on this ward are yours.',
      )
      expect(run).not.toHaveBeenCalled()
      await user.click(within(dialog).getByRole('button', { name: 'Accept handover' }))
      await waitFor(() =>
        expect(run).toHaveBeenCalledWith('acceptDuty', {
          wardId: 'w1',
          instead: 'd2',
          dataAsOf: expect.stringMatching(/Z$/),
        }),
      )
    })

    test('who deals with which alerts is listed, and what nobody deals with once they are off duty is told before', async () => {
      const nia = { id: 'u2', firstName: 'Nia', lastName: 'Okafor' }
      const held = { acknowledgedAt: minutesAgo(3), acknowledgedBy: nia }
      const { section, user } = await openDuty([dutyOf('d2')], {
        alerts: [
          alertOf('a', minutesAgo(9)),
          { ...alertOf('b', minutesAgo(8)), ...held },
          { ...alertOf('c', minutesAgo(7)), snoozedUntil: minutesAgo(-30), snoozedBy: nia },
        ],
      })
      await within(section).findByText(/^On duty: Nia Okafor/)
      const lines = within(section)
        .getAllByRole('listitem')
        .map((one) => one.textContent)
      expect(lines[0]).toMatch(/^Nobody: SMITH-P1, .* \(Missed [^,]*\)$/i)
      expect(lines[1]).toMatch(/^Nia Okafor: SMITH-P1, .* \(Missed [^,]*, Missed [^,]*\)$/i)
      await user.click(within(section).getByRole('button', { name: 'Accept handover' }))
      expect((await screen.findByRole('alertdialog')).textContent).toContain(
        'Nia Okafor is dealing with 2 alerts. Nobody is dealing with them once Nia Okafor is off duty.',
      )
    })

    test('whoever is on duty leaves, and does not accept from themselves', async () => {
      const { section, user, run } = await openDuty([dutyOf('d2', { isOwn: true })])
      expect(await within(section).findByText(/^On duty: Nia Okafor \(you\) since/)).toBeTruthy()
      expect(within(section).queryByRole('button', { name: 'Accept handover' })).toBeNull()
      await user.click(within(section).getByRole('button', { name: 'Leave duty' }))
      const dialog = await screen.findByRole('alertdialog')
      await user.click(within(dialog).getByRole('button', { name: 'Leave duty' }))
      await waitFor(() => expect(run).toHaveBeenCalledWith('leaveDuty', { id: 'd2' }))
    })

    test('nobody on duty is said; Read Only sees it and accepts nothing', async () => {
      const { section } = await openDuty([], { permissions: ['view_patients'] })
      expect(await within(section).findByText('Nobody is on duty.')).toBeTruthy()
      expect(within(section).queryByRole('button', { name: 'Accept handover' })).toBeNull()
    })

    test('without a connection nobody is named, nothing can be accepted, and the sheet has room for two to sign', async () => {
      const { section, connection } = await openDuty([dutyOf('d2')])
      await within(section).findByText(/^On duty: Nia/)
      act(() => connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }))
      expect(await within(section).findByText(/^Who is on duty is not known/)).toBeTruthy()
      expect(within(section).queryByText(/Nia Okafor/)).toBeNull()
      expect(
        within(section)
          .getByRole('button', { name: 'Accept handover' })
          .getAttribute('aria-disabled'),
      ).toBe('true')
      expect(paperOf(section)).toBe(
        'Handed over by (name, signature, time)Accepted by (name, signature, time)',
      )
    })

    test('once the connection is back nobody is named until the server has answered anew', async () => {
      const { section, connection, ask } = await openDuty([dutyOf('d2')])
      await within(section).findByText(/^On duty: Nia/)
      const connectionIs = (state: 'offline' | 'live') =>
        act(() => connection.set({ state, lastContactAt: null, waiting: 0, refused: 0 }))
      connectionIs('offline')
      await within(section).findByText(/^Who is on duty is not known/)
      let resolve: (result: Awaited<ReturnType<typeof ask>>) => void = () => undefined
      ask.mockImplementation((name) =>
        name === 'wardDuty'
          ? new Promise((done) => (resolve = done))
          : Promise.resolve({ kind: 'refused', problem: problem('server') }),
      )
      connectionIs('live')
      await waitFor(() =>
        expect(within(section).queryByText(/^Who is on duty is not known/)).toBeNull(),
      )
      expect(within(section).queryByText(/Nia Okafor/)).toBeNull()
      resolve({ kind: 'done', value: { current: null, acceptances: [], asOf: minutesAgo(0) } })
      expect(await within(section).findByText('Nobody is on duty.')).toBeTruthy()
    })

    test('where the server does not answer it is not known who was called', async () => {
      await openDuty([])
      expect(screen.queryByRole('region', { name: 'Who was called in the last day' })).toBeNull()
      cleanup()
      await openDuty([], { callings: null })
      expect(
        (await screen.findByRole('region', { name: 'Who was called in the last day' })).textContent,
      ).toContain('Not known now')
    })

    test('who was called about which patients in the last day is told, with who answered', async () => {
      const { ask } = await openDuty([])
      expect(ask).toHaveBeenCalledWith('wardCallings', { wardId: 'w1' })
      cleanup()
      const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Ward' })
      await openDuty([], {
        callings: [
          {
            id: 'c1',
            patientId: 'p1',
            alertIds: [],
            calls: [
              {
                id: 's1',
                user: person('sam', 'Sam'),
                provider: null,
                calledAt: minutesAgo(20),
                receivedAt: null,
              },
              {
                id: 's2',
                user: person('ada', 'Ada'),
                provider: null,
                calledAt: minutesAgo(15),
                receivedAt: null,
              },
            ],
            nobodyAt: null,
            nobodyReason: null,
            endedAt: minutesAgo(14),
            answeredBy: person('ada', 'Ada'),
            answeredAt: minutesAgo(14),
          },
        ],
      })
      const section = await screen.findByRole('region', { name: 'Who was called in the last day' })
      expect(within(section).getByRole('listitem').textContent).toMatch(
        /, born .*: Sam Ward .*, not answered; Ada Ward .*, answered /,
      )
    })

    test('an answer that failed names nobody, and is asked for again', async () => {
      const { section } = await openDuty([], { isRefused: true })
      expect(await within(section).findByText('Who is on duty could not be read')).toBeTruthy()
      expect(within(section).getByRole('button', { name: 'Try again' })).toBeTruthy()
      expect(within(section).queryByText('Nobody is on duty.')).toBeNull()
      expect(paperOf(section)).toContain('signature')
    })
  })
})
