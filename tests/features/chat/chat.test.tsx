// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '../../../src/domain/problem'
import type { ChatMessage } from '../../../src/domain/chat/chat'
import { chatRoom } from '../../../src/features/chat'
import {
  act,
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  serverDown,
  within,
  type OpenOptions,
} from '../clinical-portal'

afterEach(cleanup)

const messageOf = (id: string, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  revision: 1,
  patientId: 'p1',
  message: `Message ${id}`,
  capturedAt: '2026-01-05T10:00:00.000Z',
  createdAt: '2026-01-05T10:00:00.000Z',
  createdById: 'u1',
  isFromPatient: false,
  createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
  organization: { id: 'o1', name: 'Riverside Virtual Ward' },
  ...over,
})
const fromPatient = (id: string, over: Partial<ChatMessage> = {}): ChatMessage =>
  messageOf(id, {
    createdById: 'p1',
    isFromPatient: true,
    createdBy: { id: 'p1', firstName: 'John', lastName: 'Smith' },
    ...over,
  })
const waiting = (state: 'waiting' | 'expired' | 'refused') => ({
  ...messageOf('n1'),
  waiting: { state, commandId: 'k1' },
})
type Given = NonNullable<OpenOptions['permissions']>
interface Opening extends Omit<OpenOptions, 'permissions'> {
  readonly permissions?: NonNullable<Given['permissions']>
  readonly features?: NonNullable<Given['features']>
  readonly patient?: ReturnType<typeof patientOf>
}
const openChat = async (
  messages: readonly object[] = [],
  {
    permissions = ['view_patients', 'add_patient_notes'],
    features = ['patientChat', 'wards'],
    patient = patientOf(),
    ...options
  }: Opening = {},
) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('patientRecord').set(answered([patient]))
  fake.view('patientChat').set(answered(messages as { id: string }[]))
  const opened = openClinical('/patient/p1/chat', {
    ...options,
    fake,
    rooms: [chatRoom],
    permissions: { permissions, features },
  })
  await screen.findByRole('heading', { level: 2, name: 'Chat' })
  return { ...opened, fake }
}
const field = () => screen.getByRole('textbox', { name: /^Message to/ }) as HTMLTextAreaElement

describe('the conversation', () => {
  test('C163 messages of staff and patient are shown under their days, newest last, with author, organisation and time', async () => {
    await openChat([
      fromPatient('m1', { message: 'I slept badly', createdAt: '2026-01-04T22:15:00.000Z' }),
      messageOf('m2', { message: 'Shall I call you?' }),
    ])
    expect(screen.getAllByRole('heading', { level: 3 }).map((day) => day.textContent)).toEqual([
      '04-Jan-2026',
      '05-Jan-2026',
    ])
    const [first, last] = within(screen.getByRole('log')).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/John Smith \(patient\)22:15.*I slept badly/)
    expect(last?.textContent).toMatch(/Nia Okafor, Riverside Virtual Ward10:00.*Shall I call you\?/)
  })

  test('markup of a message is shown as the text that it is', async () => {
    const text = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
    await openChat([fromPatient('m1', { message: text })])
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('log').querySelector('img, script')).toBeNull()
  })

  test('a message that arrived a minute after it was written says when it was written', async () => {
    await openChat([
      messageOf('m1', { createdAt: '2026-01-05T10:01:00.000Z' }),
      messageOf('m2', { createdAt: '2026-01-05T10:00:59.999Z' }),
    ])
    expect(screen.getAllByText('written 05-Jan-2026 10:00')).toHaveLength(1)
  })

  test('one that waits says Not sent yet; one that waited too long is decided in the sync centre', async () => {
    const { fake } = await openChat([waiting('waiting')])
    expect(screen.getByText('Not sent yet')).toBeTruthy()
    await act(async () =>
      fake.view('patientChat').set(answered([waiting('expired')] as { id: string }[])),
    )
    expect(screen.getByText(/Not sent in time/)).toBeTruthy()
    expect(
      screen.getByRole('link', { name: 'Decide in the sync centre' }).getAttribute('href'),
    ).toBe('/sync#k1')
  })

  test('no messages is said after an answer; offline, for a chat never read, that it is not on this device', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientChat', problem('network', 'No line'))
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    await openChat([], { fake })
    expect(screen.getByRole('heading', { name: 'No messages yet' })).toBeTruthy()
    act(() =>
      fake.view('patientChat').set(answered([], { asOf: null, checkedAt: null, total: null })),
    )
    expect(
      screen.getByRole('heading', { name: /^The chat with this patient is not saved/ }),
    ).toBeTruthy()
  })

  test('of a chat that is not wholly on the device it never says that there are no messages, nor shows some as all', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    await openChat([], { fake })
    act(() => fake.view('patientChat').set(answered([], { total: null, heldFrom: null })))
    expect(screen.queryByText('No messages yet')).toBeNull()
    act(() =>
      fake.view('patientChat').set(
        answered([fromPatient('m1')], {
          total: null,
          heldFrom: Date.parse('2026-01-05T10:00:00.000Z'),
        }),
      ),
    )
    const log = screen.getByRole('log')
    expect(log.textContent).toMatch(
      /^This device has all messages from 05-Jan-2026 10:00 on only\. Earlier ones may be missing\. The rest loads when you are online\./,
    )
    act(() => fake.view('patientChat').set(answered([fromPatient('m1')])))
    expect(log.textContent).not.toContain('missing')
  })

  test('a failure to fetch says so', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientChat', serverDown)
    await openChat([], { fake })
    expect(
      await screen.findByRole('heading', { name: 'An error occurred when fetching the chat' }),
    ).toBeTruthy()
  })
})

describe('what is unread', () => {
  const unread = (
    ids: readonly string[],
    { total = ids.length, asOf = '2026-01-05T11:00:00.000Z' } = {},
  ) => ({
    kind: 'done',
    value: {
      notifications: ids.map((id) => ({
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
      })),
      total,
      asOf: Date.parse(asOf),
    },
  })

  const tells = (
    fake: ReturnType<typeof clinicalRuntime>,
    answer: ReturnType<typeof unread> | Promise<never> | null,
  ): void =>
    void fake.ask.mockImplementation(async (name: string) =>
      name === 'unreadNotifications' && answer !== null
        ? await answer
        : { kind: 'refused', problem: serverDown },
    )
  const notKnown = 'Which messages are unread is not known now.'

  test('C165 a message that is unread says so, and those on the screen are marked as read and no others', async () => {
    const fake = clinicalRuntime()
    tells(fake, unread(['m1', 'm2']))
    const { user } = await openChat([fromPatient('m1'), fromPatient('m2'), messageOf('m3')], {
      fake,
    })
    expect(await screen.findByText('2 unread messages')).toBeTruthy()
    expect(screen.getAllByText('Unread')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Mark as read' }))
    expect(fake.run).toHaveBeenLastCalledWith('markNotificationsRead', { ids: ['m1', 'm2'] })
    expect(fake.ask).toHaveBeenCalledWith('unreadNotifications', { patientId: 'p1' })
    expect(screen.queryByText(notKnown)).toBeNull()
  })

  test('unread messages that are not on the screen are counted, and not marked', async () => {
    const fake = clinicalRuntime()
    tells(fake, unread(['m1', 'elsewhere'], { total: 60 }))
    const { user } = await openChat([fromPatient('m1')], { fake })
    expect(await screen.findByText('60 unread messages, 1 of them shown here')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Mark as read' }))
    expect(fake.run).toHaveBeenLastCalledWith('markNotificationsRead', { ids: ['m1'] })
  })

  test.each([
    ['before the server has answered', new Promise<never>(() => undefined)],
    ['where it cannot be asked', null],
    ['of what the patient wrote since', unread([], { asOf: '2026-01-05T09:59:59.999Z' })],
  ])('it is said that it is not known %s', async (_when, answer) => {
    const fake = clinicalRuntime()
    tells(fake, answer)
    await openChat([fromPatient('m1')], { fake })
    expect(await screen.findByText(notKnown)).toBeTruthy()
    expect(screen.queryByText('Unread')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
  })

  test('where nothing is unread nothing is marked', async () => {
    const fake = clinicalRuntime()
    tells(fake, unread([]))
    await openChat([fromPatient('m1')], { fake })
    expect(screen.getByText('Message m1')).toBeTruthy()
    expect(screen.queryByText('Unread')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
    expect(screen.queryByText(notKnown)).toBeNull()
  })
})

describe('writing', () => {
  test('the words leave the field only when they are safe, and are called sent when the server has them', async () => {
    const { user, fake } = await openChat()
    await user.type(field(), '  How are you? ')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(fake.run).toHaveBeenCalledWith('sendChatMessage', {
      patientId: 'p1',
      message: 'How are you?',
    })
    expect(field().value).toBe('')
    expect(screen.getByText(/^Saved on this device/)).toBeTruthy()
    await act(async () => fake.view('patientChat').set(answered([messageOf('new')])))
    expect(screen.getByText('Message sent')).toBeTruthy()
  })

  test('nothing, and more than 5,000 characters, are not sent, and the field says why', async () => {
    const { user, fake } = await openChat()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByText('Required')).toBeTruthy()
    await user.click(field())
    await user.paste('x'.repeat(5001))
    expect(screen.getByText('5,001 of 5,000 characters')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByText('Must be 5,000 characters or fewer')).toBeTruthy()
    expect(fake.run).not.toHaveBeenCalled()
  })

  test('a refusal leaves the text and says why', async () => {
    const { user, fake } = await openChat()
    fake.run.mockResolvedValue({ kind: 'refused', problem: serverDown })
    await user.type(field(), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The message was not sent/)
    expect(field().value).toBe('Hello')
  })

  test('offline it says how long a message waits before somebody is asked', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    await openChat([messageOf('m1')], { fake })
    expect(screen.getByText(/waits on this device for 15 minutes/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false)
  })

  test('who only reads the record reads the chat and writes nothing', async () => {
    await openChat([messageOf('m1')], { permissions: ['view_patients'] })
    expect(screen.getByText('Message m1')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('the chat of a patient who is on no ward is read only, and says why; without wards it is open', async () => {
    await openChat([messageOf('m1')], { patient: patientOf({ wardAdmission: null }) })
    expect(screen.getByText(/^This chat is closed/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    cleanup()
    await openChat([messageOf('m1')], {
      patient: patientOf({ wardAdmission: null }),
      features: ['patientChat'],
    })
    expect(field()).toBeTruthy()
  })
})

test('C020 without the feature there is no chat tab, and its address leads to the first tab', async () => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  const { at } = openClinical('/patient/p1/chat', {
    fake,
    rooms: [chatRoom],
    permissions: { permissions: ['view_patients'], features: ['wards'] },
  })
  await screen.findByRole('tab', { name: 'Vitals' })
  expect(at()).toBe('/patient/p1/vitals')
  expect(screen.queryByRole('tab', { name: 'Chat' })).toBeNull()
  expect(screen.queryByRole('heading', { level: 2, name: 'Chat' })).toBeNull()
})

test('the US edition speaks its own words', async () => {
  await openChat([waiting('refused')], { edition: 'en-US' })
  expect(screen.getByText(/Another organization does not/)).toBeTruthy()
  expect(screen.getByText(/In an emergency, call 911\./)).toBeTruthy()
  expect(screen.queryByText(/telephone/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Decide in the sync center' })).toBeTruthy()
})
