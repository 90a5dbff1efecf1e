import { toProblem } from '../../domain/problem'
import { live, type CacheReading, type CacheStore, type OutboxRows } from '../store'
import {
  source,
  structurallyShared,
  refCounted,
  type CommandOf,
  type Identified,
  type Observable,
  type Resource,
  type ViewState,
} from '../define'
import { changesOf, type Opener } from '../outbox/waiting'
import { unread } from './empty-view'
import { createLaidCommands } from './laid-commands'
import { createOpenRows, type OpenRowsOptions } from './open-rows'
import { receiptId } from './refresh'
import { unreadableRows, viewStateOf } from './view-state'

/**
 * True where the server's answer of a scope is kept, or that it is nobody's to see here any more.
 */
const isPulled = (cursor: CacheReading['cursor']): boolean =>
  cursor !== null && (cursor.cursor !== '' || cursor.gone !== '')

interface LiveViewOptions<Params, Entity extends Identified> extends OpenRowsOptions<
  Params,
  Entity
> {
  readonly cache: CacheStore
  readonly outbox: OutboxRows
  readonly opener: Opener
  readonly command: CommandOf
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
  readonly offline: Observable<boolean>
  readonly sending: Observable<ReadonlySet<string>>
  /** The time that ages count by, epoch milliseconds. */
  readonly now: () => number
  readonly later: (call: () => void) => () => void
}

/** Reads the rows of a view from now on; what the store has forgotten is not told. */
const followRows = (
  { evicted, later }: Pick<LiveViewOptions<never, never>, 'evicted' | 'later'>,
  read: () => Promise<CacheReading>,
  told: { readonly read: (value: CacheReading) => void; readonly failed: (error: Error) => void },
) => {
  let last: CacheReading['cursor'] = null
  /**
   * The store has nothing of it any more: what was read last stays on the screen, at its age, until
   * there is.
   */
  let isForgotten = false
  let stop: () => void = () => undefined
  return {
    again: (): void => {
      stop()
      stop = live(
        read,
        (value) => {
          if (isPulled(last) && !isPulled(value.cursor)) {
            if (!isForgotten) evicted?.()
            isForgotten = true
            return
          }
          isForgotten = false
          last = value.cursor
          told.read(value)
        },
        told.failed,
        later,
      )
    },
    stop: () => stop(),
  }
}

/**
 * One reading of the local store, live: shown = replay(server rows, waiting changes in order), then
 * arranged by the resource. Reads start with the first listener and end with the last. A view
 * belongs to one store and one set of params for life: what it shows can never be another
 * subject's.
 */
export const createLiveView = <Params, Entity extends Identified>(
  options: LiveViewOptions<Params, Entity>,
): Observable<ViewState<Entity>> => {
  const { cache, outbox, resource, params, scope = null } = options
  const selection = resource.select(params)
  const shown = source<ViewState<Entity>>(unread())
  const open = createOpenRows(options)
  const laid = createLaidCommands(cache, outbox)
  let raw: CacheReading | null = null
  /** Of what the reading that is shown was made, where no command is laid over it. */
  let made: { readonly raw: CacheReading; readonly offline: boolean } | null = null
  let turn = 0

  const belongs = (row: Entity): boolean =>
    selection.by === 'all' ||
    (selection.by === 'id'
      ? row.id === selection.id
      : resource.index(row).subjectId === selection.subjectId)

  const show = async (): Promise<void> => {
    const mine = (turn += 1)
    const reading = raw
    const commands = laid.get()
    if (reading === null || commands === null) return
    try {
      const waiting = await Promise.all(commands.map((row) => options.opener.toShow(row)))
      const changes = changesOf(waiting, options.sending.get(), options.command).filter(
        ({ change }) =>
          change.resource === resource.name &&
          (change.kind !== 'add' || belongs(resource.row(change.row))),
      )
      const offline = options.offline.get()
      // Most of what happens in the outbox is of other readings.
      if (changes.length === 0 && made?.raw === reading && made.offline === offline) return
      const receipt = await open.receipt(reading.receipt)
      const values = await open.values(reading.rows, () => mine !== turn)
      // With its store the keys go: what cannot be opened for that has not left.
      if (values === null || mine !== turn || cache.isClosed()) return
      const now = options.now()
      const parts = { reading, receipt, values, changes, offline, now }
      shown.set(structurallyShared(viewStateOf(resource, params, parts), shown.get()))
      made = changes.length === 0 ? { raw: reading, offline } : null
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
  const rows = followRows(
    options,
    () => cache.reading(resource.table, selection, receiptId(resource, params), scope),
    {
      read: (value) => {
        raw = value
        laid.rowsWereRead()
        void show()
      },
      failed,
    },
  )
  const follow = (): void => {
    const next = laid.follow()
    if (next === 'read-and-show') rows.again()
    if (next !== 'unread') void show()
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
    rows.again()
    follow()
    options.looking?.(1)
    return () => {
      for (const end of stops) end()
      rows.stop()
      options.looking?.(-1)
      turn += 1
    }
  })
}
