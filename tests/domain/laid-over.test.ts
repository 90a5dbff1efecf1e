import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isFree,
  leftOpen,
  layResolved,
  layTakingOn,
  shownOpen,
  type Alert,
} from '../../src/domain/alerts/alert'
import { afterClosing, type AlertState } from '../../src/domain/alerts/state'
import {
  acuityPart,
  acuitySeverity,
  latestAcuity,
  layAcuity,
  type AcuityScore,
} from '../../src/domain/patient/acuity'
import {
  dischargePart,
  judgeWantedDischarge,
  layExpectedDischarge,
  type WantedDischarge,
} from '../../src/domain/patient/expected-discharge'
import { isListedAsWatched, latestWatch, layWatch } from '../../src/domain/patient/watch'
import { allUnsentOf, unsentOf, type ItemState, type Waiting } from '../../src/domain/sync/unsent'

const waits = (commandId: string, state: ItemState = 'waiting'): Waiting => ({ state, commandId })
const iso = (minute: number): string => new Date(Date.UTC(2026, 10, 22, 10, minute)).toISOString()
const scoreOf = (id: string, score: number, minute: number): AcuityScore => ({
  id,
  revision: 1,
  score,
  reason: null,
  capturedAt: iso(minute),
  createdAt: iso(minute),
  createdBy: null,
  late: false,
})
const open = fc.constantFrom<ItemState>('waiting', 'sending', 'checking', 'held-update')
const givenScores = (by: string) =>
  fc
    .array(fc.record({ score: fc.integer({ min: 1, max: 4 }), minute: fc.nat(5) }), {
      maxLength: 5,
    })
    .map((all) => all.map(({ score, minute }, at) => scoreOf(`${by}${at}`, score, minute)))

/** The server: what came, in any order. */
const serverAcuity = (from: AcuityScore | null, all: readonly AcuityScore[]): AcuityScore | null =>
  all.reduce<AcuityScore | null>((present, one) => latestAcuity(present, one), from)
const layScores = (theirs: AcuityScore | null, mine: readonly AcuityScore[], state: ItemState) =>
  mine.reduce((row, one) => layAcuity(row, one, waits(one.id, state)), {
    latestAcuityScore: theirs,
  })

describe('acuity: the one captured last counts, and nothing more severe is covered', () => {
  test("C2 a colleague's later emergency is seen at once, and mine is told as waiting beside it", () => {
    const theirs = scoreOf('b', 1, 5)
    const row = layScores(theirs, [scoreOf('a', 3, 0)], 'waiting')
    expect(row.latestAcuityScore).toBe(theirs)
    expect(unsentOf(row, acuityPart)).toMatchObject({ wanted: { score: 3 }, isShown: false })
  })

  test("C2 a colleague's earlier emergency stays in sight until mine is sent", () => {
    const [theirs, mine] = [scoreOf('a', 1, 0), scoreOf('b', 3, 5)]
    const row = layScores(theirs, [mine], 'waiting')
    expect(row.latestAcuityScore).toBe(theirs)
    expect(layAcuity({ latestAcuityScore: theirs }, mine, null).latestAcuityScore).toBe(mine)
  })

  test('C2 an accepted score does not come back over a later one', () => {
    const theirs = scoreOf('b', 1, 5)
    expect(layAcuity({ latestAcuityScore: theirs }, scoreOf('a', 3, 0), null)).toEqual({
      latestAcuityScore: theirs,
    })
  })

  test('C2 two of my own: the later is shown, never over a more severe one of the server', () => {
    const mine = [scoreOf('b', 1, 1), scoreOf('c', 3, 2)]
    expect(layScores(scoreOf('a', 4, 0), mine, 'waiting').latestAcuityScore?.id).toBe('c')
    expect(layScores(scoreOf('a', 2, 0), mine, 'waiting').latestAcuityScore?.id).toBe('a')
  })

  test('C2 over random histories no newer or more severe score of a colleague is hidden', () => {
    fc.assert(
      fc.property(givenScores('t'), givenScores('m'), open, (colleagues, mine, state) => {
        const theirs = serverAcuity(null, colleagues)
        const row = layScores(theirs, mine, state)
        const shown = row.latestAcuityScore
        if (theirs !== null && shown !== theirs) {
          expect(shown).not.toBeNull()
          if (shown === null) return
          expect(latestAcuity(theirs, shown)).toBe(shown)
          expect(acuitySeverity(shown.score)).toBeGreaterThanOrEqual(acuitySeverity(theirs.score))
        }
        expect(allUnsentOf(row, acuityPart)).toHaveLength(mine.length)
      }),
    )
  })

  test('C2 after sending in any order the server holds what was shown, or what was told as waiting', () => {
    fc.assert(
      fc.property(givenScores('t'), givenScores('m'), (colleagues, mine) => {
        const theirs = serverAcuity(null, colleagues)
        const row = layScores(theirs, mine, 'waiting')
        const result = serverAcuity(theirs, mine)
        const told = allUnsentOf(row, acuityPart).map(({ wanted }) => wanted)
        expect([row.latestAcuityScore, ...told]).toContain(result)
        // Done there and not read here: the same.
        const done = mine.reduce((now, one) => layAcuity(now, one, null), {
          latestAcuityScore: theirs,
        })
        expect(done.latestAcuityScore).toBe(result)
        expect(serverAcuity(serverAcuity(null, mine), colleagues)).toBe(result)
      }),
    )
  })

  for (const state of ['refused', 'conflict', 'expired', 'stuck'] as const)
    test(`C2 a score that is ${state} is not shown, and says so`, () => {
      const theirs = scoreOf('a', 4, 0)
      const row = layScores(theirs, [scoreOf('b', 1, 1)], state)
      expect(row.latestAcuityScore).toBe(theirs)
      expect(unsentOf(row, acuityPart)).toMatchObject({ state, isShown: false })
    })
})

const [ward, pathway] = ['w', 'c']
const admitted = (date: string | null, revision: number, wardId = ward) => ({
  wardAdmission: {
    expectedDischargeDate: date,
    revision,
    ward: { id: wardId },
    carePathway: { id: pathway },
  },
})
const wish = (date: string | null, seen: string | null, revision: number): WantedDischarge => ({
  wardId: ward,
  carePathwayId: pathway,
  expectedDischargeDate: date,
  seen: { expectedDischargeDate: seen, revision },
})

describe('expected discharge: taken only where the author saw what is there', () => {
  test("C2 a colleague's date since then is shown, and mine is told as waiting", () => {
    const row = layExpectedDischarge(
      admitted('2026-12-01', 9),
      wish('2026-12-15', null, 3),
      waits('k'),
    )
    expect(row.wardAdmission.expectedDischargeDate).toBe('2026-12-01')
    expect(unsentOf(row, dischargePart)).toMatchObject({ wanted: '2026-12-15', isShown: false })
  })

  test('C2 a patient who was moved keeps the date of the new ward', () => {
    const row = layExpectedDischarge(
      admitted(null, 3, 'other'),
      wish('2026-12-15', null, 3),
      waits('k'),
    )
    expect(row.wardAdmission.expectedDischargeDate).toBeNull()
  })

  test('C2 over random histories what is shown is what the server makes of it', () => {
    const dates = fc.constantFrom('2026-12-01', '2026-12-02', null)
    fc.assert(
      fc.property(dates, fc.nat(2), dates, dates, fc.nat(2), (now, revision, date, seen, then) => {
        const wanted = wish(date, seen, then)
        const row = admitted(now, revision)
        const verdict = judgeWantedDischarge(wanted, {
          ...row.wardAdmission,
          wardId: ward,
          carePathwayId: pathway,
        })
        const result = verdict === 'apply' ? date : now
        for (const waiting of [waits('k'), null])
          expect(
            layExpectedDischarge(row, wanted, waiting).wardAdmission.expectedDischargeDate,
          ).toBe(result)
      }),
    )
  })
})

describe('watching: the decision captured last counts', () => {
  test('C2 of two decisions the later counts, of equal ones the greater command', () => {
    const decision = (isWatched: boolean, minute: number, setBy: string) => ({
      isWatched,
      setAt: iso(minute),
      setBy,
    })
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.nat(2), fc.nat(2), (a, b, then, now) => {
        const [one, two] = [decision(a, then, 'k1'), decision(b, now, 'k2')]
        expect(latestWatch(one, two)).toBe(latestWatch(two, one))
        expect(latestWatch(one, two)).toBe(then > now ? one : two)
      }),
    )
  })

  test('C1 a patient who is being taken off the list stays on it until the server has it', () => {
    const row = layWatch({ onWatchList: true }, false, waits('k'))
    expect(row.onWatchList).toBe(false)
    expect(isListedAsWatched(row)).toBe(true)
    expect(isListedAsWatched(layWatch({ onWatchList: true }, false, null))).toBe(false)
  })
})

const alertWith = (id: string, triggers: readonly string[]): Alert => ({
  id,
  revision: 1,
  type: 'AlertRule',
  status: 'open',
  startedAt: iso(0),
  latestAt: iso(1),
  severity: 2,
  alertRule: null,
  checkupScheduleEvent: null,
  checkup: null,
  continuousMonitoring: null,
  count: triggers.length,
  triggers: triggers.map((trigger) => ({ id: trigger, startedAt: iso(0) })),
  closedAt: null,
  closedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  snoozedBy: null,
  escalatedAt: null,
})
const names = ['1', '2', '3', '4']
const someOf = fc.subarray(names)

describe('acknowledging: an alert is nobody’s until the server has it', () => {
  const me = { id: 'me', firstName: 'Nia', lastName: 'Okafor' } as Alert['acknowledgedBy']
  const free = { ...alertWith('a', ['1']), acknowledgedAt: null, acknowledgedBy: null } as Alert
  const takeOn = { id: 'a', by: me, at: iso(5) }

  test('not sent it is held by nobody, and is not offered again unless it needs a person', () => {
    const [alert] = layTakingOn({ alerts: [free] }, takeOn, waits('k')).alerts
    expect(alert).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null })
    expect(alert === undefined ? null : unsentOf(alert, 'holder')).toMatchObject({ wanted: true })
    expect(alert === undefined ? null : isFree(alert)).toBe(false)
    const [expired] = layTakingOn({ alerts: [free] }, takeOn, waits('k', 'expired')).alerts
    expect(expired === undefined ? null : isFree(expired)).toBe(true)
  })

  test('sent it is held as of the press, and never over a colleague who pressed later', () => {
    const [alert] = layTakingOn({ alerts: [free] }, takeOn, null).alerts
    expect(alert).toMatchObject({ acknowledgedAt: iso(5), acknowledgedBy: me })
    const theirs = { ...free, acknowledgedAt: iso(6) }
    expect(layTakingOn({ alerts: [theirs] }, takeOn, null).alerts).toEqual([theirs])
  })
})

describe('resolving: an alert is open until the server has closed it', () => {
  test('C1 an unsent resolve hides no alert: it is open, and says that it is being resolved', () => {
    const row = layResolved(
      { alerts: [alertWith('a', ['1', '2'])] },
      [{ id: 'a', triggerIds: ['1', '2'] }],
      waits('k'),
    )
    const [shown] = shownOpen(row.alerts)
    expect(shown?.triggers).toHaveLength(2)
    expect(shown === undefined ? null : unsentOf(shown, 'status')).toMatchObject({
      commandId: 'k',
      wanted: 0,
    })
  })

  test('C2 over random histories no open trigger is hidden, and what is left is what the server leaves', () => {
    fc.assert(
      fc.property(someOf, someOf, (there, seen) => {
        fc.pre(there.length > 0)
        const alert = alertWith('a', there)
        const resolving = [{ id: 'a', triggerIds: seen }]
        const waiting = layResolved({ alerts: [alert] }, resolving, waits('k'))
        expect(waiting.alerts[0]?.triggers).toEqual(alert.triggers)
        const left = there.filter((id) => !seen.includes(id))
        const state: AlertState = {
          status: 'open',
          startedMs: 0,
          severity: 2,
          openTriggers: there.length,
          acknowledgedMs: null,
          snoozedUntilMs: null,
          escalatedMs: null,
          escalateDueMs: null,
          known: null,
          holdEndsMs: null,
          isHoldRenewed: false,
        }
        const result = afterClosing(
          state,
          left.map(() => ({ atMs: 0, severity: 2 })),
          null,
        )
        const done = layResolved({ alerts: [alert] }, resolving, null)
        expect(done.alerts.map(({ triggers }) => triggers.map(({ id }) => id))).toEqual(
          result.status === 'closed' ? [] : [left],
        )
        expect(leftOpen(alert, seen)).toBe(result.openTriggers)
        const [marked] = waiting.alerts
        const unsent = marked === undefined ? null : unsentOf(marked, 'status')
        expect(unsent?.wanted ?? alert.count).toBe(result.openTriggers)
      }),
    )
  })
})
