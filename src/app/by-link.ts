import type { RuntimeOptions } from '../engine/runtime-options'
import { createLinkSession } from '../engine/session/link-session'
import { memoryDatabases } from '../engine/store/memory'
import type { LastActivity } from './notices/last-activity'

/** The last use of this page alone: other tabs, which may be somebody's sign-in, hear nothing of it. */
const ownActivity = (openedAt: number): LastActivity => {
  let last = openedAt
  return {
    read: (nowMs) => Math.min(last, nowMs),
    mark: (nowMs) => {
      last = nowMs
    },
    subscribe: () => () => undefined,
  }
}

/** A page that a share link opened keeps everything in its own memory, and asks by the link. */
export const byLink = (
  token: string,
  nowMs: number,
): {
  readonly options: Pick<RuntimeOptions, 'indexedDB' | 'IDBKeyRange' | 'keepsNothing' | 'link'>
  readonly activity: LastActivity
} => ({
  options: {
    ...memoryDatabases(),
    keepsNothing: true,
    link: { token, createSession: createLinkSession },
  },
  activity: ownActivity(nowMs),
})
