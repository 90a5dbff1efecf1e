import { describe, expect, test } from 'vitest'
import { isChatOpen, messageLength, chatTextSchema } from '../../src/domain/chat/chat'
import { markedIn } from '../../src/domain/notification/commands'
import { unreadIn, unreadOf, type Notification } from '../../src/domain/notification/notification'
import type { ItemState } from '../../src/domain/sync/unsent'

const notification = (id: string): Notification => ({
  id,
  type: 'ChatMessage',
  createdAt: '2026-01-05T10:00:00.000Z',
  readAt: null,
  metadata: {
    patientId: 'p1',
    organizationId: 'o1',
    messageSenderUserId: 'p1',
    patient: { id: 'p1', firstName: 'John', lastName: 'Smith' },
  },
})
const told = {
  notifications: ['a', 'b', 'c'].map(notification),
  total: 60,
  asOf: Date.parse('2026-01-05T11:00:00.000Z'),
}

describe('what is unread', () => {
  test.each([
    ['nothing is marked', [], ['a', 'b', 'c'], 60],
    ['one is marked', ['b'], ['a', 'c'], 59],
    ['all that is shown is marked', ['a', 'b', 'c'], [], 57],
    ['what is not told is marked', ['z'], ['a', 'b', 'c'], 60],
  ] as const)('where %s', (_what, marked, ids, total) => {
    const unread = unreadOf(told, new Set<string>(marked))
    expect([unread.notifications.map(({ id }) => id), unread.total]).toEqual([ids, total])
  })

  test.each([
    ['a command', { ids: ['a', 'b'] }, ['a', 'b']],
    ['an unreadable command', null, []],
    ['another input', { patientId: 'p' }, []],
    ['ids of another kind', { ids: [1] }, []],
  ])('%s marks what it names', (_what, input, ids) => {
    expect([...markedIn([{ op: 'markNotificationsRead', state: 'waiting', input }])]).toEqual(ids)
  })

  test.each([
    ['waiting', ['a']],
    ['sending', ['a']],
    ['held-update', ['a']],
    ['held-sign-in', ['a']],
    ['refused', []],
    ['stuck', []],
    ['expired', []],
    ['conflict', []],
  ] as const)('a mark that is %s marks %j', (state: ItemState, ids) => {
    expect([...markedIn([{ op: 'markNotificationsRead', state, input: { ids: ['a'] } }])]).toEqual(
      ids,
    )
  })

  test('another command marks nothing', () => {
    expect([
      ...markedIn([{ op: 'sendChatMessage', state: 'waiting', input: { ids: ['a'] } }]),
    ]).toEqual([])
  })

  const message = (createdAt: string, isFromPatient = true) => ({ isFromPatient, createdAt })
  test.each([
    ['nothing was told', null, [message('2026-01-05T10:00:00.000Z')], [], null],
    ['all came before it', told, [message('2026-01-05T11:00:00.000Z')], ['a', 'b', 'c'], 60],
    ['the patient wrote since', told, [message('2026-01-05T11:00:00.001Z')], ['a', 'b', 'c'], null],
    ['staff wrote since', told, [message('2026-01-05T12:00:00.000Z', false)], ['a', 'b', 'c'], 60],
    ['no message is here', told, [], ['a', 'b', 'c'], 60],
  ])('of one chat, where %s', (_what, said, rows, ids, total) => {
    const unread = unreadIn(said, rows)
    expect([[...unread.ids], unread.total]).toEqual([ids, total])
  })
})

describe('a chat', () => {
  const admission = (id?: string) => (id === undefined ? {} : { organization: { id } })
  test.each([
    ['with wards, admitted here', true, admission('o1'), true],
    ['with wards, admitted elsewhere', true, admission('o2'), false],
    ['with wards, admitted as an earlier release kept it', true, admission(), true],
    ['with wards, not admitted', true, null, false],
    ['without wards, not admitted', false, null, true],
    ['without wards, admitted elsewhere', false, admission('o2'), true],
  ] as const)('%s is open: %s', (_what, hasWards, of, isOpen) => {
    expect(isChatOpen(hasWards, 'o1', of)).toBe(isOpen)
  })

  test('the length counts characters after trimming, not code units', () => {
    expect(messageLength('  👩‍⚕️ ')).toBe(4)
    expect(chatTextSchema.safeParse('😀'.repeat(5000)).success).toBe(true)
    expect(chatTextSchema.safeParse('😀'.repeat(5001)).success).toBe(false)
    expect(chatTextSchema.safeParse(' \n').success).toBe(false)
  })
})
