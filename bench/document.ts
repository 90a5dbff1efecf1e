// Case: a report of 2,000 check-ups as PDF, and how long the server's thread is held meanwhile
// Smallest: --engine postgres --checkups 20
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { CreateReportDocument } from '../schema/generated/documents/report'
import { createDocumentRenderer, documentKind } from '../server/documents'
import { workOff } from '../server/queue'
import { ewsInputOf } from '../src/domain/checkup/ews-input'
import { readingsSchema, type Readings } from '../src/domain/checkup/checkup'
import { scoreCheckup } from '../src/domain/ews'
import { startServer } from '../tests/server/client'
import { addPatient, buildWorld } from '../tests/server/world'
import { onEngines, option } from './engines'
import { declareBars, figure, measured } from './report'

// The whole server in process: createReport gathers the rows and freezes them, the job hands them to
// the thread that draws. `held`: the longest time in which nothing else was served, of which the
// reading of a turn of an idle loop is the floor. Beside it a report of a tenth of the rows.
const checkups = Number(option('checkups', '2000'))
const bars = {
  whole: 'a report of 2,000 check-ups, from asking to its file, PostgreSQL',
  held: 'the longest that the server is held meanwhile, PostgreSQL',
}
declareBars([
  { name: bars.whole, unit: 'ms', atMost: 5_000 },
  { name: bars.held, unit: 'ms', atMost: 50 },
])

const hour = 3_600_000
const end = Date.parse('2026-04-01T00:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()
const measuredAt = (at: number): Readings =>
  readingsSchema.parse({
    temperature: { value: 36 + (at % 30) / 10, device: 'Thermo One', isManual: false },
    pulseRate: { value: 60 + (at % 60), source: 'cuff', isManual: false },
    pulseOxiData: {
      averageSpO2: 88 + (at % 12),
      uneditedAverageSpO2: null,
      averageHr: 60 + (at % 60),
      confidence: at % 7 === 0 ? 'VITAL_UNSTABLE' : 'HIGH',
      device: 'Nonin 3230',
      isManual: false,
    },
    respiratoryRate: { value: 10 + (at % 18), source: 'manual' },
    consciousness: 'A',
    onOxygen: at % 3 === 0,
    oxygenFromFlag: false,
    bloodPressureData: {
      systolic: 90 + (at % 90),
      diastolic: 60 + (at % 40),
      position: 'sitting',
      device: 'Omron',
      isManual: false,
    },
    weight: { value: 72.4, isManual: false, device: 'Scale' },
    peakExpiratoryFlowRate: { value: 410, isManual: true },
    symptoms: [],
    softSigns: [],
    notes: null,
  })

await onEngines(async (database, owner) => {
  await buildWorld(database)
  const clock = { now: () => end }
  const server = await startServer(database, { clock })
  await database.asSystem(async (trx) => {
    await addPatient(trx, { id: 'long', of: 'w', first: 'Ruth', last: 'Long', ward: 'A' })
    for (let from = 0; from < checkups; from += 500)
      await trx
        .insertInto('checkup')
        .values(
          Array.from({ length: Math.min(500, checkups - from) }, (_, nth) => {
            const at = from + nth
            const readings = measuredAt(at)
            const scores = scoreCheckup(ewsInputOf(readings, false), {
              thresholds: null,
              spo2Scale: 1,
              riskScheme: 'NEWS2',
            })
            const endedAt = iso(end - (at + 1) * hour)
            return {
              id: `long-${at}`,
              organization_id: 'w',
              patient_id: 'long',
              source_id: `long-${at}`,
              type: 'new_checkup',
              checkup_type: null,
              started_at: endedAt,
              ended_at: endedAt,
              received_at: endedAt,
              readings: JSON.stringify(readings),
              ews_scores: JSON.stringify(scores),
              total_score: scores.totalScore,
              risk_level: scores.riskLevel,
              payload_hash: `long-${at}`,
              revision: 1,
            }
          }),
        )
        .execute()
  })
  await sql.raw('analyze').execute(owner.kysely)
  const renderer = createDocumentRenderer()
  await renderer.warm()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const floor = delay.max / 1e6

  const report = async (rows: number) => {
    const began = performance.now()
    const answer = await server.ask(CreateReportDocument.text, {
      as: 'nurse',
      variables: {
        patientId: 'long',
        start: iso(end - rows * hour),
        end: iso(end),
        aggregateIntervalHours: 8,
        timeZone: 'Europe/London',
        aggregates: true,
        softSigns: true,
        checkups: true,
        notes: true,
        alerts: true,
        wardAdmissions: true,
      },
    })
    if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors))
    const asked = performance.now()
    const made = await workOff(
      { database, clock, asksDatabase: false, log: { warn: console.log, error: console.log } },
      documentKind(database, renderer),
    )
    if (made !== 1) throw new Error(`${made} documents were made`)
    const done = performance.now()
    return { gathered: asked - began, drawn: done - asked, whole: done - began }
  }
  await report(Math.round(checkups / 10))
  const small = await report(Math.round(checkups / 10))
  delay.reset()
  const used = process.cpuUsage()
  const large = await report(checkups)
  const { user, system } = process.cpuUsage(used)
  const held = delay.max / 1e6
  delay.disable()
  await renderer.close()
  const { state, byte_count: bytes } = await database.asSystem((trx) =>
    trx
      .selectFrom('document')
      .select(['state', 'byte_count'])
      .orderBy('byte_count', 'desc')
      .executeTakeFirstOrThrow(),
  )
  if (state !== 'ready') throw new Error('The report was not made')
  if (database.engine === 'postgres') {
    measured(bars.whole, large.whole)
    measured(bars.held, held)
  }
  figure(`${database.engine}, gathering, ms`, large.gathered)
  figure(`${database.engine}, drawing, ms`, large.drawn)
  figure(`${database.engine}, against a tenth of the rows`, large.whole / small.whole)
  console.log(
    `${database.engine}: ${checkups} check-ups gathered in ${large.gathered.toFixed(0)} and drawn in ${large.drawn.toFixed(0)} ms, ${((bytes ?? 0) / 1024).toFixed(0)} KB, ` +
      `processor ${((user + system) / 1000).toFixed(0)} ms; held at most ${held.toFixed(0)} ms (idle ${floor.toFixed(0)}); ${(large.whole / small.whole).toFixed(1)} times a tenth of the rows`,
  )
})
