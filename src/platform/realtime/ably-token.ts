import type { EventStreamOptions } from './event-stream'

const answerWithinMs = 8_000

/** What a server answers that is asked for a token of Ably. */
export type TokenAnswer =
  | { readonly kind: 'token'; readonly token: Readonly<Record<string, unknown>> }
  /** This server has no Ably. */
  | { readonly kind: 'not-here' }
  /** Nobody is signed in, or the server refuses; what fails on the way is thrown. */
  | { readonly kind: 'refused' }

/** Asks the server for an Ably token; a refused id token is renewed once. */
export const askForToken = async ({
  clock,
  headers: headersOf,
  fetch,
  authUrl,
}: Pick<EventStreamOptions, 'clock' | 'headers' | 'fetch'> & {
  readonly authUrl: string
}): Promise<TokenAnswer> => {
  const controller = new AbortController()
  const cancelWait = clock.after(answerWithinMs, () => controller.abort())
  try {
    for (const fresh of [false, true]) {
      const headers = await headersOf(fresh)
      if (headers === null) break
      const response = await fetch(authUrl, {
        headers: { ...headers, Accept: 'application/json' },
        cache: 'no-store',
        credentials: 'omit',
        signal: controller.signal,
      })
      if (response.ok)
        return {
          kind: 'token',
          token: (await response.json()) as Readonly<Record<string, unknown>>,
        }
      void response.body?.cancel().catch(() => undefined)
      if (response.status === 404) return { kind: 'not-here' }
      if (response.status !== 401) break
    }
  } finally {
    cancelWait()
  }
  return { kind: 'refused' }
}
