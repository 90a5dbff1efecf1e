import { problem, ProblemError } from '../../domain/problem'
import type { Clock } from '../../domain/time/clock'

export interface RestOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Pick<Clock, 'after'>
  /** Milliseconds for the answer and its body together; 60 s unless told otherwise. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 60_000

const refused = (status: number): ProblemError =>
  new ProblemError(problem(status === 503 ? 'maintenance' : status === 429 ? 'too-many' : 'server'))

/** A public GET, or POST of `body`, without credentials or cache. Rejects with ProblemError. */
export const askJson = async (
  { fetch, clock, timeoutMs = defaultTimeoutMs }: RestOptions,
  url: string,
  body?: unknown,
): Promise<unknown> => {
  const controller = new AbortController()
  let timedOut = false
  const cancel = clock.after(timeoutMs, () => {
    timedOut = true
    controller.abort()
  })
  try {
    const response = await fetch(url, {
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        Accept: 'application/json',
        'Cache-Control': 'no-cache',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    })
    const text = await response.text()
    if (!response.ok) throw refused(response.status)
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new ProblemError(problem('network:answered-elsewhere'))
    }
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown
    throw new ProblemError(problem(timedOut ? 'timeout' : 'network'))
  } finally {
    cancel()
  }
}
