import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { escalateDue } from '../../server/areas/alert'
import type { Database } from '../../server/db/database'
import { ingestClient, RefusedError } from '../../server/demonstration/ingest-client'
import { demonstrationId } from '../../server/demonstration/random'
import { runSimulation } from '../../server/demonstration/simulation'
import { createStaff, noteOf, responseTo, type SeenAlert } from '../../server/demonstration/staff'
import { startServer, type FlowServer } from '../flow/server'
import { countAll, noon } from '../server/ingest/device'

/** The clock of everybody here: the server, the devices and the staff. */
let nowMs = noon - 4 * 3_600_000
const now = (): number => nowMs
const state = mkdtempSync(join(tmpdir(), 'lamplight-simulator-'))
let server: FlowServer
let database: Database
let url = ''
let stop: () => void = () => {}
/** What the server answers instead of the ingest API, while it is set. */
let instead: number | null = null
let refusals = 0
/** A request with these words is answered 503, while they are set. */
let refusedWords: string | null = null

beforeAll(async () => {
  server = await startServer({ accounts: true, clock: { now } })
  database = server.database
  const app = new Hono().all('*', async (context) => {
    if (refusedWords !== null && (await context.req.raw.clone().text()).includes(refusedWords))
      return new Response('{}', { status: 503 })
    if (instead === null) return server.app.fetch(context.req.raw)
    refusals += 1
    const status = instead
    if (refusals === 1) instead = null
    return new Response('{}', { status })
  })
  await new Promise<void>((resolve) => {
    const listening = serve(
      { fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' },
      (info: AddressInfo) => {
        url = `http://127.0.0.1:${info.port}`
        resolve()
      },
    )
    stop = () => listening.close()
  })
})
afterAll(async () => {
  stop()
  await server.close()
  rmSync(state, { recursive: true, force: true })
})

const simulate = async (
  more: Partial<Parameters<typeof runSimulation>[0]> = {},
): Promise<readonly string[]> => {
  const said: string[] = []
  await runSimulation({
    url,
    stateDirectory: state,
    days: 1,
    once: true,
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    now,
    staff: null,
    ...more,
  })
  return said
}

test('a day of history arrives through the ingest API; after a restart nothing is sent or stored again', async () => {
  expect(await simulate()).toEqual(['history 1 of 1 days'])
  const counts = await countAll(database)
  expect(counts['checkup']).toBeGreaterThan(100)
  expect(counts['monitoring_bucket']).toBeGreaterThan(800)
  expect(counts['waveform']).toBeGreaterThan(60)
  expect(counts['checkup_file']).toBeGreaterThan(12)
  expect(counts['checkup_file_bytes']).toBe(counts['checkup_file'])
  expect(await simulate()).toEqual(['history 1 of 1 days'])
  expect(await countAll(database)).toEqual(counts)
  // The state is lost, but not the world's start: everything is sent again and stored once.
  rmSync(join(state, 'simulator.json'))
  await simulate()
  expect(await countAll(database)).toEqual(counts)
}, 120_000)

test('A8 the demonstration has the alerts that it would have, raised by its rules as its readings came', async () => {
  const raised = await database.kysely
    .selectFrom('alert')
    .innerJoin('alert_rule', 'alert_rule.id', 'alert.alert_rule_id')
    .innerJoin('patient', 'patient.id', 'alert.patient_id')
    .select(['patient.last_name as patient', 'alert_rule.name as rule', 'alert.status as status'])
    .execute()
  for (const [patient, rule] of [
    ['Nwosu', 'High early-warning score'],
    ['Nwosu', 'Rising early-warning score'],
    ['Jackson', 'High early-warning score'],
    ['Barlow', 'High early-warning score'],
    ['Whitcombe', 'Low blood pressure'],
  ])
    expect(raised).toContainEqual({ patient, rule, status: 'open' })
  const scored = await database.kysely.selectFrom('checkup').select('total_score').execute()
  expect(Math.max(...scored.map(({ total_score: total }) => total ?? 0))).toBeGreaterThan(6)
})

test('A8 colleagues answer the alerts of scores under their own names, with a note and an entry in the log; the rest escalates', async () => {
  nowMs = noon
  const staff = createStaff({ url, signal: new AbortController().signal, now })
  const answered = () =>
    database.kysely
      .selectFrom('alert')
      .innerJoin('alert_rule', 'alert_rule.id', 'alert.alert_rule_id')
      .innerJoin('patient', 'patient.id', 'alert.patient_id')
      .leftJoin('user_account', 'user_account.id', 'alert.acknowledged_by')
      .where('alert.status', '=', 'open')
      .select([
        'alert.id',
        'alert.acknowledged_at as at',
        'alert.escalated_at as escalatedAt',
        'patient.id as patientId',
        'patient.last_name as patient',
        'alert_rule.name as rule',
        'user_account.email as by',
      ])
      .execute()
  // Somebody tries the account in its other organisation: they answer in theirs all the same.
  await database.kysely
    .updateTable('user_account')
    .set({ acting_organization_id: demonstrationId('organization', 'willowbank') })
    .where('email', '=', 'multi@riverside.example')
    .execute()
  refusedWords = 'addPatientNote'
  expect(await simulate({ staff })).toEqual([
    'Alerts were not answered (/Prod/graphql answered 503)',
    'history 1 of 1 days',
  ])
  refusedWords = null
  expect(await simulate({ staff })).toEqual(['history 1 of 1 days'])
  const alerts = await answered()
  for (const [patient, rule, by] of [
    ['Nwosu', 'High early-warning score', 'multi@riverside.example'],
    ['Barlow', 'High early-warning score', 'carer@willowbank.example'],
    ['Jackson', 'High early-warning score', null],
    ['Whitcombe', 'Low blood pressure', null],
  ] as const)
    expect(alerts).toContainEqual(
      expect.objectContaining({ patient, rule, by, at: by === null ? null : expect.any(String) }),
    )
  const nwosu = alerts.find(
    ({ patient, rule }) => patient === 'Nwosu' && rule === 'High early-warning score',
  )
  const logged = await database.kysely
    .selectFrom('action_log')
    .select(['actor_id', 'entity_id'])
    .where('action', '=', 'acknowledgeAlert')
    .execute()
  expect(logged).toContainEqual({
    actor_id: server.uid(nwosu?.by ?? ''),
    entity_id: nwosu?.id,
  })
  const notes = await server.notesOf(nwosu?.patientId ?? '')
  expect(notes.map(({ text }) => text)).toEqual([expect.stringMatching(/^High score seen/)])
  // Asked again they have nothing to do, also where an acknowledgement was taken back meanwhile.
  await simulate({ staff })
  expect(await answered()).toEqual(alerts)
  await staff.answer(noon, noon + 60_000)
  expect(await answered()).toEqual(alerts)

  const later = { clock: { now: () => noon + 61 * 60_000 }, asksDatabase: false }
  while ((await escalateDue(database, later)) > 0);
  const escalated = (await answered()).filter(({ escalatedAt }) => escalatedAt !== null)
  expect(escalated.map(({ patient }) => patient)).toEqual(
    expect.arrayContaining(['Whitcombe', 'Jackson']),
  )
  for (const { by } of escalated) expect(by).toBeNull()

  // What they acknowledged they look at again, until the score has come down.
  const endedAt = new Date(noon).toISOString()
  const sent = await ingestClient({
    url,
    signal: new AbortController().signal,
    say: () => {},
    now,
  }).send({ apiKey: 'demo-riverside', secret: 'demonstration-only-riverside' }, 'checkups', [
    {
      id: 'came-down',
      patientId: nwosu?.patientId,
      startedAt: endedAt,
      endedAt,
      temperature: { value: 37, device: null, isManual: true },
      pulseRate: { value: 70, source: 'cuff', isManual: true },
      pulseOxiData: { averageSpO2: 98, device: null, isManual: true },
      respiratoryRate: { value: 14, source: null },
      bloodPressureData: { systolic: 125, diastolic: 75, device: null, isManual: true },
      consciousness: 'A',
      onOxygen: false,
    },
  ])
  expect(sent).toMatchObject({ stored: 1, reason: null })
  nowMs = noon + 3 * 3_600_000
  await createStaff({ url, signal: new AbortController().signal, now }).answer(noon, noon)
  expect((await answered()).map(({ id }) => id)).not.toContain(nwosu?.id)
  expect((await server.notesOf(nwosu?.patientId ?? '')).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^High score seen/),
    expect.stringMatching(/^Reviewed by phone: the score has come down since/),
  ])
})

const at = Date.parse('2026-03-02T12:00:00.000Z')
const hoursAgo = (hours: number): string => new Date(at - hours * 3_600_000).toISOString()
const alertOf = (condition: unknown, hours: number, more: Partial<SeenAlert> = {}): SeenAlert => ({
  id: 'alert',
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  alertRule: { type: 'new-checkup', condition },
  triggers: [{ id: 'trigger', startedAt: hoursAgo(hours), raisedAt: hoursAgo(hours) }],
  ...more,
})
const riskOf = (total: number) => (total >= 7 ? 4 : total >= 5 ? 3 : 1)
/** Totals by how many hours ago they were measured, the newest last; `risk`, `missing`: of that. */
const scored = (
  totals: readonly (readonly [hours: number, total: number])[],
  { missing = 0, risk = riskOf(totals.at(-1)?.[1] ?? 0) } = {},
) => {
  const trend = totals.map(([hours, totalScore], index) => ({
    endedAt: hoursAgo(hours),
    totalScore,
    riskLevel: index === totals.length - 1 ? risk : riskOf(totalScore),
  }))
  const last = trend.at(-1)
  return {
    trend,
    latestCheckup:
      last === undefined ? null : { endedAt: last.endedAt, ewsScores: { ...last, missing } },
  }
}
const high = { kind: 'totalScore', atLeast: 7 }
const rising = { kind: 'trend', of: 'totalScore', change: 'rise', by: 4, withinHours: 24 }
const low = { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 90 }
const mine = { acknowledgedAt: hoursAgo(4.9), acknowledgedBy: { id: 'me' } }

test.each([
  ['a high total is acknowledged', alertOf(high, 1), scored([[1, 8]]), 'acknowledge'],
  [
    'one that came down since is resolved',
    alertOf(high, 5),
    scored([
      [5, 8],
      [1, 4],
    ]),
    'resolve',
  ],
  ['also when it was high longer ago than a day', alertOf(high, 30), scored([[1, 4]]), 'resolve'],
  [
    'not within two hours',
    alertOf(high, 1.5),
    scored([
      [1.5, 8],
      [1, 4],
    ]),
    'acknowledge',
  ],
  ['nor by an incomplete total', alertOf(high, 5), scored([[1, 4]], { missing: 1 }), 'acknowledge'],
  ['nor by the check-up before', alertOf(high, 5), scored([[6, 4]]), 'acknowledge'],
  ['nor by one that asks for a review', alertOf(high, 5), scored([[1, 5]]), 'acknowledge'],
  ['nor by a single 3', alertOf(high, 5), scored([[1, 4]], { risk: 2 }), 'acknowledge'],
  [
    'nor while it still rises',
    alertOf(rising, 5),
    scored([
      [5, 5],
      [1, 6],
    ]),
    'acknowledge',
  ],
  [
    'nor as low as it rose to',
    alertOf(rising, 5),
    scored([
      [5, 4],
      [1, 4],
    ]),
    'acknowledge',
  ],
  ['nor where that is not known', alertOf(rising, 30), scored([[1, 2]]), 'acknowledge'],
  [
    'a rise that went back is',
    alertOf(rising, 5),
    scored([
      [5, 4],
      [1, 2],
    ]),
    'resolve',
  ],
  [
    'one that they acknowledged is resolved once it came down',
    alertOf(high, 5, mine),
    scored([
      [5, 8],
      [1, 4],
    ]),
    'resolve',
  ],
  [
    'and left until then',
    alertOf(high, 5, mine),
    scored([
      [5, 8],
      [1, 8],
    ]),
    null,
  ],
  [
    'a sensor’s is snoozed',
    alertOf(low, 1, { alertRule: { type: 'continuous-monitoring', condition: low } }),
    scored([[1, 8]]),
    'snooze',
  ],
  ['one value alone is left to escalate', alertOf(low, 1), scored([[1, 3]]), null],
  ['a missed check-up too', alertOf(null, 1, { alertRule: null }), scored([[9, 3]]), null],
  [
    'what somebody else answered is theirs',
    alertOf(high, 5, { acknowledgedAt: hoursAgo(0.5), acknowledgedBy: { id: 'visitor' } }),
    scored([
      [5, 8],
      [1, 4],
    ]),
    null,
  ],
] as const)('A8 what colleagues do about an alert: %s', (_, alert, patient, response) => {
  expect(responseTo(alert, patient, at, 'me')).toBe(response)
})

test.each([
  ['7 or more', alertOf(high, 1), scored([[1, 7]]), /^High score seen.*(emergency|on-call)/],
  [
    '7 when it was raised',
    alertOf(high, 1),
    scored([
      [1, 7],
      [0.5, 4],
    ]),
    /^High score seen/,
  ],
  [
    '5',
    alertOf(rising, 1),
    scored([
      [2, 1],
      [1, 5],
    ]),
    /^Score seen.*urgent review/,
  ],
  ['a single 3', alertOf(rising, 1), scored([[1, 4]], { risk: 2 }), /^Score seen.*urgent review/],
  [
    '4',
    alertOf(rising, 1),
    scored([
      [2, 0],
      [1, 4],
    ]),
    /^Rising score seen/,
  ],
] as const)('the note asks for what NEWS2 asks for, at %s', (_, alert, patient, words) => {
  for (const id of ['a', 'b', 'c', 'd']) {
    const text = noteOf('acknowledge', [alert], { id, alerts: [alert], ...patient })
    expect(text).toMatch(words)
    if (!text.startsWith('High')) expect(text).not.toMatch(/emergency|on-call/)
  }
})

test('a server that is away for a moment is waited for, and the same is sent again', async () => {
  instead = 503
  refusals = 0
  const said = await simulate({ days: 2 })
  expect(said[0]).toMatch(/does not take readings \(answered 503\); trying again in 1 s/)
  expect(said.at(-1)).toBe('history 2 of 2 days')
}, 120_000)

test('a server that does not know the keys ends it with the reason', async () => {
  await database.kysely
    .updateTable('ingest_key')
    .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
    .execute()
  await expect(simulate({ days: 3 })).rejects.toThrow(RefusedError)
  await database.kysely.updateTable('ingest_key').set({ deleted_at: null }).execute()
})

test('it lives with the clock until it is stopped, then ends at once', async () => {
  const before = (await countAll(database))['checkup'] ?? 0
  const stopping = new AbortController()
  const { upTo } = JSON.parse(readFileSync(join(state, 'simulator.json'), 'utf8'))
  const running = simulate({ once: false, signal: stopping.signal })
  await expect
    .poll(() => JSON.parse(readFileSync(join(state, 'simulator.json'), 'utf8')).upTo, {
      timeout: 150_000,
    })
    .toBeGreaterThan(upTo)
  stopping.abort()
  await running
  expect((await countAll(database))['checkup'] ?? 0).toBeGreaterThanOrEqual(before + 10)
}, 180_000)
