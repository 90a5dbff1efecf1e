import type { MonitoringChunks, QueryMonitoringChunksArgs } from '../../../schema/generated/resolvers'
import { chunkOf } from '../../../src/domain/monitoring/chunk'
import { isoNow } from '../../clock'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { readChunks } from './repository'

/** Records of one answer. */
const mostChunks = 10

/** Query fields of schema/monitoring.graphql. */
export const monitoringQueries = {
  async monitoringChunks(scope: Scope, args: QueryMonitoringChunksArgs): Promise<MonitoringChunks> {
    const [from, to] = [chunkOf(Date.parse(args.from)), chunkOf(Date.parse(args.to))]
    if (to < from) throw badInput([{ path: 'to', message: 'Must not be before from' }])
    if (to - from >= mostChunks) throw badInput([{ path: 'to', message: `Must be within ${mostChunks * 5} days of from` }])
    await requirePatient(scope, args.patientId)
    return { chunks: await readChunks(scope, args.patientId, from, to), asOf: isoNow(scope.clock) }
  },
}
