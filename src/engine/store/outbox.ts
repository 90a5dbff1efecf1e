import { Dexie, type Table } from 'dexie'
import { problem, ProblemError } from '../../domain/problem'
import { refCounted, source, type Observable } from '../define/observable'
import { dexieOptions, type SealContext, type Sealed, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { live } from './live'
import { outboxName, outboxTables, type StoredCommand, type StoredMeta } from './tables'

type Sealing = Pick<StoredCommand, 'sealed' | 'signature'>

/** A command as it is written: the author's copy still open. */
export interface NewCommand extends Pick<
  StoredCommand,
  | 'id'
  | 'author'
  | 'organization'
  | 'lane'
  | 'n'
  | 'op'
  | 'opVersion'
  | 'capturedAt'
  | 'sessionId'
  | 'expiresAt'
> {
  /** Sealed to the server and signed, or a promise of it. */
  readonly seal: Sealing | Promise<Sealing>
  readonly value: unknown
  /** Its number is the lane's next, or it is not kept. */
  readonly isNext?: true
  /** The meta value that it was written under; if changed, it is not kept. */
  readonly under?: StoredMeta
}

/** What a command becomes: itself, another state, or gone. Inside the transaction. */
type Move = (command: StoredCommand) => StoredCommand | 'gone'

/** A value to keep; `make` sees the kept one (undefined: none). */
interface MetaChange {
  readonly id: string
  readonly make: (kept: unknown) => unknown
}

export interface OutboxStore {
  /**
   * Resolves after the strict transaction: then the command is safe. `replaces`: that one leaves in
   * the same transaction and gives its place; if it was sent or decided meanwhile, this rejects.
   * @returns false: the number is taken, or `under` changed; nothing is kept
   */
  add(command: NewCommand, replaces?: string): Promise<boolean>
  /** The next number of a lane, free until a command takes it in its transaction. */
  nextNumber(lane: string): Promise<number>
  /** An author's commands in the order of writing; raw, for live queries. */
  of(author: string): Promise<readonly StoredCommand[]>
  /** Everybody's of these lanes. */
  ofLanes(lanes: readonly string[]): Promise<readonly StoredCommand[]>
  /** Everybody's, in the order of writing. */
  all(): Promise<readonly StoredCommand[]>
  openBody(command: StoredCommand): Promise<unknown>
  openAnswer(command: StoredCommand): Promise<unknown>
  /**
   * Moves commands in one strict transaction, with the values `beside`; resolves to those that are
   * left.
   */
  move(
    ids: readonly string[] | 'all',
    move: Move,
    beside?: readonly MetaChange[],
  ): Promise<readonly StoredCommand[]>
  /** The same for each its own; `answer`: kept beside a moved command, sealed for its author. */
  moveEach(
    moves: readonly {
      readonly row: StoredCommand
      readonly move: Move
      readonly answer?: unknown
    }[],
  ): Promise<readonly StoredCommand[]>
  meta(id: string): Promise<unknown>
  /** Changes a kept value (undefined: none). Resolves to the new one. */
  keepMeta<Value>(id: string, make: (kept: unknown) => Value): Promise<Value>
  /** Forgets the kept values whose ids these are. */
  forgetMeta(isGoing: (id: string) => boolean): Promise<void>
  close(): void
}

/** Somebody decided over it already, in another tab. */
export const notWaiting = (): ProblemError => new ProblemError(problem('conflict:not-waiting'))

/** What a body or an answer is sealed to. */
const sealContext = (
  row: Pick<StoredCommand, 'id' | 'author' | 'organization'>,
  table: 'command' | 'answer',
): SealContext => ({ table, id: row.id, userId: row.author, organizationId: row.organization })

/** In the order of writing. */
const inOrder = (rows: readonly StoredCommand[]): readonly StoredCommand[] =>
  rows.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))

const numberOf = (lane: string): string => `lane ${lane}`
/** The number after the last that a lane has used. */
const after = (kept: StoredMeta | undefined): number =>
  (typeof kept?.value === 'number' ? kept.value : 0) + 1

/**
 * The outbox of a device: commands that wait, and a few values beside them, in one database that all
 * tabs share. What it guarantees:
 * - Every write is one strict transaction: when it resolves, it is on the disk.
 * - A number of a lane is used once, and only by what is kept under it.
 * - Bodies and answers are sealed before a transaction and opened after it.
 */
export const openOutbox = (environment: StoreEnvironment): OutboxStore => {
  const { codec } = environment
  const database = new Dexie(outboxName, {
    ...dexieOptions(environment),
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  })
  database.version(1).stores(outboxTables)
  let closed = false
  const commands = (): Table<StoredCommand, number> => database.table('command')
  const metas = (): Table<StoredMeta, string> => database.table('meta')
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work, environment.makeRoom)

  const add = async (
    { value, seal, under, isNext, ...command }: NewCommand,
    replaces?: string,
  ): Promise<boolean> => {
    const [sealing, body] = await Promise.all([
      seal,
      codec.seal(sealContext(command, 'command'), value),
    ])
    const row: StoredCommand = {
      ...command,
      ...sealing,
      state: 'WAITING',
      tries: 0,
      unsure: false,
      epoch: null,
      acceptedAt: null,
      settled: false,
      code: null,
      body,
      answer: null,
    }
    return await guard(() =>
      database.transaction('rw', commands(), metas(), async () => {
        const old =
          replaces === undefined ? undefined : await commands().where('id').equals(replaces).first()
        if (old !== undefined && (old.unsure || old.state === 'ACCEPTED'))
          throw new ProblemError(problem('conflict:on-its-way'))
        // Of two decisions over one command the first counts; a second attempt after a lost
        // connection may find the first one written.
        if (
          replaces !== undefined &&
          (old === undefined || old.state === 'DISCARDED') &&
          (await commands().where('id').equals(row.id).count()) === 0
        )
          throw notWaiting()
        const isInPlace = old?.seq !== undefined && old.lane === row.lane && old.n === row.n
        if (isInPlace) {
          await commands().put({ ...row, seq: old.seq })
          return true
        }
        // A second attempt after a lost connection may find the first one written.
        const [written, number, now] = await Promise.all([
          commands().where('id').equals(row.id).count(),
          metas().get(numberOf(row.lane)),
          under === undefined ? undefined : metas().get(under.id),
        ])
        if (written === 0) {
          if (JSON.stringify(now?.value) !== JSON.stringify(under?.value)) return false
          if (isNext === true && row.n !== after(number)) return false
          await Promise.all([
            commands().add(row),
            ...(isNext === true ? [metas().put({ id: numberOf(row.lane), value: row.n })] : []),
          ])
        }
        if (replaces !== undefined && replaces !== row.id)
          await commands().where('id').equals(replaces).delete()
        return true
      }),
    )
  }

  /** One strict transaction. */
  const moveRows = (
    ids: readonly string[] | 'all',
    moveOf: (row: StoredCommand) => { readonly move: Move; readonly answer?: Sealed },
    beside: readonly MetaChange[] = [],
  ): Promise<readonly StoredCommand[]> =>
    guard(() =>
      database.transaction(
        'rw',
        beside.length === 0 ? [commands()] : [commands(), metas()],
        async () => {
          const kept: StoredCommand[] = []
          for (const { id, make } of beside)
            await metas().put({ id, value: make((await metas().get(id))?.value) })
          for (const row of inOrder(
            await (ids === 'all'
              ? commands().toArray()
              : commands().where('id').anyOf(ids).toArray()),
          )) {
            const { move, answer } = moveOf(row)
            const next = move(row)
            if (next === 'gone') {
              if (row.seq !== undefined) await commands().delete(row.seq)
              continue
            }
            const now = next === row || answer === undefined ? next : { ...next, answer }
            if (now !== row) await commands().put(now)
            kept.push(now)
          }
          return kept
        },
      ),
    )

  const moveEach: OutboxStore['moveEach'] = async (moves) => {
    const byId = new Map(
      await Promise.all(
        moves.map(
          async ({ row, move, answer }) =>
            [
              row.id,
              {
                move,
                ...(answer === undefined
                  ? {}
                  : { answer: await codec.seal(sealContext(row, 'answer'), answer) }),
              },
            ] as const,
        ),
      ),
    )
    return await moveRows([...byId.keys()], (row) => byId.get(row.id) ?? { move: (same) => same })
  }

  return {
    add,
    nextNumber: async (lane) => after(await guard(() => metas().get(numberOf(lane)))),
    move: (ids, move, beside) => moveRows(ids, () => ({ move }), beside),
    moveEach,
    of: async (author) => inOrder(await commands().where('author').equals(author).toArray()),
    ofLanes: async (lanes) =>
      inOrder(await guard(() => commands().where('lane').anyOf(lanes).toArray())),
    all: async () => inOrder(await guard(() => commands().toArray())),
    openBody: (row) => codec.open(sealContext(row, 'command'), row.body),
    openAnswer: async (row) =>
      row.answer === null ? null : await codec.open(sealContext(row, 'answer'), row.answer),
    meta: async (id) => (await guard(() => metas().get(id)))?.value,
    keepMeta: <Value>(id: string, make: (kept: unknown) => Value): Promise<Value> =>
      guard(() =>
        database.transaction('rw', metas(), async () => {
          const value = make((await metas().get(id))?.value)
          await metas().put({ id, value })
          return value
        }),
      ),
    forgetMeta: (isGoing) =>
      guard(() =>
        database.transaction('rw', metas(), async () => {
          const ids = await metas().toCollection().primaryKeys()
          await metas().bulkDelete(ids.filter(isGoing))
        }),
      ),
    close: () => {
      closed = true
      database.close()
    },
  }
}

/** The outbox as last read, in order of writing, of all users; null before the first reading. */
export interface OutboxRows extends Observable<readonly StoredCommand[] | null> {
  /** Why it cannot be read; null while it can. */
  readonly problem: Observable<Error | null>
}

/** One live reading of the outbox for all views of a page, from the first listener to the last. */
export const createOutboxRows = (
  outbox: Pick<OutboxStore, 'all'>,
  later: (call: () => void) => () => void,
): OutboxRows => {
  const rows = source<readonly StoredCommand[] | null>(null)
  const problem = source<Error | null>(null)
  return {
    problem,
    ...refCounted(rows, () => {
      const stop = live(
        () => outbox.all(),
        (read) => {
          problem.set(null)
          rows.set(read)
        },
        problem.set,
        later,
      )
      return () => {
        stop()
        // Whoever looks again waits for what is there then.
        rows.set(null)
      }
    }),
  }
}

/** Where the outbox keeps deferred notices, signed and sealed. */
export const deferredNoticesId = 'told later'
