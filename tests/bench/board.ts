import { sql } from 'kysely'
import type { Database } from '../../server/db/database'
import { startServer } from '../server/client'
import { addManyPatients } from '../server/many-patients'
import { buildWorld } from '../server/world'
import { onEngines, option, quantile } from './engines'

// A page of 50 of the virtual ward in the default order, the whole server in process; then again with ten times the history.
const patients = Number(option('patients', '5000'))
const history = Number(option('history', '20'))
const asks = Number(option('asks', '60'))
const board = `query { virtualWardPatients(take: 50, skip: 0, withCheckupsInLastHours: 72, sort: [{ field: alertCount, direction: DESC }, { field: ewsScore, direction: DESC }, { field: latestVitals, direction: DESC }]) {
  total asOf patients { id firstName lastName numSimilarNames onWatchList wardAdmission { ward { id name } } latestCheckup { id endedAt ewsScores { totalScore riskLevel } } trend { endedAt totalScore } schedules { id latestEndedAt } alerts { id } } } }`

/** Check-ups of the months before the latest one: they are on no card, and must cost no card anything. */
const addHistory = async (database: Database, from: number, to: number): Promise<void> => {
  await database.asSystem((trx) => sql.raw(`
    insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, total_score, payload_hash, revision)
      select 'mh' || i || '-' || n, 'w', 'm' || i, 'mh' || i || '-' || n, 'standard', now() - n * interval '4 hours', now() - n * interval '4 hours', now(), '{}', (i + n) % 10, 'x', i
      from generate_series(1, ${patients}) i, generate_series(${from}, ${to}) n`).execute(trx))
  await sql.raw('analyze').execute(database.kysely)
}

await onEngines(async (database) => {
  await buildWorld(database)
  await addManyPatients(database, patients)
  const server = await startServer(database)
  const measure = async (): Promise<{ median: number; p95: number }> => {
    const series: number[] = []
    for (let index = 0; index < asks; index += 1) {
      const before = performance.now()
      const answer = await server.ask(board, { as: 'nurse' })
      if (index >= 10) series.push(performance.now() - before)
      if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors[0]))
    }
    return { median: quantile(series, 0.5), p95: quantile(series, 0.95) }
  }
  await addHistory(database, 1, history)
  const once = await measure()
  await addHistory(database, history + 1, history * 10)
  const ten = await measure()
  const say = (count: number, { median, p95 }: typeof once): string => `${(patients * count).toLocaleString('en-GB')} check-ups: median ${median.toFixed(1)}, p95 ${p95.toFixed(1)} ms`
  console.log(`${database.engine}, page of 50 of ${patients} patients; ${say(history + 1, once)}; ${say(history * 10 + 1, ten)}; ratio of the medians ${(ten.median / once.median).toFixed(2)} (${asks - 10} asks each)`)
})
