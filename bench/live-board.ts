import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, request as api, type APIRequestContext, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '../server/db/database'
import {
  deteriorating,
  graphql,
  openWard,
  postCheckup,
  riverside,
  tokenOf,
} from '../tests/e2e/portal'
import { startRealServer } from '../tests/e2e/real-server'

/**
 * The product itself, open on the virtual ward: the real server with so many patients more on the
 * nurse's ward, and a Chromium.
 */
export interface LiveBoard {
  readonly page: Page
  readonly request: APIRequestContext
  readonly ids: readonly string[]
  close(): Promise<void>
}

/**
 * Copies of a patient who has a check-up: each of them stands on the ward with one of an hour ago.
 */
const addPatients = async (
  dataDir: string,
  modelId: string,
  count: number,
): Promise<readonly string[]> => {
  const database = await openDatabase({ dataDir })
  const series = sql`generate_series(1, ${sql.lit(count)}) i`
  const model = sql.lit(modelId)
  await database.asSystem(async (trx) => {
    await sql`insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
      select 'm' || i, organization_id, 'First' || i % 97, 'Last' || i, 'female', '1940-02-29', now(), 100000 + i from patient p, ${series} where p.id = ${model}`.execute(
      trx,
    )
    await sql`insert into patient_organization (patient_id, organization_id, linked_at) select 'm' || i, organization_id, now() from patient p, ${series} where p.id = ${model}`.execute(
      trx,
    )
    await sql`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
      select 'ma' || i, 'm' || i, organization_id, ward_id, care_pathway_id, now() - interval '2 hours', now(), 100000 + i from ward_admission a, ${series} where a.patient_id = ${model} and a.discharged_at is null`.execute(
      trx,
    )
    await sql`insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, ews_scores, total_score, payload_hash, revision)
      select 'mc' || i, organization_id, 'm' || i, 'mc' || i, c.type, now() - interval '1 hour', now() - interval '1 hour', now(), c.readings, c.ews_scores, c.total_score, 'x', 100000 + i
      from ${series}, (select * from checkup where patient_id = ${model} order by ended_at desc limit 1) c`.execute(
      trx,
    )
    await sql`insert into patient_summary (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score)
      select 'm' || i, 'mc' || i, c.ended_at, c.total_score from ${series} join checkup c on c.id = 'mc' || i
      on conflict (patient_id) do update set latest_checkup_id = excluded.latest_checkup_id, latest_checkup_ended_at = excluded.latest_checkup_ended_at, total_score = excluded.total_score`.execute(
      trx,
    )
    await sql`update org_version set version = greatest(version, 200000)`.execute(trx)
  })
  await database.close()
  return Array.from({ length: count }, (_none, at) => `m${at + 1}`)
}

/**
 * Opens it at 1440 × 900. `watched`: all of them stand above the board, in one list. `args`: more
 * of Chromium's.
 */
export const openLiveBoard = async ({
  patients,
  watched,
  pageSize,
  dist,
}: {
  readonly patients: number
  readonly watched: boolean
  readonly pageSize: number
  readonly dist: string
}): Promise<LiveBoard> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-board-'))
  const options = { dataDir, publicDir: dist }
  const first = await startRealServer(options)
  const setup = await api.newContext({ baseURL: first.url })
  const email = 'nurse@riverside.example'
  const {
    virtualWardPatients: {
      patients: [model],
    },
  } = await graphql<{ virtualWardPatients: { patients: readonly { id: string }[] } }>(
    setup,
    await tokenOf(setup, email),
    '{ virtualWardPatients(take: 1, skip: 0, sort: [{ field: lastName, direction: ASC }]) { patients { id } } }',
  )
  const modelId = model?.id ?? ''
  await postCheckup(setup, riverside, deteriorating(modelId))
  await setup.dispose()
  await first.stop()
  const ids = await addPatients(dataDir, modelId, patients)
  const server = await startRealServer(options)
  const request = await api.newContext({ baseURL: server.url })
  const token = await tokenOf(request, email)
  if (watched)
    for (const id of ids)
      await graphql(
        request,
        token,
        'mutation($id: ID!) { addToWatchList(patientId: $id) { id } }',
        { id },
      )
  const executablePath =
    process.env['CHROMIUM_PATH'] ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
    ],
  })
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
  })
  // What tsx puts around functions with names, for those that run in the page.
  await context.addInitScript('globalThis.__name = (one) => one')
  await context.addInitScript(
    (size) => localStorage.setItem('virtual_ward_page_size', String(size)),
    pageSize,
  )
  const page = await context.newPage()
  // On a busy machine the sign-in may not be answered in time; only what follows is measured.
  for (let turn = 0; ; turn += 1)
    if (
      await openWard(page, email).then(
        () => true,
        (thrown: unknown) => {
          if (turn >= 3) throw thrown
          return false
        },
      )
    )
      break
  return {
    page,
    request,
    ids,
    close: async () => {
      await browser.close()
      await request.dispose()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
