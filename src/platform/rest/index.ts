import { problem, ProblemError } from '../../domain/problem'
import type { Clock } from '../../domain/time/clock'

export interface RestOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Pick<Clock, 'after'>
  /** Milliseconds for the answer and its body together; 60 s unless told otherwise. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 60_000

/** A public GET: no credentials, never from a cache. The JSON of the answer; rejects with ProblemError. */
export const getJson = async ({ fetch, clock, timeoutMs = defaultTimeoutMs }: RestOptions, url: string): Promise<unknown> => {
  const controller = new AbortController()
  let timedOut = false
  const cancel = clock.after(timeoutMs, () => { timedOut = true; controller.abort() })
  try {
    const response = await fetch(url, {
      method: 'GET', headers: { Accept: 'application/json', 'Cache-Control': 'no-cache' }, cache: 'no-store', credentials: 'omit', signal: controller.signal,
    })
    const text = await response.text()
    if (!response.ok) throw new ProblemError(problem(response.status === 503 ? 'maintenance' : 'server', 'Unknown error'))
    try { return JSON.parse(text) as unknown } catch {
      throw new ProblemError(problem('network', 'Something between this device and the server answered in its place'))
    }
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown
    throw new ProblemError(timedOut ? problem('timeout', 'Request timed out') : problem('network', 'The network request failed'))
  } finally { cancel() }
}
