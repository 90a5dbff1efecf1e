import type { Problem } from '../../domain/problem'
import { needsPerson, type ItemState, type Shown } from './reading'
import type { Identified } from './resource'

/** Parts to remove, by id, from `parts` of each item of `list`; an empty item goes too. */
export interface Without {
  readonly list: string
  readonly parts: string
  readonly ids: readonly string[]
}

/** What a waiting command does to the rows of a resource, as data for the outbox. */
export type Change =
  | { readonly resource: string; readonly kind: 'add'; readonly row: Identified }
  /**
   * `within`: the patch is for the object in this field, if the row has one. `without`: removed
   * from a list of the row; later additions stay.
   */
  | {
      readonly resource: string
      readonly kind: 'change'
      readonly id: string
      readonly patch: Readonly<Record<string, unknown>>
      readonly within?: string | undefined
      readonly without?: Without | undefined
    }
  | { readonly resource: string; readonly kind: 'remove'; readonly id: string }

/** A change with what the outbox knows of its command. */
export interface WaitingChange {
  readonly commandId: string
  /** `accepted`: the server has it, this device does not hold its row yet. */
  readonly state: ItemState | 'accepted'
  readonly problem?: Problem
  readonly change: Change
}

const fieldOf = (row: object, name: string): unknown =>
  (row as Readonly<Record<string, unknown>>)[name]

const lessened = <Row extends Identified>(row: Row, { list, parts, ids }: Without): Row => {
  const [items, gone] = [fieldOf(row, list), new Set<unknown>(ids)]
  if (!Array.isArray(items)) return row
  const left = items.flatMap((item: unknown) => {
    const held = typeof item === 'object' && item !== null ? fieldOf(item, parts) : null
    if (!Array.isArray(held)) return [item]
    const kept = held.filter(
      (part: unknown) =>
        !(typeof part === 'object' && part !== null && gone.has(fieldOf(part, 'id'))),
    )
    return kept.length === held.length
      ? [item]
      : kept.length === 0
        ? []
        : [{ ...(item as object), [parts]: kept }]
  })
  return { ...row, [list]: left }
}

const patched = <Row extends Identified>(
  whole: Row,
  { patch, within, without }: Extract<Change, { kind: 'change' }>,
): Row => {
  const row = without === undefined ? whole : lessened(whole, without)
  if (within === undefined) return { ...row, ...patch }
  const inner = (row as Readonly<Record<string, unknown>>)[within]
  return typeof inner === 'object' && inner !== null
    ? { ...row, [within]: { ...inner, ...patch } }
    : row
}

/**
 * The merge rule: shown = replay(server rows, waiting changes in order). Pure. An `add` that the
 * server already has changes nothing. An `add` that needs a decision stays visible with its
 * problem; such a `change` or `remove` is not applied, and the row carries the problem.
 */
export const replay = <Entity extends Identified>(
  serverRows: readonly Entity[],
  waiting: readonly WaitingChange[],
): readonly Shown<Entity>[] => {
  const known = new Set(serverRows.map((row) => row.id))
  const shown = new Map<string, Shown<Entity>>(
    serverRows.map((row) => [row.id, row as Shown<Entity>]),
  )
  for (const { change, commandId, state, problem } of waiting) {
    const note =
      state === 'accepted'
        ? {}
        : { waiting: { state, commandId, ...(problem === undefined ? {} : { problem }) } }
    if (change.kind === 'add') {
      if (!known.has(change.row.id))
        shown.set(change.row.id, { ...(change.row as Entity), ...note })
      continue
    }
    const row = shown.get(change.id)
    if (row === undefined) continue
    if (state !== 'accepted' && needsPerson(state)) shown.set(change.id, { ...row, ...note })
    else if (change.kind === 'change')
      shown.set(change.id, { ...patched(row, change), id: row.id, ...note })
    else shown.delete(change.id)
  }
  return [...shown.values()]
}
