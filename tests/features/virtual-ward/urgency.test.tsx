// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { virtualWard } from '../../../src/data/virtual-ward'
import { silenceKey } from '../../../src/domain/alerts/silence'
import { riskLevelOf } from '../../../src/domain/ews/score'
import type {
  VirtualWardPatient,
  VirtualWardQuery,
} from '../../../src/domain/virtual-ward/virtual-ward'
import { source } from '../../../src/engine/define'
import { handoverRoom } from '../../../src/features/handover'
import { openAlert } from '../alerts'
import {
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  screen,
  within,
} from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const hour = 60
const calm = {
  BPScore: 0,
  consciousnessScore: 0,
  HRScore: 0,
  RRScore: 0,
  SpO2Score: 0,
  tempScore: 0,
  onOxygenScore: 0,
}
/** A patient whose last check-up, so many minutes ago, had this total, of points of 2 at most. */
const scored = (
  lastName: string,
  total: number,
  minutes: number,
  over: Partial<VirtualWardPatient> = {},
): VirtualWardPatient => {
  const keys = Object.keys(calm) as (keyof typeof calm)[]
  const scores = {
    ...calm,
    ...Object.fromEntries(
      keys.map((key, at) => [key, Math.max(0, Math.min(total >= 14 ? 3 : 2, total - at * 2))]),
    ),
  }
  return cardOf(lastName, {
    firstName: 'Ann',
    lastName,
    latestCheckup: checkupOf(`${lastName} c`, {
      patientId: lastName,
      endedAt: ago(minutes),
      ewsScores: {
        ...scores,
        totalScore: total,
        riskLevel: riskLevelOf({ ...scores, totalScore: total }),
        missing: 0,
        spo2Scale: 1,
        riskScheme: 'NEWS2',
      },
    }),
    ...over,
  })
}
const alert = (id: string, over: Parameters<typeof openAlert>[2] = {}) =>
  openAlert(id, [ago(20)], over)
const stopped = () => {
  const id = silenceKey('monitoring', 91)
  return alert(id, {
    severity: 1,
    alertRule: {
      id,
      name: 'Monitoring data stopped',
      type: 'continuous-monitoring',
      description: '',
      condition: { kind: 'dataStopped', of: 'monitoring', afterMinutes: 91 },
    },
  })
}
const callback = () =>
  alert('callback', { type: 'PatientCallbackRequest', alertRule: null, severity: 2 })
/** Respiratory rate, oxygen and pulse of the last quarter of an hour: 8 at least. */
const monitored = (lastName: string): VirtualWardPatient =>
  scored(lastName, 0, 5 * hour, {
    continuousMonitoringSession: {
      id: 's',
      organization: { id: 'o1' },
      type: 'Lamplight',
      createdAt: ago(6 * hour),
      endedAt: null,
    },
    latestContinuousMonitoring: {
      bucketStartAt: ago(20),
      bucketEndAt: ago(5),
      receivedAt: ago(5),
      spo2: { value: 90 },
      respiratoryRate: { value: 26 },
      heartRate: { value: 115 },
      pulseRate: null,
      temperature: null,
      heartRhythm: null,
      activityLevel: null,
      battery: { ecg: null, spo2: null, temperature: null },
      scoreMarks: 0,
      thresholdScores: { RRScore: 3, SpO2Score: 3, HRScore: 2, tempScore: null },
    } as unknown as VirtualWardPatient['latestContinuousMonitoring'],
  })

/** The ward of the finding: 25 patients. */
const ward: readonly VirtualWardPatient[] = [
  scored('Smith', 0, 30, { alerts: [callback(), alert('b', { severity: 1 })] }),
  scored('Subramaniam', 0, 40, { alerts: [alert('late', { severity: 2 })] }),
  ...['Price', 'Quinn', 'Reid', 'Shaw', 'Todd', 'Usher', 'Vale'].map((name, at) =>
    scored(name, 1, 50 + at, { alerts: [stopped()] }),
  ),
  ...['Adams', 'Bell', 'Cole', 'Dean', 'Ellis', 'Frost', 'Grant', 'Hale'].map((name, at) =>
    scored(name, at % 4, 60),
  ),
  cardOf('Papadopoulos', { firstName: 'Ann', lastName: 'Papadopoulos', latestCheckup: null }),
  scored('Ibbot', 3, 20, { alerts: [alert('a', { severity: 1 }), alert('b', { severity: 1 })] }),
  scored('Kaur', 5, 30),
  scored('Marsh', 2, 30, { alerts: [alert('spo2', { severity: 3 })] }),
  scored('Novak', 7, 10, {
    alerts: [alert('a', { severity: 4, acknowledgedAt: ago(5), acknowledgedBy: null })],
  }),
  monitored('Nwosu'),
  scored('Llewellyn', 9, 25),
  scored('Beaumont', 16, 30 * hour),
]
const names = [
  'BEAUMONT',
  'LLEWELLYN',
  'NWOSU',
  'NOVAK',
  'KAUR',
  'MARSH',
  // Silent, and the more so the higher the score was.
  'PRICE',
  'QUINN',
  'REID',
  'SHAW',
]

/** A runtime whose board finds and orders by the data door's own rules. */
const orderedRuntime = () => {
  const fake = clinicalRuntime()
  const watch = fake.runtime.watch.bind(fake.runtime)
  const views = new Map<string, ReturnType<typeof source>>()
  const arranged = (params: VirtualWardQuery) => {
    const { rows, total } = virtualWard.arrange(ward, params, {
      receipt: null,
      pulled: null,
      offline: true,
      now: Date.now(),
    } as Parameters<typeof virtualWard.arrange>[2])
    return source(answered(rows, { total }))
  }
  Object.assign(fake.runtime, {
    watch: (resource: { readonly name: string }, params: VirtualWardQuery) => {
      if (resource.name !== 'virtualWard') return watch(resource as never, params as never)
      const key = JSON.stringify(params)
      const known = views.get(key) ?? arranged(params)
      views.set(key, known as ReturnType<typeof source>)
      return known
    },
  })
  return fake
}

test('P221 C630 the sickest are first on the board, whatever was resolved, and however old the score is', async () => {
  expect(ward).toHaveLength(25)
  openClinical('/virtual-ward', { fake: orderedRuntime() })
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => names.find((name) => card.textContent.includes(name)))).toEqual(names)
  expect(screen.getByText(/Sorted by clinical urgency \(most urgent first\), then/)).toBeTruthy()
})

test('the wall and the handover have the same order', async () => {
  vi.stubGlobal('innerWidth', 1_920)
  vi.stubGlobal('innerHeight', 1_300)
  openClinical('/virtual-ward?display=wall', { fake: orderedRuntime() })
  await screen.findAllByRole('heading', { level: 2 })
  const totals = screen
    .getAllByRole('listitem')
    .map((tile) => within(tile).getAllByRole('img')[0]?.getAttribute('aria-label'))
  expect(totals.slice(0, 4)).toEqual([
    expect.stringContaining('16'),
    expect.stringContaining('9'),
    expect.stringContaining('8'),
    expect.stringContaining('7'),
  ])
  cleanup()
  openClinical('/virtual-ward/handover', { fake: orderedRuntime(), rooms: [handoverRoom] })
  await screen.findByRole('heading', { name: /25 patients/ })
  const told = screen
    .getAllByRole('heading', { level: 3 })
    .flatMap(({ textContent }) => names.filter((name) => textContent.includes(name)))
  expect(told).toEqual(names)
})
