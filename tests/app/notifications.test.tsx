// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Notification } from '../../src/domain/notification/notification'
import { chatRoom } from '../../src/features/chat'
import { done, meOf, openPortal, refused, signedIn, type PortalOptions } from './fake-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const nurse = signedIn(meOf({ permissions: ['view_patients'], features: ['patientChat'] }))
const notification = (id: string, lastName = 'Smith'): Notification => ({
  id,
  type: 'ChatMessage',
  createdAt: '2026-01-05T02:14:00.000Z',
  readAt: null,
  metadata: {
    patientId: `p-${id}`,
    organizationId: 'org-1',
    messageSenderUserId: `p-${id}`,
    patient: { id: `p-${id}`, firstName: 'John', lastName },
  },
})
const told = (ids: readonly string[], total = ids.length) => ({
  notifications: ids.map((id) => notification(id)),
  total,
  asOf: Date.parse('2026-01-05T03:00:00.000Z'),
})

const open = (answer: unknown, options: PortalOptions = {}) => {
  let now = answer
  const portal = openPortal('/virtual-ward', {
    session: nurse,
    prepare: (fake) => {
      const before = fake.ask.getMockImplementation()
      fake.ask.mockImplementation(async (name: string, input: unknown) =>
        name === 'unreadNotifications' ? now : before?.(name, input),
      )
    },
    ...options,
  })
  return {
    ...portal,
    tells: (next: unknown) => {
      now = next
    },
  }
}
const bell = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the button in the bar', () => {
  test('says how much is unread, and nothing is counted where nothing is', async () => {
    open(done(told(['a', 'b'], 120)))
    expect((await bell('Notifications, 120 unread')).textContent).toBe('99+')
    cleanup()
    open(done(told([])))
    expect((await bell('Notifications, none unread')).textContent).toBe('')
  })

  test('says that it is not known until the server has answered', async () => {
    let answer: (told: unknown) => void = () => undefined
    open(new Promise((resolve) => (answer = resolve)))
    expect((await bell('Notifications, not known')).textContent).toBe('?')
    expect(screen.queryByRole('button', { name: /none unread/ })).toBeNull()
    await act(async () => answer(done(told(['a']))))
    expect((await bell('Notifications, 1 unread')).textContent).toBe('1')
  })

  test('is there for who may chat, and for nobody else', async () => {
    open(done(told(['a'])), { session: signedIn(meOf({ permissions: ['view_patients'] })) })
    await screen.findByRole('banner')
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
  })
})

describe('the drawer', () => {
  test('O194 lists the notifications, each with its patient, time and the way to the chat', async () => {
    const { user, at } = open(done(told(['a', 'b'], 73)), { rooms: [chatRoom] })
    await user.click(await bell('Notifications, 73 unread'))
    const drawer = await screen.findByRole('dialog', { name: 'Notifications' })
    expect(within(drawer).getByText('2 of 73 unread, of each patient the newest')).toBeTruthy()
    const [first] = within(drawer).getAllByRole('listitem')
    expect(first?.textContent).toContain('John Smith sent a message')
    expect(first?.textContent).toContain('05-Jan-2026 02:14')
    const [link] = within(drawer).getAllByRole('link', { name: /^Open chat: John Smith/ })
    expect(link?.getAttribute('href')).toBe('/patient/p-a/chat')
    if (link !== undefined) await user.click(link)
    await waitFor(() => expect(at()).toBe('/patient/p-a/chat'))
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull()
  })

  test('O195 C165 marks one, or all that are shown and no others', async () => {
    const { user, run } = open(done(told(['a', 'b'], 73)))
    await user.click(await bell('Notifications, 73 unread'))
    const [one] = await screen.findAllByRole('button', { name: /^Mark as read: John Smith/ })
    if (one !== undefined) await user.click(one)
    expect(run).toHaveBeenLastCalledWith('markNotificationsRead', { ids: ['a'] })
    await user.click(screen.getByRole('button', { name: 'Mark these as read' }))
    expect(run).toHaveBeenLastCalledWith('markNotificationsRead', { ids: ['a', 'b'] })
  })

  test('what waits to be marked is not shown as unread, in the drawer and in the count', async () => {
    const { user, items } = open(done(told(['a', 'b'])))
    await bell('Notifications, 2 unread')
    act(() =>
      items.set([
        { op: 'markNotificationsRead', state: 'waiting', input: { ids: ['a'] } },
      ] as unknown as Parameters<typeof items.set>[0]),
    )
    await user.click(await bell('Notifications, 1 unread'))
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })

  test.each(['refused', 'stuck'])('what was marked in vain (%s) is unread', async (state) => {
    const { items } = open(done(told(['a', 'b'])))
    await bell('Notifications, 2 unread')
    act(() =>
      items.set([
        { op: 'markNotificationsRead', state, input: { ids: ['a'] } },
        { op: 'markNotificationsRead', state: 'waiting', input: { ids: ['b'] } },
      ] as unknown as Parameters<typeof items.set>[0]),
    )
    expect(await bell('Notifications, 1 unread')).toBeTruthy()
  })

  test('a refusal says that nothing was marked', async () => {
    const { user, run } = open(done(told(['a'])))
    run.mockResolvedValue(refused('The server failed'))
    await user.click(await bell('Notifications, 1 unread'))
    await user.click(await screen.findByRole('button', { name: 'Mark these as read' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Not marked as read\./)
  })

  test('nothing unread says what would appear; after a failure nothing is known, and both say so', async () => {
    const { user } = open(done(told([])))
    await user.click(await bell('Notifications, none unread'))
    expect(await screen.findByRole('heading', { name: 'Nothing unread' })).toBeTruthy()
    cleanup()
    const failing = open(refused('down'))
    const unknown = await bell('Notifications, not known')
    expect(unknown.textContent).toBe('?')
    await failing.user.click(unknown)
    expect(
      await screen.findByRole('heading', { name: 'The notifications could not be loaded' }),
    ).toBeTruthy()
  })
})
