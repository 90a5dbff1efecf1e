import type { Problem } from '../../domain/problem'
import { needsPerson, withUnsent, type ItemState, type Waiting } from '../../domain/sync/unsent'
import type { Shown } from './reading'
import type { Identified } from './resource'

/** What a waiting command does to the rows of a resource, as data for the outbox. */
export type Change =
  | { readonly resource: string; readonly kind: 'add'; readonly row: Identified }
  /** `patch`: what its author wanted. What of it counts is the command's to say (`lay`). */
  | {
      readonly resource: string
      readonly kind: 'change'
      readonly id: string
      readonly patch: Readonly<Record<string, unknown>>
    }
  | { readonly resource: string; readonly kind: 'remove'; readonly id: string }

/**
 * Lays a change over the server's row as it is now, by the rule that the server follows. Pure.
 * @param waiting of its command; null: the server has done it
 */
export type Lay = (row: Identified, waiting: Waiting | null) => Identified

/** A change with what the outbox knows of its command. */
export interface WaitingChange {
  readonly commandId: string
  /** `accepted`: the server has it, this device does not hold its row yet. */
  readonly state: ItemState | 'accepted'
  readonly problem?: Problem
  /**
   * The server did it, and no row that it wrote is kept here: when the command was written, epoch
   * milliseconds, by the server's time where that was known.
   */
  readonly unheardSince?: number
  readonly change: Change
  /** Of a `change`; without it the row stays as it is, and says that something waits. */
  readonly lay?: Lay | undefined
}

const unknownRule: Lay = (row, waiting) =>
  waiting === null
    ? row
    : withUnsent(row, { ...waiting, part: '', wanted: null, theirs: null, isShown: false })

/**
 * The merge rule: shown = replay(server rows, waiting changes in order). Pure. An `add` that the
 * server already has changes nothing; one that needs a decision stays visible with its problem. A
 * `change` is laid over the row by its command's own rule, and the row says what waits.
 */
export const replay = <Entity extends Identified>(
  serverRows: readonly Entity[],
  waiting: readonly WaitingChange[],
): readonly Shown<Entity>[] => {
  const known = new Set(serverRows.map((row) => row.id))
  const shown = new Map<string, Shown<Entity>>(
    serverRows.map((row) => [row.id, row as Shown<Entity>]),
  )
  // What the server has done came before what it has not.
  const inOrder = waiting.toSorted(
    (a, b) => Number(b.state === 'accepted') - Number(a.state === 'accepted'),
  )
  for (const { change, commandId, state, problem, lay = unknownRule } of inOrder) {
    const of: Waiting | null =
      state === 'accepted'
        ? null
        : { state, commandId, ...(problem === undefined ? {} : { problem }) }
    const note = of === null ? {} : { waiting: of }
    if (change.kind === 'add') {
      if (!known.has(change.row.id))
        shown.set(change.row.id, { ...(change.row as Entity), ...note })
      continue
    }
    const row = shown.get(change.id)
    if (row === undefined) continue
    if (change.kind === 'change') shown.set(change.id, lay(row, of) as Shown<Entity>)
    else if (of !== null && needsPerson(of.state)) shown.set(change.id, { ...row, ...note })
    else shown.delete(change.id)
  }
  return [...shown.values()]
}
