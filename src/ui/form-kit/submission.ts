import { useCallback, useEffect, useRef, useState } from 'react'
import { problem, type Problem } from '../../domain/problem'
import { isUnanswered, type SentAs } from '../../domain/sync/sent-as'
import { showToast } from '../feedback'
import { useProblemText } from '../problem'

/**
 * What became of a sent form. `unknown`: sent without an answer; the same key is done at most once.
 */
export type Submitted<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'saved' }
  /** Done when it was first sent, and not this user's to see any more. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly unknown?: SentAs }

/** What does it: `useCommand(…)`, `useCall(…)`, or any function of the same shape. */
export interface Doing<Input, Value> {
  /** Never rejects. */
  readonly run: (input: Input, again?: SentAs) => Promise<Submitted<Value>>
  /** There is no connection, and it needs one. */
  readonly blocked?: 'offline' | null
  /** This user may not. */
  readonly forbidden?: boolean
  /** The schema's reading of an input; a form checks with it before it sends. */
  readonly parse?: (
    input: unknown,
  ) =>
    { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly problem: Problem }
}

/** Why it cannot be done now; null: it can. */
export const blockOf = ({
  blocked = null,
  forbidden = false,
}: Pick<Doing<never, unknown>, 'blocked' | 'forbidden'>): 'offline' | 'forbidden' | null =>
  forbidden ? 'forbidden' : blocked

export type SubmissionState =
  | { readonly kind: 'idle' | 'busy' | 'done' }
  /** Sent, and no answer came: `checking` asks what became of it, `unknown` waits to ask. */
  | { readonly kind: 'checking' | 'unknown' }
  | { readonly kind: 'refused'; readonly problem: Problem }

const firstCheckMs = 2_000
const longestCheckMs = 30_000

/** How long after check number `checked` (0, 1, …) the next one waits; milliseconds. */
export const checkDelayMs = (checked: number): number =>
  Math.min(longestCheckMs, firstCheckMs * 2 ** Math.min(checked, 10))

/** An answer to a check that says nothing of what became of it. */
const saysNothing = (found: Problem): boolean =>
  isUnanswered(found) || ['unauthorized', 'no-token', 'too-many'].includes(found.kind)

export interface Submission<Input> {
  readonly state: SubmissionState
  /** True while nothing of what was sent may be changed: it is under way, or its outcome unknown. */
  readonly locked: boolean
  readonly send: (input: Input) => Promise<void>
  /** Asks now what became of it. */
  readonly check: () => void
  /** Back to `idle`, e.g. when a field is edited after a refusal. Nothing while locked. */
  readonly forget: () => void
  /** Back to `idle` in any case: nobody follows what was sent, and nothing is told of its answer. */
  readonly abandon: () => void
}

/**
 * Sends an input once. After a lost answer it asks under the same key: a time-out is no failure.
 */
export const useSubmission = <Input, Value>(
  { run, blocked = null }: Doing<Input, Value>,
  on: {
    /** `value`: null where it was saved on this device, or was done and may not be read. */
    readonly done?: ((value: Value | null) => void | Promise<void>) | undefined
    /** True: the refusal is shown elsewhere, and the state goes back to `idle`. */
    readonly refused?: ((problem: Problem) => boolean | void) | undefined
  } = {},
): Submission<Input> => {
  const [state, setState] = useState<SubmissionState>({ kind: 'idle' })
  const unanswered = useRef<{ readonly input: Input; readonly as: SentAs } | null>(null)
  const checked = useRef(0)
  const isSending = useRef(false)
  const followed = useRef(0)
  const say = useProblemText()
  const latest = useRef({ run, on, say })
  useEffect(() => {
    latest.current = { run, on, say }
  })

  const exchange = useCallback(async (input: Input, again?: SentAs): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    const mine = followed.current
    setState({ kind: again === undefined ? 'busy' : 'checking' })
    const result = await latest.current.run(input, again)
    if (followed.current !== mine) return undefined
    const as =
      result.kind !== 'refused'
        ? undefined
        : (result.unknown ?? (saysNothing(result.problem) ? again : undefined))
    unanswered.current = as === undefined ? null : { input, as }
    isSending.current = false
    if (result.kind === 'unseen')
      showToast('done-unseen', latest.current.say(problem('not-found:done-unseen')), {
        tone: 'info',
      })
    if (result.kind !== 'refused') {
      try {
        await latest.current.on.done?.(result.kind === 'done' ? result.value : null)
      } catch (thrown) {
        // It was saved, whatever came after it: the form must not stay locked.
        reportError(thrown)
      }
      return setState({ kind: 'done' })
    }
    if (as !== undefined) return setState({ kind: 'unknown' })
    const isShown = latest.current.on.refused?.(result.problem) === true
    return setState(isShown ? { kind: 'idle' } : { kind: 'refused', problem: result.problem })
  }, [])
  const send = useCallback(
    async (input: Input): Promise<void> => {
      if (unanswered.current !== null) return
      checked.current = 0
      await exchange(input)
    },
    [exchange],
  )
  const check = useCallback(() => {
    const open = unanswered.current
    if (open === null) return
    checked.current += 1
    void exchange(open.input, open.as)
  }, [exchange])
  const forget = useCallback(() => {
    if (!isSending.current && unanswered.current === null) setState({ kind: 'idle' })
  }, [])
  const abandon = useCallback(() => {
    followed.current += 1
    isSending.current = false
    unanswered.current = null
    setState({ kind: 'idle' })
  }, [])

  useEffect(() => {
    if (state.kind !== 'unknown' || blocked === 'offline') return undefined
    const timer = setTimeout(check, checkDelayMs(checked.current))
    return () => clearTimeout(timer)
  }, [state, blocked, check])

  const locked = state.kind === 'busy' || state.kind === 'checking' || state.kind === 'unknown'
  return { state, locked, send, check, forget, abandon }
}
