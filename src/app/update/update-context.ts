import { createContext, use, useSyncExternalStore } from 'react'
import type { Update, UpdateState } from './update'

/** The update of this page; null where nothing can be updated (a single screen in a test). */
export const UpdateContext = createContext<Update | null>(null)

const nothing: UpdateState = { own: null, busy: [], applying: false, held: false }
const none = { get: () => nothing, subscribe: () => () => undefined }

/** The state of a new version, and what can be done about it. */
export const useUpdate = (): { readonly update: Update | null; readonly state: UpdateState } => {
  const update = use(UpdateContext)
  const { subscribe, get } = update ?? none
  return { update, state: useSyncExternalStore(subscribe, get) }
}
