// @vitest-environment jsdom
import { openAlert } from '../alerts'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layResolved, type Alert } from '../../../src/domain/alerts/alert'
import { formatDateTime } from '../../../src/domain/time'
import {
  act,
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  oximeterPulseOf,
  screen,
  serverDown,
  within,
} from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const alert = (id: string) =>
  openAlert(id, ['2026-01-05T14:00:00.000Z'], { startedAt: '2026-01-05T13:00:00.000Z' })
const open = async (over: Parameters<typeof cardOf>[1] = {}, connection: object = {}) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', over), cardOf('p2')]))
  fake.connection.set({
    state: 'live',
    isTold: true,
    lastContactAt: Date.now(),
    waiting: 0,
    refused: 0,
    ...connection,
  })
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findAllByRole('heading', { level: 2 })
  return { fake, tiles: screen.getAllByRole('listitem') }
}

test('C1 an alert whose resolve is not sent is open on the wall, and says so', async () => {
  const { alerts } = layResolved(
    { alerts: [alert('a'), alert('b')] },
    [{ id: 'a', triggerIds: alert('a').triggers.map(({ id }) => id) }],
    { state: 'waiting', commandId: 'k' },
  )
  const {
    tiles: [first],
  } = await open({ alerts })
  expect(within(first as HTMLElement).getByText('2 open alerts')).toBeTruthy()
  expect(within(first as HTMLElement).getByText('Resolving 1, not sent yet')).toBeTruthy()
})

test('a tile names the gravest alert that nobody holds, since when, and who deals with it', async () => {
  const at = '2026-01-05T09:00:00.000Z'
  const low = openAlert('low', [at], { severity: 2 })
  const held = openAlert('held', [at], {
    severity: 4,
    acknowledgedAt: at,
    acknowledgedBy: { id: 'u', firstName: 'Callum', lastName: 'Fraser' } as never,
  })
  const rule = { ...held.alertRule, name: 'High early-warning score' } as never
  const free = openAlert('free', [at], { severity: 4, alertRule: rule })
  const told = async (alerts: readonly Alert[]): Promise<string> => {
    const {
      tiles: [first],
    } = await open({ alerts: [...alerts] })
    const words =
      /[A-Z][a-z -]+, since .*dealing with (?:it; nobody is dealing with \d more|it)/.exec(
        first?.textContent ?? '',
      )?.[0]
    cleanup()
    return (words ?? '').replace(/since .*?: /, 'since …: ')
  }
  expect(await told([low, held])).toBe(
    'Low oxygen saturation, since …: Callum Fraser is dealing with it',
  )
  // An urgent one that nobody holds is not hidden by a graver one that somebody does.
  expect(await told([openAlert('urgent', [at], { severity: 3 }), held])).toBe(
    'Low oxygen saturation, since …: Callum Fraser is dealing with it; nobody is dealing with 1 more',
  )
  expect(await told([low, held, free])).toBe(
    'High early-warning score, since …: nobody is dealing with it',
  )
  expect(await told([openAlert('up', [at], { escalatedAt: at })])).toBe(
    'Low oxygen saturation, since …: escalated, nobody is dealing with it',
  )
})

test('of a late reading the wall says when it was measured and when it arrived; of a snoozed alert by whom', async () => {
  const [measured, arrived] = [ago(200), ago(5)]
  const late = openAlert('late', [measured], {
    triggers: [{ id: 't', startedAt: measured, raisedAt: arrived }],
  })
  const words = async (alert: Alert): Promise<string> => {
    const {
      tiles: [first],
    } = await open({ alerts: [alert] })
    const text = first?.textContent ?? ''
    cleanup()
    return text
  }
  expect(await words(late)).toMatch(
    /Low oxygen saturation, measured .*, arrived .*: nobody is dealing with it/,
  )
  const asleep = openAlert('asleep', [measured], {
    snoozedUntil: ago(-60),
    snoozedBy: { id: 'u', firstName: 'Callum', lastName: 'Fraser' },
  })
  expect(await words(asleep)).toContain(': snoozed by Callum Fraser')
})

test('a tile says who by initials, the total, and how many alerts are open; nothing on it can be pressed', async () => {
  const {
    tiles: [first, second],
  } = await open({ alerts: [alert('a'), alert('b')] })
  if (first === undefined || second === undefined) throw new Error('Two tiles were expected')
  expect(within(first).getByText('2 open alerts')).toBeTruthy()
  expect(first.dataset['status']).toBe('warning')
  expect(within(first).queryByText(/Smith/)).toBeNull()
  expect(within(first).getByRole('img', { name: /0/ })).toBeTruthy()
  expect(within(second).queryByText(/open alert/)).toBeNull()
  for (const tile of [first, second])
    expect(
      within(tile).queryAllByRole('button').length + within(tile).queryAllByRole('link').length,
    ).toBe(0)
})

test('a wall that is not live says so, and so does each of its tiles; live again, they do not', async () => {
  const { fake, tiles } = await open({}, { state: 'offline', isTold: false })
  expect(screen.getByRole('alert').textContent).toMatch(/NOT LIVE since \d\d:\d\d/)
  for (const tile of tiles) expect(tile.textContent).toMatch(/As of \d\d:\d\d/)
  act(() =>
    fake.connection.set({
      state: 'live',
      isTold: true,
      lastContactAt: Date.now(),
      waiting: 0,
      refused: 0,
    }),
  )
  // The wall is a chunk of its own: it may hear of the line a moment after it is first seen.
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  for (const tile of screen.getAllByRole('listitem')) expect(tile.textContent).not.toMatch(/As of/)
})

test('a wall that lost its connection on another day says which day, in the notice, in what it shows and on each tile', async () => {
  const gone = Date.now() - 50 * 3_600_000
  const fake = clinicalRuntime()
  fake.failing.set('virtualWard', serverDown)
  fake
    .view('virtualWard')
    .set(answered([cardOf('p1'), cardOf('p2')], { asOf: gone, checkedAt: gone }))
  fake.connection.set({
    state: 'offline',
    isTold: false,
    lastContactAt: gone,
    waiting: 0,
    refused: 0,
  })
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findAllByRole('heading', { level: 2 })
  const day = formatDateTime(new Date(gone).toISOString(), 'en-GB')
  expect(screen.getByRole('alert').textContent).toContain(`NOT LIVE since ${day}`)
  expect(screen.getByText(`Data as of ${day}`)).toBeTruthy()
  for (const tile of screen.getAllByRole('listitem'))
    expect(tile.textContent).toContain(`As of ${day}`)
})

const scored = (over: object, totalScore: number, riskLevel: number, missing: number) => ({
  BPScore: null,
  consciousnessScore: null,
  HRScore: null,
  RRScore: null,
  SpO2Score: null,
  tempScore: null,
  onOxygenScore: null,
  totalScore,
  riskLevel,
  missing,
  spo2Scale: 1 as const,
  riskScheme: 'NEWS2',
  ...over,
})

test('a pulse alone after a nine is not called low: the wall shows the score in force, what the latest check-up lacks, and what of it is not usable', async () => {
  const {
    tiles: [first],
  } = await open({
    latestCheckup: checkupOf('c', {
      endedAt: ago(10),
      ewsScores: scored({ HRScore: 0 }, 0, 0, 6),
      notUsable: [{ field: 'temperature', sent: '98.6', reason: 'impossible', checkPatient: [] }],
    }),
    trend: [
      { endedAt: ago(120), totalScore: 9, riskLevel: 4, measured: 127 },
      { endedAt: ago(10), totalScore: 0, riskLevel: 0, measured: 16 },
    ],
  })
  const tile = first as HTMLElement
  expect(within(tile).getByRole('img').getAttribute('aria-label')).toMatch(
    /^Early-warning score 9, High, Measure again: 9 was 2 h ago$/,
  )
  expect(
    within(tile).getByText(
      'Latest check-up incomplete: only pulse measured, at least 0. Temperature not usable: 98.6.',
    ),
  ).toBeTruthy()
  expect(tile.textContent).not.toMatch(/Low|All observations score 0/)
  expect(tile.dataset['status']).toBe('danger')
})

test('what is doubtful about the score stands on the tile; a doubt about a weight does not', async () => {
  const {
    tiles: [first],
  } = await open({
    latestCheckup: checkupOf('c', { endedAt: ago(10), doubts: ['oxygen-flag', 'weight-differs'] }),
  })
  expect(first?.textContent).toContain(
    'The patient’s flag says oxygen, this check-up says air. The score counts air.',
  )
  expect(first?.textContent).not.toMatch(/weight/i)
})

test('a patient whose check-ups are all older than the shown history has the last score and its age', async () => {
  const {
    tiles: [first],
  } = await open({
    latestCheckup: null,
    trend: [{ endedAt: ago(73 * 60), totalScore: 9, riskLevel: 4, measured: 127 }],
  })
  expect(first?.textContent).toContain('No visible checkups')
  expect(first?.textContent).toContain(
    'Last score 9, 3 d 1 h ago. Older than the check-up history shown',
  )
})

test('nobody is said only after an answer; before one it shows a skeleton, and offline or after a failure it says so', async () => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([], { asOf: null, checkedAt: null, total: null }))
  fake.connection.set({
    state: 'live',
    isTold: true,
    lastContactAt: Date.now(),
    waiting: 0,
    refused: 0,
  })
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findByText('No data yet')
  expect(screen.queryByText(/No patients are admitted/)).toBeNull()
  act(() =>
    fake
      .view('virtualWard')
      .set(answered([], { asOf: null, checkedAt: null, total: null, problem: serverDown })),
  )
  // Found before the screen's effects had run, it hears of this when they have.
  expect(await screen.findByText('This display keeps trying to reconnect.')).toBeTruthy()
  act(() => fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }))
  expect(screen.getByText(/No ward is saved on this device/)).toBeTruthy()
  act(() => {
    fake.connection.set({
      state: 'live',
      isTold: true,
      lastContactAt: Date.now(),
      waiting: 0,
      refused: 0,
    })
    fake.view('virtualWard').set(answered([]))
  })
  expect(screen.getByText(/No patients are admitted/)).toBeTruthy()
})

test('a tile names the gravest rhythm event of 24 hours, in the words of the card', async () => {
  const event = (type: string, minutes: number) => ({
    type,
    start: ago(minutes + 1),
    end: ago(minutes),
  })
  const {
    tiles: [first],
  } = await open({
    rhythmEvents: [
      event('PrematureVentricularContraction', 1),
      event('VentricularTachycardia', 90),
    ],
  })
  expect(first?.textContent).toMatch(/VT, (\d{1,2} \w{3} )?\d\d:\d\d/)
  expect(first?.textContent).not.toContain('PVC')
})

test('a monitored patient’s tile shows the latest bucket and the health of monitoring; a check-up past its limit does not look calm', async () => {
  const figures = (value: number) => ({ value, median: value, min: value - 1, max: value + 1 })
  const monitored = (minutes: number) => ({
    continuousMonitoringSession: {
      id: 's1',
      organization: { id: 'org-1' },
      type: 'Lamplight' as const,
      createdAt: ago(600),
      endedAt: null,
    },
    latestContinuousMonitoring: {
      bucketStartAt: ago(minutes + 15),
      bucketEndAt: ago(minutes),
      receivedAt: ago(minutes),
      respiratoryRate: figures(25),
      heartRate: figures(97),
      pulseRate: null,
      spo2: figures(92),
      temperature: null,
      battery: { ecg: 80, spo2: null, temperature: null },
      heartRhythm: null,
      activityLevel: null,
      sensorIds: { ecg: null },
      thresholdScores: { RRScore: 3, SpO2Score: 2, HRScore: 1, tempScore: null },
    },
  })
  const {
    tiles: [first],
  } = await open(monitored(5))
  expect(first?.textContent).toContain('Monitoring data 5 min ago')
  expect(first?.textContent).toContain('Monitoring: On')
  expect(within(first as HTMLElement).getByRole('group', { name: 'RR' }).textContent).toContain(
    '25',
  )
  // A six of monitoring over a check-up of nothing.
  expect([first?.dataset['status'], first?.dataset['stale']]).toEqual(['warning', 'false'])
  cleanup()
  const {
    tiles: [cut],
  } = await open(monitored(95))
  expect(cut?.textContent).toContain('Monitoring: Check devices now')
  expect([cut?.dataset['status'], cut?.dataset['stale']]).toEqual(['warning', 'true'])
  expect(within(cut as HTMLElement).getByRole('group', { name: 'RR' }).dataset['state']).toBe(
    'measure-again',
  )
  cleanup()
  const {
    tiles: [old],
  } = await open({ latestCheckup: checkupOf('c', { endedAt: ago(30 * 60) }) })
  expect(old?.dataset['stale']).toBe('true')
  expect(old?.textContent).toContain('All observations scored 0 then')
  expect(
    within(old as HTMLElement)
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toMatch(/^Early-warning score 0, Out of date, Stale, 1 d 6 h ago/)
})

test('grave values of a check-up stand beside the calm ones of a later bucket, and nothing says that what was measured scores 0', async () => {
  const figures = (value: number) => ({ value, median: value, min: value, max: value })
  const monitored = {
    continuousMonitoringSession: {
      id: 's1',
      organization: { id: 'org-1' },
      type: 'Lamplight' as const,
      createdAt: ago(600),
      endedAt: null,
    },
    latestContinuousMonitoring: {
      bucketStartAt: ago(18),
      bucketEndAt: ago(3),
      receivedAt: ago(3),
      respiratoryRate: figures(16),
      heartRate: figures(70),
      pulseRate: null,
      spo2: figures(97),
      temperature: null,
      battery: { ecg: 80, spo2: null, temperature: null },
      heartRhythm: null,
      activityLevel: null,
      sensorIds: { ecg: null },
      thresholdScores: { RRScore: 0, SpO2Score: 0, HRScore: 0, tempScore: null },
    },
  }
  const base = checkupOf('c', { endedAt: ago(5), consciousness: 'V' })
  const scores = {
    BPScore: 0,
    HRScore: 0,
    RRScore: 0,
    SpO2Score: 0,
    tempScore: 0,
    onOxygenScore: 0,
    consciousnessScore: 3,
    totalScore: 3,
    riskLevel: 2,
    missing: 0,
    spo2Scale: 1 as const,
    riskScheme: 'NEWS2',
  }
  const {
    tiles: [first],
  } = await open({ ...monitored, latestCheckup: { ...base, ewsScores: scores } })
  expect(within(first as HTMLElement).getByRole('group', { name: 'LOC' }).textContent).toMatch(
    /V.*5 min ago/,
  )
  expect(first?.textContent).not.toMatch(/scores? 0/)
  expect(first?.textContent).toContain('Check-up 5 min ago')
  cleanup()
  // A score whose values are of an earlier check-up than the newest.
  const {
    tiles: [older],
  } = await open({
    ...monitored,
    latestCheckup: { ...base, respiratoryRate: null, ewsScores: null },
    trend: [{ endedAt: ago(20), totalScore: 9, riskLevel: 4, measured: 127 }],
  })
  expect(older?.textContent).toContain('Newer values score 0')
})

test('for a check-up without measurements the wall does not say that nothing scores', async () => {
  const nothing = {
    temperature: null,
    pulseRate: null,
    pulseOxiData: null,
    respiratoryRate: null,
    consciousness: null,
    onOxygen: null,
    bloodPressureData: null,
    ewsScores: null,
  }
  const {
    tiles: [first, second],
  } = await open({ latestCheckup: checkupOf('c', { endedAt: ago(10), ...nothing }) })
  expect(first?.textContent).toContain('No vital sign was measured')
  expect(first?.textContent).not.toContain('All observations score 0')
  expect(second?.textContent).toMatch(/All observations score/)
})

/** Scored but for the breathing rate, and nothing scores. */
const partialOf = (endedAt: string) => {
  const checkup = checkupOf('c', { endedAt, respiratoryRate: null })
  return {
    ...checkup,
    ewsScores:
      checkup.ewsScores === null ? null : { ...checkup.ewsScores, RRScore: null, missing: 1 },
  }
}

test('for a partial reading without scores the wall never says that no observation scores, fresh or old', async () => {
  for (const [minutes, said] of [
    [10, 'What was measured scores 0'],
    [30 * 60, 'What was measured scored 0 then'],
  ] as const) {
    const {
      tiles: [tile],
    } = await open({
      latestCheckup: partialOf(ago(minutes)),
    })
    expect(tile?.textContent).toContain('RR missing')
    expect(tile?.textContent).toContain(said)
    expect(tile?.textContent).not.toContain('All observations')
    cleanup()
  }
})

test('of a patient whom NEWS2 is not for the wall says so, and never that anything scores 0', async () => {
  for (const [notScored, said] of [
    ['under-16', 'No score: NEWS2 is not for patients under 16'],
    ['pregnant', 'No score: NEWS2 is not for pregnancy'],
  ] as const) {
    const {
      tiles: [first],
    } = await open({
      latestCheckup: checkupOf('c', { endedAt: ago(10), ewsScores: null, notScored }),
      trend: [],
    })
    expect(first?.textContent).toContain(said)
    expect(first?.textContent).not.toMatch(/scores? 0|was measured$/)
    cleanup()
  }
})

test('a pulse that only the oximeter measured is on the tile with its score', async () => {
  const {
    tiles: [first],
  } = await open({ latestCheckup: oximeterPulseOf('c', { endedAt: ago(10) }) })
  expect(within(first as HTMLElement).getByRole('group', { name: 'Pulse' }).textContent).toBe(
    'Pulse118/minscore 2',
  )
  expect(first?.textContent).not.toContain('All observations score 0')
})

test('offline the history window moves on with the clock: a check-up that leaves it is not shown', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: Date.parse('2026-01-05T14:32:00Z'),
  })
  const {
    tiles: [first],
  } = await open(
    {
      latestCheckup: checkupOf('c', { endedAt: ago(71 * 60) }),
      trend: [{ endedAt: ago(71 * 60), totalScore: 0, riskLevel: 0, measured: 127 }],
    },
    { state: 'offline', isTold: false },
  )
  expect(first?.textContent).toContain('Check-up 2 d 23 h ago')
  vi.setSystemTime(Date.parse('2026-01-05T16:32:00Z'))
  await act(async () => vi.advanceTimersByTime(30_000))
  await waitFor(() =>
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('No visible checkups'),
  )
})

test('two patients with the same initials are told apart by the end of their number, and by birth date where that is equal too', async () => {
  const fake = clinicalRuntime()
  const numbered = (value: string) => ({ type: 'NhsNumber' as const, value })
  fake.view('virtualWard').set(
    answered([
      cardOf('p1', { firstName: 'John', nationalIdentifier: numbered('9434765919') }),
      cardOf('p2', { firstName: 'Jon', nationalIdentifier: numbered('9434765870') }),
      cardOf('p3', {
        firstName: 'Jane',
        birthDate: '1950-03-04',
        nationalIdentifier: numbered('4010232870'),
      }),
    ]),
  )
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findAllByRole('heading', { level: 2 })
  const said = screen
    .getAllByRole('listitem')
    .map((tile) => /No\. …\d{3}(, born [\w-]+)?(?=Willow)/.exec(tile.textContent)?.[0])
  expect(said).toEqual(['No. …919', 'No. …870, born 02-Mar-1944', 'No. …870, born 04-Mar-1950'])
})

test('a ward of 25 whose page is not read yet shows its number and a skeleton, not that nobody is there', async () => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([], { total: 25 }))
  const live = { state: 'live', isTold: true, waiting: 0, refused: 0 } as const
  fake.connection.set({ ...live, lastContactAt: Date.now() })
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findByText('25 patients')
  expect(screen.queryByText('No patients found')).toBeNull()
  expect(screen.getByText('Loading')).toBeTruthy()
  // What was read when nobody was there is not what is there now.
  act(() => fake.view('virtualWard').set(answered([])))
  expect(screen.getByText('No patients found')).toBeTruthy()
  act(() => fake.view('virtualWard').set(answered([], { total: 25, ready: false })))
  expect(screen.queryByText('No patients found')).toBeNull()
})

test('of a roster that is not wholly on the device the wall does not say that nobody is there, nor that some are all', async () => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([], { heldFrom: null }))
  const live = { state: 'live', isTold: true, waiting: 0, refused: 0 } as const
  fake.connection.set({ ...live, lastContactAt: Date.now() })
  openClinical('/virtual-ward?display=wall', { fake })
  const missing = /^This device does not have all patients of your wards\. Some may be missing/
  expect(await screen.findByText(missing)).toBeTruthy()
  expect(screen.queryByText('No patients found')).toBeNull()
  act(() => fake.view('virtualWard').set(answered([cardOf('p1')], { heldFrom: 0 })))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText(missing)).toBeTruthy()
  act(() => fake.view('virtualWard').set(answered([cardOf('p1')])))
  expect(screen.queryByText(missing)).toBeNull()
})
