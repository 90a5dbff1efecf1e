import { formatStaffName } from '../../domain/identity'
import {
  mayPass,
  problem,
  ProblemError,
  toProblem,
  type Problem,
  type ProblemCode,
} from '../../domain/problem'
import { portalAgent } from '../../platform/graphql'
import type { KeyOwner } from '../../platform/vault'
import type { ChangedRow, CommandOf, ConflictShown } from '../define'
import type { Envelope, GivenUp, PushResult, SyncServer } from '../protocol'
import type { Handshake } from '../session/handshake'
import type { OutboxStore, StoredCommand } from '../store'
import { isDue, isOpen, next, previousOf, refusalOf } from './outbox-machine'
import { openAnswer } from './waiting'

/** The release of this device, as it says hello with it. */
export const clientVersion = portalAgent.replace('portal/', '')

/** The outcome of a delivery. None means "drop". */
export type Outcome =
  /** `settled`: the rows; null where the answer is another's to read, or this version cannot read it. */
  | {
      readonly kind: 'accepted'
      readonly settled: readonly ChangedRow[] | null
      readonly epoch: string
    }
  /**
   * Unknown: repeat under the same key. `isKept` false: the server kept nothing, and no earlier
   * attempt runs; `waitMs`: its pause; `whole`: nothing else would do better. A problem `byServer`
   * counts against it.
   */
  | {
      readonly kind: 'again'
      readonly problem: Problem
      readonly isKept?: false
      readonly waitMs?: number
      readonly whole?: true
    }
  /** The session is over, or the operation is unknown: waits for a sign-in or an update. */
  | {
      readonly kind: 'held'
      readonly as: 'auth' | 'upgrade'
      readonly problem: Problem
      readonly code?: string | null
      readonly isKept?: false
    }
  /** The server said no: stays, with the reason, until a person decides. */
  | {
      readonly kind: 'refused'
      readonly as: 'CONFLICT' | 'REJECTED'
      readonly epoch: string
      readonly code: string | null
      readonly problem: Problem
      /** The values of a conflict and the row; absent where another user may not see them. */
      readonly conflict?: ConflictShown
      readonly server?: unknown
    }

/** What became of one command. */
export interface Verdict {
  readonly row: StoredCommand
  readonly outcome: Outcome
}

/** Judges a failed delivery. */
const outcomeOf = (failure: Problem): Outcome => {
  if (failure.kind === 'unauthorized' || failure.kind === 'no-token')
    return { kind: 'held', as: 'auth', problem: failure }
  if (mayPass(failure) || failure.kind === 'storage') return { kind: 'again', problem: failure }
  return {
    kind: 'refused',
    as: failure.kind === 'conflict' ? 'CONFLICT' : 'REJECTED',
    epoch: '',
    code: null,
    problem: failure,
  }
}

const shownConflict = ({
  fields,
  changedBy,
  changedAt,
}: NonNullable<PushResult['conflict']>): ConflictShown => ({
  fields: fields.map(({ name, before, yours, theirs }) => ({ name, before, yours, theirs })),
  changedBy: formatStaffName(changedBy) || null,
  changedAt,
})

const again = (
  code: ProblemCode,
  said: string | null = null,
  more: { readonly isKept?: false; readonly waitMs?: number; readonly whole?: true } = {},
): Outcome => ({ kind: 'again', problem: problem(code, said), ...more })

/** What the server accepts only from a signed-in device. */
export const needsSignIn: readonly (string | null)[] = ['NOT_PROVED', 'SIGN_IN_FIRST']

/**
 * Answers after which the server kept nothing: decided before writing, or rolled back. Not BUSY,
 * which may be a lost commit.
 */
const keptNothing: Readonly<Record<string, readonly (string | null)[]>> = {
  EPOCH: [null],
  RETRY: ['OUT_OF_ORDER', 'HELLO_FIRST', ...needsSignIn],
  UPGRADE: ['CLIENT_TOO_OLD', 'UNKNOWN_OP', 'UNKNOWN_OP_VERSION'],
}

/** `owner` null: nobody is signed in, and nothing is theirs. */
const isOf = (row: StoredCommand, owner: KeyOwner | null): boolean =>
  row.author === owner?.userId && row.organization === owner.organizationId

/** A request that failed whole: it says little of the commands in it. */
export const failedWhole = (
  rows: readonly StoredCommand[],
  thrown: unknown,
): readonly Verdict[] => {
  const found = outcomeOf(toProblem(thrown))
  // Only an answer about a command refuses it; but what the server will not even look at, sent
  // alone, is not solved by sending it again.
  const outcome: Outcome =
    found.kind === 'again'
      ? { ...found, whole: true }
      : found.kind !== 'refused'
        ? found
        : {
            kind: 'again',
            whole: true,
            problem:
              rows.length === 1 && found.problem.kind === 'invalid-arguments'
                ? { ...found.problem, byServer: true }
                : found.problem,
          }
  return rows.map((row) => ({ row, outcome }))
}

interface JudgeOptions {
  readonly command: CommandOf
  readonly report: (thrown: unknown, where: string) => void
}

/** What the server's answers mean for the commands that were sent. */
export const createVerdicts = ({ command: commandOf, report }: JudgeOptions) => {
  /** Both values, where they are this author's to see. */
  const conflictOf = (
    row: StoredCommand,
    { class: name, server: theirs, conflict: told }: PushResult,
    owner: KeyOwner | null,
  ) =>
    name !== 'CONFLICT' || theirs == null || told == null || !isOf(row, owner)
      ? {}
      : { conflict: shownConflict(told), server: theirs }

  /** What the written row means here; null where it is another user's, or of a later version. */
  const settledOf = (
    row: StoredCommand,
    { server: written, also, replay, receivedAt }: PushResult,
    owner: KeyOwner | null,
  ) => {
    const command = commandOf(row.op)
    if (command === undefined || !isOf(row, owner)) return null
    // Done, and the record is not the author's to open: there is nothing to keep, nor to lay over
    // what others do once it is again.
    if (written == null) return []
    try {
      const settled = command.settle(written, also ?? [])
      // As the server knows it, to the millisecond: by this device's clock a reading that the
      // server made before might take for old what it lacks.
      if (replay !== false || receivedAt == null) return settled
      return settled.map((one) => ({ asOf: Date.parse(receivedAt), ...one }))
    } catch (thrown) {
      report(thrown, row.op)
      return null
    }
  }

  /** `wasSure`: no earlier attempt may still be running on the server. */
  const judge = (
    row: StoredCommand,
    result: PushResult,
    owner: KeyOwner | null,
    epoch: string,
    wasSure: boolean,
  ): Outcome => {
    const kept =
      wasSure && keptNothing[result.class]?.includes(result.code) === true
        ? { isKept: false as const }
        : {}
    switch (result.class) {
      case 'APPLIED':
        return { kind: 'accepted', epoch, settled: settledOf(row, result, owner) }
      case 'CONFLICT':
      case 'REJECTED':
        return {
          kind: 'refused',
          as: result.class,
          epoch,
          code: result.code,
          problem: refusalOf(result),
          ...conflictOf(row, result, owner),
        }
      case 'UPGRADE':
        return {
          kind: 'held',
          as: 'upgrade',
          code: result.code,
          problem: problem('unknown:update-first'),
          ...kept,
        }
      case 'EPOCH':
        return again('server:restored', null, { ...kept, whole: true })
      case 'RETRY':
        return again('server:asked-again', result.code, {
          ...kept,
          ...(result.retryAfterMs === null ? {} : { waitMs: result.retryAfterMs }),
        })
      default:
        return again('server:class-unknown', result.class)
    }
  }
  return (
    rows: readonly StoredCommand[],
    results: readonly PushResult[],
    owner: KeyOwner | null,
    epoch: string,
    sure: ReadonlySet<string> = new Set(),
  ) =>
    results.flatMap((result): readonly Verdict[] => {
      const row = rows.find(({ id }) => id === result.id)
      return row === undefined
        ? []
        : [{ row, outcome: judge(row, result, owner, epoch, sure.has(row.id)) }]
    })
}

/** Ids in one question (docs/sync-protocol.md). */
const idsAtOnce = 100

/**
 * Marks commands as being sent. `rows`: those that are still to be sent; `sure`: ids that no earlier
 * attempt may have brought to the server.
 */
export const markSending = async (
  outbox: OutboxStore,
  wanted: readonly StoredCommand[],
  at: number,
): Promise<{ readonly rows: readonly StoredCommand[]; readonly sure: ReadonlySet<string> }> => {
  const sure = new Set<string>()
  const marked = (
    await outbox.move(
      wanted.map(({ id }) => id),
      (row) => {
        if (isDue(row, at)) return row
        if (row.unsure) sure.delete(row.id)
        else sure.add(row.id)
        return next(row, { kind: 'sending' })
      },
    )
  ).filter((row) => isOpen(row.state) && row.unsure && !isDue(row, at))
  return { rows: wanted.flatMap(({ id }) => marked.filter((row) => row.id === id)), sure }
}

/** A command as it is sent. */
export const envelopeOf = (
  row: StoredCommand,
  held: readonly StoredCommand[],
  epoch: string,
): Envelope => {
  const { id, lane, n, op, opVersion, sealed, signature, sessionId } = row
  const prev = previousOf(row, held, epoch)
  return { id, lane, n, prev, op, opVersion, sealed, signature, sessionId }
}

/** Signed out since, its key and reason are gone: that it was given up is told all the same. */
const givenUpOf = async (outbox: OutboxStore, row: StoredCommand): Promise<GivenUp> => ({
  id: row.id,
  lane: row.lane,
  op: row.op,
  reason: (await openAnswer(outbox, row).catch(() => null))?.reason ?? '',
})

/**
 * Delivers waiting commands of all users by syncPush, sealed. The class of each answer decides; an
 * unknown class is tried again. It changes only the mark that a command is being sent.
 */
export const createPushClient = (options: {
  readonly outbox: OutboxStore
  readonly server: Pick<SyncServer, 'push' | 'outcomes' | 'ack' | 'discard' | 'deliverIdle'>
  readonly clientVersion: string
  /** Whether the server answers at all, asked without a credential. */
  readonly isServerThere: () => Promise<boolean>
  /** These wait until somebody signs in: nothing else moves them. */
  readonly needSignIn: (ids: readonly string[]) => void
  readonly handshake: Handshake
  /** Who is signed in; null: nobody. */
  readonly owner: () => KeyOwner | null
  readonly command: CommandOf
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, server, handshake } = options

  const verdicts = createVerdicts(options)

  return {
    /**
     * One push of up to ten, in order. Never rejects. Commands changed meanwhile or expired are
     * left out. `now`: the server's time, which the hello may correct.
     */
    deliver: async (
      wanted: readonly StoredCommand[],
      now: () => number,
    ): Promise<readonly Verdict[]> => {
      let rows = wanted
      try {
        const owner = options.owner()
        // Where nobody is signed in no hello is said: a command was sealed in a life of the
        // database that this device has heard of.
        const epoch =
          owner === null ? ((await handshake.epoch()) ?? '') : (await handshake.ensure(owner)).epoch
        const group = await handshake.group()
        const marked = await markSending(outbox, wanted, now())
        rows = marked.rows
        if (rows.length === 0) return []
        const held = await outbox.ofLanes([...new Set(rows.map(({ lane }) => lane))])
        const mutations = rows.map((row) => envelopeOf(row, held, epoch))
        const { results } = await (owner === null
          ? server.deliverIdle({ group, epoch, clientVersion: options.clientVersion, mutations })
          : server.push({ group, epoch, mutations }))
        if (owner === null)
          options.needSignIn(
            results
              .filter(({ class: name, code }) => name === 'EPOCH' || needsSignIn.includes(code))
              .map(({ id }) => id),
          )
        const heard = await verdicts(rows, results, owner, epoch, marked.sure)
        if (
          owner !== null &&
          results.some(({ class: name, code }) => name === 'EPOCH' || code === 'HELLO_FIRST')
        )
          await handshake.again(owner)
        const silent = rows.filter(({ id }) => !heard.some(({ row }) => row.id === id))
        return [
          ...heard,
          ...silent.map((row): Verdict => ({
            row,
            outcome: again('server:outcome-not-said'),
          })),
        ]
      } catch (thrown) {
        options.report(thrown, 'push')
        return failedWhole(rows, thrown)
      }
    },
    /** What the server knows of these commands. Rejects with ProblemError. */
    outcomes: async (rows: readonly StoredCommand[]): Promise<readonly Verdict[]> => {
      const owner = options.owner()
      if (owner === null) return []
      const { epoch } = await handshake.ensure(owner)
      const known: Verdict[] = []
      for (let at = 0; at < rows.length; at += idsAtOnce) {
        const asked = rows.slice(at, at + idsAtOnce)
        known.push(
          ...(await verdicts(
            asked,
            await server.outcomes({
              group: await handshake.group(),
              ids: asked.map(({ id }) => id),
            }),
            owner,
            epoch,
          )),
        )
      }
      return known
    },
    /** Asks the server about nothing. */
    reach: async (): Promise<void> => {
      if (options.owner() !== null)
        await server.outcomes({ group: await handshake.group(), ids: [] })
      else if (!(await options.isServerThere())) throw new ProblemError(problem('network'))
    },
    /** Says to the server what was given up here, and why. Rejects with ProblemError. */
    discard: async (rows: readonly StoredCommand[]): Promise<void> => {
      const owner = options.owner()
      if (owner === null) throw new ProblemError(problem('no-token'))
      await handshake.ensure(owner)
      const items = await Promise.all(rows.slice(0, idsAtOnce).map((row) => givenUpOf(outbox, row)))
      if (!(await server.discard({ group: await handshake.group(), items }))) {
        await handshake.again(owner)
        throw new ProblemError(problem('server:hello-first'))
      }
    },
    /** Tells the server that these answers are kept; nothing depends on it. */
    ack: async (ids: readonly string[]): Promise<void> => {
      if (options.owner() === null) return
      for (let at = 0; at < ids.length; at += idsAtOnce)
        await server.ack({ group: await handshake.group(), ids: ids.slice(at, at + idsAtOnce) })
    },
    epoch: handshake.epoch,
  }
}
