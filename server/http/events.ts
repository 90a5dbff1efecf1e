import { Hono } from 'hono'
import type { Context } from 'hono'
import { GraphQLError } from 'graphql'
import { may } from '../../src/domain/access/may'
import type { Caller } from '../graphql/caller'
import type { Poke, PokeHub } from '../pokes/hub'
import type { Sight } from '../pokes/sight'
import type { Acting } from '../graphql/acting'
import { answerRefusal } from './rest'

export interface EventsOptions {
  readonly hub: PokeHub
  /** Which patients may be named to whom. */
  readonly sight: Sight
  /** The caller, checked each time: an expired token or a removed user ends the stream. */
  readonly callerOf: (c: Context) => Caller
  /** True where Ably carries pokes: the portal is sent there. */
  readonly elsewhere: boolean
  readonly settings?: { readonly beatMs?: number; readonly askAgainMs?: number }
}

/** A listener without two of these knows that the connection is lost (design: within 15 s). */
const defaultBeatMs = 2_500
const defaultAskAgainMs = 20_000
/** Tabs and devices of one user; the oldest makes room. */
const mostOfOneUser = 20
/** A reader who takes nothing for so many beats is gone, though its socket may not know it. */
const mostUnread = 64

const encoder = new TextEncoder()
const event = (data: unknown): Uint8Array => encoder.encode(`data: ${JSON.stringify(data)}\n\n`)
const beat = encoder.encode(':\n\n')

/**
 * `GET /events`, text/event-stream: `{"live": boolean}`, then `{"poke": {roster, patients, me}}`
 * for changes, comments as heartbeat, `{"live": false}` while pokes may be missed. It never carries
 * data. Patients are named only to callers who may open their record.
 */
export const eventRoutes = ({
  hub,
  sight,
  callerOf,
  elsewhere,
  settings = {},
}: EventsOptions): Hono => {
  const open = new Map<string, Set<() => void>>()
  const { beatMs = defaultBeatMs, askAgainMs = defaultAskAgainMs } = settings

  const stream = (c: Context, admitted: Acting): ReadableStream<Uint8Array> => {
    const { userId, organizationId } = admitted
    let acting = admitted
    let end: () => void = () => undefined
    return new ReadableStream<Uint8Array>({
      start(controller) {
        let askedAt = Date.now()
        let ended = false
        const send = (bytes: Uint8Array): void => {
          if (ended) return
          if ((controller.desiredSize ?? 0) < -mostUnread) end()
          else controller.enqueue(bytes)
        }
        const ofUser = open.get(userId) ?? new Set()
        open.set(userId, ofUser)
        const askAgain = async (): Promise<void> => {
          askedAt = Date.now()
          try {
            acting = (await callerOf(c).admit('events', { action: 'realtime.use' }, {})).acting
          } catch (thrown) {
            // A database that is away for a moment says nothing of who somebody is.
            if (thrown instanceof GraphQLError && thrown.extensions.code !== 'INTERNAL') end()
          }
        }
        const sees = (): boolean => may(acting.principal, 'patient.view')
        /** Those of them who may be named: none to who may view no patient. */
        const named = async (
          patients: readonly string[] | 'many',
        ): Promise<readonly string[] | 'many'> =>
          !sees()
            ? []
            : patients === 'many' || patients.length === 0
              ? patients
              : await sight.of(acting, patients).catch((): 'many' => 'many')
        const tell = async ({
          roster: isAnyBoard,
          me,
          patients: changed,
          waveformEvents: found = [],
          lists = false,
        }: Poke): Promise<void> => {
          // What they may, changed: who is asked for first.
          if (me) await askAgain()
          const roster = isAnyBoard && sees()
          const [patients, waveformEvents] = await Promise.all([named(changed), named(found)])
          if (!roster && !me && !lists && patients.length === 0 && waveformEvents.length === 0)
            return
          send(
            event({
              poke: {
                roster,
                me,
                patients,
                ...(waveformEvents.length === 0 ? {} : { waveformEvents }),
                ...(lists ? { lists } : {}),
              } satisfies Poke,
            }),
          )
        }
        const stop = hub.subscribe({
          userId,
          organizationId,
          poked: (poke) => void tell(poke),
          sure: (is) => send(event({ live: is })),
          ended: () => end(),
        })
        const beating = setInterval(() => {
          send(beat)
          if (Date.now() - askedAt >= askAgainMs) void askAgain()
        }, beatMs)
        beating.unref()
        end = () => {
          if (ended) return
          ended = true
          clearInterval(beating)
          stop()
          ofUser.delete(end)
          if (ofUser.size === 0) open.delete(userId)
          try {
            controller.close()
          } catch {
            /* its reader went first */
          }
        }
        ofUser.add(end)
        const [oldest] = ofUser
        if (ofUser.size > mostOfOneUser) oldest?.()
        c.req.raw.signal.addEventListener('abort', () => end(), { once: true })
      },
      cancel: () => end(),
    })
  }

  const routes = new Hono()
  routes.onError((error, c) => answerRefusal(c, error))
  routes.get('/events', async (c) => {
    const { acting } = await callerOf(c).admit('events', { action: 'realtime.use' }, {})
    if (elsewhere)
      return c.json({ message: 'Live updates come from Ably here', code: 'CONFLICT' }, 409)
    return new Response(stream(c, acting), {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // A proxy in between that gathers, or packs, would hold back what is live.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    })
  })
  return routes
}
