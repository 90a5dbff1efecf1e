import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { build } from 'vite'
import { bucketAt } from '../../server/demonstration/bucket-maker'
import { startServer } from '../flow/server'
import type { FirstSyncFigures } from './first-sync-page/page'
import { option } from './engines'
import { traceTasks } from './task-trace'

declare const firstSync: (token: string) => Promise<FirstSyncFigures>
declare const idleTasks: (ms: number) => Promise<readonly number[]>

// The first sync of a ward in Chromium, with the processor throttled: how long the page's thread is held at once. The data engine
// and real IndexedDB, ciphers, worker and server; no screens. Tasks are counted as the browser reports them (longtask), and by the
// thread's own processor time (trace), which other work on a shared machine does not lengthen.
const patients = Number(option('patients', '220'))
const checkups = Number(option('checkups', '23'))
/** 15-minute buckets of each patient. */
const buckets = Number(option('buckets', '91'))
const throttle = Number(option('throttle', '4'))
const port = Number(option('port', '8131'))
const runs = Number(option('runs', '3'))

const server = await startServer()
const bucketStart = new Date(Math.floor(Date.now() / 900_000) * 900_000).toISOString()
const model = server.patient('Respiratory Ward', 0)
await server.sendCheckup(model, Date.now() - 3_600_000)
await server.database.asSystem(async (trx) => {
  const organization = sql.lit(server.organizationOf('riverside'))
  const ward = sql.lit(model.ward?.id ?? '')
  const pathway = sql`(select care_pathway_id from ward_admission where patient_id = ${sql.lit(model.id)})`
  const series = sql`generate_series(1, ${sql.lit(patients)}) i`
  await sql`insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
    select 'm' || i, ${organization}, 'First' || i % 97, 'Last' || i % 211, 'female', '1940-02-29', now(), 100000 + i from ${series}`.execute(trx)
  await sql`insert into patient_organization (patient_id, organization_id, linked_at) select 'm' || i, ${organization}, now() from ${series}`.execute(trx)
  await sql`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
    select 'ma' || i, 'm' || i, ${organization}, ${ward}, ${pathway}, now(), now(), 100000 + i from ${series}`.execute(trx)
  await sql`insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, ews_scores, total_score, payload_hash, revision)
    select 'mc' || i || '-' || j, ${organization}, 'm' || i, 'mc' || i || '-' || j, c.type, now() - j * interval '1 hour', now() - j * interval '1 hour', now(), c.readings, c.ews_scores, c.total_score, 'x', 100000 + i
    from ${series}, generate_series(1, ${sql.lit(checkups)}) j, (select * from checkup where patient_id = ${sql.lit(model.id)} limit 1) c`.execute(trx)
  await sql`insert into monitoring_bucket (id, organization_id, patient_id, source_id, started_at, ended_at, received_at, data, payload_hash, revision)
    select 'mb' || i || '-' || j, ${organization}, 'm' || i, 'mb' || i || '-' || j, ${bucketStart}::timestamptz - j * interval '15 minutes', ${bucketStart}::timestamptz - (j - 1) * interval '15 minutes', now(),
      ${JSON.stringify(bucketAt(model, Date.parse(bucketStart)))}::jsonb - 'id' - 'patientId' || '{"thresholdScores": {"RRScore": 0, "SpO2Score": 1, "HRScore": 0, "tempScore": 0}}'::jsonb, 'x', 100000 + i
    from ${series}, generate_series(1, ${sql.lit(buckets)}) j`.execute(trx)
  await sql`insert into patient_summary (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score)
    select 'm' || i, 'mc' || i || '-1', now() - interval '1 hour', 0 from ${series}`.execute(trx)
  await sql`update org_version set version = greatest(version, 200000) where organization_id = ${organization}`.execute(trx)
})
await sql.raw('analyze').execute(server.database.kysely)

const outDir = mkdtempSync(join(tmpdir(), 'lamplight-first-sync-'))
await build({
  root: join(import.meta.dirname, 'first-sync-page'), configFile: false, logLevel: 'error', worker: { format: 'es' },
  build: { outDir, emptyOutDir: true, target: 'es2022', rolldownOptions: { input: { page: join(import.meta.dirname, 'first-sync-page', 'page.ts') }, output: { entryFileNames: '[name].js' } } },
})
const listener = serve({
  port, hostname: '127.0.0.1',
  fetch: (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/Prod')) return server.app.fetch(request)
    if (pathname.endsWith('.js')) return new Response(readFileSync(join(outDir, pathname)), { headers: { 'Content-Type': 'text/javascript' } })
    return new Response('<!doctype html><title>first sync</title><script type="module" src="/page.js"></script>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
})
const executablePath = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
for (let run = 1; run <= runs; run += 1) {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(`http://localhost:${port}/`)
  await page.waitForFunction(() => 'firstSync' in window)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const ended = await traceTasks(session)
  // The floor: the same page, doing nothing, on this machine in this minute.
  const idle = await page.evaluate(() => idleTasks(5_000))
  const { boardMs, wholeMs, patients: found, longTasks, chunks } = await page.evaluate((token) => firstSync(token), `${server.uid('nurse@riverside.example')}~${run}`)
  const tasks = await ended()
  const own = tasks.filter((task) => task.own > 50)
  const load = loadavg()[0]?.toFixed(1)
  console.log(`run ${run}, ${throttle}x, load ${load}: ${found} patients of ${checkups} check-ups and ${buckets} buckets (${chunks} records); board after ${boardMs.toFixed(0)} ms, whole ward after ${wholeMs.toFixed(0)} ms; ` +
    `tasks over 50 ms: ${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms (idle for 5 s: ${idle.length}, ${Math.max(0, ...idle).toFixed(0)} ms); ` +
    `by the thread's own time: ${own.length}, longest ${Math.max(0, ...tasks.map((task) => task.own)).toFixed(0)} ms`)
  if (process.argv.includes('--tasks')) for (const task of tasks.toSorted((a, b) => b.own - a.own).slice(0, 12)) console.log(`  at ${task.at.toFixed(0)}: ${task.wall.toFixed(0)} ms, own ${task.own.toFixed(0)}: ${task.most.join(' | ')}`)
  await context.close()
}
await browser.close()
listener.close()
await server.close()
process.exit(0)
