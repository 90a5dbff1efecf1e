import type { Clock } from '../../domain/time/clock'
import type { CallPeer } from '../../domain/video-call/phase'
import type { CallSignal, IceServer } from '../../domain/video-call/video-call'

export interface PeerOptions {
  readonly iceServers: readonly IceServer[]
  /** One of the two makes the offers, so that they never cross. */
  readonly offers: boolean
  /** What this page sends; null: it only receives. */
  readonly own: MediaStream | null
  readonly clock: Pick<Clock, 'after'>
  readonly say: (signal: CallSignal) => void
  readonly changed: (state: CallPeer, other: MediaStream) => void
}

/** The media of this page and of one other. */
export interface Peer {
  hear(signal: CallSignal): void
  close(): void
}

/** A line that wavers often comes back by itself; then it is looked for anew, again and again. */
const restartMs = 3_000

/** Links this page's media with the other's (WebRTC), and links them anew when the line is lost. */
export const createPeer = ({ iceServers, offers, own, clock, say, changed }: PeerOptions): Peer => {
  const connection = new RTCPeerConnection({
    iceServers: iceServers.map(({ urls, ...more }) => ({ ...more, urls: [...urls] })),
  })
  const other = new MediaStream()
  let wasLinked = false
  let isClosed = false
  let cancelRestart: (() => void) | null = null
  let early: RTCIceCandidateInit[] = []

  const trackOf = (kind: string): MediaStreamTrack | null =>
    own?.getTracks().find((track) => track.kind === kind) ?? null
  const offer = async (): Promise<void> => {
    await connection.setLocalDescription()
    const { localDescription } = connection
    if (localDescription !== null) say({ kind: 'offer', sdp: localDescription.sdp })
  }
  /** What fails here fails because the page was left meanwhile, or the line is lost: then it begins anew. */
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

  const restart = (): void => {
    cancelRestart = null
    if (isClosed || connection.connectionState === 'connected') return
    connection.restartIce()
    quietly(offer())
    watch()
  }
  const watch = (): void => {
    if (offers) cancelRestart ??= clock.after(restartMs, restart)
  }
  const stateNow = (): CallPeer => {
    if (connection.connectionState === 'connected') return 'linked'
    return wasLinked ? 'lost' : 'linking'
  }
  connection.addEventListener('connectionstatechange', () => {
    const { connectionState: state } = connection
    if (state === 'connected') {
      wasLinked = true
      cancelRestart?.()
      cancelRestart = null
    } else if (state === 'disconnected' || state === 'failed') watch()
    if (!isClosed) changed(stateNow(), other)
  })
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate === null) return
    const { candidate: line, sdpMid, sdpMLineIndex } = candidate
    say({ kind: 'candidate', candidate: line, sdpMid, sdpMLineIndex })
  })
  connection.addEventListener('track', ({ track }) => {
    for (const before of other.getTracks())
      if (before.kind === track.kind) other.removeTrack(before)
    other.addTrack(track)
    if (!isClosed) changed(stateNow(), other)
  })

  const describe = async (description: RTCSessionDescriptionInit): Promise<void> => {
    await connection.setRemoteDescription(description)
    for (const candidate of early) quietly(connection.addIceCandidate(candidate))
    early = []
  }
  const answer = async (sdp: string): Promise<void> => {
    await describe({ type: 'offer', sdp })
    for (const transceiver of connection.getTransceivers()) {
      transceiver.direction = 'sendrecv'
      await transceiver.sender.replaceTrack(trackOf(transceiver.receiver.track.kind))
    }
    await connection.setLocalDescription()
    const { localDescription } = connection
    if (localDescription !== null) say({ kind: 'answer', sdp: localDescription.sdp })
  }

  // One after the other: a candidate may overtake the description that it belongs to.
  let hearing: Promise<unknown> = Promise.resolve()
  const take = (signal: CallSignal): Promise<unknown> => {
    if (isClosed) return Promise.resolve()
    if (signal.kind === 'offer') return answer(signal.sdp)
    if (signal.kind === 'answer') return describe({ type: 'answer', sdp: signal.sdp })
    const { kind: _kind, ...candidate } = signal
    if (connection.remoteDescription !== null) return connection.addIceCandidate(candidate)
    early = [...early, candidate]
    return Promise.resolve()
  }
  if (offers) {
    for (const kind of ['audio', 'video'])
      connection.addTransceiver(trackOf(kind) ?? kind, { direction: 'sendrecv' })
    quietly(offer())
    watch()
  }
  return {
    hear: (signal) => {
      hearing = hearing.then(() => take(signal)).catch(() => undefined)
    },
    close: () => {
      isClosed = true
      cancelRestart?.()
      connection.close()
    },
  }
}
