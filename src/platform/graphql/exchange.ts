import { ProblemError, type Problem } from '../../domain/problem'
import type { Clock } from '../../domain/time/clock'
import { beginsWithData, type Answer } from './answer'
import type { GotBytes } from './operation'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** P289: 60 seconds for request and body together. */
const timeoutMs = 60_000

/** A captive portal's page is no bytes: only what says that it is. */
const gotOf = async (response: Response): Promise<GotBytes | null> => {
  const tag = /"([\w-]+)"/.exec(response.headers.get('etag') ?? '')?.[1] ?? null
  if (response.status === 304) return { bytes: null, tag }
  const isBytes =
    response.status === 200 &&
    response.headers.get('content-type')?.startsWith('application/octet-stream') === true
  return isBytes ? { bytes: await response.arrayBuffer(), tag } : null
}

/**
 * One HTTP exchange with its body. Rejects with fetch's error or `timeout`. A body that is not
 * JSON, or was asked for as text, is `undefined`.
 */
export const request = async (
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Pick<Clock, 'after'> },
  {
    url,
    init,
    timeout,
    asText = false,
    asBytes = false,
  }: {
    readonly url: string
    readonly init: RequestInit
    readonly timeout: Problem
    readonly asText?: boolean
    readonly asBytes?: boolean
  },
): Promise<Answer> => {
  const controller = new AbortController()
  let cancel: () => void = () => undefined
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(timeoutMs, () => {
      // Rejected before the abort, so that the fetch's own abort error never wins.
      reject(new ProblemError(timeout))
      controller.abort()
    })
  })
  const exchange = async (): Promise<Answer> => {
    const response = await fetch(url, {
      ...init,
      signal: controller.signal,
      credentials: 'omit',
      cache: 'no-store',
    })
    const got = asBytes ? await gotOf(response) : null
    if (got !== null) return { status: 200, json: undefined, got }
    const text = await response.text()
    const { status } = response
    const kept = asText ? { text } : {}
    if (asText && status === 200 && beginsWithData(text))
      return { status, json: undefined, ...kept }
    try {
      return { status, json: JSON.parse(text) as unknown, ...kept }
    } catch {
      return { status, json: undefined }
    }
  }
  try {
    return await Promise.race([exchange(), late])
  } finally {
    cancel()
  }
}
