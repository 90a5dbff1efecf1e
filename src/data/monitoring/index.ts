/** A patient's 15-minute buckets; `bucketsBetween` opens what `monitoringChunks` reads. */
export { bucketsBetween, type MonitoringChunk } from '../../domain/monitoring/chunk'
export { monitoringChunks, type MonitoringParams } from './monitoring.resource'
export {
  endContinuousMonitoringSession,
  startContinuousMonitoringSession,
} from './monitoring.command'
