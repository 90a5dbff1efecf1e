import { everything, hearMessage, type EventStream, type EventStreamOptions } from './event-stream'
import { openAblyLine, type AblyLine, type OpenAblyLine } from './ably-line'
import { askForToken } from './ably-token'

export interface AblyStreamOptions extends Omit<EventStreamOptions, 'url' | 'elsewhere'> {
  /** Where a token is asked for, as the user in their organisation. */
  readonly authUrl: string
  readonly organizationId: () => string | null
  /** This server has no Ably (any more): its pokes come otherwise. */
  readonly notHere: () => void
  readonly openLine?: OpenAblyLine
}

/** A line that is not open this long after it was asked for is looked at anew. */
const openWithinMs = 10_000
const refusedRetryMs = 60_000

/**
 * Listens to Ably instead of the server's event stream. It reconnects by itself; until then the
 * device polls and is not live.
 */
export const openAblyStream = (options: AblyStreamOptions): EventStream => {
  const { clock, openLine = openAblyLine } = options
  let closed = false
  let isLive = false
  let line: AblyLine | null = null
  let cancel: () => void = () => undefined

  const setLive = (is: boolean): void => {
    if (isLive === is) return
    isLive = is
    options.live(is)
  }
  const again = (ms: number): void => {
    cancel()
    if (!closed) cancel = clock.after(ms * (0.75 + options.random() / 2), open)
  }
  /** After this time without a connection it is not live, whatever the library says. */
  const watch = (): void => {
    cancel()
    if (!closed)
      cancel = clock.after(openWithinMs, () => {
        if (!isLive) {
          options.lost(clock.now())
          line?.connect()
          watch()
        }
      })
  }
  const end = (): void => {
    line?.close()
    line = null
    setLive(false)
  }
  const authorize = async () => {
    const answer = await askForToken(options)
    if (answer.kind === 'token') return answer.token
    if (answer.kind === 'not-here' && !closed) {
      closed = true
      cancel()
      end()
      options.notHere()
    }
    throw new Error('No token for Ably')
  }
  function open(): void {
    if (closed) return
    end()
    watch()
    const organizationId = options.organizationId()
    if (organizationId === null) {
      again(refusedRetryMs)
      return
    }
    let wanted = true
    openLine(
      (clientId) => [
        `organization:${organizationId}`,
        ...(clientId === '' ? [] : [`user:${clientId}`]),
      ],
      authorize,
      {
        open: (resumed) => {
          if (!wanted || closed) return
          if (isLive && !resumed) options.poked(everything)
          cancel()
          setLive(true)
        },
        broken: () => {
          if (!wanted || closed) return
          if (isLive) options.lost(clock.now())
          setLive(false)
          watch()
        },
        refused: () => {
          if (!wanted || closed) return
          wanted = false
          end()
          again(refusedRetryMs)
        },
        heard: (data) => {
          if (wanted && !closed) hearMessage(data, { live: setLive, poked: options.poked })
        },
      },
    ).then(
      (opened) => {
        if (closed || !wanted) opened.close()
        else line = opened
      },
      () => again(refusedRetryMs),
    )
  }

  open()
  return {
    hint: () => {
      if (closed || isLive) return
      if (line === null) open()
      else line.connect()
    },
    close: () => {
      closed = true
      cancel()
      end()
    },
  }
}
