import type { CallSide } from './paths'
import type { CallStanding } from './video-call'

/** How the media of both pages find each other. `lost`: they did, and do not now. */
export type CallPeer = 'none' | 'linking' | 'linked' | 'lost'

/** What is known of a call by one of its pages. */
export interface CallFacts {
  readonly side: CallSide
  /** Null: the room has not said it yet. */
  readonly standing: CallStanding | null
  readonly peer: CallPeer
  /** Whether the room is heard now. */
  readonly isHeard: boolean
  /** The other side was in the call before. */
  readonly wasTalking: boolean
}

/**
 * What a page that joined shows. `alone`: the other side has not come yet. `gone`: it has left. `waiting`: the patient is not let in yet.
 * `knocking`: the host may let them in. `lost`: the line is, and is looked for.
 */
export type JoinedPhase =
  'joining' | 'alone' | 'gone' | 'waiting' | 'knocking' | 'linking' | 'talking' | 'lost'

/** What a page that joined shows now. Media go on while the room is not heard for a moment. */
export const joinedPhase = ({
  side,
  standing,
  peer,
  isHeard,
  wasTalking,
}: CallFacts): JoinedPhase => {
  if (peer === 'linked') return 'talking'
  if (standing === null) return isHeard || !wasTalking ? 'joining' : 'lost'
  if (!isHeard || peer === 'lost') return 'lost'
  if (!standing.isAdmitted && side === 'patient') return 'waiting'
  if (standing.other === null) return wasTalking ? 'gone' : 'alone'
  if (!standing.isAdmitted) return 'knocking'
  return 'linking'
}
