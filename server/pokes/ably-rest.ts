import type { Poke } from './hub'

const ablyRest = 'https://rest.ably.io'
const answerWithinMs = 5_000

export interface AblyRest {
  /** `app.key:secret` of Ably. */
  readonly apiKey: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly restUrl?: string
}

/** Publishes one poke on a channel. Rejects where Ably does not take it within 5 s. */
export const postPoke = async (
  { apiKey, fetch, restUrl = ablyRest }: AblyRest,
  channel: string,
  poke: Poke,
): Promise<void> => {
  const response = await fetch(`${restUrl}/channels/${encodeURIComponent(channel)}/messages`, {
    method: 'POST',
    signal: AbortSignal.timeout(answerWithinMs),
    headers: {
      authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'poke', data: JSON.stringify({ poke }) }),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`Ably answered ${response.status}`)
}
