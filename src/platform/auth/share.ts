import { z } from 'zod'
import type { AuthConfig } from './auth'
import type { TabSession } from './tab-session'

/**
 * The tabs of a device have one session. Its refresh token changes at each use, so that a tab which
 * renewed the session tells the others.
 */
export interface SessionShare {
  /** Resolves when this tab has a session, or nobody gave one in time. Never rejects. */
  ask(): Promise<void>
  /** Asks the others for a newer session than this tab's. Resolves when one came, or in time. */
  catchUp(): Promise<void>
  /** Tells the others this tab's session. */
  tell(): void
  /** Hears of a newer session than this tab's, once it is stored: the SDK reads storage no more. */
  onNewer(listener: (entry: string) => void): void
}

interface Channel {
  post(message: unknown): void
}

/** The browser's parts. */
export interface ShareEnvironment {
  /** What this tab has of its session; null where the browser refuses it a storage. */
  readonly kept: Pick<TabSession, 'get' | 'set'> | null
  readonly channel: (listener: (message: unknown) => void) => Channel | null
  readonly after: (ms: number, call: () => void) => void
}

/** Longest wait for another tab, milliseconds: the first call of a page waits for it. */
export const answerWithinMs = 300

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  z.object({ kind: z.literal('give'), entry: z.string().min(2) }),
])

const entrySchema = z.object({
  uid: z.string(),
  stsTokenManager: z.object({
    refreshToken: z.string(),
    // A page that was just loaded has no ID token yet.
    accessToken: z.string().optional(),
    expirationTime: z.number().optional(),
  }),
})

/** What the SDK stores of a user, as far as tabs share it; null where it is something else. */
export const readEntry = (entry: string | null): z.infer<typeof entrySchema> | null => {
  try {
    return entrySchema.safeParse(JSON.parse(entry ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** The same user's session with a later token. */
const isNewer = (entry: string, mine: string | null): boolean => {
  const [theirs, ours] = [readEntry(entry), readEntry(mine)]
  return (
    theirs !== null &&
    ours !== null &&
    theirs.uid === ours.uid &&
    (theirs.stsTokenManager.expirationTime ?? 0) > (ours.stsTokenManager.expirationTime ?? 0)
  )
}

/** The browser's channel and clock. */
export const betweenTabs: Omit<ShareEnvironment, 'kept'> = {
  channel: (listener) => {
    if (typeof BroadcastChannel === 'undefined') return null
    const channel = new BroadcastChannel('lamplight-credential')
    channel.addEventListener('message', (event) => listener(event.data))
    return { post: (message) => channel.postMessage(message) }
  },
  after: (ms, call) => void setTimeout(call, ms),
}

/**
 * Hands the SDK's session from tab to tab, in memory: each tab has its own (tab-session.ts), so the
 * last closed tab ends it. Sign-out: src/engine/session/session.ts.
 */
export const shareSession = (
  config: Pick<AuthConfig, 'apiKey' | 'appName'>,
  environment: ShareEnvironment,
): SessionShare => {
  const { kept } = environment
  // The SDK's own key for a user kept in the tab.
  const key = `firebase:authUser:${config.apiKey}:${config.appName ?? 'lamplight'}`
  const read = (): string | null => kept?.get(key) ?? null
  let taken: () => void = () => undefined
  let asking = false
  let hear: (entry: string) => void = () => undefined
  const post = (): void => {
    const entry = read()
    if (entry !== null) channel?.post({ kind: 'give', entry })
  }
  const take = (entry: string): void => {
    const mine = read()
    const isMissing = mine === null && asking
    if (!isMissing && !isNewer(entry, mine)) return
    kept?.set(key, entry)
    if (!isMissing) hear(entry)
    taken()
  }
  const channel =
    kept === null
      ? null
      : environment.channel((raw) => {
          const message = messageSchema.safeParse(raw).data
          if (message?.kind === 'ask') post()
          if (message?.kind === 'give') take(message.entry)
        })
  const askOthers = (): Promise<void> =>
    new Promise((resolve) => {
      if (channel === null) {
        resolve()
        return
      }
      const done = (): void => {
        asking = false
        resolve()
      }
      asking = true
      taken = done
      environment.after(answerWithinMs, done)
      channel.post({ kind: 'ask' })
    })
  return {
    ask: () => (read() === null ? askOthers() : Promise.resolve()),
    catchUp: askOthers,
    tell: post,
    onNewer: (listener) => {
      hear = listener
    },
  }
}
