import { problem, ProblemError, type Problem } from '../../domain/problem'
import type { KeyOwner } from '../../platform/vault'
import { source, type SessionState } from '../define'
import { ownerOf, signedOut } from './session-state'

export const refused = (
  value: Problem,
): { readonly kind: 'refused'; readonly problem: Problem } => ({
  kind: 'refused',
  problem: value,
})
/** Another sign-in or an end came in between. */
export const overtaken = (): ProblemError => new ProblemError(problem('no-token:session-changed'))

/** Whose page it is, as all parts of a session know it. */
export const createSessionPage = () => {
  const state = source<SessionState>({ ...signedOut(null), status: 'starting' })
  /** Whose keys and store are being opened. */
  let expected: KeyOwner | null = null
  const present = (): KeyOwner | null => {
    const { me, status } = state.get()
    return status === 'signed-in' && me !== null ? ownerOf(me) : null
  }
  return {
    state,
    /** Counts sign-ins and ends: an answer of another session says nothing about this one. */
    era: 0,
    /** Who is locked out here. */
    lockedUser: null as string | null,
    /** A lock or a sign-out is on its way. */
    leaving: false,
    expected: (): KeyOwner | null => expected,
    /** Who is signed in here. */
    present,
    /** Whose page it is, or is becoming; null: nobody's. */
    owner: (): KeyOwner | null => expected ?? present(),
    /** Does something for an owner that is not the page's yet. */
    becoming: async <Value>(who: KeyOwner, work: () => Promise<Value>): Promise<Value> => {
      expected = who
      try {
        return await work()
      } finally {
        if (expected === who) expected = null
      }
    },
  }
}

export type SessionPage = ReturnType<typeof createSessionPage>
