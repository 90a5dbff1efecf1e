import { problem, toProblem } from '../../domain/problem'
import {
  live,
  type CacheReading,
  type CacheStore,
  type StoredCommand,
  type StoredRow,
} from '../store'
import {
  goneOf,
  replay,
  source,
  structurallyShared,
  refCounted,
  type Identified,
  type Observable,
  type Receipt,
  type Resource,
  type ViewState,
} from '../define'
import type { OutboxRows } from '../outbox/outbox-rows'
import { unread } from './empty-view'
import { receiptId, receiptSchema } from './refresh'
import { changesOf, isShown, type Opener } from '../outbox/waiting'

const oldest = (rows: readonly StoredRow[]): number | null =>
  rows.length === 0 ? null : Math.min(...rows.map((row) => row.asOf))

/** Rows whose ciphers work at the same time. */
const rowsAtOnce = 20

/**
 * True for what a codec says of a body that its key does not open; not where there is no key at
 * all.
 */
const isForeign = (thrown: unknown): boolean => toProblem(thrown).code === 'storage:unreadable'

/**
 * True where the server's answer of a scope is kept, or that it is nobody's to see here any more.
 */
const isPulled = (cursor: CacheReading['cursor']): boolean =>
  cursor !== null && (cursor.cursor !== '' || cursor.gone !== '')

const notYours = problem('not-found:not-yours')
const unreadableRows = problem('storage:rows-unreadable')

/**
 * One reading of the local store, live: shown = replay(server rows, waiting changes in order), then
 * arranged by the resource. Reads start with the first listener and end with the last. A view
 * belongs to one store and one set of params for life: what it shows can never be another
 * subject's.
 */
export const createLiveView = <Params, Entity extends Identified>(options: {
  readonly cache: CacheStore
  readonly outbox: OutboxRows
  readonly opener: Opener
  readonly resource: Resource<Params, Entity>
  readonly params: Params
  /** The scope that the rows come from; null: they come from answers. */
  readonly scope?: string | null
  /** Begins (1) and ends (-1) to be looked at. */
  readonly looking?: (by: 1 | -1) => void
  /**
   * What it shows was given up for room, or the browser took it away: said once, until there is
   * something again.
   */
  readonly evicted?: () => void
  /** A row was found that no key opens: it is not here, whatever its cursor says. */
  readonly unopened?: () => Promise<void>
  readonly offline: Observable<boolean>
  readonly sending: Observable<ReadonlySet<string>>
  readonly salt: string
  /** The time that ages count by, epoch milliseconds. */
  readonly now: () => number
  readonly later: (call: () => void) => () => void
  /** Between two rows that are read: the page may do something else. */
  readonly breathe?: (() => Promise<void>) | undefined
  readonly report: (thrown: unknown, where: string) => void
}): Observable<ViewState<Entity>> => {
  const { cache, outbox, resource, params, scope = null } = options
  const selection = resource.select(params)
  const shown = source<ViewState<Entity>>(unread())
  const opened = new Map<string, { readonly body: string; readonly value: Entity }>()
  let raw: CacheReading | null = null
  /** The commands that are laid over the rows. */
  let commands: readonly StoredCommand[] | null = null
  /**
   * A command was settled, and the rows were not read since: until then it is laid over them as
   * before.
   */
  let isBehind = false
  /**
   * The store has nothing of it any more: what was read last stays on the screen, at its age, until
   * there is.
   */
  let isForgotten = false
  /**
   * A row was found that no key opens, and is asked for: once in the life of a view, unless that
   * failed.
   */
  let isAskedAnew = false
  /** Of what the reading that is shown was made, where no command is laid over it. */
  let made: { readonly raw: CacheReading; readonly offline: boolean } | null = null
  let turn = 0

  const read = (): Promise<CacheReading> =>
    cache.reading(resource.table, selection, receiptId(resource, params, options.salt), scope)
  const ofOwner = (all: readonly StoredCommand[]): readonly StoredCommand[] =>
    all.filter(
      (row) =>
        row.author === cache.userId && row.organization === cache.organizationId && isShown(row),
    )

  const unreadable = (thrown: unknown): null => {
    options.report(thrown, `row of ${resource.name}`)
    return null
  }
  const askAnew = (thrown: unknown): void => {
    if (isAskedAnew || !isForeign(thrown)) return
    isAskedAnew = true
    options.unopened?.().catch((error: unknown) => {
      isAskedAnew = false
      options.report(error, 'pull')
    })
  }
  const openReceipt = async (receipt: CacheReading['receipt']): Promise<Receipt | null> => {
    if (receipt === null) return null
    try {
      return receiptSchema.parse(await cache.openReceipt(receipt))
    } catch (thrown) {
      if (!isForeign(thrown)) throw thrown
      // As if there were none: what it says of is asked for by name.
      askAnew(thrown)
      return null
    }
  }
  const decrypted = async (row: StoredRow): Promise<{ readonly body: unknown } | null> => {
    if (opened.get(row.id)?.body === row.body) return null
    try {
      return { body: await cache.openRow(resource.table, row) }
    } catch (thrown) {
      askAnew(thrown)
      return unreadable(thrown)
    }
  }
  const readRow = (row: StoredRow, { body }: { readonly body: unknown }): void => {
    try {
      opened.set(row.id, { body: row.body, value: resource.row(body) })
    } catch (thrown) {
      unreadable(thrown)
    }
  }
  /**
   * Their values; null for one that this version cannot read: reported, and said with the reading.
   */
  const openRows = async (rows: readonly StoredRow[]): Promise<readonly (Entity | null)[]> => {
    const found = await Promise.all(rows.map(decrypted))
    for (const [at, row] of rows.entries()) {
      const one = found[at]
      if (one == null || opened.get(row.id)?.body === row.body) continue
      readRow(row, one)
      await options.breathe?.()
    }
    return rows.map((row) => {
      const known = opened.get(row.id)
      return known?.body === row.body ? known.value : null
    })
  }

  const belongs = (row: Entity): boolean =>
    selection.by === 'all' ||
    (selection.by === 'id'
      ? row.id === selection.id
      : resource.index(row).subjectId === selection.subjectId)

  const show = async (): Promise<void> => {
    const mine = (turn += 1)
    const now = raw
    if (now === null || commands === null) return
    try {
      const waiting = await Promise.all(commands.map((row) => options.opener.toShow(row)))
      const changes = changesOf(waiting, options.sending.get()).filter(
        ({ change }) =>
          change.resource === resource.name &&
          (change.kind !== 'add' || belongs(resource.row(change.row))),
      )
      const offline = options.offline.get()
      // Most of what happens in the outbox is of other readings.
      if (changes.length === 0 && made?.raw === now && made.offline === offline) return
      const receipt = await openReceipt(now.receipt)
      const values: (Entity | null)[] = []
      for (let from = 0; from < now.rows.length; from += rowsAtOnce) {
        values.push(...(await openRows(now.rows.slice(from, from + rowsAtOnce))))
        // The store has changed meanwhile: what was opened so far is remembered.
        if (mine !== turn) return
      }
      // What is no longer kept is no longer remembered open either.
      const kept = new Set(now.rows.map((row) => row.id))
      for (const id of opened.keys()) if (!kept.has(id)) opened.delete(id)
      const rows = replay(
        values.filter((value) => value !== null),
        changes,
      )
      // With its store the keys go: what cannot be opened for that has not left.
      if (mine !== turn || cache.isClosed()) return
      const pulled = now.cursor === null || now.cursor.cursor === '' ? null : now.cursor
      const arranged = resource.arrange(rows, params, {
        receipt,
        pulled,
        offline,
        now: options.now(),
      })
      const present = new Set(arranged.rows.map((row) => row.id))
      const byDevice = arranged.arrangedBy === 'device' || receipt === null
      const gone = goneOf(now.cursor?.gone ?? '')
      shown.set(
        structurallyShared(
          {
            ready: true,
            rows: arranged.rows,
            total: arranged.total,
            arrangedBy: arranged.arrangedBy,
            asOf:
              pulled !== null
                ? pulled.asOf
                : byDevice
                  ? oldest(now.rows.filter((row) => present.has(row.id)))
                  : receipt.asOf,
            checkedAt: pulled?.checkedAt ?? receipt?.checkedAt ?? null,
            problem: gone !== undefined ? notYours : values.includes(null) ? unreadableRows : null,
            ...(gone === undefined ? {} : { gone }),
          },
          shown.get(),
        ),
      )
      made = changes.length === 0 ? { raw: now, offline } : null
    } catch (thrown) {
      made = null
      options.report(thrown, `view of ${resource.name}`)
      if (mine === turn && !cache.isClosed())
        shown.set({ ...shown.get(), ready: true, problem: unreadableRows })
    }
  }

  const failed = (error: Error): void => {
    made = null
    if (!cache.isClosed()) shown.set({ ...shown.get(), ready: true, problem: toProblem(error) })
  }
  let stopRows: () => void = () => undefined
  const readRows = (): void => {
    stopRows()
    stopRows = live(
      read,
      (value) => {
        if (isPulled(raw?.cursor ?? null) && !isPulled(value.cursor)) {
          if (!isForgotten) options.evicted?.()
          isForgotten = true
          return
        }
        isForgotten = false
        raw = value
        if (isBehind) commands = ofOwner(outbox.get() ?? [])
        isBehind = false
        void show()
      },
      failed,
      options.later,
    )
  }
  /**
   * What settles puts the server's row before its command leaves: one of the two is always seen
   * where the rows are read after the outbox.
   */
  const follow = (): void => {
    const all = outbox.get()
    if (all === null) return
    const next = ofOwner(all)
    const left = (commands ?? []).filter(
      ({ id }) =>
        !next.some((row) => row.id === id) &&
        all.some((row) => row.id === id && row.state === 'ACCEPTED'),
    )
    commands = [...left, ...next]
    isBehind = left.length > 0
    if (isBehind) readRows()
    void show()
  }

  return refCounted(shown, () => {
    const stops = [
      outbox.subscribe(follow),
      outbox.problem.subscribe(() => {
        const error = outbox.problem.get()
        if (error !== null) failed(error)
      }),
      options.offline.subscribe(() => void show()),
      options.sending.subscribe(() => void show()),
    ]
    readRows()
    follow()
    options.looking?.(1)
    return () => {
      for (const end of stops) end()
      stopRows()
      options.looking?.(-1)
      turn += 1
    }
  })
}
