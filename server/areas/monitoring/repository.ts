import type { MonitoringChunk } from '../../../schema/generated/resolvers'
import type { LatestBucket } from '../../../src/domain/monitoring/bucket'
import { chunkMs, packBuckets } from '../../../src/domain/monitoring/chunk'
import type { Scope } from '../../graphql/scope'
import { bucketOf } from './rows'

/**
 * Buckets that begin at or after `from` and before `to` (epoch milliseconds), oldest first, read by
 * index. Of two that begin at once (two organisations, a sensor that was changed) the one that came
 * last counts.
 */
export async function readBuckets(
  scope: Scope,
  patientId: string,
  from: number,
  to: number,
): Promise<LatestBucket[]> {
  const rows = await scope.trx
    .selectFrom('monitoring_bucket')
    .distinctOn('started_at')
    .select(['started_at', 'received_at', 'data'])
    .where('patient_id', '=', patientId)
    .where('started_at', '>=', new Date(from).toISOString())
    .where('started_at', '<', new Date(to).toISOString())
    .orderBy('started_at')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(bucketOf)
}

const chunkId = (patientId: string, chunk: number): string => `${patientId}.${chunk}`

/**
 * One record of a patient's monitoring: at most 480 buckets.
 * @param revision what the record stood at before it is read @param chunk
 *   src/domain/monitoring/chunk.ts
 */
async function readChunk(
  scope: Scope,
  patientId: string,
  chunk: number,
  revision: number,
): Promise<MonitoringChunk> {
  const start = chunk * chunkMs
  const buckets = await readBuckets(scope, patientId, start, start + chunkMs)
  return {
    id: chunkId(patientId, chunk),
    revision,
    patientId,
    startAt: new Date(start).toISOString(),
    columns: packBuckets(start, buckets),
  }
}

/** The records of a patient that touch a time, oldest first. */
export async function readChunks(
  scope: Scope,
  patientId: string,
  from: number,
  to: number,
): Promise<MonitoringChunk[]> {
  const found = await scope.trx
    .selectFrom('monitoring_chunk')
    .select(['chunk', 'v'])
    .where('patient_id', '=', patientId)
    .where('chunk', '>=', from)
    .where('chunk', '<=', to)
    .orderBy('chunk')
    .execute()
  const chunks: MonitoringChunk[] = []
  for (const { chunk, v } of found) chunks.push(await readChunk(scope, patientId, chunk, v))
  return chunks
}

/** How far a device has come with a patient's monitoring. */
export interface MonitoringHeld {
  /** Everything that changed up to here. */
  readonly v: number
  /** The oldest record that is held; null: there are no older ones. */
  readonly c: number | null
}

/** The revision of a patient's monitoring; 0: there is none. One row, by index. */
export async function monitoringHead(scope: Scope, patientId: string): Promise<number> {
  const row = await scope.trx
    .selectFrom('monitoring_head')
    .select('v')
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  return row?.v ?? 0
}

/** The ids of all records of a patient's monitoring. */
export async function chunkIds(scope: Scope, patientId: string): Promise<readonly string[]> {
  return (
    await scope.trx
      .selectFrom('monitoring_chunk')
      .select('chunk')
      .where('patient_id', '=', patientId)
      .execute()
  ).map(({ chunk }) => chunkId(patientId, chunk))
}

/**
 * What a device lacks, at most about `most` records (1 or more): what changed first, then older
 * ones, newest first.
 * @param held null: nothing is held yet @param head where the monitoring stood before anything was
 *   read
 */
export async function chunksSince(
  scope: Scope,
  patientId: string,
  held: MonitoringHeld | null,
  head: number,
  most: number,
): Promise<{
  readonly held: MonitoringHeld
  readonly chunks: readonly MonitoringChunk[]
}> {
  if (head === 0) return { held: { v: 0, c: null }, chunks: [] }
  const found = scope.trx
    .selectFrom('monitoring_chunk')
    .select(['chunk', 'v'])
    .where('patient_id', '=', patientId)
  // A version is never split.
  const changed =
    held === null || held.v >= head
      ? []
      : await found
          .where('v', '>', held.v)
          .where('v', '<=', head)
          .orderBy('v')
          .fetch(most, 'with ties')
          .execute()
  const isCut = changed.length >= most
  const v = isCut ? (changed.at(-1)?.v ?? head) : head
  const oldest = held === null ? Number.MAX_SAFE_INTEGER : held.c
  const room = most - changed.length
  const older =
    oldest === null || isCut || room <= 0
      ? []
      : await found.where('chunk', '<', oldest).orderBy('chunk', 'desc').limit(room).execute()
  const c =
    oldest === null || isCut || room <= 0
      ? oldest
      : older.length < room
        ? null
        : (older.at(-1)?.chunk ?? null)
  const chunks: MonitoringChunk[] = []
  for (const one of [...changed, ...older])
    chunks.push(await readChunk(scope, patientId, one.chunk, one.v))
  return { held: { v, c }, chunks }
}

/**
 * The starts of a patient's first and last bucket; null where there is none. Two looks at the
 * index.
 */
export async function readSpan(
  scope: Scope,
  patientId: string,
): Promise<{ readonly earliest: string; readonly latest: string } | null> {
  const end = (order: 'asc' | 'desc') =>
    scope.trx
      .selectFrom('monitoring_bucket')
      .select('started_at')
      .where('patient_id', '=', patientId)
      .orderBy('started_at', order)
      .limit(1)
      .executeTakeFirst()
  const [earliest, latest] = [await end('asc'), await end('desc')]
  return earliest === undefined || latest === undefined
    ? null
    : { earliest: earliest.started_at, latest: latest.started_at }
}
