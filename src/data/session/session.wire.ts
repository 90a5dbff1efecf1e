import { z } from 'zod'
import { meSchema, type Me } from '../../domain/user/me'
import type { Settled } from '../../engine/define'

const answerSchema = z.record(z.string(), z.unknown())

/** The user in an answer of the operation `name`. */
export const readMe =
  (name: string) =>
  (answer: unknown): Me =>
    meSchema.parse(answerSchema.parse(answer)[name])

/** An answer that is the user after a command: the session takes it over. */
export const settleMe =
  (name: string) =>
  (answer: unknown): Settled<Me> => {
    const me = readMe(name)(answer)
    return { value: me, session: me }
  }
