import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { build } from 'vite'
import { startServer } from '../flow/server'
import type { FirstSyncFigures } from './first-sync-page/page'
import { option } from './engines'

declare const firstSync: (token: string) => Promise<FirstSyncFigures>

// The first sync of a ward in Chromium, with the processor throttled: how long the page's thread is held at once. The data engine
// and real IndexedDB, ciphers and server; no screens.
const patients = Number(option('patients', '200'))
const checkups = Number(option('checkups', '25'))
const throttle = Number(option('throttle', '4'))
const port = Number(option('port', '8131'))
const runs = Number(option('runs', '3'))

const server = await startServer()
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
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const { boardMs, wholeMs, patients: found, longTasks } = await page.evaluate((token) => firstSync(token), `${server.uid('nurse@riverside.example')}~${run}`)
  console.log(`run ${run}, ${throttle}x: ${found} patients of ${checkups} check-ups; board after ${boardMs.toFixed(0)} ms, whole ward after ${wholeMs.toFixed(0)} ms; ` +
    `tasks over 50 ms: ${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`)
  await context.close()
}
await browser.close()
listener.close()
await server.close()
process.exit(0)
