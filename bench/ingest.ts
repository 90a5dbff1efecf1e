// Case: check-ups a second through the ingest API, with scores and alerts
// Quick: --engine postgres --seconds 6 | 40 s
// Smallest: --engine postgres --patients 20 --seconds 0.2 --warm 0.1
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { databaseCpuMs, onEngines, option, quantile } from './engines'
import { startReadings, valuesOfOne } from './readings'
import { declareBars, measured } from './report'

// Check-ups through the ingest API, the whole server in process (signature, scores, board, alerts,
// one transaction each): how many a second. `--senders` requests at once, `--batch` check-ups a
// request, of 5,000 patients on a pathway with three rules and a schedule.
const patients = Number(option('patients', '5000'))
const seconds = Number(option('seconds', '10'))
const senders = Number(option('senders', '16'))
const batch = Number(option('batch', '1'))
/** Seconds that count for nothing: a server that has just started compiles what it runs. */
const warm = Number(option('warm', '2'))
const bar = 'readings a second with scores and alerts, on PostgreSQL'
declareBars([{ name: bar, unit: 'readings a second', atLeast: 1000 }])

await onEngines(async (database, owner) => {
  const readings = await startReadings(database, owner, { patients, batch })
  let sent = 0
  const latencies: number[] = []
  const until = async (end: number): Promise<void> => {
    while (performance.now() < end) {
      latencies.push(await readings.send())
      sent += batch
    }
  }
  await Promise.all(Array.from({ length: senders }, () => until(performance.now() + warm * 1_000)))
  sent = 0
  latencies.length = 0
  const [databaseCpu, began, cpu] = [
    await databaseCpuMs(database),
    performance.now(),
    process.cpuUsage(),
  ]
  await Promise.all(Array.from({ length: senders }, () => until(began + seconds * 1000)))
  const took = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const databaseTook = (await databaseCpuMs(database)) - databaseCpu
  const rate = sent / took
  const { rows } = await sql<{
    alerts: number
    triggers: number
  }>`select (select count(*)::int from alert) as alerts, (select count(*)::int from alert_trigger) as triggers`.execute(
    database.kysely,
  )
  console.log(
    `${database.engine}: ${rate.toFixed(0)} check-ups a second, ${(rate * valuesOfOne).toFixed(0)} readings a second with scores and alerts (${senders} senders, ${batch} a request, ${patients} patients; request median ${quantile(latencies, 0.5).toFixed(1)}, p95 ${quantile(latencies, 0.95).toFixed(1)} ms; Node's CPU ${((user + system) / 1000 / sent).toFixed(2)} ms a check-up, the database's ${(databaseTook / sent).toFixed(2)}; ${rows[0]?.alerts} alerts, ${rows[0]?.triggers} triggers), load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (database.engine === 'postgres') measured(bar, rate * valuesOfOne)
})
