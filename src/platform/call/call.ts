import { joinedPhase, type CallPeer } from '../../domain/video-call/phase'
import type { CallEnd, CallStanding } from '../../domain/video-call/video-call'
import type { Call, CallView } from '../../domain/video-call/view'
import { findRoom, openCallLine, type CallLine, type CallLineOptions } from './line'
import { openMedia } from './media'
import { createPeer, type Peer } from './peer'

export interface CallOptions extends CallLineOptions {
  readonly devices: MediaDevices | undefined
  readonly newId: () => string
}

/** Begins to look for the room of a link. */
export const createCall = (options: CallOptions): Call<MediaStream> => {
  const { devices, newId, clock } = options
  const listeners = new Set<() => void>()
  let view: CallView<MediaStream> = {
    phase: 'looking',
    room: null,
    media: null,
    other: null,
    isMuted: false,
    isCameraOff: false,
  }
  const show = (more: Partial<CallView<MediaStream>>): void => {
    view = { ...view, ...more }
    for (const listener of listeners) listener()
  }

  /** What there is of a call between joining and its end. */
  let line: CallLine | null = null
  let peer: { readonly of: string; readonly links: Peer } | null = null
  let seat = ''
  let standing: CallStanding | null = null
  let peerState: CallPeer = 'none'
  let isHeard = false
  let wasTalking = false

  const dropPeer = (): void => {
    peer?.links.close()
    peer = null
    peerState = 'none'
  }
  const tell = (): void => {
    const { room } = view
    if (line === null || room === null) return
    if (peerState === 'linked') wasTalking = true
    show({
      phase: joinedPhase({ side: room.side, standing, peer: peerState, isHeard, wasTalking }),
      ...(peer === null ? { other: null } : {}),
    })
  }
  const stopMedia = (): void => {
    for (const track of view.media?.stream?.getTracks() ?? []) track.stop()
  }
  const end = (phase: 'left' | CallEnd | 'unknown'): void => {
    line?.close()
    line = null
    dropPeer()
    stopMedia()
    show({ phase, other: null, media: null })
  }

  /** One link of media for each page of the other side that is let in. */
  const link = (): void => {
    const other = standing?.isAdmitted === true ? standing.other : null
    if (peer?.of === other) return
    dropPeer()
    const { room } = view
    if (other === null || room === null) return
    peerState = 'linking'
    const to = other
    peer = {
      of: to,
      links: createPeer({
        iceServers: room.iceServers,
        offers: room.side === 'host',
        own: view.media?.stream ?? null,
        clock,
        say: (signal) => line?.say({ kind: 'signal', seat, to, signal }),
        changed: (state, stream) => {
          if (peer?.of !== to) return
          peerState = state
          show({ other: stream })
          tell()
        },
      }),
    }
  }

  const enable = (kind: 'audio' | 'video', is: boolean): void => {
    for (const track of view.media?.stream?.getTracks() ?? [])
      if (track.kind === kind) track.enabled = is
  }
  const askMedia = (): void => {
    stopMedia()
    show({ media: null })
    void openMedia(devices).then((media) => {
      show({ media })
      enable('audio', !view.isMuted)
      enable('video', !view.isCameraOff)
    })
  }
  const look = (): void => {
    show({ phase: 'looking' })
    void findRoom(options).then((room) => {
      if (typeof room === 'string') return show({ phase: room })
      show({ phase: 'ready', room })
      return askMedia()
    })
  }
  look()

  return {
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    look,
    askMedia,
    join: () => {
      if (line !== null) return
      seat = newId()
      standing = null
      wasTalking = false
      isHeard = false
      line = openCallLine(options, {
        seat,
        heard: (message) => {
          if ('standing' in message) {
            standing = message.standing
            link()
            tell()
          } else if (message.from === peer?.of) peer.links.hear(message.signal)
        },
        isOpen: (is) => {
          isHeard = is
          tell()
        },
        ended: end,
      })
      tell()
    },
    admit: () => line?.say({ kind: 'admit', seat }),
    mute: (isMuted) => {
      enable('audio', !isMuted)
      show({ isMuted })
    },
    turnCameraOff: (isCameraOff) => {
      enable('video', !isCameraOff)
      show({ isCameraOff })
    },
    leave: () => {
      const isHost = view.room?.side === 'host'
      line?.say({ kind: isHost ? 'end' : 'leave', seat })
      end(isHost ? 'over' : 'left')
    },
  }
}
