import { subjectScope } from '../../domain/sync/scopes'
import { chunkMs, monitoringChunkSchema } from '../../domain/monitoring/chunk'
import { defineScoped } from '../../engine/define'

export interface MonitoringParams {
  readonly patientId: string
  /** Epoch milliseconds: buckets that begin at or after it … */
  readonly from: number
  /** … and before it. At most 45 days later where the scope has not come to them yet. */
  readonly to: number
}

/**
 * The records (five days of 15-minute buckets each) that touch a time, oldest first. They come to
 * the device with the patient, sealed, the newest first, and are read by range: what lies outside
 * is neither opened nor watched. `bucketsBetween` makes buckets of them.
 *
 *     const { rows, ready, freshness } = useResource(monitoringChunks, { patientId, from, to })
 *     const buckets = useMemo(() => bucketsBetween(rows, from, to), [rows, from, to])
 *
 * Keep `from` and `to` still between renders (quarters of an hour): other params are another
 * reading.
 */
export const monitoringChunks = defineScoped({
  name: 'monitoringChunks',
  table: 'monitoringChunk',
  row: (value) => monitoringChunkSchema.parse(value),
  index: ({ patientId, startAt }) => ({ subjectId: patientId, at: Date.parse(startAt) }),
  // A record that begins before the time may reach into it.
  select: ({ patientId, from, to }) => ({
    by: 'time',
    subjectId: patientId,
    from: from - chunkMs + 1,
    to,
  }),
  entity: 'MonitoringChunk',
  scope: ({ patientId }: MonitoringParams) => subjectScope(patientId),
  arrange: (rows) => ({
    rows: rows.toSorted((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt)),
    total: rows.length,
    arrangedBy: 'server',
  }),
  staleAfterMs: 60_000,
})
