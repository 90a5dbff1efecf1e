import { problem, toProblem, type Problem } from '../../domain/problem'
import { live, type CacheStore, type OutboxStore, type StoredCommand, type StoredCursor, type StoredReceipt, type StoredRow } from '../../platform/store'
import { goneOf, replay, source, type Identified, type Observable, type Receipt, type Resource, type ViewState } from '../kit'
import { receiptId, receiptSchema } from './refresh'
import { changesOf, isShown, type Opener } from './waiting'

interface Raw {
  readonly commands: readonly StoredCommand[]
  readonly rows: readonly StoredRow[]
  readonly receipt: StoredReceipt | null
  readonly cursor: StoredCursor | null
}

const nothing = <Entity>(): ViewState<Entity> =>
  ({ ready: false, rows: [], total: null, arrangedBy: 'server', asOf: null, checkedAt: null, problem: null })

const oldest = (rows: readonly StoredRow[]): number | null => rows.length === 0 ? null : Math.min(...rows.map((row) => row.asOf))

/** Rows that are opened before the page may do something else: ciphers answer in a task of their own. */
const rowsAtOnce = 20

const notYours = problem('not-found', 'This is no longer available to you')
const unreadableRows = problem('storage', 'Some of what this device keeps could not be read')

/**
 * One reading of the local store, live: shown = replay(server rows, waiting changes in order), then arranged by the
 * resource. Reads start with the first listener and end with the last. A view belongs to one store and one set of
 * params for life: what it shows can never be another patient's.
 */
export const createView = <Params, Entity extends Identified>(options: {
  readonly cache: CacheStore
  readonly outbox: Pick<OutboxStore, 'of'>
  readonly opener: Opener
  readonly resource: Resource<Params, Entity>
  readonly params: Params
  /** The scope that the rows come from; null: they come from answers. */
  readonly scope?: string | null
  /** Begins (1) and ends (-1) to be looked at. */
  readonly looking?: (by: 1 | -1) => void
  /** What it shows was given up for room. */
  readonly evicted?: () => void
  readonly offline: Observable<boolean>
  readonly sending: Observable<ReadonlySet<string>>
  readonly salt: string
  /** The time that ages count by, epoch milliseconds. */
  readonly now: () => number
  readonly later: (call: () => void) => () => void
  readonly report: (thrown: unknown, where: string) => void
}): Observable<ViewState<Entity>> => {
  const { cache, outbox, resource, params, scope = null } = options
  const selection = resource.select(params)
  const shown = source<ViewState<Entity>>(nothing())
  const opened = new Map<string, { readonly body: string; readonly value: Entity }>()
  let raw: Raw | null = null
  let turn = 0
  let listeners = 0
  let stop: () => void = () => undefined

  // The outbox first: what settles puts the server's row before its command leaves, so one of the two is always seen.
  const read = async (): Promise<Raw> => {
    const commands = (await outbox.of(cache.userId)).filter((row) => row.organization === cache.organizationId && isShown(row))
    const rows = await cache.rows(resource.table, selection)
    const receipt = await cache.receipt(receiptId(resource, params, options.salt))
    return { commands, rows, receipt, cursor: scope === null ? null : await cache.cursor(scope) }
  }

  /** The row's value; null for one that this version cannot read: reported, and said with the reading. */
  const openRow = async (row: StoredRow): Promise<Entity | null> => {
    const known = opened.get(row.id)
    if (known?.body === row.body) return known.value
    try {
      const value = resource.row(await cache.openRow(resource.table, row))
      opened.set(row.id, { body: row.body, value })
      return value
    } catch (thrown) {
      options.report(thrown, `row of ${resource.name}`)
      return null
    }
  }

  const belongs = (row: Entity): boolean =>
    selection.by === 'all' || (selection.by === 'id' ? row.id === selection.id : resource.index(row).patientId === selection.patientId)

  const show = async (): Promise<void> => {
    const mine = turn += 1
    const now = raw
    if (now === null) return
    try {
      const commands = await Promise.all(now.commands.map((row) => options.opener.toShow(row)))
      const changes = changesOf(commands, options.sending.get()).filter(({ change }) =>
        change.resource === resource.name && (change.kind !== 'add' || belongs(resource.row(change.row))))
      const receipt: Receipt | null = now.receipt === null ? null : receiptSchema.parse(await cache.openReceipt(now.receipt))
      const values: (Entity | null)[] = []
      for (let from = 0; from < now.rows.length; from += rowsAtOnce) {
        values.push(...await Promise.all(now.rows.slice(from, from + rowsAtOnce).map(openRow)))
        // The store has changed meanwhile: what was opened so far is remembered.
        if (mine !== turn) return
      }
      // What is no longer kept is no longer remembered open either.
      const kept = new Set(now.rows.map((row) => row.id))
      for (const id of opened.keys()) if (!kept.has(id)) opened.delete(id)
      const rows = replay(values.filter((value) => value !== null), changes)
      if (mine !== turn) return
      const pulled = now.cursor === null || now.cursor.cursor === '' ? null : now.cursor
      const arranged = resource.arrange(rows, params, { receipt, pulled, offline: options.offline.get(), now: options.now() })
      const present = new Set(arranged.rows.map((row) => row.id))
      const byDevice = arranged.arrangedBy === 'device' || receipt === null
      const gone = goneOf(now.cursor?.gone ?? '')
      shown.set({
        ready: true,
        rows: arranged.rows,
        total: arranged.total,
        arrangedBy: arranged.arrangedBy,
        asOf: pulled !== null ? pulled.asOf : byDevice ? oldest(now.rows.filter((row) => present.has(row.id))) : receipt.asOf,
        checkedAt: pulled?.checkedAt ?? receipt?.checkedAt ?? null,
        problem: gone !== undefined ? notYours : values.includes(null) ? unreadableRows : null,
        ...(gone === undefined ? {} : { gone }),
      })
    } catch (thrown) {
      options.report(thrown, `view of ${resource.name}`)
      if (mine === turn) shown.set({ ...shown.get(), ready: true, problem: unreadableRows })
    }
  }

  const start = (): void => {
    const stops = [
      live(read, (value) => {
        if (raw?.cursor != null && value.cursor === null) options.evicted?.()
        raw = value
        void show()
      }, (error) => {
        if (!cache.isClosed()) shown.set({ ...shown.get(), ready: true, problem: toProblem(error) })
      }, options.later),
      options.offline.subscribe(() => void show()),
      options.sending.subscribe(() => void show()),
    ]
    options.looking?.(1)
    stop = () => {
      for (const end of stops) end()
      options.looking?.(-1)
    }
  }

  return {
    get: shown.get,
    subscribe: (listener) => {
      const end = shown.subscribe(listener)
      listeners += 1
      if (listeners === 1) start()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        end()
        listeners -= 1
        if (listeners === 0) { stop(); turn += 1 }
      }
    },
  }
}

/** What is shown while no store is open; with the problem when one could not be opened. */
export const emptyView = <Entity>(failure: Problem | null): Observable<ViewState<Entity>> =>
  source<ViewState<Entity>>({ ...nothing<Entity>(), ready: failure !== null, problem: failure })
