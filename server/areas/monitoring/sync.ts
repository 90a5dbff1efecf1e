import { may } from '../../../src/domain/access/may'
import { chunkOf } from '../../../src/domain/monitoring/chunk'
import type { CountedPart } from '../../engine/subject-parts'
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
    const last = before === null ? chunkOf(scope.clock.now()) : chunkOf(Date.parse(before))
    const first = Math.max(
      from === null ? -Infinity : chunkOf(Date.parse(from)),
      last - mostChunks + 1,
    )
    return (await readChunks(scope, patientId, first, last)).map((chunk) => ({
      __typename: 'MonitoringChunk',
      ...chunk,
    }))
  },
}
