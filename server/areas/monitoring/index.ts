export { bucketsBefore, observedBucket } from './buckets-before'
export { sessionsOfStay } from './of-stay'
export { bucketsById, monitoringSessionsById } from './rows'
export { syncedMonitoring } from './sync'
