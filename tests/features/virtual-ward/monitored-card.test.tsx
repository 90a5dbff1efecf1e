// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bucketMs, type LatestBucket } from '../../../src/domain/monitoring/bucket'
import type { MonitoringSession } from '../../../src/domain/monitoring/session'
import type { VirtualWardPatient } from '../../../src/domain/virtual-ward/virtual-ward'
import { answered, cardOf, checkupOf, clinicalRuntime, openClinical, screen, waitFor, within } from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const figures = (value: number) => ({ value, median: value, min: value - 1, max: value + 1 })
const bucket = (endedMinutesAgo: number, over: Partial<LatestBucket> = {}): LatestBucket => ({
  bucketStartAt: ago(endedMinutesAgo + bucketMs / 60_000), bucketEndAt: ago(endedMinutesAgo), receivedAt: ago(endedMinutesAgo),
  respiratoryRate: figures(25), heartRate: figures(97), pulseRate: figures(95), spo2: figures(92), temperature: figures(37.2),
  battery: { ecg: 80, spo2: 55, temperature: null }, heartRhythm: null, activityLevel: null, sensorIds: { ecg: null },
  thresholdScores: { RRScore: 3, SpO2Score: 2, HRScore: 1, tempScore: 0 }, ...over,
})
const session = (over: Partial<MonitoringSession> = {}): MonitoringSession => ({ id: 's1', organization: { id: 'org-1' }, type: 'Lamplight', createdAt: ago(600), endedAt: null, ...over })
const checkup = (endedMinutesAgo: number) => checkupOf('c1', { patientId: 'p1', endedAt: ago(endedMinutesAgo) })

const openCard = async (over: Partial<VirtualWardPatient>) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', { latestCheckup: checkup(60), ...over })]))
  const opened = openClinical('/virtual-ward', { fake })
  const card = await screen.findByRole('article')
  return { ...opened, card, tile: (name: string) => within(card).getByRole('group', { name }), text: () => card.textContent ?? '' }
}

describe('a card of a patient who is monitored', () => {
  test('C370 shows the latest bucket instead of the check-up while the session goes on; what is not monitored says so', async () => {
    const { tile, text, card } = await openCard({ continuousMonitoringSession: session(), latestContinuousMonitoring: bucket(5), latestCheckup: checkup(1) })
    expect(text()).toContain('Monitored 5 min ago')
    expect(['SpO2', 'RR', 'Pulse', 'Temp'].map((name) => tile(name).textContent)).toEqual([expect.stringContaining('92'), expect.stringContaining('25'), expect.stringContaining('97'), expect.stringContaining('37.2')])
    for (const name of ['BP', 'LOC', 'Oxygen']) expect(tile(name).textContent).toMatch(/N\/A$/)
    // A sum of four of the seven is no complete score.
    expect(within(card).getByRole('img').getAttribute('aria-label')).toMatch(/6.*3 missing/)
  })

  test('C371 after its end it is the newer of the two', async () => {
    const ended = session({ endedAt: ago(2) })
    expect((await openCard({ continuousMonitoringSession: ended, latestContinuousMonitoring: bucket(5), latestCheckup: checkup(20) })).text()).toContain('Monitored 5 min ago')
    cleanup()
    expect((await openCard({ continuousMonitoringSession: ended, latestContinuousMonitoring: bucket(25), latestCheckup: checkup(20) })).text()).toContain('Check-up 20 min ago')
  })

  test('a session that has no data of its own yet hides no check-up', async () => {
    for (const latest of [null, bucket(300)]) {
      const { text, card } = await openCard({ continuousMonitoringSession: session({ createdAt: ago(4) }), latestContinuousMonitoring: latest, latestCheckup: checkup(20) })
      expect(text()).toContain('Check-up 20 min ago')
      expect(within(card).getByRole('button', { name: /Monitoring: Working\. No data yet, started 4 min ago/ })).toBeTruthy()
      cleanup()
    }
  })

  test('C359 C363 C366 its icon says how monitoring does, with what to check; data past its gap is stale', async () => {
    const { user, card, tile } = await openCard({ continuousMonitoringSession: session(), latestContinuousMonitoring: bucket(45, { battery: { ecg: 6, spo2: 55, temperature: null } }) })
    const icon = within(card).getByRole('button', { name: /^Monitoring: Check now\. Last data 45 min ago\. Check the app connection and the internet\. Charge the devices\./ })
    expect(icon.textContent).toBe('Check now')
    expect(tile('RR').textContent).toContain('Stale')
    await user.hover(icon)
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toMatch(/ECG 6 %SpO2 55 %/))
  })

  test('C367 after the session’s end there is no icon', async () => {
    const { card } = await openCard({ continuousMonitoringSession: session({ endedAt: ago(2) }), latestContinuousMonitoring: bucket(5) })
    expect(within(card).queryByRole('button', { name: /^Monitoring/ })).toBeNull()
  })
})
