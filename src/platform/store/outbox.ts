import { Dexie, type Table } from 'dexie'
import type { SealContext } from './codec'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { outboxName, outboxTables, type StoredCommand } from './tables'

/** A command as it is written, still open. */
export interface NewCommand {
  readonly id: string
  readonly author: string
  readonly organization: string
  readonly lane: string
  readonly op: string
  readonly opVersion: number
  readonly value: unknown
}

export interface OutboxStore {
  /** Resolves after the strict transaction's complete event, not before: then the command is safe on this device. */
  add(command: NewCommand): Promise<void>
  /** An author's commands in the order of writing; raw, for live queries. */
  of(author: string): Promise<readonly StoredCommand[]>
  openBody(command: StoredCommand): Promise<unknown>
  openAnswer(command: StoredCommand): Promise<unknown>
  /** What the server said, kept beside the command. */
  answer(command: StoredCommand, state: StoredCommand['state'], answer: unknown): Promise<void>
  remove(id: string): Promise<void>
  close(): void
}

/** The outbox, opened by its first use: one per device, never reshaped, strict durability, no optimistic cache. */
export const openOutbox = (environment: StoreEnvironment): OutboxStore => {
  const { codec } = environment
  const database = new Dexie(outboxName, { ...dexieOptions(environment), cache: 'disabled', chromeTransactionDurability: 'strict' })
  database.version(1).stores(outboxTables)
  let closed = false
  const commands = (): Table<StoredCommand, number> => database.table('command')
  const context = (row: Pick<StoredCommand, 'id' | 'author' | 'organization'>, table: string): SealContext =>
    ({ table, id: row.id, userId: row.author, organizationId: row.organization })
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> => guarded(database, () => !closed, work)

  return {
    add: async ({ value, ...command }) => {
      const row: StoredCommand = { ...command, state: 'waiting', tries: 0, body: await codec.seal(context(command, 'command'), value), answer: null }
      await guard(() => database.transaction('rw', commands(), async () => {
        // A second attempt after a lost connection may find the first one written.
        if (await commands().where('id').equals(row.id).count() === 0) await commands().add(row)
      }))
    },
    of: async (author) => (await commands().where('author').equals(author).toArray()).toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)),
    openBody: (row) => codec.open(context(row, 'command'), row.body),
    openAnswer: async (row) => row.answer === null ? null : await codec.open(context(row, 'answer'), row.answer),
    answer: async (row, state, value) => {
      const answer = value === null ? null : await codec.seal(context(row, 'answer'), value)
      await guard(() => database.transaction('rw', commands(), () =>
        commands().where('id').equals(row.id).modify((kept) => { Object.assign(kept, { state, answer, tries: kept.tries + 1 }) })))
    },
    remove: async (id) => {
      await guard(() => database.transaction('rw', commands(), () => commands().where('id').equals(id).delete()))
    },
    close: () => { closed = true; database.close() },
  }
}
