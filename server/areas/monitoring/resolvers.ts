import type {
  ContinuousMonitoring,
  ContinuousMonitoringSession,
  MonitoringChunks,
  MutationEndContinuousMonitoringSessionArgs,
  MutationStartContinuousMonitoringSessionArgs,
  Patient,
  QueryContinuousMonitoringArgs,
  QueryContinuousMonitoringSessionArgs,
  QueryMonitoringChunksArgs,
} from '../../../schema/generated/resolvers'
import { bucketMs } from '../../../src/domain/monitoring/bucket'
import { chunkOf } from '../../../src/domain/monitoring/chunk'
import { isoNow } from '../../clock'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { readBuckets, readChunks, readSpan } from './repository'
import { endSession, latestSession, startSession } from './session'
import { mostChunks } from './sync'

/** A week of quarters of an hour, the current one included. */
const mostPrevious = 671

/** Query fields of schema/monitoring.graphql. */
export const monitoringQueries = {
  async monitoringChunks(scope: Scope, args: QueryMonitoringChunksArgs): Promise<MonitoringChunks> {
    const [from, to] = [chunkOf(Date.parse(args.from)), chunkOf(Date.parse(args.to))]
    if (to < from) throw badInput([{ path: 'to', message: 'Must not be before from' }])
    if (to - from >= mostChunks)
      throw badInput([{ path: 'to', message: `Must be within ${mostChunks * 5} days of from` }])
    await requirePatient(scope, args.patientId)
    return { chunks: await readChunks(scope, args.patientId, from, to), asOf: isoNow(scope.clock) }
  },
  async continuousMonitoring(
    scope: Scope,
    { patientId, numPrevBuckets, currentBucketStartAt }: QueryContinuousMonitoringArgs,
  ): Promise<ContinuousMonitoring> {
    const asked = currentBucketStartAt == null ? null : Date.parse(currentBucketStartAt)
    const wrong = [
      ...(numPrevBuckets < 0 || numPrevBuckets > mostPrevious
        ? [{ path: 'numPrevBuckets', message: `Must be 0 to ${mostPrevious}` }]
        : []),
      ...(asked !== null && asked % bucketMs !== 0
        ? [{ path: 'currentBucketStartAt', message: 'Must be on a quarter of an hour' }]
        : []),
    ]
    if (wrong.length > 0) throw badInput(wrong)
    await requirePatient(scope, patientId)
    const span = await readSpan(scope, patientId)
    const current = asked ?? (span === null ? null : Date.parse(span.latest))
    if (current === null) return { data: [], from: null, to: null, earliest: null, latest: null }
    const [from, to] = [current - numPrevBuckets * bucketMs, current + bucketMs]
    return {
      data: await readBuckets(scope, patientId, from, to),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      earliest: span?.earliest ?? null,
      latest: span?.latest ?? null,
    }
  },
  async continuousMonitoringSession(
    scope: Scope,
    { patientId }: QueryContinuousMonitoringSessionArgs,
  ): Promise<ContinuousMonitoringSession | null> {
    await requirePatient(scope, patientId)
    return latestSession(scope, patientId)
  },
}

/**
 * Mutation fields of schema/monitoring.graphql. `readPatient`: what they answer with is the patient
 * area's.
 */
export const createMonitoringMutations = (
  readPatient: (scope: Scope, patientId: string) => Promise<Patient>,
) => ({
  async startContinuousMonitoringSession(
    scope: Scope,
    args: MutationStartContinuousMonitoringSessionArgs,
  ): Promise<Patient> {
    await startSession(scope, args)
    return readPatient(scope, args.patientId)
  },
  async endContinuousMonitoringSession(
    scope: Scope,
    { patientId }: MutationEndContinuousMonitoringSessionArgs,
  ): Promise<Patient> {
    await endSession(scope, patientId)
    return readPatient(scope, patientId)
  },
})
