export { cardSchedules, cardTrend, keepDue, workOutUnknown, type DueInputs } from './due'
export { boardPoint, noteAcuity, noteBucket, noteMonitoringSession } from './keep'
export { newestRhythms } from './newest-rhythms'
export { latestBucketOf } from './latest-bucket'
