import { expect, test } from 'vitest'
import { seenAtOf } from '../../src/domain/alerts/seen'

test('T3 what a user saw is the newest reading that the screen shows, of either kind', () => {
  const checkup = { endedAt: '2026-03-02T08:00:00.000Z' }
  const bucket = { bucketEndAt: '2026-03-02T08:15:00.000Z' }
  expect(
    [
      { latestCheckup: checkup, latestContinuousMonitoring: null },
      { latestCheckup: null, latestContinuousMonitoring: bucket },
      { latestCheckup: checkup, latestContinuousMonitoring: bucket },
      {
        latestCheckup: { endedAt: '2026-03-02T09:00:00.000Z' },
        latestContinuousMonitoring: bucket,
      },
      { latestCheckup: null, latestContinuousMonitoring: null },
    ].map(seenAtOf),
  ).toEqual([
    checkup.endedAt,
    bucket.bucketEndAt,
    bucket.bucketEndAt,
    '2026-03-02T09:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
  ])
})
