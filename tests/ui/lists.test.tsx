// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../src/domain/problem'
import { periodFault, periodRange, type Period } from '../../src/domain/time'
import { DetailDrawer, useDetail } from '../../src/ui/detail'
import { EditionProvider } from '../../src/ui/edition'
import { Await, EmptyState, readAs, type Asked, type ShownReading } from '../../src/ui/feedback'
import { ThemeProvider } from '../../src/ui/theme'
import { PeriodChoice, Timeline } from '../../src/ui/timeline'
import { show } from './screen'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const asked = <Value,>(value: Value | null, over: Partial<Asked<Value>> = {}): Asked<Value> => ({
  value,
  at: value === null ? null : 1,
  problem: null,
  fetching: false,
  offline: false,
  refresh: async () => undefined,
  ...over,
})
const failed = { problem: problem('server', 'It was said') }
const awaiting = (of: Asked<readonly string[]>) => (
  <Await of={of} failed="The things could not be loaded" empty={<EmptyState title="No things" />}>
    {(things) => <p>{things.join()}</p>}
  </Await>
)

describe('Await', () => {
  test('shows nothing of loading for 500 ms, then the skeleton, then the value', () => {
    vi.useFakeTimers()
    const view = show(awaiting(asked<readonly string[]>(null)))
    const loading = () => screen.getByText('Loading').closest('[aria-hidden]')
    act(() => vi.advanceTimersByTime(499))
    expect(loading()?.getAttribute('aria-hidden')).toBe('true')
    act(() => vi.advanceTimersByTime(1))
    expect(loading()?.getAttribute('aria-hidden')).toBe('false')
    view.unmount()
    show(awaiting(asked(['one', 'two'])))
    expect(screen.getByText('one,two')).toBeTruthy()
  })

  test('a value stays while it is asked again, and beside a failure of that', () => {
    const view = show(awaiting(asked(['one'], { fetching: true })))
    expect(screen.getByText('one')).toBeTruthy()
    expect(screen.queryByText('Loading')).toBeNull()
    view.unmount()
    show(awaiting(asked(['one'], failed)))
    expect(screen.getByText('one')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('The things could not be loaded')
  })

  test('a failure says what was said, and asks again', async () => {
    const refresh = vi.fn(async () => undefined)
    show(awaiting(asked<readonly string[]>(null, { ...failed, refresh })))
    expect(screen.getByText('It was said')).toBeTruthy()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(refresh).toHaveBeenCalledOnce()
  })

  test('an empty value says so, unless it may have changed since', () => {
    const view = show(awaiting(asked<readonly string[]>([])))
    expect(screen.getByRole('heading', { name: 'No things' })).toBeTruthy()
    view.unmount()
    show(awaiting(asked<readonly string[]>([], failed)))
    expect(screen.queryByText('No things')).toBeNull()
    expect(screen.getByRole('heading', { name: 'The things could not be loaded' })).toBeTruthy()
  })

  test('without a connection nothing has failed, and what this user may not see is not shown', () => {
    const view = show(awaiting(asked<readonly string[]>(null, { ...failed, offline: true })))
    expect(screen.getByRole('heading', { name: 'Not available offline' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    view.unmount()
    show(awaiting(asked(['one'], { problem: problem('forbidden', 'No') })))
    expect(screen.getByRole('heading', { name: 'You cannot see this' })).toBeTruthy()
    expect(screen.queryByText('one')).toBeNull()
  })

  test('rows that are kept are shown offline without a word about it; none that were ever fetched need a connection', () => {
    const reading = (over: Partial<ShownReading<string>>): ShownReading<string> => ({
      rows: [],
      ready: true,
      heldFrom: null,
      freshness: { asOf: null, fetching: false },
      problem: null,
      refresh: async () => undefined,
      ...over,
    })
    const kept = readAs(reading({ rows: ['one'], ...failed }), true)
    expect(kept).toMatchObject({ value: ['one'], offline: false, problem: null })
    expect(readAs(reading({}), true)).toMatchObject({ value: null, offline: true })
    expect(readAs(reading({ ready: false }), true)).toMatchObject({ value: null, offline: false })
    const empty = reading({
      freshness: { asOf: 1, fetching: false },
      heldFrom: -Infinity,
      ...failed,
    })
    expect(readAs(empty, false)).toMatchObject({ value: [], ...failed })
  })

  test('none of what is not wholly here is not none: it needs a connection, or is on its way', () => {
    const partly = {
      rows: [],
      ready: true,
      freshness: { asOf: 1, fetching: false },
      problem: null,
      refresh: async () => undefined,
    }
    for (const heldFrom of [null, 0, Date.now()]) {
      expect(readAs({ ...partly, heldFrom }, true)).toMatchObject({ value: null, offline: true })
      expect(readAs({ ...partly, heldFrom }, false)).toMatchObject({ value: null, offline: false })
    }
    expect(readAs({ ...partly, heldFrom: -Infinity }, true)).toMatchObject({ value: [] })
  })
})

interface Event {
  readonly id: string
  readonly at: string
}
const events: readonly Event[] = [
  { id: 'c', at: '2026-03-29T10:00:00.000Z' },
  { id: 'b', at: '2026-03-28T23:59:00.000Z' },
  { id: 'a', at: '2026-03-28T08:00:00.000Z' },
]
const timeline = (older: (() => Promise<void>) | null = null) => (
  <Timeline
    rows={events}
    rowKey={({ id }) => id}
    at={({ at }) => at}
    entry={({ id }) => <p>Event {id}</p>}
    older={older}
  />
)

describe('Timeline', () => {
  test('puts entries under their days, in the order given', () => {
    show(timeline())
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      '29-Mar-2026',
      '28-Mar-2026',
    ])
    const day = screen.getByRole('region', { name: '28-Mar-2026' })
    expect(
      within(day)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Event b', 'Event a'])
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    show(timeline(), 'en-US')
    expect(screen.getByRole('heading', { name: 'Mar 29, 2026' })).toBeTruthy()
  })

  test('fetches older ones by a press, once at a time', async () => {
    let arrive: () => void = () => undefined
    const older = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          arrive = resolve
        }),
    )
    show(timeline(older))
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Show older' }))
    expect(screen.getByRole('button', { name: 'Show older' }).hasAttribute('data-loading')).toBe(
      true,
    )
    await user.click(screen.getByRole('button', { name: 'Show older' }))
    expect(older).toHaveBeenCalledOnce()
    await act(async () => arrive())
    expect(screen.getByRole('button', { name: 'Show older' }).hasAttribute('data-loading')).toBe(
      false,
    )
  })
})

describe('a period', () => {
  const now = Date.parse('2026-03-30T09:30:00.000Z')
  const zone = 'Europe/London'

  test.each([
    ['', '2026-03-30', 'no-start'],
    ['2026-02-30', '2026-03-30', 'no-start'],
    ['2026-03-29', '', 'no-end'],
    ['2026-03-30', '2026-03-29', 'end-before-start'],
    ['2026-03-30', '2026-03-31', 'future'],
    ['2025-03-29', '2026-03-30', 'too-long'],
    ['2025-03-30', '2026-03-30', null],
    ['2026-03-30', '2026-03-30', null],
  ])('from %s to %s: %s', (from, to, fault) => {
    expect(periodFault(from, to, now, zone)).toBe(fault)
  })

  test('days are those of the zone, 23 hours long where the clocks go forward; today ends now', () => {
    const iso = (period: Period) =>
      Object.values(periodRange(period, now, zone)).map((ms) => new Date(ms).toISOString())
    expect(iso({ kind: 'days', from: '2026-03-29', to: '2026-03-29' })).toEqual([
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T23:00:00.000Z',
    ])
    expect(iso({ kind: 'days', from: '2026-03-30', to: '2026-03-30' })).toEqual([
      '2026-03-29T23:00:00.000Z',
      '2026-03-30T09:30:00.000Z',
    ])
    expect(iso({ kind: 'last', hours: 24 })).toEqual([
      '2026-03-29T09:30:00.000Z',
      '2026-03-30T09:30:00.000Z',
    ])
  })

  describe('is chosen', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.setSystemTime(now)
    })
    const told = vi.fn()
    const Choosing = () => {
      const [value, setValue] = useState<Period>({ kind: 'last', hours: 72 })
      return (
        <PeriodChoice
          value={value}
          zone={zone}
          onChange={(period) => {
            told(period)
            setValue(period)
          }}
        />
      )
    }
    const day = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })

    test('as a length, or as days that begin with the length chosen before', () => {
      told.mockClear()
      show(<Choosing />)
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '3 days' }).checked).toBe(true)
      fireEvent.click(screen.getByRole('radio', { name: '14 days' }))
      expect(told).toHaveBeenLastCalledWith({ kind: 'last', hours: 336 })
      fireEvent.click(screen.getByRole('radio', { name: 'Choose days' }))
      expect(told).toHaveBeenLastCalledWith({ kind: 'days', from: '2026-03-16', to: '2026-03-30' })
      day('From', '2026-03-20')
      expect(told).toHaveBeenLastCalledWith({ kind: 'days', from: '2026-03-20', to: '2026-03-30' })
      fireEvent.click(screen.getByRole('radio', { name: '24 hours' }))
      expect(told).toHaveBeenLastCalledWith({ kind: 'last', hours: 24 })
      expect(screen.queryByLabelText('From')).toBeNull()
    })

    test('days that are no period are not told, and say at the field what is wrong', () => {
      show(<Choosing />)
      fireEvent.click(screen.getByRole('radio', { name: 'Choose days' }))
      told.mockClear()
      day('To', '2026-03-31')
      expect(screen.getByText('The last day is in the future')).toBeTruthy()
      expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true')
      day('To', '2026-03-01')
      expect(screen.getByText('The last day is before the first')).toBeTruthy()
      day('From', '')
      expect(screen.getByText('Enter the first day')).toBeTruthy()
      expect(told).not.toHaveBeenCalled()
    })
  })
})

describe('a detail of the address', () => {
  const List = () => {
    const detail = useDetail('detail')
    return (
      <>
        <h1>List</h1>
        <Link to={detail.to('7')}>Seven</Link>
        <button onClick={() => detail.open('8')}>Eight</button>
        <DetailDrawer detail={detail} title={`Thing ${detail.id}`}>
          <p>About it</p>
        </DetailDrawer>
      </>
    )
  }
  const open = (at: string) => {
    const router = createMemoryRouter([{ path: '*', element: <List /> }], {
      initialEntries: ['/before', at],
    })
    render(
      <EditionProvider edition="en-GB">
        <ThemeProvider theme="day">
          <RouterProvider router={router} />
        </ThemeProvider>
      </EditionProvider>,
    )
    return {
      router,
      at: () => router.state.location.pathname + router.state.location.search,
      user: userEvent.setup(),
    }
  }

  test('opened from the list: Back and the close button lead to the list as it was, and the focus returns', async () => {
    const { router, at, user } = open('/list?page=2')
    await user.click(screen.getByRole('button', { name: 'Eight' }))
    expect(at()).toBe('/list?page=2&detail=8')
    expect(screen.getByRole('dialog', { name: 'Thing 8' })).toBeTruthy()
    await act(() => router.navigate(-1))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eight' }))
    await user.click(screen.getByRole('button', { name: 'Eight' }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(at()).toBe('/list?page=2')
    await act(() => router.navigate(-1))
    expect(at()).toBe('/before')
  })

  test('opened by its address: closing it stays on the page, and leaves no way forward to nowhere', async () => {
    const { router, at } = open('/list?page=2&detail=7')
    expect(screen.getByRole('dialog', { name: 'Thing 7' })).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(at()).toBe('/list?page=2')
    await act(() => router.navigate(-1))
    expect(at()).toBe('/before')
  })

  test('a link to it can be followed', async () => {
    const { at, user } = open('/list')
    expect(screen.getByRole('link', { name: 'Seven' }).getAttribute('href')).toBe('/list?detail=7')
    await user.click(screen.getByRole('link', { name: 'Seven' }))
    expect(at()).toBe('/list?detail=7')
    expect(screen.getByText('About it')).toBeTruthy()
  })
})
