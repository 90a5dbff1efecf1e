import { describe, expect, test } from 'vitest'
import { moveCalls, openCall, showCall, type CalledParts } from '../../workers/called'

const said = (value: unknown): PushMessageData =>
  ({ json: () => (value === undefined ? JSON.parse('no') : value) }) as PushMessageData

/** A worker that keeps what it does, in order. */
const worker = (more: Partial<CalledParts> = {}) => {
  const done: unknown[] = []
  const parts: CalledParts = {
    api: 'https://portal.example/Prod',
    post: async (...asked) => void done.push(['post', ...asked]),
    show: async (title, options) =>
      void done.push(['show', title, options?.body, options?.tag, options?.data]),
    pages: async () => [],
    open: async (page) => void done.push(['open', page]),
    subscribe: () => Promise.reject(new Error('No push service')),
    ...more,
  }
  return { parts, done }
}
const call = { id: 'call-1', token: 'token-1', severity: 4 }

describe('a call that is pushed', () => {
  test('is shown in fixed words, and then said to be shown', async () => {
    const { parts, done } = worker()
    await showCall(parts, said(call))
    expect(done).toEqual([
      [
        'show',
        'Lamplight: you are called',
        'An alert of severity 4 needs someone now.',
        'call-1',
        '/called/call-1',
      ],
      ['post', 'https://portal.example/Prod/calls/received', { id: 'call-1', token: 'token-1' }],
    ])
  })

  test('that its user sent as a test is told as such, and leads to where it was sent', async () => {
    const { parts, done } = worker()
    await showCall(parts, said({ ...call, severity: null }))
    expect(done[0]).toEqual([
      'show',
      'Lamplight: you are called',
      'This is the test call that you asked for. It has arrived.',
      'call-1',
      '/account',
    ])
  })

  test('is none where it tells that the sign-in ends soon, and leads to the account', async () => {
    const { parts, done } = worker()
    await showCall(parts, said({ ...call, severity: null, isEnding: true }))
    expect(done[0]).toEqual([
      'show',
      'Lamplight: calls to this device end soon',
      'Your sign-in on this device ends soon, and the calls to it with it. Sign in again to be called here.',
      'call-1',
      '/account',
    ])
  })

  test('is not said to be shown where the browser does not show it', async () => {
    const { parts, done } = worker({ show: () => Promise.reject(new TypeError('No permission')) })
    await expect(showCall(parts, said(call))).rejects.toThrow('No permission')
    expect(done).toEqual([])
  })

  test('is shown without a line to the server', async () => {
    const { parts, done } = worker({ post: () => Promise.reject(new TypeError('No line')) })
    await showCall(parts, said(call))
    expect(done).toHaveLength(1)
  })

  test.each([undefined, null, {}, { ...call, severity: 9 }, { ...call, id: '' }])(
    'that cannot be read (%j) is a call all the same',
    async (value) => {
      const { parts, done } = worker()
      await showCall(parts, said(value))
      expect(done).toEqual([
        ['show', 'Lamplight: you are called', 'An alert needs someone now.', 'call', '/'],
      ])
    },
  )
})

describe('a press on it', () => {
  const notification = (data: unknown) => {
    const closed: unknown[] = []
    return { closed, shown: { data, close: () => void closed.push(data) } }
  }

  test('opens the portal at the call', async () => {
    const { parts, done } = worker()
    const { closed, shown } = notification('/called/call%2F1')
    await openCall(parts, shown)
    expect([done, closed]).toEqual([[['open', '/called/call%2F1']], ['/called/call%2F1']])
  })

  test('leads there the page of the portal that was seen last', async () => {
    const page = (name: string) =>
      ({
        focus: async () => void done.push(['focus', name]),
        navigate: async (to: string) => void done.push(['navigate', name, to]),
      }) as unknown as WindowClient
    const { parts, done } = worker({ pages: async () => [page('one'), page('two')] })
    await openCall(parts, notification('/called/call-1').shown)
    expect(done).toEqual([
      ['focus', 'one'],
      ['navigate', 'one', '/called/call-1'],
    ])
  })
})

describe('a browser whose push service gives it another address', () => {
  const key = new ArrayBuffer(65)
  const subscription = (endpoint: string) =>
    ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: key },
      toJSON: () => ({
        endpoint,
        expirationTime: null,
        keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      }),
    }) as unknown as PushSubscription
  const moved = [
    'post',
    'https://portal.example/Prod/calls/moved',
    {
      from: { endpoint: 'https://push.example/1', p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      to: { endpoint: 'https://push.example/2', p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    },
  ]

  test('is called there from now on', async () => {
    const { parts, done } = worker()
    await moveCalls(
      parts,
      subscription('https://push.example/1'),
      subscription('https://push.example/2'),
    )
    expect(done).toEqual([moved])
  })

  test('asks for one where it has none, for the same server', async () => {
    const asked: unknown[] = []
    const { parts, done } = worker({
      subscribe: async (options) => {
        asked.push(options)
        return subscription('https://push.example/2')
      },
    })
    await moveCalls(parts, subscription('https://push.example/1'), null)
    expect([done, asked]).toEqual([[moved], [{ userVisibleOnly: true, applicationServerKey: key }]])
  })

  test('that does not say what it was says nothing', async () => {
    const { parts, done } = worker()
    await moveCalls(parts, null, subscription('https://push.example/2'))
    expect(done).toEqual([])
  })
})
