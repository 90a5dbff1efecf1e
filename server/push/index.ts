import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Subscription } from '../../src/domain/calling/push'
import type { Sending } from '../../src/domain/ehr-integration/answer'
import type { Outward } from '../ehr'
import type { SecretBox } from '../secret-box'

/** How long a push service is waited for, milliseconds: what waits meanwhile may be a call of severity 4. */
export const pushTimeoutMs = 5_000

/** Who this server is to push services (RFC 8292). */
export interface PushIdentity {
  /** base64url, as browsers take it. */
  readonly publicKey: string
  readonly privateKey: string
}

/** The same on every server of a database, which have one secret. */
export const pushIdentity = ({ keyOf }: Pick<SecretBox, 'keyOf'>): PushIdentity => {
  const pair = createECDH('prime256v1')
  // One in four thousand million numbers is none of the curve.
  for (let nth = 0; ; nth += 1)
    try {
      const privateKey = keyOf('push', nth)
      pair.setPrivateKey(privateKey)
      return {
        publicKey: pair.getPublicKey('base64url'),
        privateKey: privateKey.toString('base64url'),
      }
    } catch (error) {
      if (nth > 8) throw error
    }
}

/** What is pushed, and for how long a push service keeps it for a browser that is not there, seconds. */
export interface Pushed {
  readonly to: Subscription
  readonly text: string
  readonly keepSeconds: number
  /** What waits under the same topic is replaced by it: 32 characters of base64url at most. */
  readonly topic: string
}

/** What became of a push. `gone`: the browser is called there no more. */
export type PushResult =
  | { readonly kind: 'sent' | 'gone' | 'refused' }
  | { readonly kind: 'failed'; readonly againAfterMs: number | null }

/** When to come back, milliseconds from now; null: nothing sensible is said. */
const waitOf = (retryAfter: string | undefined, nowMs: number): number | null => {
  if (retryAfter === undefined) return null
  const ms = /^\d{1,6}$/u.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}

const resultOf = (sending: Sending, nowMs: number): PushResult => {
  if (sending.kind === 'forbidden') return { kind: 'refused' }
  if (sending.kind === 'unheard') return { kind: 'failed', againAfterMs: null }
  const { status, retryAfter } = sending
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const passes = status >= 500 || status === 408 || status === 425 || status === 429
  return passes ? { kind: 'failed', againAfterMs: waitOf(retryAfter, nowMs) } : { kind: 'refused' }
}

/** Hands a push to the push service of a browser (RFC 8030), sealed for it (RFC 8291). */
export type Push = (pushed: Pushed) => Promise<PushResult>

/**
 * Never rejects.
 * @param contact an address of the operator for push services, `mailto:` or `https:`
 * @param send posts to another system, as far as this house sends to it
 */
export const createPush =
  (
    identity: PushIdentity,
    contact: string,
    send: (outward: Outward) => Promise<Sending>,
    now: () => number,
  ): Push =>
  async ({ to, text, keepSeconds, topic }) => {
    let request
    try {
      request = webPush.generateRequestDetails(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        text,
        {
          vapidDetails: { subject: contact, ...identity },
          TTL: keepSeconds,
          urgency: 'high',
          topic,
        },
      )
    } catch {
      // Its keys are none of the curve.
      return { kind: 'refused' }
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    return resultOf(await send({ address: to.endpoint, headers, body: request.body ?? '' }), now())
  }
