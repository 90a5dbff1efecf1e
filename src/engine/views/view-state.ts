import { problem } from '../../domain/problem'
import { isWholeOf, type CacheReading, type StoredRow } from '../store'
import {
  goneOf,
  replay,
  type Identified,
  type Receipt,
  type Resource,
  type Shown,
  type ViewState,
} from '../define'
import type { changesOf } from '../outbox/waiting'

const notYours = problem('not-found:not-yours')
export const unreadableRows = problem('storage:rows-unreadable')

const oldest = (rows: readonly StoredRow[]): number | null =>
  rows.length === 0 ? null : Math.min(...rows.map((row) => row.asOf))

/**
 * From when on a timeline is held without holes, epoch milliseconds: -Infinity, all of it; null,
 * nothing of it. A scope and the newest page are held from their oldest row on, but a scope that is
 * built anew is not. Other rows, which
 * came one by one or in older pages, say nothing of what lies between.
 */
const heldFrom = (
  rows: CacheReading['rows'],
  pulled: CacheReading['cursor'],
  receipt: Receipt | null,
  entity: string | null,
): number | null => {
  const page = new Set(receipt?.ids)
  const isWhole =
    pulled === null
      ? receipt !== null && receipt.total !== null && receipt.ids.length >= receipt.total
      : isWholeOf(pulled, entity)
  if (isWhole) return -Infinity
  if (pulled !== null && pulled.building !== null) return null
  const joined = rows.filter(({ id, scopes = [] }) =>
    pulled === null ? page.has(id) : scopes.includes(pulled.scope),
  )
  return joined.length === 0 ? null : Math.min(...joined.map(({ at }) => at))
}

/** What a view shows of one reading: waiting changes replayed over the rows, then arranged. */
export const viewStateOf = <Params, Entity extends Identified>(
  resource: Resource<Params, Entity>,
  params: Params,
  {
    reading,
    receipt,
    values,
    changes,
    offline,
    now,
  }: {
    readonly reading: CacheReading
    readonly receipt: Receipt | null
    /** Null for a row that cannot be read. */
    readonly values: readonly (Entity | null)[]
    readonly changes: ReturnType<typeof changesOf>
    readonly offline: boolean
    readonly now: number
  },
): ViewState<Entity> => {
  const rows = replay(
    values.filter((value) => value !== null),
    changes,
  )
  const pulled = reading.cursor === null || reading.cursor.cursor === '' ? null : reading.cursor
  const arranged = resource.arrange(rows, params, {
    receipt,
    pulled: pulled === null ? null : { isWhole: isWholeOf(pulled, resource.entity) },
    offline,
    now,
  })
  const present = new Set(arranged.rows.map((row) => row.id))
  const byDevice = arranged.arrangedBy === 'device' || receipt === null
  const gone = goneOf(reading.cursor?.gone ?? '')
  const asOf =
    pulled !== null
      ? pulled.asOf
      : byDevice
        ? oldest(reading.rows.filter((row) => present.has(row.id)))
        : receipt.asOf
  // What the server did with a command is in none of these rows: those that it is about are of
  // before it, and all that is about one subject with them.
  const unheard = changes.flatMap(({ unheardSince, change }) =>
    unheardSince === undefined
      ? []
      : [{ id: change.kind === 'add' ? change.row.id : change.id, since: unheardSince }],
  )
  const isList = resource.select(params).by === 'all'
  const dates = isList ? [] : unheard.map(({ since }) => since)
  const dated = (row: Shown<Entity>): Shown<Entity> => {
    const since = unheard.flatMap((one) => (one.id === row.id ? [one.since] : []))
    return since.length === 0 ? row : { ...row, ofBefore: Math.min(...since) }
  }
  return {
    ready: true,
    rows: isList && unheard.length > 0 ? arranged.rows.map(dated) : arranged.rows,
    total: arranged.total,
    arrangedBy: arranged.arrangedBy,
    asOf: asOf === null ? null : Math.min(asOf, ...dates),
    ...(dates.length === 0 ? {} : { isOfBefore: true }),
    checkedAt: pulled?.checkedAt ?? receipt?.checkedAt ?? null,
    heldFrom: heldFrom(reading.rows, pulled, receipt, resource.entity),
    problem: gone !== undefined ? notYours : values.includes(null) ? unreadableRows : null,
    ...(gone === undefined ? {} : { gone }),
    ...(pulled?.endsAt === undefined ? {} : { endsAt: pulled.endsAt }),
  }
}
