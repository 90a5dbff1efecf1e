import { may } from '../../../src/domain/access/may'
import { chunkMs, chunkOf } from '../../../src/domain/monitoring/chunk'
import type { CountedPart } from '../../engine/subject-parts'
import { badInput } from '../../graphql/errors'
import { chunkIds, chunksSince, monitoringHead, readChunks } from './repository'

/** Records of one answer. */
export const mostChunks = 10

/** Records of monitoring in a patient's record. One is as long as ten other rows. */
export const syncedMonitoring: CountedPart = {
  key: 'm',
  type: 'MonitoringChunk',
  givenAs: 'monitoringChunks',
  weight: 10,
  first: 1,
  head: async (scope, patientId) =>
    may(scope.acting.principal, 'monitoring.view') ? monitoringHead(scope, patientId) : null,
  ids: chunkIds,
  async since(scope, patientId, from, head, most) {
    const { held, chunks } = await chunksSince(scope, patientId, from, head, most)
    return {
      held,
      rows: chunks.map((chunk) => ({ __typename: 'MonitoringChunk', ...chunk })),
    }
  },
  async of(scope, patientId, { from, before }) {
    const last =
      before === null ? chunkOf(scope.clock.now()) : Math.ceil(Date.parse(before) / chunkMs) - 1
    const first = from === null ? last - mostChunks + 1 : Math.ceil(Date.parse(from) / chunkMs)
    // What is missing in an answer would look as if it had not been measured.
    if (last - first >= mostChunks)
      throw badInput([{ path: 'in.from', message: `Must be within ${mostChunks * 5} days` }])
    return (await readChunks(scope, patientId, first, last)).map((chunk) => ({
      __typename: 'MonitoringChunk',
      ...chunk,
    }))
  },
}
