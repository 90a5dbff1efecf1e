export {
  cardSchedules,
  cardTrend,
  earlierCheckupIds,
  keepDue,
  workOutUnknown,
  type DueInputs,
} from './due'
export { boardPoint, noteAcuity, noteBucket, noteMonitoringSession } from './keep'
export { rhythmEvents } from './rhythm-events'
export { latestBucketOf } from './latest-bucket'
