import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { problem, ProblemError, type ProblemCode } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { Ciphers } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { NewCommand, OutboxStore, StoredCommand } from '../store'
import type { Vault } from '../../platform/vault'
import type { CommandOf, SyncedCommand } from '../define'
import type { HandshakeRecord, Handshake } from '../session/handshake'
import { composeCommand, type Writing } from './compose-command'
import { createWriteAgain } from './write-again'
import { createWritingSession } from './writing-session'
import { ownerOf } from '../session/session-state'

const refuse = (code: ProblemCode): never => {
  throw new ProblemError(problem(code))
}

/** Seals and signs commands at writing; whoever sends them needs no key. */
export const createWriter = (options: {
  readonly outbox: OutboxStore
  readonly vault: Vault
  readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
  readonly handshake: Handshake
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly newId: () => string
  /** How this device shows the subject now; null: it does not. */
  readonly identity: (subjectId: string) => Promise<SeenIdentity | null>
  /** Whether the subject is the user's to read, and nothing else. */
  readonly isOnlyRead: (subjectId: string) => Promise<boolean>
  readonly command: CommandOf
}) => {
  const { outbox, vault, clock } = options
  const { acquainted, remembered } = createWritingSession(options)
  /** The expected next number of each lane, as this page knows it. */
  const numbers = new Map<string, number>()

  /** The old command's place in its lane, where no later one was sent; null: the end. */
  const placeOf = async (
    old: StoredCommand,
  ): Promise<{ readonly lane: string; readonly n: number } | null> =>
    (await outbox.all()).some((row) => row.lane === old.lane && row.n > old.n && row.tries > 0)
      ? null
      : { lane: old.lane, n: old.n }

  /** Whom it is about, as its author saw them; null: no subject. */
  const identityFor = async ({ command, input, seen }: Writing): Promise<SeenIdentity | null> => {
    const subjectId = command.subject(input)
    if (subjectId === null) return null
    // The server would refuse it, after its author has gone.
    if (await options.isOnlyRead(subjectId)) return refuse('forbidden')
    return seen ?? (await options.identity(subjectId)) ?? refuse('storage:not-seen')
  }

  const write = async (given: Writing): Promise<void> => {
    const { command, input, me } = given
    const owner = ownerOf(me)
    const now = clock.now()
    const lane = command.lane(input)
    // None of these waits for another.
    const [seenIdentity, place] = await Promise.all([
      identityFor(given),
      given.replaces === undefined ? null : placeOf(given.replaces),
    ])
    const keep = async (
      session: HandshakeRecord,
      n: number,
      more: Pick<NewCommand, 'isNext' | 'under'>,
    ): Promise<boolean> => {
      const signing = vault.signing() ?? refuse('storage:not-met')
      const composed = composeCommand(given, { ...options, signing, now }, session, n, seenIdentity)
      const isDone = await outbox.add({ ...composed, ...more }, given.replaces?.id)
      if (isDone && more.isNext === true) numbers.set(lane, n + 1)
      else numbers.delete(lane)
      return isDone
    }
    // As this page knows session and number, without a question to the store: whether they still
    // hold is asked with the command itself.
    const [met, number] = [remembered(owner), numbers.get(lane)]
    if (
      place === null &&
      met !== null &&
      number !== undefined &&
      (await keep(met.acquaintance, number, { isNext: true, under: met.kept }))
    )
      return
    const [session, free] = await Promise.all([acquainted(owner), outbox.nextNumber(lane)])
    if (place?.lane === lane) {
      await keep(session, place.n, {})
      return
    }
    // Sealed under a number, and kept only where that is still free: another of the lane came
    // first, and it is sealed again.
    for (let n = free; !(await keep(session, n, { isNext: true }));)
      n = await outbox.nextNumber(lane)
  }

  return {
    /** Saves a command; rejects with the reason why nothing was saved. */
    save: (
      command: SyncedCommand<unknown>,
      input: unknown,
      id: string,
      me: Me,
      seen: SeenIdentity | null,
    ): Promise<void> => write({ id, command, input, me, seen }),
    ...createWriteAgain({ ...options, write }),
  }
}
