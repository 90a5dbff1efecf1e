import { Dexie, type Table } from 'dexie'
import { problem, ProblemError } from '../../domain/problem'
import type { SealContext, Sealed } from './codec'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
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
export type Move = (command: StoredCommand) => StoredCommand | 'gone'

/** A value to keep; `make` sees the kept one (undefined: none). */
export interface MetaChange {
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
  close(): void
}

/** Somebody decided over it already, in another tab. */
export const notWaiting = (): ProblemError => new ProblemError(problem('conflict:not-waiting'))

/** The outbox: one per device, never reshaped, strict durability, no optimistic cache. */
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
  const context = (
    row: Pick<StoredCommand, 'id' | 'author' | 'organization'>,
    table: string,
  ): SealContext => ({ table, id: row.id, userId: row.author, organizationId: row.organization })
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work, environment.makeRoom)
  const numberOf = (lane: string): string => `lane ${lane}`
  /** The number after the last that a lane has used. */
  const after = (kept: StoredMeta | undefined): number =>
    (typeof kept?.value === 'number' ? kept.value : 0) + 1
  const inOrder = (rows: readonly StoredCommand[]) =>
    rows.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))

  const keepMeta = <Value>(id: string, make: (kept: unknown) => Value): Promise<Value> =>
    guard(() =>
      database.transaction('rw', metas(), async () => {
        const value = make((await metas().get(id))?.value)
        await metas().put({ id, value })
        return value
      }),
    )

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

  return {
    add: async ({ value, seal, under, isNext = false, ...command }, replaces) => {
      const [sealing, body] = await Promise.all([
        seal,
        codec.seal(context(command, 'command'), value),
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
            replaces === undefined
              ? undefined
              : await commands().where('id').equals(replaces).first()
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
            if (isNext && row.n !== after(number)) return false
            await Promise.all([
              commands().add(row),
              ...(isNext ? [metas().put({ id: numberOf(row.lane), value: row.n })] : []),
            ])
          }
          if (replaces !== undefined && replaces !== row.id)
            await commands().where('id').equals(replaces).delete()
          return true
        }),
      )
    },
    nextNumber: async (lane) => after(await guard(() => metas().get(numberOf(lane)))),
    of: async (author) => inOrder(await commands().where('author').equals(author).toArray()),
    ofLanes: async (lanes) =>
      inOrder(await guard(() => commands().where('lane').anyOf(lanes).toArray())),
    all: async () => inOrder(await guard(() => commands().toArray())),
    openBody: (row) => codec.open(context(row, 'command'), row.body),
    openAnswer: async (row) =>
      row.answer === null ? null : await codec.open(context(row, 'answer'), row.answer),
    move: (ids, move, beside) => moveRows(ids, () => ({ move }), beside),
    moveEach: async (moves) => {
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
                    : { answer: await codec.seal(context(row, 'answer'), answer) }),
                },
              ] as const,
          ),
        ),
      )
      return await moveRows([...byId.keys()], (row) => byId.get(row.id) ?? { move: (same) => same })
    },
    meta: async (id) => (await guard(() => metas().get(id)))?.value,
    keepMeta,
    close: () => {
      closed = true
      database.close()
    },
  }
}
