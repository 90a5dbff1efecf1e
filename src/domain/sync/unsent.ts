import type { Problem } from '../problem'

/**
 * The state of a waiting command. `checking`: sent, outcome unknown. `held-sign-in`, `held-update`:
 * continues after that. The others need a decision: `conflict` changed elsewhere; `refused`;
 * `expired` not sent in time; `stuck` the server keeps failing.
 */
export type ItemState =
  | 'waiting'
  | 'sending'
  | 'checking'
  | 'held-sign-in'
  | 'held-update'
  | 'conflict'
  | 'refused'
  | 'expired'
  | 'stuck'

/** True for what nothing moves but a person's decision. */
export const needsPerson = (
  state: ItemState,
): state is 'conflict' | 'refused' | 'expired' | 'stuck' =>
  state === 'conflict' || state === 'refused' || state === 'expired' || state === 'stuck'

/** What the outbox knows of a command that the server has not accepted. */
export interface Waiting {
  readonly state: ItemState
  readonly commandId: string
  readonly problem?: Problem
}

/** A change of the user's own to one part of a row, which the server does not have. */
export interface Unsent extends Waiting {
  /** The field of the row. */
  readonly part: string
  /** The value that the user gave it. */
  readonly wanted: unknown
  /** The server's value of it, as this device knows it. */
  readonly theirs: unknown
  /** The row shows the user's value; false: the server's. */
  readonly isShown: boolean
}

interface MayHold {
  readonly unsent?: readonly Unsent[]
}

/** What of a row is not sent, in the order of writing. */
export const heldBy = (row: object): readonly Unsent[] => (row as MayHold).unsent ?? []

/** What of one part of a row is not sent, in the order of writing. */
export const allUnsentOf = (row: object, part: string): readonly Unsent[] =>
  heldBy(row).filter((one) => one.part === part)

/** The one way in which a view learns that a value is not sent: the last change of that part. */
export const unsentOf = (row: object, part: string): Unsent | null =>
  allUnsentOf(row, part).at(-1) ?? null

/**
 * Of when a row of a list is known, where the server changed it at the user's word and its answer is
 * not read yet: epoch milliseconds. Null: it is as new as its list.
 */
export const ofBefore = (row: object): number | null =>
  (row as { readonly ofBefore?: number }).ofBefore ?? null

/** The row with a change more that is not sent. */
export const withUnsent = <Row extends object>(row: Row, unsent: Unsent): Row => ({
  ...row,
  unsent: [...heldBy(row), unsent],
})
