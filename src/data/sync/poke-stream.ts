import type { Clock } from '../../platform/clock'
import type { EventStream, EventStreamOptions } from '../../platform/realtime'
import type { SessionState } from '../kit'

/**
 * The server's stream of pokes, as the signed-in user in the acting organisation. What reads it is fetched with the first one: nothing
 * before sign-in needs it.
 */
export const pokeStream = (options: Pick<EventStreamOptions, 'fetch' | 'random' | 'lost'> & {
  readonly api: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly session: () => SessionState
  readonly token: (fresh: boolean) => Promise<string | null>
  readonly report: (thrown: unknown, where: string) => void
}) => (handlers: Pick<EventStreamOptions, 'poked' | 'live'>): EventStream => {
  const { api, session, token, report, ...rest } = options
  let stream: EventStream | null = null
  let closed = false
  const headers = async (fresh: boolean): Promise<Record<string, string> | null> => {
    const { status, actingOrganizationId } = session()
    const credential = status === 'signed-in' && actingOrganizationId !== null ? await token(fresh) : null
    return credential === null ? null : { Authorization: `Bearer ${credential}`, 'X-Acting-Organization-Id': actingOrganizationId ?? '' }
  }
  const open = (): void => {
    import('../../platform/realtime').then(({ openEventStream }) => {
      if (!closed) stream ??= openEventStream({ ...rest, ...handlers, url: `${api}/events`, headers })
    }, (thrown: unknown) => report(thrown, 'realtime'))
  }
  open()
  return {
    // Its chunk may not have arrived: the line may be back.
    hint: () => { if (stream === null) open(); else stream.hint() },
    close: () => { closed = true; stream?.close() },
  }
}
