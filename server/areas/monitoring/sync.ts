import { may } from '../../../src/domain/access/may'
import type { CountedPart } from '../../engine/subject-parts'
import { chunkIds, chunksSince, monitoringHead } from './repository'

/** Records of monitoring in a patient's record. One is as long as ten other rows. */
export const syncedMonitoring: CountedPart = {
  key: 'm',
  type: 'MonitoringChunk',
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
}
