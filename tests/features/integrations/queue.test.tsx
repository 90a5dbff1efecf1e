// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EhrEvent } from '../../../src/data/ehr-integration'
import type { Permission } from '../../../src/domain/access/permissions'
import { integrationsRoom } from '../../../src/features/integrations'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'
import { eventOf } from './integration-fixtures'

beforeAll(() => import('../../../src/features/integrations/IntegrationsScreen'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const all: readonly Permission[] = [
  'view_patients',
  'view_ehr_integration_events',
  'retry_ehr_integration_events',
]
interface Given {
  readonly path?: string
  readonly permissions?: readonly Permission[]
  readonly features?: readonly 'ehrIntegrations'[]
  readonly events?: readonly EhrEvent[]
  readonly total?: number
  readonly answers?: Readonly<Record<string, () => unknown>>
}
const open = ({
  path = '/integrations',
  permissions = all,
  features = ['ehrIntegrations'],
  events = [eventOf('e1')],
  total = events.length,
  answers = {},
}: Given = {}) => {
  const portal = openPortal(path, {
    session: signedIn(meOf({ permissions, features })),
    rooms: [integrationsRoom],
    prepare: ({ ask, run }) => {
      const told: Readonly<Record<string, () => unknown>> = {
        ehrIntegrationEvents: () => done({ rows: events, total }),
        ...answers,
      }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) => told[name]?.() ?? rest?.(name, input))
      run.mockImplementation(async (name) => told[name]?.() ?? done(null))
    },
  })
  return {
    ...portal,
    asked: () =>
      portal.ask.mock.calls.flatMap(([name, input]) =>
        name === 'ehrIntegrationEvents' ? [input] : [],
      ),
  }
}
const table = async () => within(await screen.findByRole('table', { name: 'Integration queue' }))
const open4 = ['pending', 'submitted', 'action_required', 'error']

describe('the queue', () => {
  test('P059 C256 C397 C637 /integrations asks for what is open, newest first, ten at a time', async () => {
    const { asked, at } = open()
    await table()
    expect(at()).toBe('/integrations')
    expect(asked()).toEqual([
      { take: 10, skip: 0, statuses: open4, sort: { field: 'createdAt', direction: 'DESC' } },
    ])
    const cells = (await table()).getByRole('row', { name: /Jos/ }).querySelectorAll('th, td')
    expect([...cells].map((cell) => cell.textContent).slice(1, 5)).toEqual([
      'Practice record',
      'Pending',
      '5 January 2026, 14:32',
      '7 February 2026, 09:05',
    ])
  })

  test('C257 C398 Show completed adds success, rejected and skipped, from the first page', async () => {
    const { user, asked } = open({ total: 30 })
    await table()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ skip: 10 }))
    await user.click(screen.getByRole('checkbox', { name: 'Show completed' }))
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({
        skip: 0,
        statuses: [...open4, 'success', 'rejected', 'skipped'],
      }),
    )
  })

  test('C258 Refresh asks again', async () => {
    const { user, asked } = open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
  })

  test('C259 created, updated and status sort, and no other column', async () => {
    const { user, asked } = open()
    const headings = (await table()).getAllByRole('columnheader')
    const sortable = headings.filter((one) => within(one).queryByRole('button') !== null)
    expect(sortable.map(({ textContent }) => textContent?.trim())).toEqual([
      'Status',
      'Created',
      'Updated',
    ])
    await user.click((await table()).getByRole('button', { name: /^Status/ }))
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({ sort: { field: 'status', direction: 'ASC' } }),
    )
    await user.click((await table()).getByRole('button', { name: /^Updated/ }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort: { field: 'updatedAt' } }))
  })

  test('C260 O468 a page has 10, 25 or 50 rows', async () => {
    const { user, asked } = open({ total: 60 })
    await table()
    const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: /per page/i })
    expect([...sizes.options].map(({ value }) => value)).toEqual(['10', '25', '50'])
    expect(sizes.value).toBe('10')
    await user.selectOptions(sizes, '50')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ take: 50, skip: 0 }))
  })

  test('O441 C589 a queue that fails says so', async () => {
    open({ answers: { ehrIntegrationEvents: () => refused('Down') } })
    expect(await screen.findByText('Failed to fetch integration events')).toBeTruthy()
  })

  test('C638 what loads within half a second is not seen to load', async () => {
    let answer: (value: unknown) => void = () => undefined
    const page = done({ rows: [eventOf('e1')], total: 1 })
    const { asked } = open({
      answers: {
        ehrIntegrationEvents: () =>
          new Promise((resolve) => {
            if (asked().length === 1) resolve(page)
            else answer = resolve
          }),
      },
    })
    await table()
    vi.useFakeTimers()
    const late = () => document.querySelector('[data-late]')?.getAttribute('data-late')
    act(() => screen.getByRole('checkbox', { name: 'Show completed' }).click())
    await act(() => vi.advanceTimersByTimeAsync(450))
    expect([asked().length, late()]).toEqual([2, 'false'])
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(late()).toBe('true')
    await act(async () => {
      answer(page)
      await vi.advanceTimersByTimeAsync(50)
    })
    expect(late()).toBeUndefined()
  })

  const without: readonly [string, Given][] = [
    ['the permission', { permissions: ['view_patients'] }],
    ['the feature', { features: [] }],
  ]
  test.each(without)('C475 is not there without %s', async (_what, given) => {
    const { at, asked } = open(given)
    await waitFor(() => expect(at()).not.toContain('integrations'))
    expect(asked()).toEqual([])
    expect(screen.queryByRole('link', { name: 'Integrations' })).toBeNull()
  })
})

describe('an event', () => {
  const details = async (given: Given) => {
    const portal = open(given)
    await portal.user.click(await screen.findByRole('link', { name: /^Details/ }))
    return { ...portal, drawer: within(await screen.findByRole('dialog')) }
  }
  const failed = (over: Partial<EhrEvent> = {}) =>
    eventOf('e1', {
      status: 'error',
      isRetryable: true,
      response: { message: 'The receiving system failed (500)', innerError: 'Down' },
      ...over,
    })

  test('C261 a row opens what was sent and what came back', async () => {
    const { drawer, at } = await details({ events: [failed()] })
    expect(at()).toContain('detail=e1')
    for (const text of [
      'Practice record',
      'Care note',
      'The receiving system failed (500)',
      'Down',
      '78564009',
      '/min',
    ])
      expect(drawer.getByText(text)).toBeTruthy()
    expect(drawer.getByText(/Remote monitoring, 1 check-up/)).toBeTruthy()
    expect(drawer.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe(
      '/patient/p1',
    )
  })

  test('C399 O458 in error it says whom to ask, in the list and in the dialog', async () => {
    const { drawer } = await details({ events: [failed()] })
    expect((await table()).getByText('Contact support')).toBeTruthy()
    expect(drawer.getByText('Error. Contact support')).toBeTruthy()
    cleanup()
    open()
    await table()
    expect(screen.queryByText('Contact support')).toBeNull()
  })

  test('O443 C591 a retry is sent, and said', async () => {
    const { user, run, drawer } = await details({
      events: [failed()],
      answers: { retryEhrIntegrationEvent: () => done(eventOf('e1')) },
    })
    await user.click(drawer.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Successfully scheduled retry')).toBeTruthy()
    expect(run).toHaveBeenCalledWith('retryEhrIntegrationEvent', { ehrIntegrationEventId: 'e1' })
  })

  test('a retry of what is outdated says why nothing is sent', async () => {
    const message = 'The patient was discharged.'
    const now = eventOf('e1', { status: 'skipped', response: { message, innerError: null } })
    const { user, drawer } = await details({
      events: [failed()],
      answers: { retryEhrIntegrationEvent: () => done(now) },
    })
    await user.click(drawer.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(`Nothing is sent: ${message}`)).toBeTruthy()
    expect(screen.queryByText('Successfully scheduled retry')).toBeNull()
  })

  test('O442 C590 C596 a retry that fails says so, for 4 seconds', async () => {
    const { drawer } = await details({
      events: [failed()],
      answers: { retryEhrIntegrationEvent: () => refused('Down') },
    })
    const text = 'Something went wrong retrying. Please try again.'
    vi.useFakeTimers({ shouldAdvanceTime: true })
    drawer.getByRole('button', { name: 'Retry' }).click()
    await screen.findByText(text)
    await act(() => vi.advanceTimersByTimeAsync(3_800))
    expect(screen.queryByText(text)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.queryByText(text)).toBeNull()
  })

  const notOffered: readonly [string, Given][] = [
    ['what is not to be retried', { events: [failed({ isRetryable: false })] }],
    ['who may not', { events: [failed()], permissions: all.slice(0, 2) }],
  ]
  test.each(notOffered)('C396 a retry is not offered of %s', async (_what, given) => {
    const { drawer } = await details(given)
    expect(drawer.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('one that is not on the page says so', async () => {
    open({ path: '/integrations?detail=gone' })
    expect(await screen.findByText('This event is not on the page that is shown.')).toBeTruthy()
  })
})
