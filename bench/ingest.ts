// Case: check-ups a second through the ingest API, with scores and alerts
// Quick: --engine postgres --seconds 6 | 40 s
import { createHmac } from 'node:crypto'
import { loadavg } from 'node:os'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { createIngest } from '../server/ingest'
import { secretBox } from '../server/secret-box'
import { addManyPatients } from '../tests/server/many-patients'
import { buildWorld } from '../tests/server/world'
import { databaseCpuMs, onEngines, option, quantile } from './engines'
import { declareBars, measured } from './report'

// Check-ups through the ingest API, the whole server in process (signature, scores, board, alerts,
// one transaction each): how many a second. `--senders` requests at once, `--batch` check-ups a
// request, of 5,000 patients on a pathway with three rules and a schedule.
const patients = Number(option('patients', '5000'))
const seconds = Number(option('seconds', '10'))
const senders = Number(option('senders', '16'))
const batch = Number(option('batch', '1'))
/** Values that each of these check-ups measures. */
const readings = 8
const bar = 'readings a second with scores and alerts, on PostgreSQL'
declareBars([{ name: bar, unit: 'readings a second', atLeast: 1000 }])

const checkup = (id: string, patientId: string, n: number): Record<string, unknown> => ({
  id,
  patientId,
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  endedAt: new Date(Date.now() - 1_000).toISOString(),
  onOxygen: false,
  consciousness: 'A',
  temperature: { value: 36.8 },
  pulseRate: { value: 60 + (n % 80) },
  pulseOxiData: { averageSpO2: 91 + (n % 9), confidence: 'HIGH' },
  respiratoryRate: { value: 12 + (n % 14) },
  bloodPressureData: { systolic: 96 + (n % 40), diastolic: 71 },
  checkupType: { id: 'bench-type', name: 'Four a day' },
})

await onEngines(async (database) => {
  await buildWorld(database)
  await addManyPatients(database.asSystem, patients)
  const box = secretBox(new Uint8Array(32).fill(9))
  await database.asSystem(async (trx) => {
    await trx
      .updateTable('ingest_key')
      .set({ secret: box.seal('key-w', 'bench') })
      .where('id', '=', 'key-w')
      .execute()
    await trx
      .insertInto('checkup_type')
      .values({
        id: 'bench-type',
        organization_id: 'w',
        care_pathway_id: 'pathway-w',
        name: 'Four a day',
        heading: '',
        description: '',
        tiles: '{}',
        updated_at: new Date().toISOString(),
        revision: 1,
        schedule: JSON.stringify({
          rrule: 'FREQ=DAILY;BYHOUR=8,12,16,20',
          tolerance: { early: 1800, late: 3600 },
        }),
      })
      .execute()
    await trx
      .insertInto('alert_rule')
      .values(
        [
          { kind: 'singleScore', atLeast: 3 },
          { kind: 'trend', of: 'totalScore', change: 'rise', by: 4, withinHours: 24 },
        ].map((condition, n) => ({
          id: `bench-rule-${n}`,
          organization_id: 'w',
          care_pathway_id: 'pathway-w',
          name: `Rule ${n}`,
          description: '',
          type: 'new-checkup' as const,
          condition: JSON.stringify(condition),
          severity: 3,
          updated_at: new Date().toISOString(),
          revision: 1,
        })),
      )
      .execute()
  })
  const app = new Hono().route(
    '/Prod/ingest/v1',
    createIngest({
      database,
      secrets: box,
      clock: { now: () => Date.now() },
      requestsPerMinute: 10_000_000,
    }),
  )
  let sent = 0
  const latencies: number[] = []
  const post = async (): Promise<void> => {
    const items = Array.from({ length: batch }, () => {
      const n = sent++
      return checkup(`bench-${n}`, `m${1 + ((n * 7919) % patients)}`, n)
    })
    const [path, timestamp, body] = [
      '/Prod/ingest/v1/checkups',
      String(Date.now()),
      JSON.stringify(batch === 1 ? items[0] : items),
    ]
    const signature = createHmac('sha256', 'bench')
      .update(`${timestamp}\nPOST\n${path}\n${body}`)
      .digest('hex')
    const before = performance.now()
    const answer = await app.request(path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'key-w',
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
    })
    latencies.push(performance.now() - before)
    if (answer.status !== (batch === 1 ? 201 : 200))
      throw new Error(`${answer.status} ${await answer.text()}`)
  }
  const until = async (end: number): Promise<void> => {
    while (performance.now() < end) await post()
  }
  await Promise.all(Array.from({ length: senders }, () => until(performance.now() + 2_000)))
  sent += 1_000_000
  latencies.length = 0
  const [first, databaseCpu, began, cpu] = [
    sent,
    await databaseCpuMs(database),
    performance.now(),
    process.cpuUsage(),
  ]
  await Promise.all(Array.from({ length: senders }, () => until(began + seconds * 1000)))
  const took = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const databaseTook = (await databaseCpuMs(database)) - databaseCpu
  const rate = (sent - first) / took
  const { rows } = await sql<{
    alerts: number
    triggers: number
  }>`select (select count(*)::int from alert) as alerts, (select count(*)::int from alert_trigger) as triggers`.execute(
    database.kysely,
  )
  console.log(
    `${database.engine}: ${rate.toFixed(0)} check-ups a second, ${(rate * readings).toFixed(0)} readings a second with scores and alerts (${senders} senders, ${batch} a request, ${patients} patients; request median ${quantile(latencies, 0.5).toFixed(1)}, p95 ${quantile(latencies, 0.95).toFixed(1)} ms; Node's CPU ${((user + system) / 1000 / (sent - first)).toFixed(2)} ms a check-up, the database's ${(databaseTook / (sent - first)).toFixed(2)}; ${rows[0]?.alerts} alerts, ${rows[0]?.triggers} triggers), load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (database.engine === 'postgres') measured(bar, rate * readings)
})
