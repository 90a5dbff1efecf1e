import { z } from 'zod'
import type { Clock } from '../../domain/time/clock'

/** What changed, without data. `subjects`: patient ids, or 'many' for a long list. */
export interface Poke {
  readonly roster: boolean
  readonly subjects: readonly string[] | 'many'
  /** Of whom an analysis found something else than before; left out: nobody. */
  readonly found?: readonly string[] | 'many' | undefined
  /** One of the organisation's lists changed; left out: none. */
  readonly lists?: boolean | undefined
  readonly me: boolean
}

export interface EventStreamOptions {
  readonly url: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  /** The headers of this attempt; `fresh` after a refusal. Null: nobody is signed in yet. */
  readonly headers: (fresh: boolean) => Promise<Readonly<Record<string, string>> | null>
  readonly poked: (poke: Poke) => void
  /** True while every change is told; false once messages may be missed. */
  readonly live: (is: boolean) => void
  /** The line broke, or was not there at all since `askedAt` (epoch milliseconds). */
  readonly lost: (askedAt: number) => void
  /** This server's pokes come over another service. */
  readonly elsewhere?: () => void
}

export interface EventStream {
  /** The network may be back: tries now. */
  hint(): void
  close(): void
}

/** The server beats every 2.5 s. After so long without one nothing is told for certain any more. */
export const quietMs = 4_500
/** After so long without one the stream is broken. */
export const silenceMs = 6_000
const openAtMostMs = 8_000
const firstRetryMs = 500
const longestRetryMs = 15_000
/** Refused, or an older server: asked again at intervals. */
const refusedRetryMs = 60_000

const patientsSchema = z.union([z.literal('many'), z.array(z.string().max(100)).max(500)])
const message: z.ZodType<{ readonly live: boolean } | { readonly poke: Poke }> = z.union([
  z.object({ live: z.boolean() }),
  z.object({
    poke: z
      .object({
        roster: z.boolean(),
        me: z.boolean(),
        patients: patientsSchema,
        waveformEvents: patientsSchema.optional(),
        lists: z.boolean().optional(),
      })
      .transform(({ patients, waveformEvents, ...poke }): Poke => ({
        ...poke,
        subjects: patients,
        ...(waveformEvents === undefined ? {} : { found: waveformEvents }),
      })),
  }),
])

/** What is asked for when nobody knows what was missed. */
export const everything: Poke = {
  roster: true,
  me: true,
  subjects: 'many',
  found: 'many',
  lists: true,
}

/** Reads one message. An unknown one (of a later server) may be a poke: all is asked. */
export const hearMessage = (
  data: unknown,
  { live, poked }: Pick<EventStreamOptions, 'live' | 'poked'>,
): void => {
  const said = ((): z.output<typeof message> => {
    try {
      return message.parse(JSON.parse(String(data)))
    } catch {
      return { poke: everything }
    }
  })()
  if ('live' in said) live(said.live)
  else poked(said.poke)
}

/** The next events of a text/event-stream with one `data:` line each, and the rest. */
const split = (text: string): { readonly data: readonly string[]; readonly rest: string } => {
  const events = text.split('\n\n')
  const rest = events.pop() ?? ''
  return {
    data: events.flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : [])),
    rest,
  }
}

/**
 * Listens to the server's event stream and always reconnects. What is silent is not live, and then
 * broken: a sleeping device's socket does not report its end. Fetch, since EventSource cannot send
 * Authorization.
 */
export const openEventStream = (options: EventStreamOptions): EventStream => {
  const { clock } = options
  let closed = false
  let failures = 0
  let isLive = false
  let cancelRetry: () => void = () => undefined
  let running: AbortController | null = null

  const setLive = (is: boolean): void => {
    if (isLive === is) return
    isLive = is
    options.live(is)
  }
  const retryIn = (ms: number): void => {
    cancelRetry()
    if (!closed) cancelRetry = clock.after(ms * (0.75 + options.random() / 2), () => void attempt())
  }
  const backOff = (): void =>
    retryIn(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures++, 8)))

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
    /** What the server said last. */
    let isSaid = false
    for (;;) {
      const ends = [
        clock.after(quietMs, () => setLive(false)),
        clock.after(silenceMs, () => controller.abort()),
      ]
      const { done, value } = await reader.read().finally(() => {
        for (const cancel of ends) cancel()
      })
      if (done) return
      failures = 0
      const { data, rest: left } = split(rest + decoder.decode(value, { stream: true }))
      rest = left
      const live = (is: boolean): void => {
        isSaid = is
      }
      for (const one of data) hearMessage(one, { live, poked: options.poked })
      setLive(isSaid)
    }
  }

  const attempt = async (fresh = false): Promise<void> => {
    if (closed || running !== null) return
    const controller = new AbortController()
    running = controller
    const askedAt = clock.now()
    let next: () => void = backOff
    try {
      const headers = await options.headers(fresh)
      if (headers === null) return
      const cancel = clock.after(openAtMostMs, () => controller.abort())
      const response = await options
        .fetch(options.url, {
          headers: { ...headers, Accept: 'text/event-stream' },
          cache: 'no-store',
          credentials: 'omit',
          signal: controller.signal,
        })
        .finally(cancel)
      const isStream =
        response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
      if (isStream && response.body !== null) {
        await read(response.body, controller)
        if (!closed) options.lost(clock.now())
      } else {
        void response.body?.cancel().catch(() => undefined)
        if (response.status === 409) {
          closed = true
          options.elsewhere?.()
        } else if (response.status === 401 && !fresh) next = () => void attempt(true)
        else if (response.status < 500) next = () => retryIn(refusedRetryMs)
      }
    } catch {
      if (!closed) options.lost(isLive ? clock.now() : askedAt)
    } finally {
      running = null
      controller.abort()
      setLive(false)
      if (!closed) next()
    }
  }

  void attempt()
  return {
    hint: () => {
      if (!closed && running === null) {
        failures = 0
        retryIn(0)
      }
    },
    close: () => {
      closed = true
      cancelRetry()
      running?.abort()
      setLive(false)
    },
  }
}
