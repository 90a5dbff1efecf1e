import { z } from 'zod'
import type { Principal } from '../../domain/access/principal'
import { toProblem } from '../../domain/problem'
import {
  paramsKey,
  withdraws,
  readAnswer,
  type Call,
  type Observable,
  type SessionState,
} from '../define'
import { isSame, ownerOf } from '../session/session-state'
import type { CacheStore } from '../store'
import { neverKnown } from '../store/tables'

/** What calls that keep their answers were answered last, for when there is no connection. */
export interface KeptAnswers {
  /** Asks, and keeps the answer. Rejects with ProblemError. */
  ask<Input, Value>(call: Call<Input, Value>, input: Input): Promise<Value>
  /** Null: nothing is kept that this user may see today. Never rejects. */
  read<Input, Value>(
    call: Call<Input, Value>,
    input: Input,
  ): Promise<{ readonly value: Value; readonly at: number } | null>
  /** Forgets all of them when the user may do something else than before; returns the way to stop. */
  follow(): () => void
}

const keptSchema = z.object({ answer: z.unknown(), granted: z.string() })

/** What a user might do when it was answered. */
const grantedTo = (principal: Principal | null): string =>
  principal === null
    ? ''
    : JSON.stringify([[...principal.permissions].toSorted(), [...principal.features].toSorted()])

const idOf = (call: Call<never, unknown>, input: unknown): string =>
  `${call.name} ${paramsKey(input)}`

/**
 * An answer is sealed as it came, in the store of its user and organisation, and goes with it. It is
 * not shown after the user's rights changed, nor after a record was taken from them since.
 */
export const createKeptAnswers = (options: {
  /** The page owner's; null: none is open. */
  readonly store: () => CacheStore | null
  readonly session: Observable<SessionState>
  readonly answerTo: <Input, Value>(call: Call<Input, Value>, input: Input) => Promise<unknown>
  readonly now: () => number
  readonly report: (thrown: unknown, where: string) => void
}): KeptAnswers => {
  const { session, report } = options
  const granted = (): string => grantedTo(session.get().principal)
  const quietly = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (thrown: unknown) => report(thrown, 'kept-answers'),
    )

  /** Records of which this user learnt that they are not theirs any more, after `at`. */
  const isOver = async (store: CacheStore, at: number): Promise<boolean> =>
    (await store.cursors()).some(
      ({ gone, asOf }) => gone !== '' && gone !== neverKnown && asOf > at,
    )

  return {
    ask: async (call, input) => {
      const store = options.store()
      const right = granted()
      const id = idOf(call, input)
      try {
        const answer = await options.answerTo(call, input)
        const value = readAnswer((given) => call.wire(given), answer, report, call.name)
        // Asked for somebody else, or with other rights, it is nobody's to keep.
        if (store !== null && store === options.store() && right === granted())
          await quietly(store.keepAnswer(id, { answer, granted: right }, options.now()))
        return value
      } catch (thrown) {
        if (store !== null && withdraws(toProblem(thrown))) await quietly(store.forgetAnswers(id))
        throw thrown
      }
    },
    read: async (call, input) => {
      try {
        const store = options.store()
        const id = idOf(call, input)
        const found = (await store?.answer(id)) ?? null
        if (store === null || found === null) return null
        const { answer, granted: right } = keptSchema.parse(found.value)
        if (right !== granted() || (await isOver(store, found.at))) {
          await store.forgetAnswers(id)
          return null
        }
        return { value: call.wire(answer), at: found.at }
      } catch (thrown) {
        report(thrown, 'kept-answers')
        return null
      }
    },
    follow: () => {
      const now = () => {
        const { me } = session.get()
        return me === null ? null : { who: ownerOf(me), right: granted() }
      }
      let before = now()
      return session.subscribe(() => {
        const after = now()
        const isOther =
          before !== null &&
          after !== null &&
          isSame(before.who, after.who) &&
          before.right !== after.right
        before = after ?? before
        if (isOther) void quietly(options.store()?.forgetAnswers() ?? Promise.resolve())
      })
    },
  }
}
