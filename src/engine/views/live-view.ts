import { problem, toProblem, type Problem } from '../../domain/problem'
import { subjectOf } from '../../domain/sync/scopes'
import {
  emptyView,
  goneOf,
  paramsKey,
  refCounted,
  replay,
  source,
  unread,
  type CommandOf,
  type Identified,
  type Observable,
  type Receipt,
  type Resource,
  type Shown,
  type ViewState,
} from '../define'
import { changesOf, isShown, type Opener } from '../outbox/waiting'
import {
  isWholeOf,
  live,
  type CacheReading,
  type CacheStore,
  type OutboxRows,
  type StoredCommand,
  type StoredRow,
} from '../store'
import { receiptId, receiptSchema } from './refresh'

const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [mine, theirs] = [Object.entries(a), b as Readonly<Record<string, unknown>>]
  return (
    mine.length === Object.keys(b).length &&
    mine.every(([name, value]) => Object.is(value, theirs[name]))
  )
}

/** The same object where nothing differs, so that its screen is not drawn again. */
const structurallySharedRow = <Row extends Identified>(next: Row, before: Row | undefined): Row => {
  if (before === undefined || before === next) return next
  const entries = Object.entries(next)
  const old = before as unknown as Readonly<Record<string, unknown>>
  const same =
    entries.length === Object.keys(before).length &&
    entries.every(
      ([name, value]) =>
        Object.is(value, old[name]) || (name === 'waiting' && isSame(value, old[name])),
    )
  return same ? before : next
}

/** The next rows, sharing equal rows, list and whole with the last ones. Pure. */
export const structurallyShared = <Row extends Identified>(
  next: ViewState<Row>,
  before: ViewState<Row>,
): ViewState<Row> => {
  const known = new Map(before.rows.map((row) => [row.id, row]))
  const rows = next.rows.map((row) => structurallySharedRow(row, known.get(row.id)))
  const isSameList =
    rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at])
  const made = { ...next, rows: isSameList ? before.rows : rows }
  return isSame(made, before) ? before : made
}

/** The commands that are laid over the rows of a view. */
const createLaidCommands = (
  { userId, organizationId }: Pick<CacheStore, 'userId' | 'organizationId'>,
  outbox: Pick<OutboxRows, 'get'>,
) => {
  let commands: readonly StoredCommand[] | null = null
  /**
   * A command was settled, and the rows were not read since: until then it is laid over them as
   * before.
   */
  let isBehind = false
  const ofOwner = (all: readonly StoredCommand[]): readonly StoredCommand[] =>
    all.filter(
      (row) => row.author === userId && row.organization === organizationId && isShown(row),
    )
  return {
    /** Null: the outbox was not read yet. */
    get: () => commands,
    /**
     * Takes over what the outbox holds. What settles puts the server's row before its command
     * leaves: one of the two is always seen where the rows are read after the outbox.
     */
    follow: (): 'unread' | 'show' | 'read-and-show' => {
      const all = outbox.get()
      if (all === null) return 'unread'
      const next = ofOwner(all)
      const left = (commands ?? []).filter(
        ({ id }) =>
          !next.some((row) => row.id === id) &&
          all.some((row) => row.id === id && row.state === 'ACCEPTED'),
      )
      commands = [...left, ...next]
      isBehind = left.length > 0
      return isBehind ? 'read-and-show' : 'show'
    },
    /** The rows were read after the outbox: what left it is in them. */
    rowsWereRead: (): void => {
      if (isBehind) commands = ofOwner(outbox.get() ?? [])
      isBehind = false
    },
  }
}

/** Rows whose ciphers work at the same time. */
const rowsAtOnce = 20

/**
 * True for what a codec says of a body that its key does not open; not where there is no key at
 * all.
 */
const isForeign = (thrown: unknown): boolean => toProblem(thrown).code === 'storage:unreadable'

interface OpenRowsOptions<Params, Entity extends Identified> {
  readonly cache: CacheStore
  readonly resource: Resource<Params, Entity>
  /** A row was found that no key opens: it is not here, whatever its cursor says. */
  readonly unopened?: (() => Promise<void>) | undefined
  /** Between two rows that are read: the page may do something else. */
  readonly breathe?: (() => Promise<void>) | undefined
  readonly report: (thrown: unknown, where: string) => void
}

/** Opens rows and receipts of one reading, and remembers what is open. */
const createOpenRows = <Params, Entity extends Identified>({
  cache,
  resource,
  unopened,
  breathe,
  report,
}: OpenRowsOptions<Params, Entity>) => {
  const opened = new Map<string, { readonly body: string; readonly value: Entity }>()
  /** Asked for once in the life of a view, unless that failed. */
  let isAskedAnew = false
  const askAnew = (thrown: unknown): void => {
    if (isAskedAnew || !isForeign(thrown)) return
    isAskedAnew = true
    unopened?.().catch((error: unknown) => {
      isAskedAnew = false
      report(error, 'pull')
    })
  }
  const unreadable = (thrown: unknown): null => {
    report(thrown, `row of ${resource.name}`)
    return null
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
  const some = async (rows: readonly StoredRow[]): Promise<readonly (Entity | null)[]> => {
    const found = await Promise.all(rows.map(decrypted))
    for (const [at, row] of rows.entries()) {
      const one = found[at]
      if (one == null || opened.get(row.id)?.body === row.body) continue
      readRow(row, one)
      await breathe?.()
    }
    return rows.map((row) => {
      const known = opened.get(row.id)
      return known?.body === row.body ? known.value : null
    })
  }

  return {
    receipt: async (receipt: CacheReading['receipt']): Promise<Receipt | null> => {
      if (receipt === null) return null
      try {
        return receiptSchema.parse(await cache.openReceipt(receipt))
      } catch (thrown) {
        if (!isForeign(thrown)) throw thrown
        // As if there were none: what it says of is asked for again.
        askAnew(thrown)
        return null
      }
    },
    /**
     * The values of all rows; null for one that this version cannot read: reported, and said with
     * the reading. Null instead of values: `isOver` meanwhile, and what was opened is remembered.
     */
    values: async (
      rows: readonly StoredRow[],
      isOver: () => boolean,
    ): Promise<readonly (Entity | null)[] | null> => {
      const values: (Entity | null)[] = []
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        values.push(...(await some(rows.slice(from, from + rowsAtOnce))))
        if (isOver()) return null
      }
      // What is no longer kept is no longer remembered open either.
      const kept = new Set(rows.map((row) => row.id))
      for (const id of opened.keys()) if (!kept.has(id)) opened.delete(id)
      return values
    },
  }
}

const notYours = problem('not-found:not-yours')
const unreadableRows = problem('storage:rows-unreadable')

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
const viewStateOf = <Params, Entity extends Identified>(
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
  // A row that cannot be opened is a hole: without it nothing is shown as all there is.
  const isUnreadable = values.includes(null)
  return {
    ready: true,
    rows: isList && unheard.length > 0 ? arranged.rows.map(dated) : arranged.rows,
    total: arranged.total,
    arrangedBy: arranged.arrangedBy,
    asOf: asOf === null ? null : Math.min(asOf, ...dates),
    ...(dates.length === 0 ? {} : { isOfBefore: true }),
    checkedAt: pulled?.checkedAt ?? receipt?.checkedAt ?? null,
    heldFrom: isUnreadable ? null : heldFrom(reading.rows, pulled, receipt, resource.entity),
    problem: gone !== undefined ? notYours : isUnreadable ? unreadableRows : null,
    ...(gone === undefined ? {} : { gone }),
    ...(pulled?.endsAt === undefined ? {} : { endsAt: pulled.endsAt }),
  }
}

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
        shown.set({ ...shown.get(), ready: true, heldFrom: null, problem: unreadableRows })
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

/** A screen is drawn without its rows where they were not read after so long, milliseconds. */
const aheadAtMostMs = 2_000
/** What was read ahead and is asked for by no screen after so long is let go, milliseconds. */
const heldMs = 10_000

/** The readings of a page: live views of the open store, and which scopes they show. */
export const createLiveViews = (options: {
  readonly store: () => CacheStore | null
  /** Why no store is open; null: nobody is signed in. */
  readonly problem: () => Problem | null
  readonly outbox: OutboxRows
  readonly opener: Opener
  readonly command: CommandOf
  readonly offline: Observable<boolean>
  readonly sending: Observable<ReadonlySet<string>>
  readonly now: () => number
  readonly later: (call: () => void) => () => void
  readonly after: (ms: number, call: () => void) => () => void
  readonly breathe?: (() => Promise<void>) | undefined
  /** What is looked at was given up for room, by another tab, which could not know. */
  readonly evicted: (store: CacheStore, scope: string) => void
  /** Of what is looked at a row was found that no key opens. */
  readonly unopened: (store: CacheStore, scope: string) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { after } = options
  const looking = new Map<string, number>()
  const look = (scope: string | null, by: 1 | -1): void => {
    if (scope === null) return
    const count = (looking.get(scope) ?? 0) + by
    if (count > 0) looking.set(scope, count)
    else looking.delete(scope)
  }
  const viewOf = <Params, Entity extends Identified>(
    store: CacheStore,
    resource: Resource<Params, Entity>,
    params: Params,
  ): Observable<ViewState<Entity>> => {
    const scope = resource.entity === null ? null : resource.scope(params, store)
    return createLiveView({
      ...options,
      cache: store,
      resource,
      params,
      scope,
      looking: (by) => look(scope, by),
      evicted: () => {
        if (scope !== null) options.evicted(store, scope)
      },
      unopened: async () => {
        if (scope !== null) await options.unopened(store, scope)
      },
    })
  }
  /** What was read ahead, of one store, by resource and parameters. */
  const held = new Map<string, { readonly store: CacheStore; readonly view: unknown }>()
  const nameOf = (resource: { readonly name: string }, params: unknown): string =>
    `${resource.name} ${paramsKey(params)}`
  const hold = (
    store: CacheStore,
    resource: Resource<unknown, Identified>,
    params: unknown,
  ): Promise<void> =>
    new Promise((resolve) => {
      const name = nameOf(resource, params)
      const view = viewOf(store, resource, params)
      const one = { store, view }
      const stop = view.subscribe(() => {
        if (view.get().ready) resolve()
      })
      held.set(name, one)
      after(heldMs, () => {
        stop()
        if (held.get(name) === one) held.delete(name)
      })
    })
  return {
    watch: <Params, Entity extends Identified>(
      resource: Resource<Params, Entity>,
      params: Params,
    ): Observable<ViewState<Entity>> => {
      const store = options.store()
      if (store === null) return emptyView<Entity>(options.problem())
      const known = held.get(nameOf(resource, params))
      return known?.store === store
        ? (known.view as Observable<ViewState<Entity>>)
        : viewOf(store, resource, params)
    },
    /** Reads what a screen will read; resolves when its rows are there, or did not come in time. */
    ahead: async (
      readings: readonly {
        readonly resource: Resource<unknown, Identified> | undefined
        readonly params: unknown
      }[],
    ): Promise<void> => {
      const store = options.store()
      if (store === null || readings.length === 0) return
      const late = new Promise<void>((resolve) => {
        after(aheadAtMostMs, resolve)
      })
      await Promise.race([
        late,
        Promise.all(
          readings.map(({ resource, params }) =>
            resource === undefined ? null : hold(store, resource, params),
          ),
        ),
      ])
    },
    /** Scopes on this page's screens. */
    shown: (): readonly string[] => [...looking.keys()],
    /** Subjects among them, by id. */
    shownSubjects: (): readonly string[] =>
      [...looking.keys()].map(subjectOf).filter((id) => id !== ''),
  }
}
