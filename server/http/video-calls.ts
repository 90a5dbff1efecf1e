import { isDeepStrictEqual } from 'node:util'
import { Hono } from 'hono'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import {
  callPaths,
  callScheme,
  callTokenSchema,
  joinSchema,
  mostSaidBytes,
  saidSchema,
  type CallHeard,
  type CallRoom,
} from '../../src/domain/video-call/video-call'
import {
  hear,
  keepSeat,
  leaveSeat,
  lookAtRoom,
  sayInRoom,
  takeSeat,
  type RoomParts,
  type Sitting,
  type Unsaid,
} from '../areas/video-call'
import type { CallHub } from '../pokes/call-hub'
import { iceServersAt, type IceSettings } from './ice-servers'

export interface VideoCallOptions extends RoomParts {
  readonly hub: CallHub
  readonly ice: IceSettings
  /** Counts what one address asks. */
  readonly strangers: MiddlewareHandler
  readonly settings?: {
    readonly beatMs?: number
    /** What one link says in a minute. */
    readonly saidPerMinute?: number
  }
}

const defaultBeatMs = 2_500
/** A seat is kept by its stream, well before it is given to another page. */
const beatsPerKeep = 2
/** A call begins with some dozens of candidates; a lost line begins it again. */
const defaultSaidPerMinute = 300
/** A reader who takes nothing for so many beats is gone, though its socket may not know it. */
const mostUnread = 64

const encoder = new TextEncoder()
const event = (data: CallHeard): Uint8Array => encoder.encode(`data: ${JSON.stringify(data)}\n\n`)
const beat = encoder.encode(':\n\n')

const refusals = {
  unknown: [401, { message: 'There is no such call', code: 'UNAUTHORIZED' }],
  over: [410, { message: 'The call is over', code: 'OVER' }],
  taken: [409, { message: 'This link is open in another page', code: 'TAKEN' }],
  'not-seated': [409, { message: 'This page is not in the call', code: 'CONFLICT' }],
  'not-theirs': [403, { message: 'Not allowed', code: 'FORBIDDEN' }],
  'too-much': [429, { message: 'Too many requests', code: 'TOO_MANY' }],
} as const satisfies Readonly<Record<Unsaid | 'taken', readonly [number, object]>>

/** The token of a request; null: it has none that could be one. */
const tokenOf = (c: Context): string | null => {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
  return scheme === callScheme ? (callTokenSchema.safeParse(token).data ?? null) : null
}

/**
 * What the pages of a video call ask, by the token of one of its links: `GET room` before they join, `POST join`
 * (text/event-stream: how the room stands, what the other page tells), `POST say`. Media never pass here.
 */
export const videoCallRoutes = ({
  hub,
  ice,
  strangers,
  settings = {},
  ...parts
}: VideoCallOptions): Hono => {
  const { beatMs = defaultBeatMs, saidPerMinute = defaultSaidPerMinute } = settings
  const said = new RateLimiterMemory({ points: saidPerMinute, duration: 60 })
  const refuse = (c: Context, why: keyof typeof refusals): Response => {
    const [status, body] = refusals[why]
    return c.json(body, status)
  }

  const stream = (c: Context, sitting: Sitting): ReadableStream<Uint8Array> => {
    let end: () => void = () => undefined
    return new ReadableStream<Uint8Array>({
      start(controller) {
        let isEnded = false
        let last: CallHeard | null = null
        const send = (bytes: Uint8Array): void => {
          if (isEnded) return
          if ((controller.desiredSize ?? 0) < -mostUnread) end()
          else controller.enqueue(bytes)
        }
        const say = async (): Promise<void> => {
          const { standing, ended, signals } = await hear(parts, sitting)
          // Signals are of whoever the standing names: that comes first.
          if (standing !== null && !isDeepStrictEqual(last, { standing })) {
            last = { standing }
            send(event(last))
          }
          for (const signal of signals) send(event(signal))
          if (ended === null) return
          send(event({ ended }))
          end()
        }
        // One after the other, so that what is told comes in its order.
        let saying = Promise.resolve()
        const heard = (): void => {
          saying = saying.then(() => (isEnded ? undefined : say())).catch(() => end())
        }
        let beats = 0
        const beating = setInterval(() => {
          send(beat)
          beats += 1
          if (beats % beatsPerKeep !== 0) return
          keepSeat(parts, sitting).catch(() => undefined)
          // Time is over, or the other page's server fell silent: nobody says that.
          heard()
        }, beatMs)
        beating.unref()
        const stop = hub.subscribe(sitting.roomId, { heard, ended: () => end() })
        end = () => {
          if (isEnded) return
          isEnded = true
          clearInterval(beating)
          stop()
          leaveSeat(parts, sitting).catch(() => undefined)
          try {
            controller.close()
          } catch {
            /* its reader went first */
          }
        }
        heard()
        c.req.raw.signal.addEventListener('abort', () => end(), { once: true })
      },
      cancel: () => end(),
    })
  }

  const app = new Hono()
  app.use(callPaths.room, strangers)
  app.use(callPaths.join, strangers)
  app.use(callPaths.say, strangers)
  const limit = bodyLimit({
    maxSize: mostSaidBytes,
    onError: (c) => c.json({ message: 'The body is too large', code: 'BAD_USER_INPUT' }, 413),
  })
  const invalid = (c: Context): Response =>
    c.json({ message: 'Not understood', code: 'BAD_USER_INPUT' }, 400)

  app.get(callPaths.room, async (c) => {
    const token = tokenOf(c)
    const room = token === null ? null : await lookAtRoom(parts, token)
    if (room === null) return refuse(c, 'unknown')
    if (room === 'over') return refuse(c, 'over')
    return c.json({
      side: room.side,
      organization: { name: room.organizationName, edition: room.edition },
      hasWaitingRoom: room.hasWaitingRoom,
      iceServers: iceServersAt(ice, parts.clock.now()),
    } satisfies CallRoom)
  })

  app.post(callPaths.join, limit, async (c) => {
    const token = tokenOf(c)
    if (token === null) return refuse(c, 'unknown')
    const asked = joinSchema.safeParse(await c.req.json().catch(() => null))
    if (!asked.success) return invalid(c)
    const { seat } = asked.data
    const sitting = await takeSeat(parts, token, seat)
    if (sitting === null) return refuse(c, 'unknown')
    if (sitting === 'over' || sitting === 'taken') return refuse(c, sitting)
    return new Response(stream(c, sitting), {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // A proxy in between that gathers, or packs, would hold back what is live.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    })
  })

  app.post(callPaths.say, limit, async (c) => {
    const token = tokenOf(c)
    if (token === null) return refuse(c, 'unknown')
    const isOver = await said.consume(token).then(
      () => false,
      () => true,
    )
    if (isOver) return refuse(c, 'too-much')
    const asked = saidSchema.safeParse(await c.req.json().catch(() => null))
    if (!asked.success) return invalid(c)
    const why = await sayInRoom(parts, token, asked.data)
    return why === null ? c.body(null, 204) : refuse(c, why)
  })
  return app
}
