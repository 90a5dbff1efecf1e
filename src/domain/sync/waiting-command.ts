import type { z } from 'zod'
import type { Action } from '../access/may'

/** What client and server share of a command that may wait (design/sync.md). */
export interface WaitingCommand<Input extends object> {
  readonly name: string
  /** Of its input; a command that an older client sealed keeps its own. */
  readonly version: number
  /** Who may, as they were when it was written. */
  readonly action: Action
  /** The input as it is sealed. */
  readonly input: z.ZodType<Input>
  /**
   * Q: waits without limit, harmless when late. P: for `ttlMs`, then the user is asked; null: without
   * limit, since what it carries of what its author saw decides.
   */
  readonly waits: { readonly class: 'Q' } | { readonly class: 'P'; readonly ttlMs: number | null }
  /** A command about a patient is in the patient's lane; any other in its author's. */
  readonly about: 'patient' | 'user'
}

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

/**
 * How long a command may wait, milliseconds; null: without limit. The device keeps to it; so does
 * the server where nobody is signed in on the device.
 */
export const lifetimeOf = ({ waits }: Pick<WaitingCommand<object>, 'waits'>): number | null =>
  waits.class === 'P' ? waits.ttlMs : null
