import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { Database } from '../server/db/database'
import { createIngest } from '../server/ingest'
import { secretBox } from '../server/secret-box'
import { addManyPatients } from '../tests/server/many-patients'
import { buildWorld } from '../tests/server/world'

/** Values that each of these check-ups measures. */
export const valuesOfOne = 8

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

/**
 * Fills a database with patients on a pathway with three rules and a schedule, and sends check-ups of
 * them through the ingest API: signature, scores, board, alerts, one transaction a request.
 * @param batch check-ups of a request
 */
export const startReadings = async (
  database: Database,
  owner: Database,
  { patients, batch }: { readonly patients: number; readonly batch: number },
): Promise<{
  /** Sends one request. @returns how long it took, milliseconds @throws where it was not stored */
  send(): Promise<number>
}> => {
  await buildWorld(database)
  await addManyPatients(owner.asSystem, patients)
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
      database: database.lane('ingest'),
      secrets: box,
      clock: { now: () => Date.now() },
      requestsPerMinute: 10_000_000,
    }),
  )
  let sent = 0
  return {
    async send() {
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
      const took = performance.now() - before
      if (answer.status !== (batch === 1 ? 201 : 200))
        throw new Error(`${answer.status} ${await answer.text()}`)
      return took
    },
  }
}
