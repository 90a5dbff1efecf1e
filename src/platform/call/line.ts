import type { Clock } from '../../domain/time/clock'
import {
  callPaths,
  callScheme,
  heardSchema,
  roomSchema,
  type CallEnd,
  type CallHeard,
  type CallRoom,
  type CallSaid,
} from '../../domain/video-call/video-call'
import type { NoRoom } from '../../domain/video-call/view'

export interface CallLineOptions {
  /** Where the API is, with its base path. */
  readonly api: string
  readonly token: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Pick<Clock, 'after'>
}

const firstRetryMs = 500
const longestRetryMs = 5_000
/** The server beats every 2.5 s; after so long without one the line is lost. */
const silenceMs = 8_000

const asked = (
  { api, token, fetch }: CallLineOptions,
  path: string,
  body?: unknown,
  more: RequestInit = {},
): Promise<Response> =>
  fetch(`${api}${path}`, {
    ...more,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `${callScheme} ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
  })

/** The room that the link opens, or why it opens none. Never rejects. */
export const findRoom = async (options: CallLineOptions): Promise<CallRoom | NoRoom> => {
  try {
    const response = await asked(options, callPaths.room)
    if (response.status === 401) return 'unknown'
    if (response.status === 410) return 'over'
    if (!response.ok) return 'unreachable'
    return roomSchema.safeParse(await response.json()).data ?? 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** A page's line to its room. */
export interface CallLine {
  /** Says something, after what was said before. What does not arrive is said again by who begins anew. */
  say(said: CallSaid): void
  close(): void
}

const split = (text: string): { readonly data: readonly string[]; readonly rest: string } => {
  const events = text.split('\n\n')
  const rest = events.pop() ?? ''
  return {
    data: events.flatMap((one) => (one.startsWith('data: ') ? [one.slice(6)] : [])),
    rest,
  }
}

/** Sits down in the room, and stays there: a line that breaks is opened again, until the room ends it. */
export const openCallLine = (
  options: CallLineOptions,
  {
    seat,
    heard,
    isOpen,
    ended,
  }: {
    readonly seat: string
    readonly heard: (message: Exclude<CallHeard, { readonly ended: string }>) => void
    /** Whether the room is heard now. */
    readonly isOpen: (is: boolean) => void
    readonly ended: (why: CallEnd | 'unknown') => void
  },
): CallLine => {
  const { clock } = options
  let isClosed = false
  let failures = 0
  let cancelRetry: () => void = () => undefined
  let running: AbortController | null = null
  let saying: Promise<unknown> = Promise.resolve()

  const end = (why: CallEnd | 'unknown'): void => {
    if (isClosed) return
    isClosed = true
    ended(why)
  }
  const hear = (data: string): void => {
    const message = heardSchema.safeParse(JSON.parse(data)).data
    if (message === undefined) return
    if ('ended' in message) end(message.ended)
    else heard(message)
  }
  const read = async (
    body: ReadableStream<Uint8Array>,
    controller: AbortController,
  ): Promise<void> => {
    const reader = body.getReader()
    controller.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), {
      once: true,
    })
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const cancel = clock.after(silenceMs, () => controller.abort())
      const { done, value } = await reader.read().finally(cancel)
      if (done) return
      failures = 0
      const { data, rest: left } = split(rest + decoder.decode(value, { stream: true }))
      rest = left
      for (const one of data) hear(one)
    }
  }
  const attempt = async (): Promise<void> => {
    if (isClosed) return
    const controller = new AbortController()
    running = controller
    try {
      const response = await asked(options, callPaths.join, { seat }, { signal: controller.signal })
      if (response.status === 401) end('unknown')
      else if (response.status === 410) end('over')
      else if (response.status === 409) end('taken')
      else if (response.ok && response.body !== null) {
        isOpen(true)
        await read(response.body, controller)
      }
    } catch {
      /* tried again below */
    } finally {
      running = null
      controller.abort()
      if (!isClosed) {
        isOpen(false)
        const ms = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures++, 8))
        cancelRetry = clock.after(ms, () => void attempt())
      }
    }
  }
  void attempt()
  return {
    say: (said) => {
      saying = saying.then(() =>
        asked(options, callPaths.say, said, { keepalive: said.kind !== 'signal' }).catch(
          () => undefined,
        ),
      )
    },
    close: () => {
      isClosed = true
      cancelRetry()
      // The room is left with the line: what was said before comes first.
      void saying.then(() => running?.abort())
    },
  }
}
