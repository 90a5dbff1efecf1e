import { z } from 'zod'
import type { AuthConfig } from './auth'

/** A tab without a session takes over that of another tab of this device. */
export interface SessionShare {
  /** Resolves when this tab has a session, or nobody gave one in time. Never rejects. */
  ask(): Promise<void>
}

type Keeper = Pick<Storage, 'getItem' | 'setItem'>
interface Channel {
  post(message: unknown): void
}

/** What the parts stand on; handed in by tests, the browser's own otherwise. */
export interface ShareEnvironment {
  /** The tab's own storage; null where the browser refuses it. */
  readonly keeper: Keeper | null
  readonly channel: (listener: (message: unknown) => void) => Channel | null
  readonly after: (ms: number, call: () => void) => void
}

/** Longest wait for another tab, milliseconds: the first call of a page waits for it. */
export const answerWithinMs = 300

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  z.object({ kind: z.literal('give'), entry: z.string().min(2) }),
])

const tabStorage = (): Keeper | null => {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
const browser: ShareEnvironment = {
  keeper: tabStorage(),
  channel: (listener) => {
    if (typeof BroadcastChannel === 'undefined') return null
    const channel = new BroadcastChannel('lamplight-credential')
    channel.addEventListener('message', (event) => listener(event.data))
    return { post: (message) => channel.postMessage(message) }
  },
  after: (ms, call) => void setTimeout(call, ms),
}

/**
 * Hands the SDK's session entry from tab to tab, in memory: it lies in the sessionStorage of each
 * tab and nowhere else, so the last tab that closes ends it. Sign-out travels with the session's
 * own channel (src/engine/session/session.ts).
 */
export const shareSession = (
  config: Pick<AuthConfig, 'apiKey' | 'appName'>,
  environment: ShareEnvironment = browser,
): SessionShare => {
  const { keeper } = environment
  // The SDK's own key for a user kept in the tab.
  const key = `firebase:authUser:${config.apiKey}:${config.appName ?? 'lamplight'}`
  const read = (): string | null => {
    try {
      return keeper?.getItem(key) ?? null
    } catch {
      return null
    }
  }
  let taken: () => void = () => undefined
  let asking = false
  const channel =
    keeper === null
      ? null
      : environment.channel((raw) => {
          const message = messageSchema.safeParse(raw).data
          if (message?.kind === 'ask') {
            const entry = read()
            if (entry !== null) channel?.post({ kind: 'give', entry })
          }
          if (message?.kind !== 'give' || !asking || read() !== null) return
          try {
            keeper.setItem(key, message.entry)
          } catch {
            return
          }
          taken()
        })
  return {
    ask: () =>
      new Promise((resolve) => {
        if (channel === null || read() !== null) {
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
      }),
  }
}
