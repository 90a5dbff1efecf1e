// Case: a page of 50 of the virtual ward, 5,000 patients, 200,000 check-ups, and again with
// 2,000,000
// Quick: --engine postgres | 90 s
// Smallest: --engine postgres --patients 20 --checkups 400 --asks 12
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../server/db/database'
import { startServer } from '../tests/server/client'
import { addManyPatients } from '../tests/server/many-patients'
import { buildWorld } from '../tests/server/world'
import { databaseCpuMs, onEngines, option, quantile } from './engines'
import { declareBars, measured } from './report'

// A page of 50 of the virtual ward in the default order, the whole server in process; then again
// with ten times the history. `--checkups` is the larger history.
const patients = Number(option('patients', '5000'))
const checkups = Number(option('checkups', '2000000'))
const asks = Number(option('asks', '110'))
const warm = 10
const bars = {
  p95: 'a page of 50 with the larger history, p95, on PostgreSQL',
  ratio: 'a page with ten times the history, of the median with one',
}
declareBars([
  { name: bars.p95, unit: 'ms', atMost: 50 },
  { name: bars.ratio, unit: 'times', atMost: 1.2 },
])
const board = `query { virtualWardPatients(take: 50, skip: 0, withCheckupsInLastHours: 72, sort: [{ field: alertCount, direction: DESC }, { field: ewsScore, direction: DESC }, { field: latestVitals, direction: DESC }]) {
  total asOf patients { id firstName lastName numSimilarNames onWatchList wardAdmission { ward { id name } } latestCheckup { id endedAt ewsScores { totalScore riskLevel } } trend { endedAt totalScore } schedules { id latestEndedAt } alerts { id } } } }`

/** What a check-up of a kit holds: as long as a real one's. */
const readings = JSON.stringify({
  temperature: { value: 36.9, device: 'T1', isManual: false },
  pulseRate: { value: 78, source: 'PulseOximeter', isManual: false },
  pulseOxiData: { averageSpO2: 97, confidence: 'HIGH', device: 'P1', isManual: false },
  respiratoryRate: { value: 16, source: 'Manual' },
  consciousness: 'A',
  onOxygen: false,
  bloodPressureData: { systolic: 122, diastolic: 78, isManual: false },
  symptoms: [{ key: 'cough', severity: 'low' }],
})
const scores = JSON.stringify({
  BPScore: 0,
  consciousnessScore: 0,
  HRScore: 0,
  RRScore: 0,
  SpO2Score: 0,
  tempScore: 0,
  onOxygenScore: 0,
  totalScore: 0,
  riskLevel: 0,
  missing: 0,
  spo2Scale: 1,
  riskScheme: 'NEWS2',
})

/**
 * Takes, as the owner, the table's indexes and foreign keys away, all but its own key; the answer puts them back.
 * Kept up row by row they cost most of the writing.
 */
const withoutIndexes = async (database: Database): Promise<() => Promise<void>> => {
  const { rows } = await sql<{ away: string; back: string }>`
    select format('alter table checkup drop constraint %I', conname) as away, format('alter table checkup add constraint %I %s', conname, pg_get_constraintdef(oid)) as back
      from pg_constraint where conrelid = 'checkup'::regclass and contype in ('f', 'u')
    union all select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index i where indrelid = 'checkup'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(
    database.kysely,
  )
  for (const { away } of rows) await sql.raw(away).execute(database.kysely)
  return async () => {
    for (const { back } of rows) await sql.raw(back).execute(database.kysely)
  }
}

/**
 * Check-ups of the months before the latest one: they are on no card, and must cost no card
 * anything. Written past the triggers, which say what changed just now.
 */
const addHistory = async (database: Database, from: number, to: number): Promise<void> => {
  const part = 20
  await sql.raw('alter table checkup disable trigger user').execute(database.kysely)
  const putBack = await withoutIndexes(database)
  for (let first = from; first <= to; first += part) {
    await sql
      .raw(
        `
      insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, ews_scores, total_score, risk_level, payload_hash, revision)
        select 'mh' || i || '-' || n, 'w', 'm' || i, 'mh' || i || '-' || n, 'new_checkup', now() - n * interval '4 hours', now() - n * interval '4 hours', now(), '${readings}', '${scores}', (i + n) % 10, 0, 'x', i
        from generate_series(${first}, ${Math.min(to, first + part - 1)}) n, generate_series(1, ${patients}) i`,
      )
      .execute(database.kysely)
  }
  await putBack()
  await sql.raw('alter table checkup enable trigger user').execute(database.kysely)
  await sql
    .raw(database.engine === 'postgres' ? 'vacuum analyze' : 'analyze')
    .execute(database.kysely)
}

await onEngines(async (database, owner) => {
  await buildWorld(database)
  await addManyPatients(owner.asSystem, patients)
  const server = await startServer(database, { clock: { now: () => Date.now() } })
  const measure = async (): Promise<{
    median: number
    p95: number
    least: number
    node: number
    engine: number
  }> => {
    const series: number[] = []
    let [node, engine] = [process.cpuUsage(), 0]
    for (let index = 0; index < asks; index += 1) {
      if (index === warm) [node, engine] = [process.cpuUsage(), await databaseCpuMs(database)]
      const before = performance.now()
      const answer = await server.ask(board, { as: 'nurse' })
      if (index >= warm) series.push(performance.now() - before)
      if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors[0]))
    }
    const { user, system } = process.cpuUsage(node)
    const pages = asks - warm
    return {
      median: quantile(series, 0.5),
      p95: quantile(series, 0.95),
      least: Math.min(...series),
      node: (user + system) / 1000 / pages,
      engine: ((await databaseCpuMs(database)) - engine) / pages,
    }
  }
  const each = Math.max(10, Math.round(checkups / patients))
  const started = performance.now()
  await addHistory(owner, 1, Math.round(each / 10) - 1)
  const once = await measure()
  await addHistory(owner, Math.round(each / 10), each - 1)
  console.log(
    `${database.engine}: the history was written in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  const ten = await measure()
  const say = (count: number, { median, p95, least, node, engine }: typeof once): string =>
    `${(patients * count).toLocaleString('en-GB')} check-ups: least ${least.toFixed(1)}, median ${median.toFixed(1)}, p95 ${p95.toFixed(1)} ms; processor time a page ${node.toFixed(1)} in Node, ${engine.toFixed(1)} ms in the database`
  console.log(
    `${database.engine}, page of 50 of ${patients} patients; ${say(Math.round(each / 10), once)}; ${say(each, ten)}; ratio of the medians ${(ten.median / once.median).toFixed(2)} (${asks - warm} asks each), load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (database.engine !== 'postgres') return
  measured(bars.p95, ten.p95)
  measured(bars.ratio, ten.median / once.median)
})
