import type { EhrEventStatus } from './integration'

/** How often an event is sent before somebody has to look at it (K33). */
export const mostTries = 3
/** Before the second try, milliseconds; doubled before the third. */
const firstWaitMs = 10_000

/** What is said of an event that was not taken: our words, and the receiver's. */
export interface EhrResponse {
  readonly message: string
  readonly innerError: string | null
}

/** What became of one sending. */
export type Sending =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      /** Its header: seconds, or an instant. */
      readonly retryAfter?: string
    }
  /** Nothing answered, or nothing in time. */
  | { readonly kind: 'unheard'; readonly problem: string }
  /** It was not sent: the address is none that this house sends to. */
  | { readonly kind: 'forbidden'; readonly problem: string }

/** What an event becomes. `again`: it is sent once more by itself. */
export interface Settled {
  readonly status: Exclude<EhrEventStatus, 'submitted'>
  readonly again: boolean
  readonly isRetryable: boolean
  readonly response: EhrResponse | null
}

const mostWords = 1_000

/** The receiver's words: the message of a JSON answer, or its text. */
const wordsOf = (text: string): string | null => {
  const plain = text.trim()
  if (plain === '') return null
  try {
    const value: unknown = JSON.parse(plain)
    if (typeof value === 'object' && value !== null)
      for (const key of ['message', 'error', 'detail']) {
        const said: unknown = Reflect.get(value, key)
        if (typeof said === 'string' && said.trim() !== '') return said.trim().slice(0, mostWords)
      }
  } catch {
    // No JSON: its text is what it said.
  }
  return plain.slice(0, mostWords)
}

/** Asked to come back, not refused. */
const isPassing = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429

/** What an event becomes after its `attempts`-th sending (K33). */
export const settle = (sending: Sending, attempts: number): Settled => {
  const failed = (message: string, innerError: string | null, passes: boolean): Settled => {
    const again = passes && attempts < mostTries
    return {
      status: again ? 'pending' : 'error',
      again,
      isRetryable: !again,
      response: { message, innerError },
    }
  }
  if (sending.kind === 'forbidden')
    return failed(`It was not sent. ${sending.problem}`, null, false)
  if (sending.kind === 'unheard')
    return failed(`The receiving system did not answer (${sending.problem})`, null, true)
  const { status, text } = sending
  const words = wordsOf(text)
  if (status >= 200 && status < 300)
    return {
      status: 'success',
      again: false,
      isRetryable: false,
      response: { message: `Accepted (${status})`, innerError: null },
    }
  if (isPassing(status)) return failed(`The receiving system failed (${status})`, words, true)
  if (status >= 400)
    return {
      status: 'rejected',
      again: false,
      isRetryable: false,
      response: { message: `The receiving system refused it (${status})`, innerError: words },
    }
  return failed(
    `The receiving system answered ${status}, which is neither taken nor refused. A redirection is not followed`,
    words,
    false,
  )
}

/** How long an event waits after its `attempts`-th sending, milliseconds. */
export const waitAfterMs = (attempts: number): number => firstWaitMs * 2 ** (attempts - 1)
