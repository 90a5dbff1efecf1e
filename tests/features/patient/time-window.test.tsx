// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { rescoreCheckup } from '../../../src/domain/checkup/rescore'
import { setClockOffset } from '../../../src/ui/time'
import {
  act,
  answered,
  checkupOf,
  clinicalRuntime,
  fireEvent,
  minutes,
  noon,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

const hour = 60 * minutes
const day = 24 * hour

beforeAll(() => import('../../../src/features/patient/vitals/VitalsTab').then(() => undefined))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon })
})
afterEach(() => {
  cleanup()
  setClockOffset(0)
  vi.useRealTimers()
})

/**
 * Check-ups of so many hours ago, newest first as the data door gives them; `h25` ended 25 hours
 * ago.
 */
const aged = (...hours: readonly number[]): Checkup[] =>
  hours.map((ago) => checkupOf(`h${ago}`, { endedAt: new Date(noon - ago * hour).toISOString() }))
const spread = aged(0, 5, 24, 25, 71, 73, 167, 169, 335, 337, 719, 721)

/** Four columns and no charts: what a test does not need is not drawn. */
const small = { width: 390 }

interface Opened {
  readonly query?: string
  readonly total?: number | null
  readonly offline?: boolean
  readonly width?: number
  readonly edition?: 'en-GB' | 'en-US'
  readonly fake?: ReturnType<typeof clinicalRuntime>
  readonly editor?: boolean
}
const open = async (
  checkups: readonly Checkup[],
  {
    query = '',
    total = checkups.length,
    offline = false,
    fake = clinicalRuntime(),
    editor = false,
    ...options
  }: Opened = {},
) => {
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientCheckups').set(answered(checkups, { total }))
  if (offline)
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  const opened = openClinical(`/patient/p1/vitals${query}`, {
    fake,
    ...options,
    ...(editor ? { permissions: { permissions: ['view_patients', 'create_ews_thresholds'] } } : {}),
  })
  await screen.findByLabelText('Show')
  return { ...opened, fake }
}
const shown = (): (string | undefined)[] =>
  [...document.querySelectorAll('thead th[scope="col"] a')].map(
    (link) => link.getAttribute('href')?.split('/').at(-1)?.split('?')[0],
  )
const charted = (): number[] =>
  [...document.querySelectorAll('section[data-parameter]')].map(
    (chart) => chart.querySelectorAll('[data-column] button').length,
  )
const select = () => screen.getByLabelText<HTMLSelectElement>('Show')
const range = () => document.querySelector('nav[aria-label="Pages"] output')?.textContent
const button = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  ) as HTMLElement
const choose = async (name: string) => {
  fireEvent.change(select(), {
    target: { value: [...select().options].find(({ text }) => text === name)?.value },
  })
  await waitFor(() => expect(select().selectedOptions[0]?.text).toBe(name))
}
const olderAsked = (fake: ReturnType<typeof clinicalRuntime>) =>
  fake.refresh.mock.calls
    .flatMap(([name, params]) =>
      name === 'patientCheckups' ? [(params as { before?: string }).before] : [],
    )
    .filter((before) => before !== undefined)

describe('P366 time windows of the observation chart', () => {
  test('P366 all check-ups, or those within 24 hours, 3, 7, 14 or 30 days: all until one is chosen', async () => {
    await open(spread, small)
    expect([...select().options].map(({ text }) => text)).toEqual([
      'All check-ups',
      'Within 24 hours',
      'Within 3 days',
      'Within 7 days',
      'Within 14 days',
      'Within 30 days',
    ])
    expect(select().selectedOptions[0]?.text).toBe('All check-ups')
    expect(range()).toBe('9 – 12 of 12')
    expect(screen.queryByText(/Only check-ups/)).toBeNull()
  })

  test('P366 table and charts show the same check-ups of the window, exactly 24 h old among them; address, counts and heading tell it', async () => {
    const { at } = await open(spread, { query: '?hideAppBar=true' })
    const seen: unknown[] = []
    for (const name of [
      'Within 24 hours',
      'Within 3 days',
      'Within 7 days',
      'Within 14 days',
      'Within 30 days',
      'All check-ups',
    ]) {
      await choose(name)
      expect(charted(), name).toEqual(Array.from({ length: 5 }, () => shown().length))
      seen.push([
        at().split('?')[1],
        range(),
        shown()[0],
        document.body.textContent?.match(/Only check-ups [^.]*\./)?.[0],
      ])
    }
    expect(seen).toEqual([
      ['hideAppBar=true&within=24h', '1 – 3 of 3', 'h24', 'Only check-ups within 24 hours.'],
      ['hideAppBar=true&within=3d', '1 – 5 of 5', 'h71', 'Only check-ups within 3 days.'],
      ['hideAppBar=true&within=7d', '1 – 7 of 7', 'h167', 'Only check-ups within 7 days.'],
      ['hideAppBar=true&within=14d', '1 – 9 of 9', 'h335', 'Only check-ups within 14 days.'],
      ['hideAppBar=true&within=30d', '2 – 11 of 11', 'h337', 'Only check-ups within 30 days.'],
      ['hideAppBar=true', '3 – 12 of 12', 'h337', undefined],
    ])
  })

  test('P366 a link opens its window, the links of the tab keep it, and a value that is no window means all', async () => {
    await open(spread, { query: '?within=3d', ...small })
    expect([select().value, shown()]).toEqual(['3d', ['h25', 'h24', 'h5', 'h0']])
    const hrefs = (selector: string) =>
      [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
    expect(hrefs('[role="tab"]')).toEqual([
      '/patient/p1/vitals?within=3d',
      '/patient/p1/notes?within=3d',
    ])
    expect(hrefs('thead th[scope="col"] a').at(-1)).toBe('/patient/p1/checkup/h0?within=3d')
    cleanup()
    await open(spread, { query: '?within=5d', ...small })
    expect([select().value, range()]).toEqual(['', '9 – 12 of 12'])
  })

  test('P366 a window is paged by itself, and another begins at its newest check-up', async () => {
    await open(spread, { query: '?within=7d', ...small })
    fireEvent.click(button('First page'))
    expect([range(), shown()]).toEqual(['1 – 4 of 7', ['h167', 'h73', 'h71', 'h25']])
    await choose('Within 14 days')
    expect([range(), shown().at(-1)]).toEqual(['6 – 9 of 9', 'h0'])
    await choose('Within 7 days')
    expect(range()).toBe('4 – 7 of 7')
  })

  test('P366 it moves on as time passes, by the corrected clock, until nothing is left: then it says how old the last one is', async () => {
    await open(aged(0, 5, 24), { query: '?within=24h', ...small })
    expect(shown()).toEqual(['h24', 'h5', 'h0'])
    vi.setSystemTime(noon + 1)
    await act(async () => {
      vi.advanceTimersByTime(30_000)
    })
    expect(shown()).toEqual(['h5', 'h0'])
    await act(async () => setClockOffset(19 * hour))
    expect(shown()).toEqual(['h0'])
    await act(async () => setClockOffset(3 * day))
    expect(shown()).toEqual([])
    // Nobody has asked the server for three days.
    expect(
      screen.getByRole('heading', { name: 'No check-ups within 24 hours on this device' }),
    ).toBeTruthy()
    expect(
      screen.getByText(
        'The last one that this device has ended 3 d ago. Newer ones load when it reaches the server.',
      ),
    ).toBeTruthy()
    fireEvent.click(button('Show all check-ups'))
    await waitFor(() => expect(shown()).toHaveLength(3))
    expect(document.activeElement).toBe(select())
  })

  test('P366 only a server that answered just now knows that there is none within', async () => {
    const { fake } = await open(aged(75), { query: '?within=3d', edition: 'en-US', ...small })
    expect(screen.getByRole('heading', { name: 'No check-ups within 3 days' })).toBeTruthy()
    expect(screen.getByText('The last one ended 3 d 3 hr ago.')).toBeTruthy()
    await act(async () =>
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }),
    )
    expect(
      screen.getByRole('heading', { name: 'No check-ups within 3 days on this device' }),
    ).toBeTruthy()
  })

  test('P366 older ones are fetched page after page until the beginning of the window is covered, and no further', async () => {
    const { fake } = await open(spread.slice(0, 2), { query: '?within=3d', total: 12, ...small })
    await waitFor(() => expect(olderAsked(fake)).toEqual([spread[1]?.endedAt]))
    expect(range()).toBe('1 – 2 of 2 on this device')
    await act(async () =>
      fake.view('patientCheckups').set(answered(spread.slice(0, 4), { total: 12 })),
    )
    await waitFor(() => expect(olderAsked(fake)).toEqual([spread[1]?.endedAt, spread[3]?.endedAt]))
    await act(async () =>
      fake.view('patientCheckups').set(answered(spread.slice(0, 6), { total: 12 })),
    )
    expect(range()).toBe('2 – 5 of 5')
    expect(olderAsked(fake)).toHaveLength(2)
    expect(screen.queryByText(/may be more/)).toBeNull()
  })

  test('P366 what cannot be fetched is said: offline, and when the server does not give it, with a way to ask again', async () => {
    const { fake } = await open(spread.slice(0, 2), {
      query: '?within=7d',
      total: 12,
      offline: true,
      ...small,
    })
    expect(
      screen.getByText(
        'There may be more within 7 days: older check-ups are not saved on this device. They load when you are online.',
      ),
    ).toBeTruthy()
    expect(olderAsked(fake)).toEqual([])
    fake.failing.set('patientCheckups', serverDown)
    await act(async () =>
      fake.connection.set({ state: 'live', lastContactAt: null, waiting: 0, refused: 0 }),
    )
    expect(
      await screen.findByText(
        'There may be more within 7 days: older check-ups could not be fetched.',
      ),
    ).toBeTruthy()
    const asked = olderAsked(fake).length
    fireEvent.click(
      within(
        screen
          .getByText(/could not be fetched/)
          .closest('[role="alert"], section, div') as HTMLElement,
      ).getByRole('button', { name: 'Retry' }),
    )
    await waitFor(() => expect(olderAsked(fake).length).toBeGreaterThan(asked))
  })

  test('P366 in edit mode the window changes what is shown, never what would change: the last ten totals are of all check-ups', async () => {
    const fast = spread.map((checkup) => {
      const measured = { ...checkup, pulseRate: { value: 105, source: null, isManual: false } }
      return {
        ...measured,
        ewsScores: rescoreCheckup(measured, checkup.ewsScores, {
          thresholds: null,
          spo2Scale: 1,
          riskScheme: 'NEWS2',
        }),
      }
    })
    await open(fast, { query: '?within=3d', editor: true })
    fireEvent.click(button('Edit EWS'))
    fireEvent.click(button('Edit'))
    const pulse = document.querySelector('section[data-parameter="pulse"]') as HTMLElement
    const tick = [...pulse.querySelectorAll<HTMLElement>('[role="slider"][tabindex="0"]')].find(
      (slider) => slider.getAttribute('aria-valuenow') === '91',
    ) as HTMLElement
    fireEvent.keyDown(tick, { key: 'PageUp' })
    fireEvent.keyDown(tick, { key: 'PageUp' })
    const totals = () =>
      [...document.querySelectorAll('tr[data-row="totalScore"] td')].map((cell) =>
        cell.textContent?.charAt(0),
      )
    await waitFor(() => expect(totals()).toEqual(['0', '0', '0', '0', '0']))
    const preview = 'This would change 10 of the last 10 totals. Of all 12 loaded here, 12.'
    expect(screen.getByText(preview)).toBeTruthy()
    await choose('Within 24 hours')
    expect([totals(), charted()[0]]).toEqual([['0', '0', '0'], 3])
    expect(screen.getByText(preview)).toBeTruthy()
  })
})
