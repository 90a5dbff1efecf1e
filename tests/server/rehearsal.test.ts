import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { RehearseCarePathwayDocument } from '../../schema/generated/documents/pathway'
import type { PathwayRehearsal } from '../../src/data/pathway'
import { evaluate } from '../../src/domain/alerts/evaluate'
import type { Observed } from '../../src/domain/alerts/observed'
import { rehearse, type ReceivedReading } from '../../src/domain/alerts/rehearse'
import type { AlertRule } from '../../src/domain/alerts/rule'
import type { PathwayDraft } from '../../src/domain/pathway/pathway'
import type { Database } from '../../server/db/database'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildWorld } from './world'

const hour = 3_600_000
/** 13:00 in London. The clocks went forward on 29 March: 30 days before, 13:00 was 13:00 UTC. */
const now = Date.parse('2026-04-10T12:00:00.000Z')
const from = Date.parse('2026-03-11T13:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()

/** One check-up of the history, and what the test needs to count by itself. */
interface Made {
  readonly id: string
  readonly patient: string
  readonly atMs: number
  readonly receivedMs: number
  readonly total: number
  readonly temperature: number
}
/** Every six hours and a bit for 40 days, values that repeat after a long while. */
const historyOf = (patient: string, seed: number): readonly Made[] =>
  Array.from({ length: 160 }, (_, n): Made => {
    const atMs = now - 40 * 24 * hour + n * 6 * hour + seed * 600_000
    const isLate = n % 11 === seed
    return {
      id: `${patient}-${n}`,
      patient,
      atMs,
      receivedMs: atMs + (isLate ? 25 : 0.1) * hour,
      total: (n * n + seed * 3) % 9,
      temperature: 36 + ((n * 7 + seed * 5) % 40) / 10,
    }
  })
const made: readonly Made[] = [
  ...['a1', 'a2', 'b1'].flatMap((patient, seed) => historyOf(patient, seed)),
  // In the hour by which 720 hours are longer than these 30 days.
  {
    id: 'hour',
    patient: 'a1',
    atMs: from - hour / 2,
    receivedMs: from,
    total: 12,
    temperature: 40.5,
  },
]
const insert = (database: Database): Promise<unknown> =>
  database.asSystem(async (trx) => {
    await trx
      .insertInto('checkup')
      .values(
        made.map((one) => ({
          id: one.id,
          organization_id: 'w',
          patient_id: one.patient,
          source_id: one.id,
          type: 'new_checkup',
          started_at: iso(one.atMs),
          ended_at: iso(one.atMs),
          received_at: iso(one.receivedMs),
          readings: JSON.stringify({
            temperature: { value: one.temperature, device: null, isManual: false },
            pulseRate: null,
            pulseOxiData: null,
            respiratoryRate: null,
            bloodPressureData: null,
            weight: null,
            glucose: null,
            doubts: [],
          }),
          ews_scores: JSON.stringify({ totalScore: one.total, riskLevel: 1, missing: 0 }),
          total_score: one.total,
          risk_level: 1,
          payload_hash: one.id,
          revision: 1,
        })),
      )
      .execute()
    // a2 was discharged within the time, b1 admitted within it.
    const stay = (id: string, part: object) =>
      trx.updateTable('ward_admission').set(part).where('patient_id', '=', id).execute()
    await stay('a1', { admitted_at: iso(now - 100 * 24 * hour) })
    await stay('a2', {
      admitted_at: iso(now - 100 * 24 * hour),
      discharged_at: iso(now - 10 * 24 * hour),
    })
    await stay('b1', { admitted_at: iso(now - 5 * 24 * hour) })
  })
const stays: Readonly<Record<string, readonly [number, number]>> = {
  a1: [now - 100 * 24 * hour, Infinity],
  a2: [now - 100 * 24 * hour, now - 10 * 24 * hour],
  b1: [now - 5 * 24 * hour, Infinity],
}
type Fires = (one: Made, before: readonly Made[]) => boolean
/** By the words of the rules, apart from the product's own code. */
const counted = (fires: Fires, ids: readonly string[], isTooLate = false) => {
  const found = made.filter((one) => {
    const [admitted, discharged] = stays[one.patient] ?? [Infinity, 0]
    if (!ids.includes(one.patient) || one.atMs <= from || one.atMs > now) return false
    if (one.atMs < admitted) return false
    if ((isTooLate ? one.atMs : one.receivedMs) >= discharged) return false
    if (one.receivedMs - one.atMs > 24 * hour !== isTooLate) return false
    return fires(
      one,
      made.filter(
        (other) =>
          other.patient === one.patient &&
          other.atMs < one.atMs &&
          other.receivedMs <= one.receivedMs,
      ),
    )
  })
  return { alerts: found.length, patients: new Set(found.map(({ patient }) => patient)).size }
}

type Rule = PathwayDraft['alertRules'][number]
const rule = (condition: Rule['condition'], type: Rule['type'] = 'new-checkup'): Rule => ({
  id: null,
  name: 'Rule',
  description: '',
  type,
  condition,
  severity: 3,
})
const rules = [
  rule({ kind: 'totalScore', atLeast: 7 }),
  rule({ kind: 'threshold', parameter: 'temperature', is: 'above', value: 39.2 }),
  rule({ kind: 'trend', of: 'totalScore', change: 'rise', by: 5, withinHours: 24 }),
]
const inWords: readonly Fires[] = [
  ({ total }) => total >= 7,
  ({ temperature }) => temperature > 39.2,
  (one, before) =>
    before.some((other) => other.atMs >= one.atMs - 24 * hour && one.total - other.total >= 5),
]
const byWords = (ids: readonly string[]) => inWords.map((fires) => counted(fires, ids))
/** Each reading once, by whichever of the rules. */
const tooLateByWords = (ids: readonly string[]) => {
  const { alerts, patients } = counted((...on) => inWords.some((fires) => fires(...on)), ids, true)
  return { readingsTooLate: alerts, patientsTooLate: patients }
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const ask = (alertRules: readonly Rule[], wardId: string | null = null, options: Ask = {}) =>
    server.ask(RehearseCarePathwayDocument.text, {
      as: 'admin',
      variables: { id: 'pathway-w', wardId, alertRules },
      ...options,
    })
  const rehearsed = async (...input: Parameters<typeof ask>) =>
    (await ask(...input)).data?.['rehearseCarePathway'] as PathwayRehearsal
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
    await insert(opened.database)
  })

  test('K12 the rehearsal of 30 days with a clock change is what an independent count finds', async () => {
    const said = await rehearsed(rules)
    const expected = byWords(['a1', 'a2', 'b1'])
    expect(expected.every(({ alerts }) => alerts > 3)).toBe(true)
    expect(said.rules).toEqual(expected)
    expect(said).toMatchObject({
      days: 30,
      alerts: expected.reduce((sum, { alerts }) => sum + alerts, 0),
      patients: 3,
      patientsLookedAt: 3,
      patientsInAll: 3,
    })
  })

  test('K12 readings that came more than 24 hours late are told, and are not among the alerts', async () => {
    const ids = ['a1', 'a2', 'b1']
    const expected = tooLateByWords(ids)
    expect(expected.readingsTooLate).toBeGreaterThan(3)
    expect(expected.patientsTooLate).toBeGreaterThan(1)
    expect(await rehearsed(rules)).toMatchObject(expected)
    expect(await rehearsed(rules, 'ward-B')).toMatchObject(tooLateByWords(['b1']))
    const hot = rule({ kind: 'threshold', parameter: 'temperature', is: 'above', value: 50 })
    expect(await rehearsed([hot])).toMatchObject({ readingsTooLate: 0, patientsTooLate: 0 })
  })

  test('K12 on one ward its patients alone count', async () => {
    const said = await rehearsed(rules, 'ward-B')
    expect(said.rules).toEqual(byWords(['b1']))
    expect(said).toMatchObject({ patients: 1, patientsInAll: 1 })
    expect(await rehearsed(rules, 'ward-none')).toMatchObject({ alerts: 0, patientsInAll: 0 })
  })

  test('K12 a transferred patient counts for the pathway and the ward of then', async () => {
    const moved = now - 8 * 24 * hour
    const event = async (type: 'WardTransfer' | 'CarePathwayTransfer', part: object) => {
      await opened.database.asSystem(async (trx) => {
        await trx.updateTable('ward_admission').set(part).where('patient_id', '=', 'a1').execute()
        const { rows } = await sql<{ id: string }>`
          insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, ward_id, care_pathway_id, revision)
          select ${type}, a.id, a.patient_id, a.organization_id, ${type}, ${iso(moved)}, ${iso(moved)}, a.ward_id, a.care_pathway_id, ${type === 'WardTransfer' ? 2 : 3}
          from ward_admission a where a.patient_id = 'a1' returning id`.execute(trx)
        expect(rows).toHaveLength(1)
      })
    }
    const before = await rehearsed(rules, 'ward-A')
    await event('WardTransfer', { ward_id: 'ward-B' })
    const ofWard = { a: await rehearsed(rules, 'ward-A'), b: await rehearsed(rules, 'ward-B') }
    const onB = counted(
      ({ patient, total, receivedMs }) => {
        return total >= 7 && (patient === 'b1' || receivedMs >= moved)
      },
      ['a1', 'b1'],
    )
    expect(onB.patients).toBe(2)
    expect(ofWard.b.rules[0]).toEqual(onB)
    expect(
      (ofWard.a.rules[0]?.alerts ?? 0) +
        onB.alerts -
        counted(({ total }) => total >= 7, ['b1']).alerts,
    ).toBe(before.rules[0]?.alerts)
    // Every reading counts once, wherever the patient was: all of them are still of this pathway.
    expect((await rehearsed(rules)).rules[0]).toEqual(byWords(['a1', 'a2', 'b1'])[0])
    // To another pathway: from then on nothing of theirs counts here.
    await opened.database.asSystem(async (trx) => {
      await sql`insert into care_pathway select (jsonb_populate_record(c, '{"id": "pathway-other", "name": "Other"}')).* from care_pathway c where c.id = 'pathway-w'`.execute(
        trx,
      )
    })
    await event('CarePathwayTransfer', { care_pathway_id: 'pathway-other' })
    expect((await rehearsed(rules)).rules[0]).toEqual(
      counted(
        ({ patient, total, receivedMs }) => {
          return total >= 7 && (patient !== 'a1' || receivedMs < moved)
        },
        ['a1', 'a2', 'b1'],
      ),
    )
  })

  test('rules for monitoring find nothing in check-ups, and without a rule nothing is found', async () => {
    expect(
      await rehearsed([rule({ kind: 'totalScore', atLeast: 1 }, 'continuous-monitoring')]),
    ).toMatchObject({ alerts: 0, patients: 0, rules: [{ alerts: 0, patients: 0 }] })
    expect(await rehearsed([])).toMatchObject({ alerts: 0, rules: [], patientsInAll: 3 })
  })

  test('a rule that cannot be read is named by its place', async () => {
    const answer = await ask([rules[0] as Rule, rule({ kind: 'moon' } as never)])
    expect(codeOf(answer)).toBe('BAD_USER_INPUT')
    expect(answer.errors[0]?.extensions?.argErrors).toMatchObject([
      { path: 'alertRules.1.condition.kind' },
    ])
  })

  test('K12 who may not edit pathways rehearses none; another organisation’s is not found', async () => {
    for (const as of ['manager', 'nurse', 'reader', 'carer'])
      expect(codeOf(await ask(rules, null, { as })), as).toBe('FORBIDDEN')
    const foreign = await ask(rules, null, {
      variables: { id: 'pathway-h', wardId: null, alertRules: rules },
    })
    expect(codeOf(foreign)).toBe('NOT_FOUND')
  })
})

describe('the judgement of a rehearsal', () => {
  const reading = (atMs: number, totalScore: number, receivedMs = atMs) => ({
    receivedMs,
    observed: {
      source: 'new-checkup',
      atMs,
      values: {
        respiratoryRate: null,
        spO2: null,
        systolic: null,
        diastolic: null,
        pulse: null,
        temperature: null,
        weight: null,
        glucose: null,
      },
      scores: {
        respiratoryRate: null,
        spO2: null,
        onOxygen: null,
        systolic: null,
        pulse: null,
        consciousness: null,
        temperature: null,
      },
      consciousness: null,
      notScored: null,
      checkPatient: [],
      emergencySigns: [],
      totalScore,
      missing: 0,
      riskLevel: 1,
    } satisfies Observed,
  })
  const trend: AlertRule = {
    id: 'rise',
    type: 'new-checkup',
    condition: { kind: 'trend', of: 'totalScore', change: 'rise', by: 3, withinHours: 24 },
    severity: 2,
  }

  const found = (readings: readonly ReceivedReading[]) =>
    rehearse([trend], readings, () => 'judged').found

  test('K12 is that of evaluate() with all that came before', () => {
    const readings = Array.from({ length: 60 }, (_, n) => reading(n * 5 * hour, (n * n) % 7))
    const plain = readings.filter(
      ({ observed }, index) =>
        evaluate(
          [trend],
          observed,
          readings.slice(0, index).map((one) => one.observed),
        ).length > 0,
    )
    expect(plain.length).toBeGreaterThan(5)
    expect(found(readings)).toEqual(new Map([['rise', plain.length]]))
  })

  test('a reading that came later is no history of one that came before', () => {
    const early = reading(0, 0, 10 * hour)
    expect(found([early, reading(hour, 5)])).toEqual(new Map())
    expect(found([early, reading(hour, 5, 11 * hour)])).toEqual(new Map([['rise', 1]]))
  })

  test('what is not asked about is history, and is not counted', () => {
    const readings = [reading(0, 0), reading(hour, 5), reading(2 * hour, 5)]
    expect(
      rehearse([trend], readings, ({ observed }) => (observed.atMs > hour ? 'judged' : 'history')),
    ).toEqual({ found: new Map([['rise', 1]]), tooLate: 0 })
  })

  test('what came too late fires no rule, is counted once, and is history of the others', () => {
    const readings = [reading(0, 0), reading(hour, 4), reading(2 * hour, 9)]
    expect(
      rehearse([trend, { ...trend, id: 'again' }], readings, ({ observed }) =>
        observed.atMs === hour ? 'too-late' : 'judged',
      ),
    ).toEqual({
      found: new Map([
        ['rise', 1],
        ['again', 1],
      ]),
      tooLate: 1,
    })
  })
})
