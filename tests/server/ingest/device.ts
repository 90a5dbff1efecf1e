import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Hono } from 'hono'
import { createIngest, type IngestOptions } from '../../../server/ingest'
import { secretBox } from '../../../server/secret-box'
import { seedDemonstration } from '../../../server/demonstration'
import {
  demonstrationPatients,
  type DemonstrationPatient,
} from '../../../server/demonstration/people'
import type { Database } from '../../../server/db/database'

/** The tests' clock stands here unless a test moves it. */
export const noon = Date.parse('2026-03-02T12:00:00.000Z')
export const box = secretBox(new Uint8Array(32).fill(7))
export const noIdentity = {
  hasAccount: async () => true,
  createAccount: async () => undefined,
  enrolTotp: async () => undefined,
}

export const seed = (database: Database): Promise<void> =>
  seedDemonstration({ database, identity: noIdentity, secrets: box, clock: { now: () => noon } })

export const patientNamed = (lastName: string, firstName?: string): DemonstrationPatient => {
  const found = demonstrationPatients.find(
    (patient) =>
      patient.lastName === lastName && (firstName === undefined || patient.firstName === firstName),
  )
  if (found === undefined) throw new Error(`No ${lastName}`)
  return found
}

/** The ingest API mounted where the server mounts it, in process. */
export const ingestApp = (database: Database, more: Partial<IngestOptions> = {}): Hono =>
  new Hono().route(
    '/Prod/ingest/v1',
    createIngest({ database, secrets: box, clock: { now: () => noon }, ...more }),
  )

export interface Posting {
  readonly path?: string
  readonly key?: string
  readonly secret?: string
  readonly timestamp?: string
  readonly joining?: string
  readonly signed?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly method?: string
}
export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

/**
 * Posts as a device of Riverside would; `posting` says what it does differently. A string body goes
 * as it is.
 */
export const post = async (
  app: Hono,
  kind: string,
  item: unknown,
  posting: Posting = {},
): Promise<Answer> => {
  const path = posting.path ?? `/Prod/ingest/v1/${kind}`
  const method = posting.method ?? 'POST'
  const body = typeof item === 'string' ? item : JSON.stringify(item)
  const timestamp = posting.timestamp ?? String(noon / 1000)
  const signature = createHmac('sha256', posting.secret ?? 'demonstration-only-riverside')
    .update([timestamp, method, posting.signed ?? path, body].join(posting.joining ?? '\n'))
    .digest('hex')
  const headers = new Headers({
    'content-type': 'application/json',
    'x-api-key': posting.key ?? 'demo-riverside',
    'x-timestamp': timestamp,
    'x-signature': signature,
  })
  for (const [name, value] of Object.entries(posting.headers ?? {})) {
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
  }
  const answer = await app.request(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
  const parsed: Record<string, unknown> = await answer.json()
  return { status: answer.status, body: parsed, headers: answer.headers }
}

/** A whole check-up of a well patient on air, that ended a minute before noon. */
export const wellCheckup = (id: string, patientId: string): Record<string, unknown> => ({
  id,
  patientId,
  startedAt: '2026-03-02T11:55:00Z',
  endedAt: '2026-03-02T11:59:00Z',
  onOxygen: false,
  consciousness: 'A',
  temperature: { value: 36.8 },
  pulseRate: { value: 72 },
  pulseOxiData: { averageSpO2: 97, confidence: 'HIGH' },
  respiratoryRate: { value: 16 },
  bloodPressureData: { systolic: 124, diastolic: 78 },
})

/** How many rows every table has, but for the list of what was refused. */
export const countAll = async (database: Database): Promise<Readonly<Record<string, number>>> => {
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(
    database.kysely,
  )
  const each = tables.rows
    .filter(({ name }) => name !== 'refused_delivery')
    .map(
      ({ name }) => sql`select ${name}::text as name, count(*)::int as n from ${sql.table(name)}`,
    )
  const { rows } = await sql<{
    name: string
    n: number
  }>`${sql.join(each, sql` union all `)}`.execute(database.kysely)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
