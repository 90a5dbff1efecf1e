import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { bucketAt } from '../../server/demonstration/bucket-maker'
import type { Runtime } from '../../src/engine/define'
import { bucketsBetween, monitoringChunks } from '../../src/data/monitoring'
import { patientRecord } from '../../src/data/patient'
import { bucketMs } from '../../src/domain/monitoring/bucket'
import { chunkMs, chunkOf } from '../../src/domain/monitoring/chunk'

let server: FlowServer
let tablet: Tablet
let signIns = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async ({ following = false } = {}): Promise<Runtime> => {
  tablet.token = `${server.uid('nurse@riverside.example')}~monitoring-${(signIns += 1)}`
  const tab = await tablet.openTab({ following })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** The start of the last bucket that is over. */
const last = Math.floor(Date.now() / bucketMs) * bucketMs - bucketMs
const startsOf = (rows: Parameters<typeof bucketsBetween>[0], from: number, to: number) =>
  bucketsBetween(rows, from, to).map(({ bucketStartAt }) => Date.parse(bucketStartAt))

test('C277 P370 buckets of a device are on the tablet with the patient, read by time, and offline too', async () => {
  const patient = server.patient('Respiratory Ward', 0)
  const starts = Array.from({ length: 8 }, (_, back) => last - (7 - back) * bucketMs)
  const old = last - (12 * chunkMs) / 5
  await server.sendBuckets(patient, [old, ...starts])
  const tab = await signIn()
  const params = { patientId: patient.id, from: last - 3 * bucketMs, to: last + bucketMs }
  await tab.refresh(monitoringChunks, params)
  const view = tab.watch(monitoringChunks, params)
  const { rows } = await until(
    view,
    (state) => state.ready && bucketsBetween(state.rows, params.from, params.to).length === 4,
  )
  expect(startsOf(rows, params.from, params.to)).toEqual(starts.slice(4))
  // Other days are not opened for it.
  expect(
    rows.every(
      ({ startAt }) =>
        Date.parse(startAt) > old - chunkMs && Date.parse(startAt) + chunkMs > params.from,
    ),
  ).toBe(true)
  // The device measured what it measured that quarter of an hour: what it left out is left out
  // here, and has no score.
  for (const bucket of bucketsBetween(rows, params.from, params.to)) {
    const start = Date.parse(bucket.bucketStartAt)
    const sent = bucketAt(patient, start, start)
    expect(bucket.respiratoryRate ?? undefined).toEqual(sent.respiratoryRate)
    expect(bucket.thresholdScores.RRScore ?? undefined).toEqual(
      sent.respiratoryRate === undefined ? undefined : expect.any(Number),
    )
  }

  tablet.network = 'down'
  const before = { patientId: patient.id, from: old, to: old + bucketMs }
  const older = await until(
    tab.watch(monitoringChunks, before),
    (state) => state.ready && bucketsBetween(state.rows, before.from, before.to).length === 1,
  )
  expect(startsOf(older.rows, before.from, before.to)).toEqual([old])
})

test('a new bucket reaches an open reading with the next pull, and changes no other record', async () => {
  const patient = server.patient('Respiratory Ward', 1)
  const first = Math.min(last - bucketMs, chunkOf(last) * chunkMs - bucketMs)
  await server.sendBuckets(patient, [first])
  const tab = await signIn()
  const params = { patientId: patient.id, from: first, to: last + bucketMs }
  await tab.refresh(monitoringChunks, params)
  const view = tab.watch(monitoringChunks, params)
  await until(
    view,
    (state) => state.ready && bucketsBetween(state.rows, params.from, params.to).length === 1,
  )
  await server.sendBuckets(patient, [last])
  await tab.refresh(patientRecord, { patientId: patient.id })
  const { rows } = await until(
    view,
    (state) => bucketsBetween(state.rows, params.from, params.to).length === 2,
  )
  expect(startsOf(rows, params.from, params.to)).toEqual([first, last])
})

test('a time that the scope has not come to yet is asked for by name', async () => {
  const patient = server.patient('Respiratory Ward', 2)
  const old = last - 4 * chunkMs
  await server.sendBuckets(patient, [last, old, last - chunkMs])
  const tab = await signIn()
  // Only the first answer arrives: what follows by itself waits.
  let pulls = 0
  tablet.gate = (names) =>
    names.includes('SyncPull') && (pulls += 1) > 1
      ? new Promise(() => undefined)
      : Promise.resolve()
  const params = { patientId: patient.id, from: old, to: old + bucketMs }
  await tab.refresh(monitoringChunks, params)
  expect(tablet.sent).toContain('SyncOlder')
  const { rows } = await until(
    tab.watch(monitoringChunks, params),
    (state) => state.ready && state.rows.length > 0,
  )
  expect(startsOf(rows, params.from, params.to)).toEqual([old])
})

test('an organisation that loses continuous monitoring loses its records on the device without anybody asking, and the record says nothing of it', async () => {
  const patient = server.patient('Respiratory Ward', 2)
  await server.sendBuckets(patient, [last])
  const tab = await signIn({ following: true })
  const params = { patientId: patient.id, from: last, to: last + bucketMs }
  await tab.refresh(patientRecord, { patientId: patient.id })
  await until(tab.watch(monitoringChunks, params), (state) => state.ready && state.rows.length > 0)
  const set = (on: boolean) =>
    server.database.asSystem((trx) =>
      sql`update organization set features = features || ${JSON.stringify({ continuousMonitoring: on })}::jsonb where name = 'Riverside Virtual Ward'`.execute(
        trx,
      ),
    )
  try {
    await set(false)
    await until(
      tab.watch(monitoringChunks, params),
      (state) => state.ready && state.rows.length === 0,
    )
    const { rows } = await until(
      tab.watch(patientRecord, { patientId: patient.id }),
      (state) => state.rows[0]?.latestContinuousMonitoring === null,
    )
    expect(rows).toHaveLength(1)
  } finally {
    await set(true)
  }
})
