export { bucketsBefore, observedBucket } from './buckets-before'
export { bucketsById, monitoringSessionsById } from './rows'
export { syncedMonitoring } from './sync'
