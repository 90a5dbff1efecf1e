import { toProblem, type EndedSignIn } from '../../domain/problem'
import type { EndedSession } from '../define'
import type { Keys } from './keys'

/** What the portal's identity adapter gives; a token never rests in this module. */
export interface AuthPort {
  /** Null: no credential in this tab. May reject when a refresh needs a network that is away. */
  idToken(forceRefresh?: boolean): Promise<string | null>
  /** Why the provider refused the last credential, where it said so. */
  ended?(): EndedSignIn | null
  /** `leaves`: the user signs out; else the page is locked. */
  signOut(leaves?: boolean): Promise<void>
}

/**
 * Why a refused refresh of the user ends the session; `awaits-sign-in`: it goes on with what is
 * kept; null: it goes on, e.g. on a network gap (P246).
 */
export const endBy = async (
  thrown: unknown,
  {
    auth,
    isServerThere,
  }: { readonly auth: AuthPort; readonly isServerThere: () => Promise<boolean> },
): Promise<EndedSession | 'awaits-sign-in' | null> => {
  const { kind, ended } = toProblem(thrown)
  if (kind === 'unauthorized') return ended ?? 'unauthorized'
  if (kind === 'forbidden') return 'removed'
  // This tab holds no credential, as after a start without the server: the person is asked to sign
  // in, at a moment of their own choice.
  return kind === 'no-token' && (await isServerThere())
    ? (auth.ended?.() ?? 'awaits-sign-in')
    : null
}

interface Ending {
  readonly deleteStores: (isGoing: (userId: string) => boolean) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}

/**
 * Ended on purpose: nothing of this user opens offline, and what they may not see is deleted. Their
 * sealed work is delivered; refusals return to them when they are permitted again.
 */
export const createShutOut =
  ({ deleteStores, report }: Ending, keys: Pick<Keys, 'forgetPassword'>) =>
  async (userId: string, ended: EndedSession | null): Promise<void> => {
    if (ended !== 'disabled' && ended !== 'revoked' && ended !== 'removed') return
    const say = (thrown: unknown) => report(thrown, 'session.shutOut')
    await keys.forgetPassword(userId).catch(say)
    // It waits for every tab that has them open: nobody here waits for it.
    if (ended !== 'revoked') void deleteStores((known) => known === userId).catch(say)
  }
