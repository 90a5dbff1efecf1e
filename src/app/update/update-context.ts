import { createContext, use, useSyncExternalStore } from 'react'
import type { Update, UpdateState } from './update'

/** The update of this page; null where nothing can be updated (a single screen in a test). */
export const UpdateContext = createContext<Update | null>(null)

const nothing: UpdateState = { own: null, busy: [], applying: false, held: false }
const none = { get: () => nothing, subscribe: () => () => undefined }

const notKnown = { get: () => null, subscribe: () => () => undefined }

/** Whether the files of the portal are on the device (update.ts). */
export const useInstalled = (): boolean | null => {
  const { subscribe, get } = use(UpdateContext)?.installed ?? notKnown
  return useSyncExternalStore(subscribe, get)
}

/** The state of a new version, and what can be done about it. */
export const useUpdate = (): { readonly update: Update | null; readonly state: UpdateState } => {
  const update = use(UpdateContext)
  const { subscribe, get } = update ?? none
  return { update, state: useSyncExternalStore(subscribe, get) }
}
