// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  bucketMs,
  type LatestBucket,
  type MonitoringBucket,
} from '../../../src/domain/monitoring/bucket'
import {
  chunkMs,
  chunkOf,
  packBuckets,
  type MonitoringChunk,
} from '../../../src/domain/monitoring/chunk'
import { totalRhythm, type RhythmSegment } from '../../../src/domain/monitoring/segments'
import type { MonitoringSession } from '../../../src/domain/monitoring/session'
import type { Patient } from '../../../src/domain/patient/patient'
import { problem } from '../../../src/domain/problem'
import type { OpenOptions } from '../clinical-portal'
import {
  act,
  ago,
  answered,
  checkupOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

// Read before anything is waited for: a busy machine takes longer over it than a test may wait.
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/patient/vitals/VitalsTab'),
    import('../../../src/features/patient/monitoring/MonitoringSection'),
  ])
})
afterEach(cleanup)

const iso = (ms: number): string => new Date(ms).toISOString()
const last = Math.floor(Date.now() / bucketMs) * bucketMs - bucketMs
const figures = (value: number, spread: number) => ({
  value,
  median: value - spread / 2,
  min: value - spread,
  max: value + spread,
})
const bucketAt = (start: number, over: Partial<LatestBucket> = {}): LatestBucket => ({
  bucketStartAt: iso(start),
  bucketEndAt: iso(start + bucketMs),
  receivedAt: iso(start + bucketMs + 4_000),
  respiratoryRate: figures(22, 4),
  heartRate: figures(96, 10),
  pulseRate: figures(94, 8),
  spo2: figures(93, 2),
  temperature: figures(38, 0.4),
  battery: { ecg: 64, spo2: 41, temperature: null },
  heartRhythm: {
    mostSevere: 1,
    irregular: 180,
    regular: 600,
    abstain: 60,
    lowQuality: 0,
    signalTooShort: 0,
  },
  activityLevel: {
    signalTooShort: 0,
    abstain: 0,
    sedentary: 720,
    notSedentary: 180,
    dominantPrediction: 'SEDENTARY',
  },
  thresholdScores: { RRScore: 2, SpO2Score: 2, HRScore: 1, tempScore: 0 },
  sensorIds: { ecg: null },
  ...over,
})
const chunksOf = (buckets: readonly LatestBucket[]): MonitoringChunk[] => {
  const numbers = [
    ...new Set(buckets.map(({ bucketStartAt }) => chunkOf(Date.parse(bucketStartAt)))),
  ].toSorted((a, b) => a - b)
  return numbers.map((number) => ({
    id: `p1.${number}`,
    revision: 1,
    patientId: 'p1',
    startAt: iso(number * chunkMs),
    columns: packBuckets(
      number * chunkMs,
      buckets
        .filter(({ bucketStartAt }) => chunkOf(Date.parse(bucketStartAt)) === number)
        .toSorted(
          (a, b) => Date.parse(a.bucketStartAt) - Date.parse(b.bucketStartAt),
        ) as MonitoringBucket[],
    ),
  }))
}
const sessionOf = (over: Partial<MonitoringSession> = {}): MonitoringSession => ({
  id: 's1',
  organization: { id: 'org-1' },
  type: 'Lamplight',
  createdAt: iso(Date.now() - 86_400_000),
  endedAt: null,
  ...over,
})
const rights = (over: Partial<NonNullable<OpenOptions['permissions']>> = {}): OpenOptions => ({
  permissions: {
    permissions: ['view_patients', 'edit_patients'],
    features: ['continuousMonitoring', 'plethAiHeartRhythmContinuousMonitoring'],
    ...over,
  },
})

interface Given {
  readonly buckets?: readonly LatestBucket[]
  readonly patient?: Partial<Patient>
  readonly options?: OpenOptions
}
const openVitals = async ({ buckets = [], patient = {}, options = rights() }: Given = {}) => {
  const fake = options.fake ?? clinicalRuntime()
  const newest = buckets.toSorted(
    (a, b) => Date.parse(b.bucketStartAt) - Date.parse(a.bucketStartAt),
  )
  fake.view('patientRecord').set(
    answered([
      patientOf({
        continuousMonitoringSession: sessionOf(),
        latestContinuousMonitoring: newest[0] ?? null,
        earliestContinuousMonitoringAt: newest.at(-1)?.bucketStartAt ?? null,
        ...patient,
      }),
    ]),
  )
  fake.view('patientCheckups').set(answered([checkupOf('c1')]))
  if (buckets.length > 0) fake.view('monitoringChunks').set(answered(chunksOf(buckets)))
  const opened = openClinical('/patient/p1/vitals', { ...options, fake })
  await screen.findByRole('table', { name: 'Patient Check-ups' })
  return { ...opened, fake }
}
const table = () => screen.findByRole('table', { name: 'Continuous Monitoring' })
const headings = (of: HTMLElement) =>
  within(of)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.replace(/\s*(\/min|%|°C|°F)$/, '').trim())
const row = (of: HTMLElement, name: RegExp) =>
  within(of)
    .getAllByRole('row')
    .find((one) => name.test(one.querySelector('th')?.textContent ?? '')) as HTMLElement
/** The part of the tab, from its heading on. */
const part = async () =>
  (await screen.findByRole('heading', { name: 'Continuous Monitoring' })).closest(
    'section',
  ) as HTMLElement
const pager = () => within(screen.getByRole('navigation', { name: '15-minute periods' }))
const quarters = (count: number) =>
  Array.from({ length: count }, (_, back) => bucketAt(last - back * bucketMs))

describe('the Continuous Monitoring table', () => {
  test('P004 C098 has its rows in order, the newest quarter of an hour at the right', async () => {
    await openVitals({ buckets: quarters(12) })
    const shown = await table()
    expect(headings(shown)).toEqual([
      'Date',
      'Breathing Rate',
      'Heart Rate',
      'Pulse Rate',
      'SpO2',
      'Temperature',
      'Heart Rhythm',
      'Activity Level',
    ])
    expect(within(shown).getAllByRole('columnheader')).toHaveLength(10)
    expect(row(shown, /^Breathing/).textContent).toContain('22')
    expect(row(shown, /^Heart Rhythm/).textContent).toContain('Irregular')
    expect(row(shown, /^Activity/).textContent).toContain('Sedentary')
  })

  test('A6 the top of the vitals leads to monitoring and ECG, for who may see them', async () => {
    const { user } = await openVitals({ buckets: [bucketAt(last)] })
    const below = within(await screen.findByRole('navigation', { name: 'Further down' }))
    for (const [name, id] of [
      ['Monitoring', 'patient-monitoring'],
      ['ECG', 'patient-ecg'],
    ] as const) {
      await user.click(below.getByRole('button', { name }))
      expect(document.activeElement?.id).toBe(id)
    }
    cleanup()
    await openVitals({ options: rights({ features: [] }) })
    await screen.findByRole('heading', { name: 'Patient Check-ups' })
    expect(screen.queryByRole('navigation', { name: 'Further down' })).toBeNull()
  })

  test('C097 is there only where the organisation has continuousMonitoring', async () => {
    await openVitals({
      buckets: quarters(2),
      options: rights({ features: ['plethAiHeartRhythmContinuousMonitoring'] }),
    })
    expect(screen.queryByRole('heading', { name: 'Continuous Monitoring' })).toBeNull()
    expect(screen.queryByRole('button', { name: /monitoring/i })).toBeNull()
  })

  test('C099 tells the heart rhythm only where the organisation has its analysis', async () => {
    await openVitals({
      buckets: quarters(2),
      options: rights({ features: ['continuousMonitoring'] }),
    })
    expect(headings(await table())).not.toContain('Heart Rhythm')
  })

  test('C101 tells Score, Min, Max and Median of a cell with the focus, under the pointer and to fingers, and closes with Escape', async () => {
    const { user } = await openVitals({ buckets: quarters(3) })
    const cell = (name: RegExp, at = -1) =>
      within(row(screen.getByRole('table', { name: 'Continuous Monitoring' }), name))
        .getAllByRole('button')
        .at(at) as HTMLElement
    await table()
    const words = () => screen.queryByRole('tooltip')?.textContent ?? ''
    await user.hover(cell(/^Breathing/))
    await waitFor(() =>
      expect(words()).toMatch(/Breathing Rate.*Score 2Min 18 \/minMax 26 \/minMedian 20 \/min/),
    )
    await user.unhover(cell(/^Breathing/))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    await user.pointer({ keys: '[TouchA]', target: cell(/^SpO2/) })
    await waitFor(() => expect(words()).toMatch(/Score 2Min 91 %Max 95 %Median 92 %/))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    // The pulse beside a heart rate has no score of its own.
    await user.hover(cell(/^Pulse/))
    await waitFor(() => expect(words()).toMatch(/Score by the heart rate/))
  })

  test('B9 a heart rate that is double the pulse is marked with both, and the mark says why', async () => {
    const { user } = await openVitals({
      buckets: [
        bucketAt(last - bucketMs),
        bucketAt(last, { heartRate: figures(150, 10), pulseRate: figures(74, 4) }),
      ],
    })
    for (const name of [/^Heart Rate/, /^Pulse Rate/]) {
      const [before, now] = within(row(await table(), name)).getAllByRole('button')
      expect(before?.textContent).not.toMatch(/to be checked/)
      expect(now?.textContent).toMatch(/\? to be checked/)
      await user.hover(now as HTMLElement)
      await waitFor(() =>
        expect(screen.getByRole('tooltip').textContent).toMatch(/about double the pulse/),
      )
      await user.unhover(now as HTMLElement)
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    }
    expect(row(await table(), /^SpO2/).textContent).not.toMatch(/to be checked/)
  })

  test('C604 the rhythm tells how long each outcome was seen in its segments of 60 s at most', async () => {
    const seen = [
      ...Array<RhythmSegment>(10).fill({ seconds: 60, outcome: 'regular' }),
      ...Array<RhythmSegment>(3).fill({ seconds: 60, outcome: 'irregular' }),
      { seconds: 60, outcome: 'abstain' },
    ] as const
    const { user } = await openVitals({
      buckets: [bucketAt(last, { heartRhythm: totalRhythm(seen) })],
    })
    expect(row(await table(), /^Heart Rhythm/).textContent).toContain('Irregular')
    await user.hover(within(row(await table(), /^Heart Rhythm/)).getByRole('button'))
    await waitFor(() =>
      expect(screen.getByRole('tooltip').textContent).toMatch(
        /Irregular 3 minRegular 10 minNo verdict 1 min.*Analysed in segments of 60 s at most\./,
      ),
    )
  })

  test('C605 the activity bar is 15 minutes long with a tick every 3, in the cell and with its numbers', async () => {
    const { user } = await openVitals({ buckets: [bucketAt(last)] })
    const cell = within(row(await table(), /^Activity/)).getByRole('button')
    const bar = (of: HTMLElement) => of.querySelector('[data-size]') as HTMLElement
    // 3 of 15 minutes active, 12 sedentary; ticks at 3, 6, 9 and 12 between both ends.
    const widths = (of: HTMLElement) =>
      [...bar(of).querySelectorAll<HTMLElement>('[data-kind]')].map((one) => [
        one.dataset['kind'],
        one.style.width,
      ])
    const ticks = (of: HTMLElement) =>
      [...bar(of).querySelectorAll('i')].map(({ style }) => style.left)
    expect([widths(cell), ticks(cell)]).toEqual([
      [
        ['active', '20%'],
        ['sedentary', '80%'],
      ],
      ['20%', '40%', '60%', '80%'],
    ])
    await user.hover(cell)
    const tip = await screen.findByRole('tooltip')
    expect([widths(tip), ticks(tip)]).toEqual([widths(cell), ticks(cell)])
    expect(
      [...(bar(tip).nextElementSibling?.children ?? [])].map(({ textContent }) => textContent),
    ).toEqual(['0', '3', '6', '9', '12', '15'])
    expect(tip.textContent).toMatch(/Active 3 min.*Sedentary 12 min/)
  })

  test('C101 arrow keys go from cell to cell over holes; Tab comes to the table once', async () => {
    const { user } = await openVitals({
      buckets: [
        bucketAt(last),
        bucketAt(last - bucketMs, { respiratoryRate: null }),
        bucketAt(last - 2 * bucketMs),
      ],
    })
    const shown = await table()
    expect(
      within(shown)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1)
    const breathing = within(row(shown, /^Breathing/)).getAllByRole('button')
    expect(breathing).toHaveLength(2)
    act(() => breathing[1]?.focus())
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(breathing[0])
    await user.keyboard('{ArrowDown}')
    expect(row(shown, /^Heart Rate/).contains(document.activeElement)).toBe(true)
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(
      within(row(shown, /^Heart Rate/))
        .getAllByRole('button')
        .at(-1),
    )
    expect(
      within(shown)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([document.activeElement])
  })

  test('C100 C346 C348 previous goes back a quarter of an hour, next a table on, and latest returns', async () => {
    const { user } = await openVitals({ buckets: quarters(25) })
    await table()
    const press = (name: RegExp) => user.click(pager().getByRole('button', { name }))
    const range = () => pager().getByRole('status').textContent
    const at = range()
    expect(pager().getByRole('button', { name: /^Next/ })).toHaveProperty('disabled', true)
    expect(pager().getByRole('button', { name: 'Latest data' })).toHaveProperty('disabled', true)
    for (let n = 0; n < 10; n += 1) await press(/^Previous/)
    expect(pager().getByRole('button', { name: /^Next/ }).textContent).toContain('150 minutes')
    const back = range()
    expect(back).not.toBe(at)
    await press(/^Next/)
    expect(range()).toBe(at)
    await press(/^Previous/)
    await press(/^Latest/)
    expect(range()).toBe(at)
  })

  test('C347 C349 previous is closed where it would pass the earliest data, next where it would pass the latest', async () => {
    const { user } = await openVitals({ buckets: quarters(11) })
    await table()
    const previous = () => pager().getByRole<HTMLButtonElement>('button', { name: /^Previous/ })
    expect(previous().disabled).toBe(false)
    await user.click(previous())
    expect(previous().disabled).toBe(true)
    expect(pager().getByRole('button', { name: /^Next/ })).toHaveProperty('disabled', true)
  })

  test('a quarter of an hour without data is a gap, and what lies before all data is not', async () => {
    await openVitals({ buckets: [bucketAt(last), bucketAt(last - 3 * bucketMs)] })
    const shown = await table()
    const kinds = within(shown)
      .getAllByRole('columnheader')
      .map((head) => head.dataset['empty'] ?? 'data')
    expect(kinds).toEqual([
      ...Array.from({ length: 6 }, () => 'before'),
      'data',
      'gap',
      'gap',
      'data',
    ])
    expect(within(row(shown, /^SpO2/)).getAllByText('No data')).toHaveLength(2)
  })

  test('C102 without data its rows have empty cells under a text that says so; while it loads it shows a skeleton', async () => {
    const fake = clinicalRuntime()
    fake.view('monitoringChunks').set(answered([], { ready: false, asOf: null }))
    await openVitals({
      options: { ...rights(), fake },
      patient: { continuousMonitoringSession: null },
    })
    const region = await part()
    expect(within(region).getByText(/^Loading/)).toBeTruthy()
    act(() => fake.view('monitoringChunks').set(answered([])))
    expect(await within(region).findByText('No monitoring data')).toBeTruthy()
    expect(within(region).getByRole('table', { name: 'Continuous Monitoring' })).toBeTruthy()
    act(() =>
      fake
        .view('patientRecord')
        .set(answered([patientOf({ continuousMonitoringSession: sessionOf() })])),
    )
    expect(await within(region).findByText('Waiting for the first data')).toBeTruthy()
    const shown = await table()
    expect(headings(shown)).toEqual([
      'Date',
      'Breathing Rate',
      'Heart Rate',
      'Pulse Rate',
      'SpO2',
      'Temperature',
      'Heart Rhythm',
      'Activity Level',
    ])
    expect(within(shown).getAllByRole('columnheader')).toHaveLength(10)
    expect(
      within(shown)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(Array(70).fill('–No data'))
    expect(within(shown).queryByRole('button')).toBeNull()
  })

  test('C102 what a device did not give is a dash in its cell', async () => {
    await openVitals({
      buckets: [bucketAt(last, { temperature: null, activityLevel: null, heartRhythm: null })],
    })
    const shown = await table()
    expect(within(row(shown, /^Temperature/)).getByText('–')).toBeTruthy()
    expect(within(row(shown, /^Activity/)).getByText('–')).toBeTruthy()
    expect(row(shown, /^Heart Rhythm/).textContent).toContain('Not run')
  })

  test('C556 a failure is told in its words, with a retry; what is held stays', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('monitoringChunks', serverDown)
    const { user } = await openVitals({ buckets: quarters(2), options: { ...rights(), fake } })
    const region = await part()
    expect(
      await within(region).findByText('An error occurred when fetching continuous monitoring data'),
    ).toBeTruthy()
    expect(await table()).toBeTruthy()
    fake.failing.delete('monitoringChunks')
    await user.click(within(region).getByRole('button', { name: 'Retry' }))
    await waitFor(() =>
      expect(
        within(region).queryByText('An error occurred when fetching continuous monitoring data'),
      ).toBeNull(),
    )
  })

  test('offline without data on the device it says that, and no error', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    fake.view('monitoringChunks').set(answered([], { asOf: null, checkedAt: null }))
    await openVitals({ options: { ...rights(), fake } })
    expect(
      await screen.findByText(
        'The monitoring data of this patient is not saved on this device. It loads when you are online.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Continuous Monitoring' })).toBeNull()
  })

  test('offline, no part of the tab says that there is none of what was never read', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    fake
      .view('patientRecord')
      .set(answered([patientOf({ continuousMonitoringSession: sessionOf() })]))
    for (const name of ['patientCheckups', 'monitoringChunks', 'waveformSpan'])
      fake.view(name).set(answered([], { asOf: null, checkedAt: null, total: null }))
    openClinical('/patient/p1/vitals', { ...rights(), fake })
    const heading = (words: string) => screen.findByText(words, { selector: 'h2' })
    expect(
      await heading(
        'The check-ups of this patient are not saved on this device. They load when you are online.',
      ),
    ).toBeTruthy()
    expect(
      await heading(
        'The monitoring data of this patient is not saved on this device. It loads when you are online.',
      ),
    ).toBeTruthy()
    expect(
      await heading(
        'The ECG of this patient is not saved on this device. It loads when you are online.',
      ),
    ).toBeTruthy()
    const facts =
      /^(No check-ups yet|No monitoring data|Waiting for the first data|No ECG data available.*)$/
    expect(screen.queryByText(facts)).toBeNull()
    // The record knows that there is data, this device does not have it.
    act(() =>
      fake.view('patientRecord').set(
        answered([
          patientOf({
            continuousMonitoringSession: sessionOf(),
            latestContinuousMonitoring: bucketAt(last),
          }),
        ]),
      ),
    )
    expect(
      await heading(
        'The data for this time is not saved on this device. It loads when you are online.',
      ),
    ).toBeTruthy()
    expect(screen.queryByText(facts)).toBeNull()
  })

  test('a time of which the device has only a part is not without data in the rest', async () => {
    const start = chunkOf(last) * chunkMs
    const [newer, older] = [bucketAt(start), bucketAt(start - 10 * bucketMs)]
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    const record = {
      latestContinuousMonitoring: newer,
      earliestContinuousMonitoringAt: older.bucketStartAt,
    }
    fake.view('monitoringChunks').set(answered(chunksOf([newer]), { total: null, heldFrom: start }))
    await openVitals({ patient: record, options: { ...rights(), fake } })
    const heads = async () =>
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => /No data|Not on this device/.exec(textContent ?? '')?.[0] ?? '')
    expect(await heads()).toEqual([...Array.from({ length: 9 }, () => 'Not on this device'), ''])
    act(() => fake.view('monitoringChunks').set(answered(chunksOf([newer, older]))))
    expect(await heads()).toEqual([...Array.from({ length: 9 }, () => 'No data'), ''])
  })

  test('the US edition tells the temperature in Fahrenheit', async () => {
    await openVitals({ buckets: quarters(1), options: { ...rights(), edition: 'en-US' } })
    expect(row(await table(), /^Temperature/).textContent).toMatch(/°F.*100\.4/)
  })
})

describe('health on the record', () => {
  const health = async () => (await part()).querySelector('header')?.textContent ?? ''
  const endedAgo = (minutes: number, over: Partial<LatestBucket> = {}) => [
    { ...bucketAt(last, over), bucketEndAt: ago(minutes) },
  ]
  const shown = (latest: readonly LatestBucket[]) =>
    openVitals({ buckets: quarters(1), patient: { latestContinuousMonitoring: latest[0] ?? null } })

  test('C359 C369 is quiet while data comes, and says what to check when it stops', async () => {
    await shown(endedAgo(10))
    expect(await health()).toMatch(/On.*Last data 10 min ago/)
    expect(await health()).not.toContain('Check the app')
    cleanup()
    await shown(endedAgo(40))
    expect(await health()).toMatch(
      /Check devices soon.*Last data 40 min ago.*Check the app connection and internet\./,
    )
    cleanup()
    await shown(endedAgo(95))
    expect(await health()).toMatch(/Check devices now.*Last data 1 h 35 min ago/)
  })

  test('C368 says to charge the devices when a battery is low', async () => {
    await shown(endedAgo(5, { battery: { ecg: 64, spo2: 22, temperature: 90 } }))
    expect(await health()).toMatch(/Check devices soon.*SpO2 22 %Charge the devices\./)
  })

  test('C627 the icon of a battery is another one from 50 and from 80 percent on', async () => {
    const { fake } = await shown(endedAgo(5))
    const stepAt = async (percent: number) => {
      const latestContinuousMonitoring = {
        ...bucketAt(last),
        bucketEndAt: iso(Date.now()),
        battery: { ecg: percent, spo2: null, temperature: null },
      }
      act(() =>
        fake
          .view('patientRecord')
          .set(
            answered([
              patientOf({ continuousMonitoringSession: sessionOf(), latestContinuousMonitoring }),
            ]),
          ),
      )
      const header = (await part()).querySelector('header')
      expect(header?.textContent).toContain(`ECG ${percent} %`)
      const icon = header?.querySelector('[data-step]')
      return [icon?.getAttribute('data-step'), icon?.querySelector('rect')?.getAttribute('width')]
    }
    const steps = []
    for (const percent of [49, 50, 79, 80]) steps.push(await stepAt(percent))
    expect(steps).toEqual([
      ['under50', '4.5'],
      ['from50', '7'],
      ['from50', '7'],
      ['from80', '11'],
    ])
  })

  test('C367 an ended session has no status, and says when it ended', async () => {
    await openVitals({
      buckets: quarters(1),
      patient: { continuousMonitoringSession: sessionOf({ endedAt: iso(Date.now() - 60_000) }) },
    })
    expect(await health()).toMatch(/Monitoring ended \d\d-/)
    expect(await health()).not.toMatch(/Working|Check/)
  })
})

describe('starting and ending', () => {
  /** What stands above the tabs of the record. */
  const patientHeader = () =>
    within(
      screen
        .getByRole('tablist', { name: 'Parts of the record' })
        .parentElement?.querySelector('header') as HTMLElement,
    )
  test('C040 C538 starting asks, naming the patient, and sends the one type there is', async () => {
    const { user, fake } = await openVitals({ patient: { continuousMonitoringSession: null } })
    fake.run.mockResolvedValue({ kind: 'done', value: { id: 'p1' } })
    await user.click(patientHeader().getByRole('button', { name: 'Start monitoring' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Start continuous monitoring?' })
    expect(dialog.textContent).toMatch(/SMITH, John, 02-Mar-1944/)
    expect(fake.run).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: 'Start monitoring' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fake.run).toHaveBeenCalledWith('startContinuousMonitoringSession', {
      type: 'Lamplight',
      patientId: 'p1',
    })
  })

  test('C041 C539 ending asks, and cancelling sends nothing', async () => {
    const { user, fake } = await openVitals({ buckets: quarters(1) })
    fake.run.mockResolvedValue({ kind: 'done', value: { id: 'p1' } })
    await user.click(patientHeader().getByRole('button', { name: 'End monitoring' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }),
    )
    expect(fake.run).not.toHaveBeenCalled()
    await user.click(patientHeader().getByRole('button', { name: 'End monitoring' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'End monitoring',
      }),
    )
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith('endContinuousMonitoringSession', { patientId: 'p1' }),
    )
  })

  const refusedWords = async (session: MonitoringSession | null, name: string) => {
    const { user, fake } = await openVitals({ patient: { continuousMonitoringSession: session } })
    fake.run.mockResolvedValue({
      kind: 'refused',
      problem: problem('conflict', 'The patient is monitored already'),
    })
    await user.click(screen.getByRole('button', { name }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
    const words = (await screen.findByRole('alert')).textContent
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    return words
  }
  test('C582 a refused start is told in its words with the reason, and the question stays', async () => {
    expect(await refusedWords(null, 'Start monitoring')).toBe(
      'An error occurred when starting the continuous monitoring session The patient is monitored already',
    )
  })
  test('C583 a refused end is told in its words with the reason, and the question stays', async () => {
    expect(await refusedWords(sessionOf(), 'End monitoring')).toBe(
      'An error occurred when ending the continuous monitoring session The patient is monitored already',
    )
  })

  test('C056 a session of another organisation cannot be ended, and a tooltip says why, in both editions', async () => {
    for (const edition of ['en-GB', 'en-US'] as const) {
      const { user, fake } = await openVitals({
        patient: { continuousMonitoringSession: sessionOf({ organization: { id: 'other' } }) },
        options: { ...rights(), edition },
      })
      const button = screen.getByRole('button', { name: 'End monitoring' })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.hover(button)
      expect((await screen.findByRole('tooltip')).textContent).toBe(
        `The monitoring session was started by another ${edition === 'en-US' ? 'organization' : 'organisation'}`,
      )
      await user.click(button)
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(fake.run).not.toHaveBeenCalled()
      cleanup()
    }
  })

  test('offline neither can be done, and it says so', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    const { user } = await openVitals({ options: { ...rights(), fake } })
    const button = screen.getByRole('button', { name: 'End monitoring' })
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'You are offline. Starting and ending monitoring needs a connection.',
    )
    await user.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('C466 C478 nobody sees the action without edit_patients, or without the feature', async () => {
    await openVitals({ options: rights({ permissions: ['view_patients'] }) })
    expect(screen.queryByRole('button', { name: /(Start|End) monitoring/ })).toBeNull()
    cleanup()
    await openVitals({ options: rights({ features: [] }) })
    expect(screen.queryByRole('button', { name: /(Start|End) monitoring/ })).toBeNull()
  })
})
