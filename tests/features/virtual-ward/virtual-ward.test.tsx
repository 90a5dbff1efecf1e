// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../../src/domain/problem'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { formatDateTime, formatMoment } from '../../../src/domain/time'
import { hideToast } from '../../../src/ui/feedback'
import { setClockOffset } from '../../../src/ui/time'
import {
  act,
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  fireEvent,
  minutes,
  openClinical,
  oximeterPulseOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

const many = (count: number) => Array.from({ length: count }, (_, at) => cardOf(`p${at + 1}`))
const failure = 'Failed to fetch patients from the server. Press retry to try again.'
const toast = 'An error occurred when fetching patients'

const openWard = async (
  rows = many(2),
  over: Parameters<typeof answered>[1] = {},
  options: Parameters<typeof openClinical>[1] = {},
) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('virtualWard').set(answered(rows, over))
  const opened = openClinical('/virtual-ward', { ...options, fake })
  await screen.findByRole('heading', { level: 1, name: 'Virtual Ward' })
  return opened
}
const zeros = {
  BPScore: 0,
  consciousnessScore: 0,
  HRScore: 0,
  RRScore: 0,
  SpO2Score: 0,
  tempScore: 0,
  onOxygenScore: 0,
  missing: 0,
  spo2Scale: 1,
  riskScheme: 'NEWS2',
} as const
const openDisplay = (user: ReturnType<typeof openClinical>['user']) =>
  user.click(screen.getByRole('button', { name: 'Display settings' }))
const asked = (fake: { refresh: ReturnType<typeof clinicalRuntime>['refresh'] }) =>
  fake.refresh.mock.calls
    .filter(([name]) => name === 'virtualWard')
    .map(([, params]) => params as Record<string, unknown>)
const setVisible = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  setClockOffset(0)
  hideToast(toast)
  setVisible('visible')
})

describe('the list', () => {
  test('A7 arrow keys lead from name to name: the tenth patient is one press of End away, and controls keep their keys', async () => {
    const { user } = await openWard(many(10))
    const names = screen
      .getAllByRole('heading', { level: 3 })
      .map((heading) => within(heading).getByRole('link'))
    expect(names).toHaveLength(10)
    names[0]?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(names[2])
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(names[1])
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(names[9])
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(names[9])
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(names[0])
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(document.activeElement).toBe(names[0])
    const control = within(screen.getAllByRole('article')[0] as HTMLElement).getAllByRole(
      'button',
    )[0]
    control?.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(control)
  })

  test('C003 C170 C172 C185 /virtual-ward shows its title, the section All Patients and a card for each patient', async () => {
    const { view } = await openWard(many(3))
    expect(screen.getByRole('heading', { level: 2, name: 'All Patients' })).toBeTruthy()
    const cards = () =>
      within(screen.getByRole('list', { name: 'Patients' })).getAllByRole('article')
    expect(cards()).toHaveLength(3)
    // Live: what comes in stands there without a press.
    act(() =>
      view('virtualWard').set(answered([...many(3), cardOf('p4', { lastName: 'Newcomer' })])),
    )
    expect(cards()).toHaveLength(4)
    expect(screen.getByRole('heading', { level: 3, name: /NEWCOMER/ })).toBeTruthy()
  })

  test('the order and the filter are stated in words', async () => {
    await openWard()
    expect(
      screen.getByText(
        /Sorted by clinical urgency \(most urgent first\), then open alerts \(highest first\), then early-warning score \(highest first\), then latest vitals \(newest first\)\./,
      ),
    ).toBeTruthy()
    expect(
      screen.getByText(/All patients you can see\. Check-ups of the last 3 days\./),
    ).toBeTruthy()
  })

  test('C186 C623 while nothing is known there are as many skeletons as a page has patients, ten at most', async () => {
    const fake = clinicalRuntime()
    localStorage.setItem('virtual_ward_page_size', '5')
    const { screen: view } = openClinical('/virtual-ward', { fake })
    await screen.findByRole('heading', { level: 1, name: 'Virtual Ward' })
    const rows = () =>
      view.container.querySelectorAll(
        '[class*="pulse"] [class~="row"], [class*="pulse"] [class*="_row_"]',
      ).length
    expect(rows()).toBe(5)
    await act(async () =>
      fireEvent.change(screen.getByLabelText('Patients per page'), { target: { value: '50' } }),
    )
    expect(rows()).toBe(10)
  })

  test.each([{ search: '' }, { search: '?q=smith' }])(
    'C186 a ward of 25 whose page is not here yet is a skeleton, and not nobody: $search',
    async ({ search }) => {
      const fake = clinicalRuntime()
      fake.view('virtualWard').set(answered([], { total: 25 }))
      openClinical(`/virtual-ward${search}`, { fake })
      await screen.findByRole('heading', { level: 1, name: 'Virtual Ward' })
      expect(screen.queryByRole('heading', { name: 'No patients found' })).toBeNull()
      expect(screen.getAllByText('Loading').length).toBeGreaterThan(0)
    },
  )

  test.each([{ search: '' }, { search: '?q=smith' }])(
    'of a roster that is not wholly on the device nobody is not said, and some are not all: $search',
    async ({ search }) => {
      const fake = clinicalRuntime()
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
      fake.view('virtualWard').set(answered([], { heldFrom: null }))
      openClinical(`/virtual-ward${search}`, { fake })
      await screen.findByRole('heading', { level: 1, name: 'Virtual Ward' })
      const missing =
        'This device does not have all patients of your wards. Some may be missing. The rest loads when you are online.'
      expect(screen.queryByRole('heading', { name: 'No patients found' })).toBeNull()
      expect(screen.getByText(missing)).toBeTruthy()
      act(() => fake.view('virtualWard').set(answered([cardOf('p1')], { heldFrom: 0 })))
      expect(screen.getAllByRole('article')).toHaveLength(1)
      expect(screen.getByText(missing)).toBeTruthy()
      act(() => fake.view('virtualWard').set(answered([cardOf('p1')])))
      expect(screen.queryByText(missing)).toBeNull()
      // Online the rest is on its way.
      act(() => {
        fake.connection.set({ state: 'live', lastContactAt: null, waiting: 0, refused: 0 })
        fake.view('virtualWard').set(answered([], { heldFrom: null }))
      })
      expect(screen.queryByRole('heading', { name: 'No patients found' })).toBeNull()
      expect(screen.getAllByText('Loading').length).toBeGreaterThan(0)
    },
  )

  test('C187 nobody found says so, and a filter can be taken off from there', async () => {
    const { user } = await openWard([])
    expect(screen.getByRole('heading', { name: 'No patients found' })).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'zz{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Remove filter' }))
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  })

  test('C188 C508 C597 a failed fetch shows the failure with retry and the toast, and is not tried again by itself', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('virtualWard', serverDown)
    const { user } = openClinical('/virtual-ward', { fake })
    expect(await screen.findByRole('heading', { name: failure })).toBeTruthy()
    expect(screen.getByText(toast)).toBeTruthy()
    expect(asked(fake)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(asked(fake)).toHaveLength(2)
  })

  test('C188 a failure keeps the cards that are still true and says how old they are', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('virtualWard', serverDown)
    await openWard(many(2), { asOf: Date.parse(ago(20)), checkedAt: Date.now() }, { fake })
    expect(await screen.findByText(failure)).toBeTruthy()
    expect(screen.getByText(/last received, 20 min ago/)).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  test('a check-up from the future is hatched and its time is called not plausible, and ages count by the corrected clock', async () => {
    const endedAt = new Date(Date.now() + 6 * minutes).toISOString()
    await openWard([cardOf('p1', { latestCheckup: checkupOf('c1', { endedAt }) })])
    expect(screen.getByText('Check-up time not plausible')).toBeTruthy()
    expect(
      screen
        .getByRole('img', { name: /Early-warning score 0, .*time not plausible/ })
        .getAttribute('data-state'),
    ).toBe('stale')
    await act(async () => setClockOffset(7.5 * minutes))
    expect(screen.getByText('Check-up 1 min ago')).toBeTruthy()
    expect(
      screen.getByRole('img', { name: /Early-warning score 0/ }).getAttribute('data-state'),
    ).toBe('fresh')
    await act(async () => setClockOffset(0))
  })

  test('offline is no failure: the cards stay, without a failure or a toast, and Updated tells the age of the data', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('virtualWard', problem('network', 'The network request failed'))
    fake.connection.set({ ...fake.connection.get(), state: 'offline' })
    const asOf = Date.parse(ago(20))
    await openWard(many(2), { asOf, checkedAt: Date.now(), arrangedBy: 'device' }, { fake })
    await waitFor(() => expect(asked(fake)).toHaveLength(1))
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(screen.getByText('Updated 20 min ago')).toBeTruthy()
    expect(
      screen.getByText(`Offline: shown as of ${formatMoment(asOf, Date.now(), 'en-GB')}`),
    ).toBeTruthy()
    const drawer = Date.parse(ago(26 * 60))
    act(() =>
      fake
        .view('virtualWard')
        .set(answered(many(2), { asOf: drawer, checkedAt: drawer, arrangedBy: 'device' })),
    )
    expect(
      screen.getByText(
        `Offline: shown as of ${formatDateTime(new Date(drawer).toISOString(), 'en-GB')}`,
      ),
    ).toBeTruthy()
    expect(screen.queryByText(failure)).toBeNull()
    expect(screen.queryByText(toast)).toBeNull()
  })

  test('offline with nothing kept says that this device keeps no ward', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('virtualWard', problem('network', 'The network request failed'))
    fake.connection.set({ ...fake.connection.get(), state: 'offline' })
    const { user } = await openWard([], { asOf: null, checkedAt: null, total: null }, { fake })
    expect(await screen.findByText(/^No ward is saved on this device/)).toBeTruthy()
    // Nothing is held, and the question failed: that is said, and can be asked again.
    expect(await screen.findByText(failure)).toBeTruthy()
    expect(await screen.findByText(toast)).toBeTruthy()
    const before = asked(fake).length
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked(fake)).toHaveLength(before + 1))
  })

  test('offline the ward says that this device found and ordered it', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: Date.now(), waiting: 0, refused: 0 })
    await openWard(many(1), { arrangedBy: 'device' }, { fake })
    expect(
      screen.getByText(/Offline: search and order use the data saved on this device/),
    ).toBeTruthy()
    await act(async () =>
      fake.connection.set({ state: 'live', lastContactAt: Date.now(), waiting: 0, refused: 0 }),
    )
    expect(screen.getByText(/^Search and order use the data saved on this device/)).toBeTruthy()
    expect(screen.queryByText(/Offline/)).toBeNull()
  })

  test('while the first answer is awaited nothing is said to be found, offline or due to be refreshed', async () => {
    const fake = clinicalRuntime()
    fake.refresh.mockImplementation(() => new Promise(() => undefined))
    const { user } = await openWard(
      [],
      { arrangedBy: 'device', asOf: null, checkedAt: null, total: null },
      { fake },
    )
    expect(screen.queryByText(/found and ordered|Offline/i)).toBeNull()
    expect(screen.getByText('Not updated yet')).toBeTruthy()
    await openDisplay(user)
    expect(screen.getByRole('region', { name: 'Automatic refresh' }).textContent).toBe(
      'Refresh now30 seconds5 minutes10 minutes15 minutes30 minutesRefreshing…',
    )
  })
})

describe('paging', () => {
  test('C182 C183 C623 ten patients a page, 5, 10, 25 or 50 to choose, first and last buttons, and the choice is kept', async () => {
    const fake = clinicalRuntime()
    const { user } = await openWard(many(10), { total: 34 }, { fake })
    const size = screen.getByLabelText('Patients per page') as HTMLSelectElement
    expect([...size.options].map((option) => option.value)).toEqual(['5', '10', '25', '50'])
    expect(size.value).toBe('10')
    expect(screen.getByText('1 – 10 of 34')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(asked(fake).at(-1)).toMatchObject({ skip: 30, take: 10 })
    await user.click(screen.getByRole('button', { name: 'First page' }))
    expect(screen.getByText('1 – 10 of 34')).toBeTruthy()
    await user.selectOptions(size, '25')
    expect(asked(fake).at(-1)).toMatchObject({ skip: 0, take: 25 })
    expect(localStorage.getItem('virtual_ward_page_size')).toBe('25')
  })

  test('C378 a new filter starts at page 1', async () => {
    const fake = clinicalRuntime()
    const { user } = await openWard(many(10), { total: 34 }, { fake })
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(asked(fake).at(-1)).toMatchObject({ skip: 10 })
    await user.type(screen.getByRole('searchbox'), 'smi{Enter}')
    await waitFor(() =>
      expect(asked(fake).at(-1)).toMatchObject({ skip: 0, nameOrNhsNumber: 'smi' }),
    )
  })
})

describe('search', () => {
  test('C184 C189 C190 a name or number filters the ward and is a chip that can be removed', async () => {
    const fake = clinicalRuntime()
    const { user } = await openWard(many(2), {}, { fake })
    const box = screen.getByRole('searchbox', { name: 'Name or NHS number' })
    await user.type(box, "O'Brien{Enter}")
    const chip = await screen.findByRole('button', { name: "Remove filter Name O'Brien" })
    await waitFor(() => expect(asked(fake).at(-1)).toMatchObject({ nameOrNhsNumber: "O'Brien" }))
    await user.click(chip)
    expect(screen.queryByText("O'Brien")).toBeNull()
    expect((box as HTMLInputElement).value).toBe('')
    await user.type(box, '943 476-59{Enter}')
    expect(
      await screen.findByRole('button', { name: 'Remove filter NHS number 943 476-59' }),
    ).toBeTruthy()
    await waitFor(() => expect(asked(fake).at(-1)).toMatchObject({ nameOrNhsNumber: '943 476-59' }))
  })

  test('C626 the text is applied 500 ms after the last key', async () => {
    const fake = clinicalRuntime()
    await openWard(many(2), {}, { fake })
    vi.useFakeTimers()
    const box = screen.getByRole('searchbox')
    fireEvent.change(box, { target: { value: 'sm' } })
    await act(async () => vi.advanceTimersByTimeAsync(499))
    fireEvent.change(box, { target: { value: 'smi' } })
    await act(async () => vi.advanceTimersByTimeAsync(499))
    expect(asked(fake).some((query) => query['nameOrNhsNumber'] !== undefined)).toBe(false)
    await act(async () => vi.advanceTimersByTimeAsync(2))
    expect(asked(fake).at(-1)?.['nameOrNhsNumber']).toBe('smi')
  })

  test('C636 page size and interval are kept under virtual_ward keys, the searched text is not', async () => {
    const { user } = await openWard()
    await user.type(screen.getByRole('searchbox'), 'Smithson{Enter}')
    await user.selectOptions(screen.getByLabelText('Patients per page'), '5')
    await openDisplay(user)
    await user.selectOptions(screen.getByLabelText('Refresh every'), '600')
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('virtual_ward'))
    expect(keys.toSorted()).toEqual(['virtual_ward_page_size', 'virtual_ward_refresh_seconds'])
    expect(JSON.stringify({ ...localStorage })).not.toContain('Smithson')
  })
})

describe('refresh', () => {
  test('C173 C174 how long ago the ward was refreshed is told, and it can be refreshed by hand', async () => {
    const fake = clinicalRuntime()
    const { user } = await openWard(many(1), { checkedAt: Date.parse(ago(3)) }, { fake })
    expect(screen.getByText('Updated just now')).toBeTruthy() // by the refresh with which the screen opens
    fake.failing.set('virtualWard', serverDown)
    await act(async () =>
      fake
        .view('virtualWard')
        .set(answered(many(1), { asOf: Date.parse(ago(3)), checkedAt: Date.parse(ago(3)) })),
    )
    expect(await screen.findByText('Updated 3 min ago')).toBeTruthy()
    fake.failing.clear()
    const before = asked(fake).length
    await openDisplay(user)
    await user.click(await screen.findByRole('button', { name: 'Refresh now' }))
    await waitFor(() => expect(asked(fake)).toHaveLength(before + 1))
    expect(await screen.findByText('Updated just now')).toBeTruthy()
  })

  test('P365 C175 C382 C383 C624 automatic refresh is on at 5 minutes with its progress, can be paused and started, and offers five intervals', async () => {
    const { user } = await openWard()
    await openDisplay(user)
    const every = screen.getByLabelText('Refresh every') as HTMLSelectElement
    expect([...every.options].map((option) => option.text)).toEqual([
      '30 seconds',
      '5 minutes',
      '10 minutes',
      '15 minutes',
      '30 minutes',
    ])
    expect(every.value).toBe('300')
    expect(screen.getByRole('progressbar')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pause automatic refresh' }))
    expect(localStorage.getItem('virtual_ward_refresh_seconds')).toBe('0')
    // In the panel, and beside the heading, where it is seen when the panel is closed.
    expect(
      screen.getAllByText('Automatic refresh is paused; live changes still come in'),
    ).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Start automatic refresh' }))
    expect(localStorage.getItem('virtual_ward_refresh_seconds')).toBe('300')
  })

  test('offline no refresh is promised, neither by the clock nor by live changes', async () => {
    const fake = clinicalRuntime()
    const { user } = await openWard(many(1), {}, { fake })
    await openDisplay(user)
    const control = screen.getByRole('region', { name: 'Automatic refresh' })
    await waitFor(() => expect(control.textContent).toContain('Next full refresh in 5 min'))
    await act(async () =>
      fake.connection.set({ state: 'offline', lastContactAt: Date.now(), waiting: 0, refused: 0 }),
    )
    expect(control.textContent).toContain('Not refreshed while offline')
    expect(control.textContent).not.toContain('Next full refresh')
    expect(screen.getByRole('progressbar', { name: 'Not refreshed while offline' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pause automatic refresh' }))
    expect(control.textContent).not.toContain('live changes')
  })

  test('C383 switched off, nothing is asked by the clock', async () => {
    localStorage.setItem('virtual_ward_refresh_seconds', '0')
    const fake = clinicalRuntime()
    await openWard(many(1), {}, { fake })
    await waitFor(() => expect(asked(fake)).toHaveLength(1))
    vi.useFakeTimers()
    await act(async () => fake.view('virtualWard').set(answered(many(1))))
    const start = asked(fake).length
    await act(async () => vi.advanceTimersByTimeAsync(3_600_000))
    expect(asked(fake)).toHaveLength(start)
  })

  test('C384 C385 C507 the ward is asked for at the interval while the tab is seen, not while it is hidden, and at once when it is late', async () => {
    localStorage.setItem('virtual_ward_refresh_seconds', '30')
    const fake = clinicalRuntime()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openWard(many(1), {}, { fake })
    await waitFor(() => expect(asked(fake)).toHaveLength(1))
    const start = asked(fake).length
    await act(async () => vi.advanceTimersByTimeAsync(27_000))
    expect(asked(fake)).toHaveLength(start)
    await act(async () => vi.advanceTimersByTimeAsync(4_000))
    expect(asked(fake)).toHaveLength(start + 1)
    await act(async () => setVisible('hidden'))
    await act(async () => vi.advanceTimersByTimeAsync(120_000))
    expect(asked(fake)).toHaveLength(start + 1)
    await act(async () => {
      setVisible('visible')
      await vi.advanceTimersByTimeAsync(1)
    })
    expect(asked(fake)).toHaveLength(start + 2)
  })
})

test('C175 C382 C385 C507 what is pulled in between puts the refresh of the board off no more than it fills the ring', async () => {
  localStorage.setItem('virtual_ward_refresh_seconds', '30')
  const fake = clinicalRuntime()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openWard(many(1), {}, { fake })
  await waitFor(() => expect(asked(fake)).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Display settings' }))
  const part = () => (screen.getByRole('progressbar') as HTMLProgressElement).value
  for (let second = 0; second < 24; second += 3) {
    await act(async () => vi.advanceTimersByTimeAsync(3_000))
    await act(async () => fake.view('virtualWard').set(answered(many(1))))
  }
  expect(part()).toBeGreaterThanOrEqual(70)
  expect(asked(fake)).toHaveLength(1)
  await act(async () => vi.advanceTimersByTimeAsync(7_000))
  expect(asked(fake)).toHaveLength(2)
  expect(part()).toBeLessThan(20)
  vi.useRealTimers()
})

describe('a card', () => {
  const scores = checkupOf('x').ewsScores
  const withRisk = (riskLevel: number | null) =>
    cardOf('p1', {
      latestCheckup: checkupOf('c', {
        ewsScores: scores === null ? null : { ...scores, riskLevel },
      }),
    })

  test('C205 C373 the status line follows the risk level: 0 positive, 1 or 2 neutral, 3 warning, 4 danger, higher negative, none neutral', async () => {
    const fake = clinicalRuntime()
    const { screen: view } = await openWard([withRisk(0)], {}, { fake })
    const expected = [
      [0, 'positive'],
      [1, 'neutral'],
      [2, 'neutral'],
      [3, 'warning'],
      [4, 'danger'],
      [5, 'negative'],
      [null, 'neutral'],
    ] as const
    for (const [risk, tone] of expected) {
      await act(async () => fake.view('virtualWard').set(answered([withRisk(risk)])))
      expect(
        view.container.querySelector('article > [data-status]')?.getAttribute('data-status'),
        String(risk),
      ).toBe(tone)
    }
    // Of a partial score a reassuring level is none (docs/decisions/0021).
    const partial = cardOf('p1', {
      latestCheckup: checkupOf('c', {
        ewsScores: scores === null ? null : { ...scores, BPScore: null, missing: 1, riskLevel: 0 },
      }),
    })
    await act(async () => fake.view('virtualWard').set(answered([partial])))
    expect(
      view.container.querySelector('article > [data-status]')?.getAttribute('data-status'),
    ).toBe('neutral')
  })

  test('the text tells a single score of 3 from a low risk, and a higher score that counts from the shown partial one', async () => {
    const scores = (over: object) =>
      ({ ...checkupOf('c').ewsScores, ...over }) as NonNullable<Checkup['ewsScores']>
    await openWard([
      cardOf('p1', {
        latestCheckup: checkupOf('c1', {
          endedAt: ago(5),
          ewsScores: scores({ RRScore: 3, totalScore: 3, riskLevel: 2 }),
        }),
      }),
      cardOf('p2', {
        latestCheckup: checkupOf('c2', {
          endedAt: ago(10),
          notUsable: [{ field: 'glucose', sent: '95', reason: 'impossible', checkPatient: [] }],
          ewsScores: scores({
            BPScore: null,
            consciousnessScore: null,
            RRScore: null,
            SpO2Score: null,
            tempScore: null,
            onOxygenScore: null,
            missing: 6,
          }),
        }),
        trend: [
          { endedAt: ago(120), totalScore: 9, riskLevel: 4, measured: 127 },
          { endedAt: ago(10), totalScore: 0, riskLevel: 0, measured: 16 },
        ],
      }),
    ])
    const [single, partial] = screen.getAllByRole('article')
    expect(single?.textContent).toContain('Risk: low-medium, one observation scores 3')
    expect(single?.textContent).not.toContain('Risk: low,')
    expect(
      within(partial as HTMLElement).getByText(
        'Latest check-up incomplete: only pulse measured, at least 0. Glucose not usable: 95.',
      ),
    ).toBeTruthy()
    expect(
      within(partial as HTMLElement).getByRole('img', {
        name: /^Early-warning score 9, High, Measure again: 9 was 2 h ago$/,
      }),
    ).toBeTruthy()
    expect(
      within(partial as HTMLElement).getByRole('img', {
        name: 'Score over 24 hours: 9 once; incomplete: 0',
      }),
    ).toBeTruthy()
  })

  test('opened, an old check-up is as old as closed: its values are hatched, with their age and what they scored', async () => {
    const { user } = await openWard([
      cardOf('p1', { latestCheckup: checkupOf('c1', { endedAt: ago(30 * 60) }) }),
    ])
    await user.click(screen.getByRole('button', { name: /^Show more of/ }))
    const latest = screen.getByRole('region', { name: 'Latest check-up' })
    expect(latest.textContent).toMatch(/Captured .*, 1 d 6 h ago/)
    expect(latest.querySelector('dl')?.dataset['stale']).toBe('true')
    expect(latest.textContent).toContain('Score 0')
    expect(
      screen.getByRole('img', { name: /^Early-warning score 0, Out of date, Stale, 1 d 6 h ago/ }),
    ).toBeTruthy()
  })

  test('C634 the identity is full: name, age, birth date, NHS number, ward; the cards are a list and hide no column', async () => {
    await openWard([cardOf('p1', { lastName: 'Smith' })])
    expect(screen.getByRole('heading', { level: 3, name: /SMITH, John/ })).toBeTruthy()
    expect(screen.getByText(/born 02-Mar-1944/)).toBeTruthy()
    expect(screen.getByText('NHS No. 943 476 5919')).toBeTruthy()
    expect(screen.getByText('Willow')).toBeTruthy()
    expect(
      within(screen.getByRole('list', { name: 'Patients' })).getAllByRole('group'),
    ).toHaveLength(7)
  })

  test('C211 C374 P364 the score disc and the seven tiles are on the card, oxygen as Yes for a score of 2, else No; one that scored nothing says what was recorded', async () => {
    const fake = clinicalRuntime()
    await openWard([cardOf('p1')], {}, { fake })
    expect(screen.getByRole('img', { name: /^Early-warning score 0/ })).toBeTruthy()
    const tiles = () =>
      screen
        .getAllByRole('group')
        .map((tile) => [tile.getAttribute('aria-label'), tile.textContent])
    expect(tiles().map(([label]) => label)).toEqual([
      'BP',
      'SpO2',
      'RR',
      'Pulse',
      'Temp',
      'LOC',
      'Oxygen',
    ])
    expect(screen.getByRole('group', { name: 'BP' }).textContent).toContain('124/78')
    expect(screen.getByRole('group', { name: 'Temp' }).textContent).toContain('37.0')
    expect(screen.getByRole('group', { name: 'Oxygen' }).textContent).toContain('No')
    await act(async () =>
      fake.view('virtualWard').set(
        answered([
          cardOf('p1', {
            latestCheckup: checkupOf('c', {
              ewsScores: scores === null ? null : { ...scores, onOxygenScore: 2 },
            }),
          }),
        ]),
      ),
    )
    expect(screen.getByRole('group', { name: 'Oxygen' }).textContent).toContain('Yes')
    await act(async () =>
      fake.view('virtualWard').set(
        answered([
          cardOf('p1', {
            latestCheckup: checkupOf('c', { endedAt: ago(5), ewsScores: null, onOxygen: null }),
          }),
        ]),
      ),
    )
    expect(screen.getByRole('group', { name: 'Oxygen' }).textContent).toBe('OxygenMissing')
    await act(async () =>
      fake.view('virtualWard').set(
        answered([
          cardOf('p1', {
            latestCheckup: checkupOf('c', { endedAt: ago(5), ewsScores: null, onOxygen: true }),
          }),
        ]),
      ),
    )
    expect(screen.getByRole('group', { name: 'Oxygen' }).textContent).toBe('OxygenYes')
  })

  test('a pulse that only the oximeter measured is on the card with its score, closed and opened', async () => {
    const { user } = await openWard([
      cardOf('p1', { latestCheckup: oximeterPulseOf('c', { endedAt: ago(5) }) }),
    ])
    expect(screen.getByRole('img', { name: /^Early-warning score 2/ })).toBeTruthy()
    const tile = screen.getByRole('group', { name: 'Pulse' })
    expect([tile.textContent, tile.dataset['score']]).toEqual(['Pulse118/minscore 2', '2'])
    await user.click(screen.getByRole('button', { name: /^Show more of/ }))
    expect(
      within(screen.getByRole('region', { name: 'Latest check-up' })).getByText('118 /min'),
    ).toBeTruthy()
  })

  test('what is doubtful about the score is said beside it: the flag against the device, pulse against oximeter', async () => {
    await openWard([
      cardOf('p1', {
        latestCheckup: checkupOf('c1', {
          endedAt: ago(5),
          doubts: ['pulse-differs', 'oxygen-flag', 'weight-unlikely'],
          pulseRate: { value: 70, source: 'cuff', isManual: false },
          pulseOxiData: {
            averageSpO2: 97,
            uneditedAverageSpO2: null,
            averageHr: 140,
            confidence: 'HIGH',
            device: null,
            isManual: false,
          },
        }),
      }),
    ])
    const [card] = screen.getAllByRole('article')
    expect(card?.textContent).toContain('Pulse 70, oximeter 140 beats/min; the score counts 70.')
    expect(card?.textContent).toContain(
      'The patient’s flag says oxygen, this check-up says air. The score counts air.',
    )
    expect(card?.textContent).not.toMatch(/weight/i)
  })

  test('a failed SpO2 is not shown, closed or opened; a poor signal is said beside its value', async () => {
    const measured = (id: string, confidence: string, averageSpO2: number) =>
      cardOf(id, {
        latestCheckup: checkupOf(`c ${id}`, {
          endedAt: ago(5),
          pulseOxiData: {
            averageSpO2,
            uneditedAverageSpO2: null,
            averageHr: null,
            confidence,
            device: null,
            isManual: false,
          },
        }),
      })
    const { user } = await openWard([
      measured('p1', 'FAILED', 61),
      measured('p2', 'INSUFFICIENT_QUALITY', 93),
    ])
    for (const more of screen.getAllByRole('button', { name: /^Show more of/ }))
      await user.click(more)
    const [failed, poor] = screen.getAllByRole('article').map((card) => card.closest('li'))
    const tile = (card: HTMLElement | null | undefined) =>
      within(card ?? document.body).getByRole('group', { name: 'SpO2' }).textContent
    expect(tile(failed)).toBe('SpO2Failed')
    expect(tile(poor)).toBe('SpO293%Poor signal')
    expect(failed?.textContent).not.toContain('61')
    expect(poor?.textContent).toContain('93 %, Poor signal')
  })

  test('why a patient scores stands in words on the card, and is taken back when it no longer counts', async () => {
    const breathless = (endedAt: string) =>
      cardOf('p1', {
        latestCheckup: checkupOf('c1', {
          endedAt,
          respiratoryRate: { value: 25, source: 'manual' },
          onOxygen: true,
          ewsScores: { ...zeros, RRScore: 3, onOxygenScore: 2, totalScore: 5, riskLevel: 3 },
        }),
      })
    const { view } = await openWard([breathless(ago(5))])
    expect(screen.getByText('RR 25; on oxygen')).toBeTruthy()
    act(() => view('virtualWard').set(answered([breathless(ago(25 * 60))])))
    expect(screen.queryByText('RR 25; on oxygen')).toBeNull()
  })

  test('Scale 2 and personal thresholds are said under the score and beside SpO2', async () => {
    await openWard([
      cardOf('p1', {
        latestCheckup: checkupOf('c1', {
          endedAt: ago(5),
          ewsScores: {
            ...zeros,
            SpO2Score: 2,
            totalScore: 2,
            riskLevel: 1,
            spo2Scale: 2,
            riskScheme: 'Personal',
          },
        }),
      }),
    ])
    expect(screen.getByRole('img', { name: /Scale 2, Adjusted thresholds/ })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'SpO2' }).textContent).toContain('Scale 2')
    expect(screen.getByText('SpO2 97 % (Scale 2)')).toBeTruthy()
  })

  test('the US edition shows Fahrenheit', async () => {
    await openWard([cardOf('p1')], {}, { edition: 'en-US' })
    expect(screen.getByRole('group', { name: 'Temp' }).textContent).toMatch(/98\.6.*°F/)
  })

  test('values past their limit say how old they are, and lose their colour', async () => {
    const old = checkupOf('c', { endedAt: ago(30 * 60) })
    await openWard([cardOf('p1', { latestCheckup: old })])
    const tile = screen.getByRole('group', { name: 'RR' })
    expect(tile.getAttribute('data-state')).toBe('stale')
    expect(tile.textContent).toContain('1 d 6 h ago')
    expect(screen.getByRole('img', { name: /Stale, 1 d 6 h ago/ })).toBeTruthy()
  })

  test('C212 a card without data says No visible checkups, and No check-ups yet where there never was one', async () => {
    const trend = [{ endedAt: ago(99 * 60), totalScore: 1, riskLevel: 1, measured: 127 }]
    await openWard([cardOf('p1', { latestCheckup: null, trend })])
    expect(screen.getByText('No visible checkups')).toBeTruthy()
    cleanup()
    await openWard([cardOf('p1', { latestCheckup: null })])
    expect(screen.getByText('No check-ups yet')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'View Latest Checkup' })).toBeNull()
  })

  test('C213 C214 C216 C217 opened, it shows the latest check-up, its ECG report, notes, care pathway and active flags with their description', async () => {
    const { user } = await openWard([
      cardOf('p1', {
        latestCheckup: checkupOf('c', {
          notes: 'Felt better after lunch',
          softSigns: [
            { key: 'chest_pain', isEmergency: true },
            { key: 'pain_7', isEmergency: false },
          ],
          attachments: [{ id: 'a', type: 'ECG report', downloadUrl: '/a' }],
        }),
      }),
    ])
    const expand = screen.getByRole('button', { name: /Show more of John/ })
    expect(expand.getAttribute('aria-expanded')).toBe('false')
    await user.click(expand)
    expect(
      screen.getByRole('button', { name: /Show less of John/ }).getAttribute('aria-expanded'),
    ).toBe('true')
    expect(
      within(screen.getByRole('region', { name: 'Latest check-up' })).getByText('124/78 mmHg'),
    ).toBeTruthy()
    expect(screen.getByText(/Chest pain/).textContent).toContain('Emergency')
    expect(await screen.findByText('Pain 7 of 10')).toBeTruthy()
    expect(screen.getByText('ECG Report(s) attached')).toBeTruthy()
    expect(screen.getByText('Felt better after lunch')).toBeTruthy()
    expect(screen.getByText('Care pathway COPD')).toBeTruthy()
    expect(screen.getByText('Ward Willow')).toBeTruthy()
    expect(screen.queryByText('Old flag')).toBeNull()
    fireEvent.pointerUp(screen.getByRole('button', { name: 'On oxygen' }), { pointerType: 'touch' })
    expect((await screen.findByRole('tooltip')).textContent).toBe('Two litres a minute at home')
  })

  test('C218 without an admission it says No current admission', async () => {
    const { user } = await openWard([cardOf('p1', { wardAdmission: null })])
    await user.click(screen.getByRole('button', { name: /Show more of/ }))
    expect(
      within(screen.getByRole('region', { name: 'Admission' })).getByText('No current admission'),
    ).toBeTruthy()
  })

  test('C219 C220 View Latest Checkup and View Patient Record lead there', async () => {
    await openWard([cardOf('p1')])
    expect(screen.getByRole('link', { name: 'View Latest Checkup' }).getAttribute('href')).toBe(
      '/patient/p1/checkup/p1-c',
    )
    expect(screen.getByRole('link', { name: 'View Patient Record' }).getAttribute('href')).toBe(
      '/patient/p1',
    )
  })
})
