import type { JoinedPhase } from './phase'
import type { CallEnd, CallRoom } from './video-call'

/** Why a link opens no room. `unreachable`: nobody answered. */
export type NoRoom = 'unknown' | 'over' | 'unreachable'

/** What a call's page shows: before the room is known, before and after joining, and at the end. */
export type CallPhase = 'looking' | NoRoom | 'ready' | JoinedPhase | 'left' | CallEnd

/** What of a device a call has. */
export interface OwnMedia<Stream> {
  /** Null: neither camera nor microphone. */
  readonly stream: Stream | null
  readonly hasCamera: boolean
  readonly hasMicrophone: boolean
}

/** What the page of a call knows. `Stream`: the browser's MediaStream. */
export interface CallView<Stream> {
  readonly phase: CallPhase
  readonly room: CallRoom | null
  /** Null: the browser has not said yet whether it gives camera and microphone. */
  readonly media: OwnMedia<Stream> | null
  readonly other: Stream | null
  readonly isMuted: boolean
  readonly isCameraOff: boolean
}

/** A video call, as its page works it. */
export interface Call<Stream> {
  readonly get: () => CallView<Stream>
  readonly subscribe: (listener: () => void) => () => void
  /** Asks for the room again. */
  readonly look: () => void
  /** Asks for camera and microphone again. */
  readonly askMedia: () => void
  readonly join: () => void
  /** The host lets the patient in. */
  readonly admit: () => void
  readonly mute: (is: boolean) => void
  readonly turnCameraOff: (is: boolean) => void
  /** Leaves: the link goes on. The host ends the call for both. */
  readonly leave: () => void
}
