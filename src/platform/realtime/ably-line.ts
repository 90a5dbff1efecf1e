/** What the portal uses of a connection to Ably. */
export interface AblyLine {
  /** Tries to connect now. */
  connect(): void
  close(): void
}

/** What an AblyLine tells. */
export interface AblyLineListener {
  /** Connected to every channel. `resumed` false: messages may have been missed. */
  readonly open: (resumed: boolean) => void
  /** Not connected, or a channel is not listened to; it is tried again by itself. */
  readonly broken: () => void
  /** Refused for good: it is not tried again. */
  readonly refused: () => void
  readonly heard: (data: unknown) => void
}

/** A token request of `/ably/auth`, as it came. Throws where there is none. */
export type Authorize = () => Promise<Readonly<Record<string, unknown>>>
export type OpenAblyLine = (
  channels: (clientId: string) => readonly string[],
  authorize: Authorize,
  listener: AblyLineListener,
) => Promise<AblyLine>

/** Ably's shortest heartbeat, milliseconds. It is missed after twice that. */
const heartbeatMs = 5_000

/** A connection of Ably's own client: no more of it than listening needs. */
export const openAblyLine: OpenAblyLine = async (channels, authorize, listener) => {
  const { BaseRealtime, FetchRequest, WebSocketTransport } = await import('ably/modular')
  let clientId = ''
  const client = new BaseRealtime({
    plugins: { FetchRequest, WebSocketTransport },
    authCallback: (_params, answer) => {
      authorize().then(
        (request) => {
          clientId = String(request['clientId'] ?? '')
          answer(null, request as unknown as Parameters<typeof answer>[1])
        },
        (thrown: unknown) => answer(thrown instanceof Error ? thrown.message : 'no-token', null),
      )
    },
    transportParams: { heartbeatInterval: heartbeatMs },
    realtimeRequestTimeout: heartbeatMs,
    disconnectedRetryTimeout: heartbeatMs,
    suspendedRetryTimeout: 15_000,
    closeOnUnload: true,
    echoMessages: false,
  })
  const listened = new Set<string>()
  let isConnected = false
  let names: readonly string[] = []
  const tell = (resumed: boolean): void => {
    if (isConnected && names.length > 0 && names.every((name) => listened.has(name)))
      listener.open(resumed)
    else listener.broken()
  }
  const listen = (name: string): void => {
    const channel = client.channels.get(name)
    channel.on((change) => {
      if (change.current === 'attached') listened.add(name)
      else listened.delete(name)
      if (change.current === 'attached' || change.previous === 'attached') tell(change.resumed)
    })
    channel.subscribe(({ data }) => listener.heard(data)).catch(() => listener.broken())
  }
  client.connection.on((change) => {
    isConnected = change.current === 'connected'
    if (change.current === 'failed') listener.refused()
    else if (isConnected && names.length === 0) {
      names = channels(clientId)
      names.forEach(listen)
    } else tell(true)
  })
  return { connect: () => client.connect(), close: () => client.close() }
}
