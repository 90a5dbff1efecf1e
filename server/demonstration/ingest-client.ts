import { createHmac } from 'node:crypto'

/** How a device of one organisation signs. */
export interface DeviceKey {
  readonly apiKey: string
  readonly secret: string
}
export type IngestPath = 'checkups' | 'monitoring-buckets' | 'waveforms' | 'files' | 'chat-messages'

/** What came of sending: items that were new, already there, or refused (first reason). */
export interface Sent {
  readonly stored: number
  readonly replayed: number
  readonly refused: number
  readonly reason: string | null
}

/** The server refused the whole request for good: sending it again would not help. */
export class RefusedError extends Error {}

interface Item {
  readonly status: number
  readonly code?: string
  readonly message?: string
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

/** Waits, but not beyond an abort. */
export const pause = sleep

const countOf = (items: readonly Item[]): Sent => {
  const refused = items.filter(({ status }) => status >= 400)
  const first = refused[0]
  return {
    stored: items.filter(({ status }) => status === 201).length,
    replayed: items.filter(({ status }) => status === 200).length,
    refused: refused.length,
    reason: first === undefined ? null : `${first.code ?? first.status}: ${first.message ?? ''}`,
  }
}

const passes = (status: number): boolean => status === 429 || status === 408 || status >= 500

/** A client of the ingest API, as docs/ingest.md describes it, with its own signing. */
export const ingestClient = (given: {
  readonly url: string
  readonly signal: AbortSignal
  readonly say: (line: string) => void
  /** Unix ms; what is signed says when. */
  readonly now: () => number
  readonly basePath?: string
}) => {
  const base = `${given.basePath ?? '/Prod'}/ingest/v1`

  const once = async (key: DeviceKey, path: string, body: string): Promise<Response> => {
    const timestamp = String(Math.floor(given.now() / 1000))
    const signature = createHmac('sha256', key.secret)
      .update(`${timestamp}\nPOST\n${path}\n${body}`)
      .digest('hex')
    return fetch(new URL(path, given.url), {
      method: 'POST',
      body,
      signal: AbortSignal.any([given.signal, AbortSignal.timeout(60_000)]),
      headers: {
        'Content-Type': 'application/json',
        'X-Api-Key': key.apiKey,
        'X-Timestamp': timestamp,
        'X-Signature': signature,
      },
    })
  }

  /**
   * Sends up to 100 items; repeats with a growing pause (1 s to 30 s) while the server is away.
   * @throws RefusedError when the server refuses the whole request; the abort's reason when stopped
   */
  const send = async (
    key: DeviceKey,
    kind: IngestPath,
    items: readonly unknown[],
  ): Promise<Sent> => {
    const body = JSON.stringify(items)
    for (let wait = 1000; ; wait = Math.min(30_000, wait * 2)) {
      given.signal.throwIfAborted()
      let problem: string
      try {
        const answer = await once(key, `${base}/${kind}`, body)
        const text = await answer.text()
        if (answer.ok) {
          const { results }: { results: readonly Item[] } = JSON.parse(text)
          return countOf(results)
        }
        if (!passes(answer.status))
          throw new RefusedError(`${kind} refused with ${answer.status}: ${text.slice(0, 300)}`)
        problem = `answered ${answer.status}`
      } catch (error) {
        if (error instanceof RefusedError || given.signal.aborted) throw error
        problem =
          error instanceof Error
            ? error.cause instanceof Error
              ? error.cause.message
              : error.message
            : String(error)
      }
      given.say(`The server does not take readings (${problem}); trying again in ${wait / 1000} s`)
      await sleep(wait, given.signal)
    }
  }
  /** The conversation with a patient, as their app reads it; null: not to be had now. */
  const readChat = async (
    key: DeviceKey,
    of: { readonly patientId: string; readonly since: string },
  ): Promise<unknown> => {
    const answer = await once(key, `${base}/chat-messages/read`, JSON.stringify(of)).catch(
      () => null,
    )
    if (answer === null) return null
    const text = await answer.text()
    return answer.ok ? JSON.parse(text) : null
  }
  return { send, readChat }
}
export type IngestClient = ReturnType<typeof ingestClient>
