import type { z } from 'zod'
import type { Action } from '../access/may'

/**
 * What client and server share of a command that may wait (design/sync.md, "Which writes may be
 * queued"). The client adds what it shows meanwhile, the server what it does.
 */
export interface WaitingCommand<Input extends object> {
  readonly name: string
  /** Of its input; a command that an older client sealed keeps its own. */
  readonly version: number
  /** Who may, as they were when it was written. */
  readonly action: Action
  /** The input as it is sealed. */
  readonly input: z.ZodType<Input>
  /**
   * Q: it waits as long as it has to, a fact or a flag that hurts nobody when it comes late. P: for
   * `ttlMs` milliseconds after it was written, then a person is asked.
   */
  readonly waits: { readonly class: 'Q' } | { readonly class: 'P'; readonly ttlMs: number }
  /** A command about a patient is in the patient's lane; any other in its author's. */
  readonly about: 'patient' | 'user'
}

/** The lane of a command that is about no patient. */
const userLane = 'user'

/** The patient that an input is about; null: none, or not said. */
export const subjectOfInput = (
  { about }: Pick<WaitingCommand<object>, 'about'>,
  input: object,
): string | null => {
  if (about === 'user') return null
  const { patientId } = input as { readonly patientId?: unknown }
  return typeof patientId === 'string' ? patientId : null
}

/** Commands of one lane are sent in order. */
export const laneOf = (command: Pick<WaitingCommand<object>, 'about'>, input: object): string =>
  subjectOfInput(command, input) ?? userLane
