import { problem, ProblemError, toProblem, type ProblemCode } from '../../domain/problem'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Me } from '../../domain/user/me'
import { fromBase64Url, sealCommand, type Ciphers } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { KeyOwner, SigningKey, Vault } from '../../platform/vault'
import type { CommandOf, SyncedCommand } from '../define'
import type { Handshake, HandshakeRecord } from '../session/handshake'
import { keeperOf, ownerOf } from '../session/session-state'
import { notWaiting, type NewCommand, type OutboxStore, type StoredCommand } from '../store'
import { mayBeDone, next } from './outbox-machine'
import { openCommand, type WaitingBody } from './waiting'

/** Longest a person waits for a hello before the words say that nothing was saved, milliseconds. */
const helloAtMostMs = 5_000

/** What somebody does, before it has a number in its lane. */
interface Wanted {
  readonly id: string
  readonly command: SyncedCommand<unknown>
  readonly input: unknown
  readonly me: Me
  /** When it was first written, `est` by the server's time as it was told then. */
  readonly captured?:
    | {
        readonly at: number
        readonly est?: number | undefined
        readonly sessionId: string
      }
    | undefined
}

/** What somebody does, and about whom. */
interface Writing extends Wanted {
  /** The subject when the form was opened; null: as shown now. */
  readonly seen?: SeenIdentity | null
  /** The row that it replaces. */
  readonly replaces?: StoredCommand
}

interface Times {
  readonly capturedAt: number
  /** By the server's time. */
  readonly estimate: number
}

const timesOf = (
  { captured }: Wanted,
  session: HandshakeRecord,
  { handshake, clock, now }: Parameters<typeof composeCommand>[1],
): Times => {
  // In another session than it was first written in, it is captured now: a session speaks for its
  // own time alone.
  const kept = captured?.sessionId === session.sessionId ? captured : undefined
  const capturedAt = kept?.at ?? now
  // The wall clock may have been put right since: how long ago it was by that one says nothing
  // then.
  const told = kept?.est
  const estimate = Math.max(
    told ?? handshake.estimate(session) - (clock.now() - capturedAt),
    session.beganAt,
  )
  return { capturedAt, estimate }
}

/** A command under a number of its lane: sealed to the server, signed, and its author's copy. */
const composeCommand = (
  wanted: Wanted,
  by: {
    readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
    readonly handshake: Pick<Handshake, 'estimate'>
    readonly clock: Pick<Clock, 'now'>
    readonly signing: SigningKey
    /** When its author acted now, epoch milliseconds. */
    readonly now: number
  },
  session: HandshakeRecord,
  n: number,
  seenIdentity: SeenIdentity | null,
): NewCommand => {
  const { id, command, input, me } = wanted
  const subjectId = command.subject(input)
  const { capturedAt, estimate } = timesOf(wanted, session, by)
  const { ttlMs } = command.waiting
  const plaintext = {
    op: command.name,
    input: command.plain(input),
    seenIdentity,
    capturedAt: new Date(capturedAt).toISOString(),
    capturedAtEst: new Date(estimate).toISOString(),
  }
  const holder = { keyId: session.vaultKeyId, publicKey: fromBase64Url(session.vaultPublicKey) }
  const body: WaitingBody = {
    input,
    capturedAt,
    capturedAtEst: estimate,
    changes: command.plan(input, { id, now: capturedAt, me }),
    subject:
      subjectId === null || seenIdentity === null ? null : { id: subjectId, ...seenIdentity },
  }
  const names = {
    id,
    lane: command.lane(input),
    n,
    op: command.name,
    opVersion: command.version,
    sessionId: session.sessionId,
  }
  return {
    ...names,
    seal: sealCommand(by.ciphers, names, plaintext, holder, by.signing.privateKey),
    author: keeperOf(me),
    organization: me.actingOrganization.id,
    capturedAt,
    expiresAt: ttlMs === null ? null : estimate + ttlMs,
    value: body,
  }
}

/** The subject that the author saw; after an identity change, as shown now. */
const seenOf = (row: StoredCommand, body: WaitingBody): SeenIdentity | null =>
  row.code === 'IDENTITY_CHANGED' ? null : body.subject

const refuse = (code: ProblemCode): never => {
  throw new ProblemError(problem(code))
}

/**
 * Writes commands into the outbox: sealed to the server and signed at writing, so that whoever sends
 * them needs no key. What it guarantees: a command is kept whole under the next number of its lane,
 * or nothing is and the reason is thrown; what takes the place of an older command removes that one
 * in the same transaction, and only where the older one was surely not done.
 */
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
  const { outbox, vault, handshake, clock } = options
  /** The expected next number of each lane, as this page knows it. */
  const numbers = new Map<string, number>()

  const holds = ({ userId, organizationId }: KeyOwner): boolean =>
    vault.owner()?.userId === userId &&
    vault.owner()?.organizationId === organizationId &&
    vault.key() !== null

  /** From memory, another tab, or a hello. */
  const acquainted = async (owner: KeyOwner): Promise<HandshakeRecord> => {
    let known = await handshake.known(owner)
    if (known === null || (!holds(owner) && !(await vault.resume(owner)))) {
      await Promise.race([handshake.ensure(owner), clock.sleep(helloAtMostMs)]).catch(
        () => undefined,
      )
      known = await handshake.known(owner)
    }
    // Another tab said hello with a new key.
    if (known !== null && holds(owner) && vault.signing()?.publicKey !== known.devicePublicKey)
      await vault.rereadSigning()
    if (known === null || !holds(owner) || vault.signing()?.publicKey !== known.devicePublicKey)
      throw new ProblemError(problem('storage:not-met'))
    return known
  }
  /** As this page knows it, without a question to the store; null: it has to be asked. */
  const remembered = (owner: KeyOwner): ReturnType<Handshake['remembered']> => {
    const met = handshake.remembered(owner)
    return met !== null &&
      holds(owner) &&
      vault.signing()?.publicKey === met.acquaintance.devicePublicKey
      ? met
      : null
  }

  /** The declaration of a command that this user wrote here; throws for another. */
  const mine = (row: StoredCommand, me: Me): SyncedCommand<unknown> => {
    const command = options.command(row.op)
    return command === undefined ||
      row.author !== keeperOf(me) ||
      row.organization !== me.actingOrganization.id
      ? refuse('storage:not-sent-elsewhere')
      : command
  }

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
    /** By a user's decision: sends it again as a new command in its place. */
    resend: async (row: StoredCommand, me: Me): Promise<void> => {
      const opened = await openCommand(outbox, row).catch((thrown: unknown) => {
        if (toProblem(thrown).kind === 'storage') return null
        throw thrown
      })
      // What became of it is not known, and another id could be done beside it; or its words are
      // gone from here, and what is sealed still says them.
      if (mayBeDone(row) || (row.state === 'EXPIRED' && opened === null)) {
        const [kept] = await outbox.move([row.id], (now) => next(now, { kind: 'retried' }))
        if (kept === undefined || kept.state === 'DISCARDED') throw notWaiting()
        return
      }
      const command = mine(row, me)
      if (opened === null) return refuse('storage:text-lost')
      const { body, answer } = opened
      const id = options.newId()
      // Against what was just shown, after its time, or with a right that was given since: a new
      // decision, of now.
      const seen = seenOf(row, body)
      if (row.state === 'EXPIRED' || row.code === 'FORBIDDEN')
        await write({ id, command, input: body.input, me, seen, replaces: row })
      else if (row.state === 'CONFLICT')
        await write({
          id,
          command,
          input: command.against(body.input, answer?.server),
          me,
          seen,
          replaces: row,
        })
      else
        await write({
          id,
          command,
          input: body.input,
          me,
          seen,
          captured: { at: body.capturedAt, est: body.capturedAtEst, sessionId: row.sessionId },
          replaces: row,
        })
    },
    /** A person corrected it: another input in the place of a command that was surely not done. */
    replace: async (row: StoredCommand, input: unknown, me: Me): Promise<string> => {
      if (row.unsure || row.state === 'ACCEPTED') return refuse('storage:maybe-saved')
      const id = options.newId()
      await write({
        id,
        command: mine(row, me),
        input,
        me,
        seen: seenOf(row, (await openCommand(outbox, row)).body),
        replaces: row,
      })
      return id
    },
  }
}
