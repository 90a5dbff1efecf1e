import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../server/clock'
import type { Database } from '../../server/db/database'
import { seedDemonstration } from '../../server/demonstration'
import { RefusedError } from '../../server/demonstration/ingest-client'
import { runSimulation } from '../../server/demonstration/simulation'
import { box, countAll, ingestApp, noIdentity } from '../server/ingest/device'
import { openMemory } from '../server/memory'

/** The simulated world is switched on four hours ago, so that something is due since. */
const begun = Date.now() - 4 * 3_600_000
const state = mkdtempSync(join(tmpdir(), 'lamplight-simulator-'))
let database: Database
let url = ''
let stop: () => void = () => {}
/** What the server answers instead of the ingest API, while it is set. */
let instead: number | null = null
let refusals = 0

beforeAll(async () => {
  database = await openMemory()
  await seedDemonstration({ database, identity: noIdentity, secrets: box, clock: systemClock })
  const ingest = ingestApp(database, { clock: systemClock })
  const app = new Hono().all('*', (context) => {
    if (instead === null) return ingest.fetch(context.req.raw)
    refusals += 1
    const status = instead
    if (refusals === 1) instead = null
    return new Response('{}', { status })
  })
  await new Promise<void>((resolve) => {
    const server = serve(
      { fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' },
      (info: AddressInfo) => {
        url = `http://127.0.0.1:${info.port}`
        resolve()
      },
    )
    stop = () => server.close()
  })
})
afterAll(async () => {
  stop()
  await database.close()
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
    now: () => begun,
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
  expect(await simulate()).toEqual(['history 1 of 1 days'])
  expect(await countAll(database)).toEqual(counts)
  // The state is lost, but not the world's start: everything is sent again and stored once.
  const { anchor } = JSON.parse(readFileSync(join(state, 'simulator.json'), 'utf8'))
  rmSync(join(state, 'simulator.json'))
  await simulate({ now: () => anchor })
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
  const running = simulate({ once: false, signal: stopping.signal, now: () => Date.now() })
  await expect
    .poll(() => JSON.parse(readFileSync(join(state, 'simulator.json'), 'utf8')).upTo)
    .toBeGreaterThan(upTo)
  stopping.abort()
  await running
  expect((await countAll(database))['checkup'] ?? 0).toBeGreaterThanOrEqual(before + 10)
}, 60_000)
