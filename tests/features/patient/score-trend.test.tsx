// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { mostOf, nearest, ticksOf, timeText } from '../../../src/ui/chart'
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
  waitFor,
  within,
} from '../clinical-portal'

const hour = 60 * minutes

beforeAll(() => import('../../../src/features/patient/vitals/VitalsTab').then(() => undefined))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon })
})
afterEach(() => {
  cleanup()
  setClockOffset(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A check-up of so many hours ago; `missing` parameters make its total partial. */
const scored = (hours: number, total: number | null, missing = 0, risk = 0): Checkup => {
  const base = checkupOf(`h${hours}`, { endedAt: new Date(noon - hours * hour).toISOString() })
  return {
    ...base,
    ewsScores:
      base.ewsScores === null
        ? null
        : {
            ...base.ewsScores,
            totalScore: total,
            missing,
            riskLevel: total === null ? null : risk,
          },
  }
}
const day = [scored(0, 7, 0, 4), scored(5, 5, 0, 3), scored(9, 2, 3, 1), scored(20, 3, 0, 1)]
const month = [...day, scored(30, 4, 0, 1), scored(60, 1, 0, 1), scored(700, 6, 0, 3)]

interface Opened {
  readonly query?: string
  readonly offline?: boolean
  readonly total?: number | null
  readonly edition?: 'en-GB' | 'en-US'
  readonly fake?: ReturnType<typeof clinicalRuntime>
}
const open = async (
  checkups: readonly Checkup[],
  { query = '', offline = false, fake = clinicalRuntime(), total, ...options }: Opened = {},
) => {
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientCheckups').set(answered(checkups, { total: total ?? checkups.length }))
  if (offline)
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  openClinical(`/patient/p1/vitals${query}`, { fake, width: 390, ...options })
  const heading = await screen.findByRole('heading', { name: 'NEWS2 over time' })
  return { fake, trend: within(heading.closest('section') as HTMLElement) }
}
type Trend = Awaited<ReturnType<typeof open>>['trend']
const rows = (trend: Trend): string[] =>
  trend
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))
const span = (trend: Trend) => trend.getByLabelText<HTMLSelectElement>('Time span')

/** As a browser with a canvas, so that the picture and its control are there; nothing is drawn. */
const withCanvas = () =>
  vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue({} as unknown as CanvasRenderingContext2D)
vi.mock('../../../src/ui/chart/uplot', () => ({
  UPlot: class {
    redraw(): void {}
    destroy(): void {}
    setSize(): void {}
  },
}))

describe('the total over time', () => {
  test('is of the last 24 hours until another span is chosen, newest first in the table', async () => {
    const { trend } = await open(month)
    expect(span(trend).value).toBe('24h')
    expect([...span(trend).options].map(({ text }) => text)).toEqual([
      '24 hours',
      '3 days',
      '7 days',
      '14 days',
      '30 days',
    ])
    expect(rows(trend)).toEqual([
      '05-Jan-2026 14:32 | Total 7 | high risk',
      '05-Jan-2026 09:32 | Total 5 | medium risk',
      '05-Jan-2026 05:32 | Total 2, partial: 3 of 7 parameters missing | low risk',
      '04-Jan-2026 18:32 | Total 3 | low risk',
    ])
  })

  test.each([
    { name: '3 days', count: 6 },
    { name: '30 days', count: 7 },
  ])('shows $name when they are chosen', async ({ name, count }) => {
    const { trend } = await open(month)
    const option = [...span(trend).options].find(({ text }) => text === name)
    fireEvent.change(span(trend), { target: { value: option?.value } })
    await waitFor(() => expect(rows(trend)).toHaveLength(count))
    expect(trend.getByText(`NEWS2 scores within ${name}`)).toBeTruthy()
  })

  test('a link keeps the span, beside the window of the table above', async () => {
    const { trend } = await open(month, { query: '?trend=3d&within=7d' })
    expect(span(trend).value).toBe('3d')
    expect(screen.getByLabelText<HTMLSelectElement>('Show').value).toBe('7d')
    expect(rows(trend)).toHaveLength(6)
  })

  test('arrow keys read total, risk and time of each score, the newest first', async () => {
    withCanvas()
    const { trend } = await open(day)
    const reader = await trend.findByRole<HTMLInputElement>('slider', { name: 'Read each score' })
    expect(reader.getAttribute('aria-valuetext')).toBe('Total 7, high risk, 05-Jan-2026 14:32')
    fireEvent.change(reader, { target: { value: '1' } })
    expect(reader.getAttribute('aria-valuetext')).toBe(
      'Total 2, partial: 3 of 7 parameters missing, low risk, 05-Jan-2026 05:32',
    )
    fireEvent.change(reader, { target: { value: '0' } })
    expect(reader.getAttribute('aria-valuetext')).toBe('Total 3, low risk, 04-Jan-2026 18:32')
    expect([reader.min, reader.max, reader.step]).toEqual(['0', '3', '1'])
  })

  test('a score that arrives does not move the reader to another one', async () => {
    withCanvas()
    const { trend, fake } = await open(day)
    const reader = await trend.findByRole('slider')
    fireEvent.change(reader, { target: { value: '2' } })
    act(() =>
      fake.view('patientCheckups').set(answered([scored(-0.01, 9, 0, 4), ...day], { total: 5 })),
    )
    await waitFor(() => expect(rows(trend)).toHaveLength(5))
    expect(reader.getAttribute('aria-valuetext')).toBe('Total 5, medium risk, 05-Jan-2026 09:32')
  })

  test('says in words and digits what its colours, hollow points and missing lines mean', async () => {
    withCanvas()
    const { trend } = await open(month, { query: '?trend=7d' })
    await trend.findByRole('slider')
    for (const words of [
      '1–4 low',
      '5–6 medium',
      '7 or more high',
      'Hollow: a partial score',
      'Complete scores more than 36 hours apart are not joined.',
    ])
      expect(trend.getByText(words)).toBeTruthy()
  })

  test('where nothing can be drawn the table is shown to everybody', async () => {
    const { trend } = await open(day)
    expect(
      await trend.findByText('The chart could not be drawn. The scores are in this table.'),
    ).toBeTruthy()
    expect(trend.getByRole('table').dataset['shown']).toBe('true')
    expect(trend.queryByRole('slider')).toBeNull()
  })

  test('without a score in the span it says so, and which the last one was', async () => {
    const { trend } = await open([scored(30, 4, 0, 1), scored(40, 1)])
    expect(trend.getByText('No scores within 24 hours')).toBeTruthy()
    expect(trend.getByText(/^The last one: Total 4, 1 d 6 h ago\.$/)).toBeTruthy()
    expect(trend.queryByRole('table')).toBeNull()
  })

  test('a check-up without a score is no score', async () => {
    const { trend } = await open([scored(1, null, 7)])
    expect(trend.getByText('No scores within 24 hours')).toBeTruthy()
    expect(trend.getByText('A score appears with the first check-up that has one.')).toBeTruthy()
  })

  test('offline it shows what this device has, with its age, and that there may be more', async () => {
    const { trend } = await open(day, { offline: true, total: 80, query: '?trend=30d' })
    expect(rows(trend)).toHaveLength(4)
    expect(trend.getByText(/^Data from .+\.$/)).toBeTruthy()
    expect(
      trend.getByText(/There may be older scores within 30 days that are not on this device/),
    ).toBeTruthy()
  })

  test('offline, an empty span is empty on this device', async () => {
    const { trend } = await open([scored(30, 4)], { offline: true })
    expect(trend.getByText('No scores within 24 hours on this device')).toBeTruthy()
  })

  test('online, a span that is not on the device is fetched, and not called empty before', async () => {
    const { trend, fake } = await open(
      Array.from({ length: 12 }, (_none, at) => scored(at, 3)),
      { total: 80, query: '?trend=30d' },
    )
    await waitFor(() =>
      expect(
        fake.refresh.mock.calls.some(
          ([name, params]) =>
            name === 'patientCheckups' && (params as { before?: string }).before !== undefined,
        ),
      ).toBe(true),
    )
    expect(rows(trend)).toHaveLength(12)
  })

  test('the US edition says the time as it does', async () => {
    const { trend } = await open(day, { edition: 'en-US' })
    expect(rows(trend)[0]).toBe('Jan 5, 2026, 2:32 PM | Total 7 | high risk')
  })

  test.each([
    { at: '2026-01-05T00:00:00', stepMs: 6 * hour, gb: '5 Jan', us: 'Jan 5' },
    { at: '2026-01-05T18:00:00', stepMs: 6 * hour, gb: '18:00', us: '6:00 PM' },
    { at: '2026-01-05T18:00:00', stepMs: 24 * hour, gb: '5 Jan', us: 'Jan 5' },
  ])('the axis names $gb, in the US edition $us', ({ at, stepMs, gb, us }) => {
    const ms = Date.parse(at)
    expect(timeText('en-GB')(ms, stepMs)).toBe(gb)
    expect(timeText('en-US')(ms, stepMs)).toBe(us)
  })

  test('the scale has room over the highest total and always shows every band', () => {
    const at = (total: number) => ({ id: 'x', atMs: 0, total, risk: null, missing: 0 })
    expect([[], [at(0)], [at(12)], [at(20)]].map(mostOf)).toEqual([9, 9, 13, 20])
    expect(ticksOf(13)).toEqual([0, 1, 5, 7, 10])
    expect(nearest([at(1), { ...at(2), atMs: 10 }], 7)?.total).toBe(2)
    expect(nearest([], 7)).toBeNull()
  })
})
