import type { LatestBucket } from './bucket'
import { sessionState, type MonitoringSession } from './session'

/** What a card's choice looks at. */
export interface MonitoredCard {
  readonly continuousMonitoringSession: MonitoringSession | null
  readonly latestContinuousMonitoring: LatestBucket | null
  readonly latestCheckup: { readonly endedAt: string } | null
}

/**
 * What a card of the virtual ward shows: monitoring while its session goes on, and of an ended one as long as its latest bucket, or
 * its beginning, is newer than the end of the latest check-up (C370, C371).
 */
export const cardData = ({ continuousMonitoringSession: session, latestContinuousMonitoring: bucket, latestCheckup }: MonitoredCard): 'monitoring' | 'checkup' => {
  if (session === null) return 'checkup'
  if (sessionState(session) === 'active') return 'monitoring'
  const checkedUp = latestCheckup === null ? -Infinity : Date.parse(latestCheckup.endedAt)
  const latest = Math.max(Date.parse(session.createdAt), bucket === null ? -Infinity : Date.parse(bucket.bucketEndAt))
  return latest > checkedUp ? 'monitoring' : 'checkup'
}
