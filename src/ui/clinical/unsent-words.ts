import type { ItemState } from '../../domain/sync/unsent'
import type { Texts } from '../../texts'

/** What is said of something that the server has not accepted. `what`: where it is not clear. */
export const unsentWords = (
  state: ItemState,
  what: string | null,
  t: Texts['ui']['waiting'],
): string => {
  const words = {
    waiting: t.notSent,
    sending: t.sending,
    checking: t.checking,
    'held-sign-in': t.heldSignIn,
    'held-update': t.heldUpdate,
    refused: t.refused,
    conflict: t.conflict,
    expired: t.expired,
    stuck: t.stuck,
  }[state]
  return what === null ? words : t.about(what, words)
}
