// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestCall } from '../../../src/domain/calling/push'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

const endpoint = 'https://push.example/1'
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }

/** A browser, as far as it is asked about calls. */
const browser = {
  permission: 'default' as NotificationPermission,
  answers: 'granted' as NotificationPermission,
  hasAddress: false,
  endpoint,
  hasWorker: true,
  hasService: true,
  subscribed: [] as unknown[],
  unsubscribed: 0,
}
const subscription = {
  get endpoint() {
    return browser.endpoint
  },
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: async () => {
    browser.hasAddress = false
    browser.unsubscribed += 1
    return true
  },
}
const pushManager = {
  getSubscription: async () => (browser.hasAddress ? subscription : null),
  subscribe: async (options: unknown) => {
    if (!browser.hasService) throw new DOMException('No push service', 'AbortError')
    browser.subscribed.push(options)
    browser.hasAddress = true
    return subscription
  },
}
beforeEach(() => {
  Object.assign(browser, {
    permission: 'default',
    answers: 'granted',
    hasAddress: false,
    endpoint,
    hasWorker: true,
    hasService: true,
    subscribed: [],
    unsubscribed: 0,
  })
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => (browser.permission = browser.answers),
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => (browser.hasWorker ? { pushManager } : undefined) },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const sent: TestCall = {
  id: 'test-1',
  madeAt: new Date().toISOString(),
  sentAt: null,
  problem: null,
  receivedAt: null,
}
const open = async ({
  isCalledHere = false,
  pushKey = 'key' as string | null,
  test: became = sent,
}: { isCalledHere?: boolean; pushKey?: string | null; test?: TestCall } = {}) => {
  const server = { isCalledHere, became }
  const portal = openPortal('/account', {
    session: signedIn(meOf()),
    prepare: ({ ask, run }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) => {
        if (name === 'calledHere') {
          const isRegistered = (input as { endpoint: string | null }).endpoint === endpoint
          return done({ pushKey, isCalledHere: server.isCalledHere && isRegistered })
        }
        if (name === 'testCall') return done(server.became)
        return rest?.(name, input)
      })
      run.mockImplementation(async (name) => {
        if (name === 'sendTestCall') return done(sent)
        if (name === 'registerPush' || name === 'endPush')
          server.isCalledHere = name === 'registerPush'
        return done(true)
      })
    },
  })
  await screen.findByRole('heading', { name: 'Calls on this device' })
  const asked = () =>
    portal.run.mock.calls.filter(([name]) =>
      ['registerPush', 'endPush', 'sendTestCall'].includes(name as string),
    )
  const press = async (name: string) =>
    portal.user.click(await screen.findByRole('button', { name }))
  return { ...portal, asked, press }
}

describe('calls on this device', () => {
  test('are turned on by a press, which asks for permission: the address of the browser is registered', async () => {
    const { press, asked } = await open()
    await screen.findByText('Calls are off for this device: you are called by email only.')
    await press('Turn on calls')
    await vi.waitFor(() =>
      expect(asked()).toEqual([['registerPush', { endpoint, ...keys, renews: false }]]),
    )
    expect(browser.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'key' }])
  })

  test('are turned off, and the browser gives its address up', async () => {
    Object.assign(browser, { permission: 'granted', hasAddress: true })
    const { press, asked } = await open({ isCalledHere: true })
    await screen.findByText('Calls are on for this device.')
    await press('Turn off calls')
    await vi.waitFor(() => expect([asked(), browser.unsubscribed]).toEqual([[['endPush', {}]], 1]))
    await screen.findByText('Calls are off for this device: you are called by email only.')
  })

  test('are off where the browser lost its address, whatever the server knows', async () => {
    browser.permission = 'granted'
    await open({ isCalledHere: true })
    await screen.findByText('Calls are off for this device: you are called by email only.')
  })

  test('are off, and offered, where the browser has another address than the one that is called', async () => {
    Object.assign(browser, {
      permission: 'granted',
      hasAddress: true,
      endpoint: 'https://push.example/other',
    })
    await open({ isCalledHere: true })
    await screen.findByText('Calls are off for this device: you are called by email only.')
    expect(screen.getByRole('button', { name: 'Turn on calls' })).toBeTruthy()
  })

  test('that the server refuses to turn on stay off, and it is said', async () => {
    const { press, run } = await open()
    run.mockImplementation(async () => refused('server'))
    await press('Turn on calls')
    await screen.findByText(/^Calls were not turned on\./)
  })

  test('are blocked by the browser: that is said, and nothing is offered', async () => {
    browser.answers = 'denied'
    const { press, asked } = await open()
    await press('Turn on calls')
    await screen.findByText(/^Notifications from Lamplight are blocked in this browser/)
    expect([asked(), screen.queryByRole('button', { name: 'Turn on calls' })]).toEqual([[], null])
  })

  test.each([
    [
      'a browser without web push',
      () => vi.stubGlobal('PushManager', undefined),
      {},
      /^This browser cannot/,
    ],
    [
      'a server that calls no browsers',
      () => undefined,
      { pushKey: null },
      /^Calls on devices are not/,
    ],
  ])('are not offered by %s', async (_what, prepare, having, words) => {
    prepare()
    if ((window as { PushManager?: unknown }).PushManager === undefined)
      Reflect.deleteProperty(window, 'PushManager')
    await open(having)
    await screen.findByText(words)
    expect(screen.queryByRole('button', { name: 'Turn on calls' })).toBeNull()
  })

  test.each([
    ['no push service', { hasService: false }, /^The browser could not be reached/],
    ['no service worker', { hasWorker: false }, /^Lamplight is not ready for calls/],
  ])('are not turned on with %s, and it is said', async (_what, state, words) => {
    Object.assign(browser, state)
    const { press, asked } = await open()
    await press('Turn on calls')
    await screen.findByText(words)
    expect(asked()).toEqual([])
  })

  test('wait for the connection', async () => {
    const { connection, press: _press } = await open()
    await screen.findByRole('button', { name: 'Turn on calls' })
    act(() => connection.set({ ...connection.get(), state: 'offline' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Turn on calls' }).disabled).toBe(
      true,
    )
  })
})

describe('a test call', () => {
  const send = async (became: Partial<TestCall>) => {
    Object.assign(browser, { permission: 'granted', hasAddress: true })
    const { press } = await open({ isCalledHere: true, test: { ...sent, ...became } })
    await press('Send me a test call')
  }
  const long = new Date(Date.now() - 60_000).toISOString()

  test.each<[string, Partial<TestCall>, RegExp]>([
    ['is on its way', {}, /^The test call is on its way\.$/],
    ['waits for its push service', { madeAt: long }, /has not taken the test call yet/],
    ['was sent', { sentAt: new Date().toISOString() }, /^Sent at .*, not received yet\.$/],
    ['does not come', { sentAt: long }, /Check in the settings of this device/],
    ['came', { sentAt: long, receivedAt: new Date().toISOString() }, /^Received at \d\d:\d\d\.$/],
    ['has no browser any more', { problem: 'gone' }, /does not know this browser any more/],
    ['was refused', { problem: 'refused' }, /^The push service refused the test call/],
  ])('says that it %s', async (_what, became, words) => {
    await send(became)
    expect((await screen.findByText(words)).tagName).toBe('OUTPUT')
  })

  test('that the server refuses is said', async () => {
    Object.assign(browser, { permission: 'granted', hasAddress: true })
    const { press, run } = await open({ isCalledHere: true })
    run.mockImplementation(async () => refused('server'))
    await press('Send me a test call')
    await screen.findByText(/^The test call was not sent\./)
  })
})
