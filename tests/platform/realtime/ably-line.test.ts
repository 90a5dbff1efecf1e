import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAblyLine } from '../../../src/platform/realtime/ably-line'

/** Ably's actions of a message on its socket. */
const action = {
  connected: 4,
  error: 9,
  attach: 10,
  attached: 11,
  detached: 13,
  message: 15,
} as const
/** What an attached channel lets the client do: hear. */
const mayHear = 1 << 18
interface Word {
  readonly action: number
  readonly channel?: string
}

const sockets: FakeSocket[] = []
/** The far end of Ably's own client: a socket that says what the test lets it say. */
class FakeSocket {
  binaryType = ''
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; wasClean: boolean; reason: string }) => void) | null = null
  onerror: (() => void) | null = null
  readonly sent: Word[] = []
  readonly url: string
  constructor(url: string) {
    this.url = url
    sockets.push(this)
    queueMicrotask(() => {
      this.readyState = 1
      this.onopen?.()
    })
  }

  send(data: string): void {
    const word = JSON.parse(data) as Word
    this.sent.push(word)
    if (word.action === action.attach)
      this.say({ action: action.attached, channel: word.channel, flags: mayHear })
  }

  say(word: object): void {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(word) }))
  }
  connected(): void {
    this.say({
      action: action.connected,
      connectionId: 'c',
      connectionDetails: {
        clientId: 'nurse',
        connectionKey: 'k',
        connectionStateTtl: 120_000,
        maxIdleInterval: 5_000,
        maxMessageSize: 65_536,
      },
    })
  }

  close(): void {
    this.readyState = 3
  }
  cut(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006, wasClean: false, reason: 'gone' })
  }
}

const fetched: string[] = []
beforeEach(() => {
  sockets.length = 0
  fetched.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', (input: string | URL) => {
    fetched.push(String(input))
    return Promise.resolve(
      new Response(
        JSON.stringify({
          token: 'app.token',
          keyName: 'app.key',
          issued: Date.now(),
          expires: Date.now() + 3_600_000,
          capability: '{"*":["subscribe"]}',
          clientId: 'nurse',
        }),
        { status: 201, headers: { 'content-type': 'application/json' } },
      ),
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const stand = async () => {
  const said: string[] = []
  const heard: unknown[] = []
  let authorised = 0
  const line = await openAblyLine(
    (clientId) => ['organization:w', `user:${clientId}`],
    () => {
      authorised += 1
      return Promise.resolve({
        keyName: 'app.key',
        clientId: 'nurse',
        nonce: 'n'.repeat(16),
        timestamp: Date.now(),
        capability: '{"organization:w":["subscribe"],"user:nurse":["subscribe"]}',
        ttl: 3_600_000,
        mac: 'mac',
      })
    },
    {
      open: (resumed) => said.push(resumed ? 'resumed' : 'open'),
      broken: () => said.push('broken'),
      refused: () => said.push('refused'),
      heard: (data) => heard.push(data),
    },
  )
  onTestFinished(() => line.close())
  const socket = async (nth: number): Promise<FakeSocket> =>
    vi.waitFor(() => {
      const one = sockets[nth]
      if (one === undefined) throw new Error('Not connected')
      return one
    }, 30_000)
  return { line, said, heard, socket, authorised: () => authorised }
}

test("Ably's own client connects with the request that the server signed, and is open once both channels are heard", async () => {
  const { said, heard, socket, authorised } = await stand()
  const first = await socket(0)
  expect(authorised()).toBe(1)
  expect(fetched.some((url) => url.includes('/keys/app.key/requestToken'))).toBe(true)
  expect(new URL(first.url).searchParams.get('heartbeatInterval')).toBe('5000')
  expect(said).not.toContain('open')
  first.connected()
  await expect.poll(() => said.at(-1)).toBe('open')
  expect(
    first.sent.filter((word) => word.action === action.attach).map(({ channel }) => channel),
  ).toEqual(['organization:w', 'user:nurse'])
  // Until the second one was attached it was not.
  expect(said.filter((word) => word === 'open')).toHaveLength(1)
  first.say({
    action: action.message,
    channel: 'organization:w',
    id: 'm:0',
    timestamp: Date.now(),
    messages: [{ name: 'poke', data: '{"poke":1}' }],
  })
  await expect.poll(() => heard).toEqual(['{"poke":1}'])
})

test('a socket that is cut is broken at once; connected again, words may have been missed', async () => {
  const { said, socket } = await stand()
  const first = await socket(0)
  first.connected()
  await expect.poll(() => said.at(-1)).toBe('open')
  first.cut()
  await expect.poll(() => said.at(-1)).toBe('broken')
  const second = await socket(1)
  second.connected()
  await expect.poll(() => said.at(-1)).toBe('open')
})

test('a channel that is taken away is broken though the socket is there', async () => {
  const { said, socket } = await stand()
  const first = await socket(0)
  first.connected()
  await expect.poll(() => said.at(-1)).toBe('open')
  first.say({
    action: action.error,
    channel: 'organization:w',
    error: { code: 40_160, statusCode: 401, message: 'Not allowed' },
  })
  await expect.poll(() => said.at(-1)).toBe('broken')
})

test('a refusal for good is told as one', async () => {
  const { said, socket } = await stand()
  const first = await socket(0)
  first.say({
    action: action.error,
    error: { code: 40_000, statusCode: 400, message: 'No such app' },
  })
  await expect.poll(() => said.at(-1)).toBe('refused')
})
