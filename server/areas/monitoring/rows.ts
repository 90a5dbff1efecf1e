import type { Selectable } from 'kysely'
import type { ContinuousMonitoringBucket } from '../../../schema/generated/resolvers'
import type { LatestBucket } from '../../../src/domain/monitoring/bucket'
import {
  monitoringSessionSchema,
  type MonitoringSession,
} from '../../../src/domain/monitoring/session'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import { plainFields } from '../../db/plain-fields'
import type { Tables } from '../../db/tables'
import { latestBucketOf } from '../patient-summary'

/** A stored bucket as the contract shows it. */
export const bucketOf = (
  row: Pick<Selectable<Tables['monitoring_bucket']>, 'started_at' | 'received_at' | 'data'>,
): LatestBucket & ContinuousMonitoringBucket => latestBucketOf(row)

/** Buckets by id; ids that are not visible are left out. */
export async function bucketsById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LatestBucket & ContinuousMonitoringBucket>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('monitoring_bucket')
    .select(['id', 'started_at', 'received_at', 'data'])
    .where(isOneOf('id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, bucketOf(row)]))
}

const sessionFields = plainFields(monitoringSessionSchema, 'organization')
/** Sessions of continuous monitoring by id; ids that are not visible are left out. */
export async function monitoringSessionsById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MonitoringSession>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('continuous_monitoring_session as s')
    .select([...sessionFields.from('s'), 's.organization_id'])
    .where(isOneOf('id', ids))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { ...sessionFields.of(row), organization: { id: row.organization_id } },
    ]),
  )
}
