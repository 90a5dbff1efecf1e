// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { bucketMs, type LatestBucket } from '../../../src/domain/monitoring/bucket'
import type { MonitoringSession } from '../../../src/domain/monitoring/session'
import { formatShortMoment } from '../../../src/domain/time'
import type { VirtualWardPatient } from '../../../src/domain/virtual-ward/virtual-ward'
import {
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  type OpenOptions,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

// Read before anything is waited for: a busy machine takes longer over it than a test may wait.
beforeAll(async () => {
  await import('../../../src/features/virtual-ward/VirtualWardScreen')
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const figures = (value: number) => ({ value, median: value, min: value - 1, max: value + 1 })
const bucket = (endedMinutesAgo: number, over: Partial<LatestBucket> = {}): LatestBucket => ({
  bucketStartAt: ago(endedMinutesAgo + bucketMs / 60_000),
  bucketEndAt: ago(endedMinutesAgo),
  receivedAt: ago(endedMinutesAgo),
  respiratoryRate: figures(25),
  heartRate: figures(97),
  pulseRate: figures(95),
  spo2: figures(92),
  temperature: figures(37.2),
  battery: { ecg: 80, spo2: 55, temperature: null },
  heartRhythm: null,
  activityLevel: null,
  sensorIds: { ecg: null },
  thresholdScores: { RRScore: 3, SpO2Score: 2, HRScore: 1, tempScore: 0 },
  ...over,
})
const session = (over: Partial<MonitoringSession> = {}): MonitoringSession => ({
  id: 's1',
  organization: { id: 'org-1' },
  type: 'Lamplight',
  createdAt: ago(600),
  endedAt: null,
  ...over,
})
const checkup = (endedMinutesAgo: number, over: Partial<Checkup> = {}) =>
  checkupOf('c1', { patientId: 'p1', endedAt: ago(endedMinutesAgo), ...over })

const openCard = async (
  over: Partial<VirtualWardPatient>,
  permissions?: OpenOptions['permissions'],
) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', { latestCheckup: checkup(60), ...over })]))
  const opened = openClinical('/virtual-ward', {
    fake,
    ...(permissions === undefined ? {} : { permissions }),
  })
  const card = await screen.findByRole('article')
  return {
    ...opened,
    card,
    tile: (name: string) => within(card).getByRole('group', { name }),
    text: () => card.textContent ?? '',
  }
}

describe('a card of a patient who is monitored', () => {
  test('C211 C370 C371 each value is the newest of its own: a check-up after the bucket shows its own, and a bucket after it only what it measured', async () => {
    const later = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5),
      latestCheckup: checkup(1),
    })
    expect(['SpO2', 'RR', 'Pulse', 'BP'].map((name) => later.tile(name).textContent)).toEqual([
      'SpO297%',
      'RR16/min',
      'Pulse72/min',
      'BP124/78mmHg',
    ])
    expect(
      within(later.card)
        .getByRole('img', { name: /^Early-warning score/ })
        .getAttribute('aria-label'),
    ).toMatch(/^Early-warning score 0, Low/)
    cleanup()
    const { tile, text } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5, { temperature: null }),
      latestCheckup: checkup(20),
    })
    expect(text()).toContain('Monitoring data 5 min ago')
    expect(text()).toContain('Check-up 20 min ago')
    // Of the older of the two each value says how old it is.
    expect(
      ['SpO2', 'RR', 'Pulse', 'Temp', 'BP', 'LOC', 'Oxygen'].map((name) => tile(name).textContent),
    ).toEqual([
      expect.stringMatching(/^SpO292%.*2$/),
      expect.stringMatching(/^RR25/),
      expect.stringMatching(/^Pulse97/),
      'Temp37.0°C20 min ago',
      'BP124/78mmHg20 min ago',
      'LOCA20 min ago',
      'OxygenNo20 min ago',
    ])
  })

  test('what a nurse measured of a monitored patient is neither hidden by the next bucket nor left out of the reason: 80/50 and a response to voice', async () => {
    const calm = { RRScore: 0, SpO2Score: 0, HRScore: 0, tempScore: 0 }
    const { tile, text } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5, { thresholdScores: calm }),
      latestCheckup: {
        ...checkup(7),
        bloodPressureData: { ...checkup(7).bloodPressureData, systolic: 80, diastolic: 50 },
        consciousness: 'V',
        ewsScores: {
          ...calm,
          BPScore: 3,
          consciousnessScore: 3,
          onOxygenScore: 0,
          totalScore: 6,
          riskLevel: 3,
          missing: 0,
          spo2Scale: 1,
          riskScheme: 'NEWS2',
        },
      } as VirtualWardPatient['latestCheckup'],
    })
    expect([tile('BP').dataset['score'], tile('LOC').dataset['score']]).toEqual(['3', '3'])
    expect([tile('BP').textContent, tile('LOC').textContent]).toEqual([
      expect.stringContaining('80/50'),
      expect.stringContaining('V'),
    ])
    expect(text()).toContain('systolic 80, responds to voice')
  })

  test('what monitoring never measures is not missing of a patient without a check-up', async () => {
    const { tile } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5),
      latestCheckup: null,
    })
    for (const name of ['BP', 'LOC', 'Oxygen']) expect(tile(name).textContent).toMatch(/N\/A$/)
  })

  test("its status tells the bucket's risk: a ten over a check-up of nothing is no calm card, and one that is too old says so", async () => {
    const ten = { RRScore: 3, SpO2Score: 3, HRScore: 3, tempScore: 1 }
    const over = (minutes: number) => ({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(minutes, { thresholdScores: ten }),
      latestCheckup: checkup(60),
    })
    const shown = async (minutes: number) => {
      const { card, text } = await openCard(over(minutes))
      expect(text()).toContain('10')
      return [card.closest('li')?.dataset['status'], text()]
    }
    expect(await shown(5)).toEqual(['danger', expect.stringMatching(/Risk: high/) as string])
    cleanup()
    expect(await shown(45)).toEqual([
      'danger',
      expect.stringMatching(/high, from a score that is out of date/) as string,
    ])
    cleanup()
    const calm = await openCard({
      ...over(5),
      latestContinuousMonitoring: bucket(5, {
        thresholdScores: { RRScore: 0, SpO2Score: 0, HRScore: 0, tempScore: 0 },
      }),
    })
    expect([calm.card.closest('li')?.dataset['status'], calm.text()]).toEqual([
      'positive',
      expect.stringContaining('Risk: low') as string,
    ])
  })

  test('a bucket of two weeks ago hides nothing of a check-up of ten minutes ago, and the score is the check-up’s', async () => {
    const ten = { RRScore: 3, SpO2Score: 3, HRScore: 3, tempScore: 1 }
    const { card, text } = await openCard({
      continuousMonitoringSession: session({ createdAt: ago(350 * 60) }),
      latestContinuousMonitoring: bucket(336 * 60, { thresholdScores: ten }),
      latestCheckup: checkup(10),
      trend: [{ endedAt: ago(10), totalScore: 0, riskLevel: 0, measured: 127 }],
    })
    expect(text()).toContain('Risk: low')
    expect(text()).toContain('Check-up 10 min ago')
    expect(text()).not.toContain('Monitoring data')
    expect(within(card).getByRole('img', { name: /^Early-warning score 0, Low/ })).toBeTruthy()
  })

  test('calm monitoring over a complete check-up leaves its score in force, with its time', async () => {
    const { text } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5, {
        thresholdScores: { RRScore: 0, SpO2Score: 0, HRScore: 0, tempScore: 0 },
      }),
      latestCheckup: {
        ...checkup(60),
        ewsScores: {
          BPScore: 0,
          consciousnessScore: 0,
          HRScore: 1,
          RRScore: 0,
          SpO2Score: 0,
          tempScore: 0,
          onOxygenScore: 0,
          totalScore: 1,
          riskLevel: 1,
          missing: 0,
          spo2Scale: 1,
          riskScheme: 'NEWS2',
        },
      },
    })
    expect(screen.getByRole('img', { name: /^Early-warning score 1, Low, from / })).toBeTruthy()
    expect(text()).toContain('Risk: low')
  })

  test('its trend ends with the total that it shows', async () => {
    const { card } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5),
      latestCheckup: checkup(60),
      trend: [{ endedAt: ago(60), totalScore: 0, riskLevel: 0, measured: 127 }],
    })
    expect(
      within(card).getByRole('img', { name: 'Score over 24 hours: 0 once; incomplete: 6' }),
    ).toBeTruthy()
  })

  test('a bucket that came since the user last looked is new, in words of its own, and counts in what is new on the board', async () => {
    localStorage.setItem('board_looked user-1', String(Date.now() - 10 * 60_000))
    const { text } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5),
      latestCheckup: checkup(60),
    })
    expect(text()).toContain('New monitoring data')
    expect(screen.getByText(/^1 patient here has a new reading since you last looked/)).toBeTruthy()
    cleanup()
    expect(
      (
        await openCard({
          continuousMonitoringSession: session(),
          latestContinuousMonitoring: bucket(15),
          latestCheckup: checkup(60),
        })
      ).text(),
    ).not.toContain('New ')
  })

  test('C371 after its end it is the newer of the two', async () => {
    const ended = session({ endedAt: ago(2) })
    expect(
      (
        await openCard({
          continuousMonitoringSession: ended,
          latestContinuousMonitoring: bucket(5),
          latestCheckup: checkup(20),
        })
      ).text(),
    ).toContain('Monitoring data 5 min ago')
    cleanup()
    expect(
      (
        await openCard({
          continuousMonitoringSession: ended,
          latestContinuousMonitoring: bucket(25),
          latestCheckup: checkup(20),
        })
      ).text(),
    ).toContain('Check-up 20 min ago')
  })

  test('C370 C363 C364 C368 the bucket in which a session started belongs to it: data and battery from 14 minutes before it, not from 16', async () => {
    const startedNow = (lastEndedMinutesAgo: number, spo2: number) =>
      openCard({
        continuousMonitoringSession: session({ createdAt: ago(0) }),
        latestCheckup: checkup(20),
        latestContinuousMonitoring: bucket(lastEndedMinutesAgo, {
          battery: { ecg: 80, spo2, temperature: null },
        }),
      })
    for (const [spo2, word] of [
      [5, 'Check devices now'],
      [20, 'Check devices soon'],
    ] as const) {
      const { text, card } = await startedNow(14, spo2)
      expect(text()).toContain('Monitoring data 14 min ago')
      expect(
        within(card).getByRole('button', {
          name: `Monitoring: ${word}. Last data 14 min ago. Charge the devices.`,
        }),
      ).toBeTruthy()
      cleanup()
    }
    const { text, card } = await startedNow(16, 5)
    expect(text()).toContain('Check-up 20 min ago')
    expect(
      within(card).getByRole('button', { name: 'Monitoring: No data yet. Started just now.' }),
    ).toBeTruthy()
  })

  test('a session that has no data of its own yet hides no check-up', async () => {
    for (const latest of [null, bucket(300)]) {
      const { text, card } = await openCard({
        continuousMonitoringSession: session({ createdAt: ago(4) }),
        latestContinuousMonitoring: latest,
        latestCheckup: checkup(20),
      })
      expect(text()).toContain('Check-up 20 min ago')
      expect(
        within(card).getByRole('button', { name: 'Monitoring: No data yet. Started 4 min ago.' }),
      ).toBeTruthy()
      expect(text()).not.toContain('On')
      cleanup()
    }
  })

  test('a quarter of an hour in which nothing was measured hides no check-up', async () => {
    const empty = bucket(5, {
      respiratoryRate: null,
      heartRate: null,
      pulseRate: null,
      spo2: null,
      temperature: null,
      thresholdScores: { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null },
    })
    const { text, tile } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: empty,
      latestCheckup: checkup(60),
    })
    expect(text()).toContain('Check-up 1 h ago')
    expect(tile('SpO2').textContent).toContain('97')
  })

  test('C211 neither a weight nor an empty quarter of an hour hides what was grave before: each tile has its value, with its age', async () => {
    const grave = checkup(40, {
      bloodPressureData: {
        systolic: 82,
        diastolic: 50,
        position: null,
        device: null,
        isManual: false,
      },
      consciousness: 'V',
    })
    const { text, tile } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(5, {
        respiratoryRate: null,
        heartRate: null,
        pulseRate: null,
        spo2: null,
        temperature: null,
        thresholdScores: { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null },
      }),
      earlierContinuousMonitoring: [
        bucket(20, { spo2: { value: 84, median: 84, min: 84, max: 84 } }),
      ],
      latestCheckup: checkup(10, {
        respiratoryRate: null,
        pulseOxiData: null,
        bloodPressureData: null,
        pulseRate: null,
        consciousness: null,
        temperature: null,
        onOxygen: null,
        ewsScores: null,
      }),
      earlierCheckups: [grave],
    })
    expect(tile('SpO2').textContent).toMatch(/84.*20 min ago/)
    expect(tile('BP').textContent).toMatch(/82\/50.*40 min ago/)
    expect(tile('LOC').textContent).toMatch(/V.*40 min ago/)
    expect(text()).toContain('Check-up 10 min ago')
    expect(text()).not.toContain('Missing')
  })

  test('C359 C363 C366 its icon says how monitoring does, with what to check; data past its gap is stale', async () => {
    const { user, card, tile } = await openCard({
      continuousMonitoringSession: session(),
      latestContinuousMonitoring: bucket(45, { battery: { ecg: 6, spo2: 55, temperature: null } }),
    })
    const icon = within(card).getByRole('button', {
      name: /^Monitoring: Check devices now\. Last data 45 min ago\. Check the app connection and internet\. Charge the devices\./,
    })
    expect(icon.textContent).toBe('Check devices now')
    expect(tile('RR').textContent).toContain('Stale')
    await user.hover(icon)
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toMatch(/ECG 6 %SpO2 55 %/))
  })

  test('C367 after the session’s end there is no icon', async () => {
    const { card } = await openCard({
      continuousMonitoringSession: session({ endedAt: ago(2) }),
      latestContinuousMonitoring: bucket(5),
    })
    expect(within(card).queryByRole('button', { name: /^Monitoring/ })).toBeNull()
  })
})

describe('the rhythm events of a card', () => {
  const rights: OpenOptions['permissions'] = {
    permissions: ['view_patients'],
    features: ['continuousMonitoring', 'ecgWaveformAnalysis'],
  }
  const link = () => screen.queryByRole('link', { name: /^Gravest rhythm event/ })
  const event = (endedMinutesAgo: number, type = 'AtrialFibrillation') => ({
    type,
    start: ago(endedMinutesAgo + 2),
    end: ago(endedMinutesAgo),
  })

  test('the gravest of the last 24 hours is a chip that leads to it, with its day when that is not today', async () => {
    const early = event(1)
    await openCard(
      {
        rhythmEvents: [
          event(1, 'PrematureVentricularContraction'),
          event(24 * 60 - 2, 'VentricularTachycardia'),
          event(24 * 60 + 1, 'Asystole'),
          early,
        ],
      },
      rights,
    )
    expect(link()?.textContent).toMatch(/^VT, \d{1,2} \w{3} \d\d:\d\d$/)
    expect(link()?.getAttribute('aria-label')).toMatch(
      /^Gravest rhythm event in 24 hours: Ventricular tachycardia, last at \d{1,2} \w{3} \d\d:\d\d\. Show ECG$/,
    )
    expect(link()?.getAttribute('href')).toBe('/patient/p1/vitals')
    cleanup()
    await openCard({ rhythmEvents: [early] }, rights)
    expect(link()?.textContent).toBe(
      `AF, ${formatShortMoment(Date.parse(early.end), Date.now(), 'en-GB')}`,
    )
  })

  test('who may not see events of the ECG sees no chip', async () => {
    await openCard(
      { rhythmEvents: [event(90)] },
      { permissions: ['view_patients'], features: ['continuousMonitoring'] },
    )
    expect(link()).toBeNull()
  })

  test('none, or one that ended more than 24 hours ago, has no chip; one of another analyser shows its own name', async () => {
    await openCard({ rhythmEvents: [] }, rights)
    expect(link()).toBeNull()
    cleanup()
    await openCard({ rhythmEvents: [event(24 * 60 + 1)] }, rights)
    expect(link()).toBeNull()
    cleanup()
    await openCard({ rhythmEvents: [event(24 * 60 - 1, 'Torsades')] }, rights)
    expect(link()?.textContent).toMatch(/^Torsades, /)
  })
})
