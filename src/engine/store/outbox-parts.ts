import { problem, ProblemError } from '../../domain/problem'
import type { StoredCommand, StoredMeta } from './tables'

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
  /** Forgets the kept values whose ids these are. */
  forgetMeta(isGoing: (id: string) => boolean): Promise<void>
  close(): void
}

/** Somebody decided over it already, in another tab. */
export const notWaiting = (): ProblemError => new ProblemError(problem('conflict:not-waiting'))
