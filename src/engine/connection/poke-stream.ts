import type { Clock } from '../../platform/clock'
import type { EventStream, EventStreamOptions, OpenAblyLine } from '../../platform/realtime'
import type { SessionState } from '../define'

/** How long a second change of where pokes come from waits, milliseconds. */
const againMs = 30_000

/**
 * The stream of pokes for the signed-in user: the server's own, or Ably's where the server says so.
 * Its code is fetched at first use.
 */
export const pokeStream =
  (
    options: Pick<EventStreamOptions, 'fetch' | 'random' | 'lost'> & {
      readonly api: string
      readonly clock: Pick<Clock, 'now' | 'after'>
      readonly session: () => SessionState
      readonly token: (fresh: boolean) => Promise<string | null>
      readonly report: (thrown: unknown, where: string) => void
      /** A test's own; Ably's otherwise. */
      readonly openLine?: OpenAblyLine
    },
  ) =>
  (handlers: Pick<EventStreamOptions, 'poked' | 'live'>): EventStream => {
    const { api, session, token, report, openLine, ...rest } = options
    let stream: EventStream | null = null
    let closed = false
    let switched = false
    let cancel: () => void = () => undefined
    const headers = async (fresh: boolean): Promise<Record<string, string> | null> => {
      const { status, actingOrganizationId } = session()
      const credential =
        status === 'signed-in' && actingOrganizationId !== null ? await token(fresh) : null
      return credential === null
        ? null
        : {
            Authorization: `Bearer ${credential}`,
            'X-Acting-Organization-Id': actingOrganizationId ?? '',
          }
    }
    /** At once the first time only: servers may disagree about Ably. */
    const change = (from: 'server' | 'ably'): void => {
      if (switched)
        cancel = rest.clock.after(againMs * (0.75 + rest.random() / 2), () => open(from))
      else open(from)
      switched = true
    }
    const open = (from: 'server' | 'ably' = 'server'): void => {
      cancel()
      import('../../platform/realtime').then(
        ({ openAblyStream, openEventStream }) => {
          if (closed) return
          stream =
            from === 'server'
              ? openEventStream({
                  ...rest,
                  ...handlers,
                  url: `${api}/events`,
                  headers,
                  elsewhere: () => change('ably'),
                })
              : openAblyStream({
                  ...rest,
                  ...handlers,
                  authUrl: `${api}/ably/auth`,
                  headers,
                  organizationId: () => session().actingOrganizationId,
                  notHere: () => change('server'),
                  ...(openLine === undefined ? {} : { openLine }),
                })
        },
        (thrown: unknown) => report(thrown, 'realtime'),
      )
    }
    open()
    return {
      // Its chunk may not have arrived: the line may be back.
      hint: () => {
        if (stream === null) open()
        else stream.hint()
      },
      close: () => {
        closed = true
        cancel()
        stream?.close()
      },
    }
  }
