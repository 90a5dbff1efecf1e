import { formatFullName } from '../../domain/identity'
import { problem, ProblemError, toProblem, type ProblemCode } from '../../domain/problem'
import type { OutboxStore, StoredCommand } from '../store'
import type { KeyOwner } from '../../platform/vault'
import type { Command, ConflictShown } from '../define'
import type { Handshake } from '../session/handshake'
import { isDue, isOpen, next, previousOf } from './outbox-machine'
import { outcomeOf, type Outcome, type Verdict } from './outcome'
import { refusalOf } from './refusal'
import type { PushResult, SyncServer } from '../protocol'
import { openAnswer, openCommand } from './waiting'

/** Ids in one question (docs/sync-protocol.md). */
const idsAtOnce = 100

const shownConflict = ({
  fields,
  changedBy,
  changedAt,
}: NonNullable<PushResult['conflict']>): ConflictShown => ({
  fields: fields.map(({ name, before, yours, theirs }) => ({ name, before, yours, theirs })),
  changedBy: changedBy === null ? null : formatFullName(changedBy) || null,
  changedAt,
})

const again = (
  code: ProblemCode,
  said: string | null = null,
  more: { readonly isKept?: false; readonly waitMs?: number; readonly whole?: true } = {},
): Outcome => ({ kind: 'again', problem: problem(code, said), ...more })

/**
 * What the server takes from a signed-in device alone: its proof is of no use to it, or its time is
 * over.
 */
const needsSignIn: readonly (string | null)[] = ['NOT_PROVED', 'SIGN_IN_FIRST']

/**
 * The answers after which the server surely kept nothing of an attempt: decided before anything was
 * written, or with all of it rolled back. BUSY is none: a commit whose acknowledgement was lost is
 * answered so too, and a code to come may mean anything.
 */
const keptNothing: Readonly<Record<string, readonly (string | null)[]>> = {
  EPOCH: [null],
  RETRY: ['OUT_OF_ORDER', 'HELLO_FIRST', ...needsSignIn],
  UPGRADE: ['CLIENT_TOO_OLD', 'UNKNOWN_OP', 'UNKNOWN_OP_VERSION'],
}

/**
 * Delivers waiting commands by syncPush, whoever wrote them: sealed, they are not read here. The
 * class of each answer alone decides; one that is not known is tried again. Nothing here changes
 * the outbox but the mark that a command is on its way.
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
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, server, handshake } = options

  /** `owner` null: nobody is signed in, and nothing is theirs. */
  const isOf = (row: StoredCommand, owner: KeyOwner | null): boolean =>
    row.author === owner?.userId && row.organization === owner.organizationId

  /** Both values, where they are this author's to see and this version can read them. */
  const conflictOf = async (
    row: StoredCommand,
    { class: name, server: theirs, conflict: told }: PushResult,
    owner: KeyOwner | null,
  ) => {
    if (name !== 'CONFLICT' || theirs == null || !isOf(row, owner)) return {}
    try {
      const conflict =
        told != null
          ? shownConflict(told)
          : (options
              .command(row.op)
              ?.conflict(theirs, (await openCommand(outbox, row)).body.input) ?? null)
      return conflict === null ? {} : { conflict, server: theirs }
    } catch (thrown) {
      options.report(thrown, row.op)
      return {}
    }
  }

  /**
   * What the row that was written means here; null where it is another's, or of a version to come:
   * it was done all the same.
   */
  const settledOf = (
    row: StoredCommand,
    { server: written, also, replay, receivedAt }: PushResult,
    owner: KeyOwner | null,
  ) => {
    const command = options.command(row.op)
    if (command === undefined || !isOf(row, owner)) return null
    // Done, and the record is not the author's to open: there is nothing to keep, nor to lay over
    // what others do once it is again.
    if (written == null) return { value: null }
    try {
      const settled = command.settle(written, also ?? [])
      // As the server knows it, to the millisecond: by this device's clock a reading that the
      // server made before might take for old what it lacks.
      if (replay !== false || receivedAt == null) return settled
      return {
        ...settled,
        accept: (settled.accept ?? []).map((one) => ({ asOf: Date.parse(receivedAt), ...one })),
      }
    } catch (thrown) {
      options.report(thrown, row.op)
      return null
    }
  }

  /** `wasSure`: no earlier attempt may still be running on the server. */
  const judge = async (
    row: StoredCommand,
    result: PushResult,
    owner: KeyOwner | null,
    epoch: string,
    wasSure: boolean,
  ): Promise<Outcome> => {
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
          ...(await conflictOf(row, result, owner)),
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
  const verdicts = (
    rows: readonly StoredCommand[],
    results: readonly PushResult[],
    owner: KeyOwner | null,
    epoch: string,
    sure: ReadonlySet<string> = new Set(),
  ) =>
    Promise.all(
      results.flatMap((result) => {
        const row = rows.find(({ id }) => id === result.id)
        return row === undefined
          ? []
          : [
              judge(row, result, owner, epoch, sure.has(row.id)).then((outcome): Verdict => ({
                row,
                outcome,
              })),
            ]
      }),
    )

  /** A request that failed whole: it says little of the commands in it. */
  const failedWhole = (rows: readonly StoredCommand[], thrown: unknown): readonly Verdict[] => {
    const found = outcomeOf(toProblem(thrown))
    // Only an answer about a command refuses it; but what the server will not even look at, sent
    // alone, is not mended by sending it for ever.
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

  return {
    /**
     * One push of up to ten, in this order. Never rejects. A command that a person corrected or
     * gave up since it was read, and one whose time is over after all, is left out of the answer;
     * all others have their verdict. `now`: the server's time, which the hello may correct.
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
        const at = now()
        const sure = new Set<string>()
        rows = (
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
        rows = wanted.flatMap(({ id }) => rows.filter((row) => row.id === id))
        if (rows.length === 0) return []
        const held = await outbox.ofLanes([...new Set(rows.map(({ lane }) => lane))])
        const mutations = rows.map((row) => {
          const { id, lane, n, op, opVersion, sealed, signature, sessionId } = row
          return {
            id,
            lane,
            n,
            prev: previousOf(row, held, epoch),
            op,
            opVersion,
            sealed,
            signature,
            sessionId,
          }
        })
        const { results } = await (owner === null
          ? server.deliverIdle({ group, epoch, clientVersion: options.clientVersion, mutations })
          : server.push({ group, epoch, mutations }))
        if (owner === null)
          options.needSignIn(
            results
              .filter(({ class: name, code }) => name === 'EPOCH' || needsSignIn.includes(code))
              .map(({ id }) => id),
          )
        const heard = await verdicts(rows, results, owner, epoch, sure)
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
    /**
     * What the server knows of these commands; what it does not know of is left out. Rejects with
     * ProblemError.
     */
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
    /** Tells the server what was given up here, and why. Rejects with ProblemError. */
    tell: async (rows: readonly StoredCommand[]): Promise<void> => {
      const owner = options.owner()
      if (owner === null) throw new ProblemError(problem('no-token'))
      await handshake.ensure(owner)
      const items = await Promise.all(
        rows.slice(0, idsAtOnce).map(async (row) =>
          // Signed out since: its key is gone, and the words with it. That it was given up is told
          // all the same.
          ({
            id: row.id,
            lane: row.lane,
            op: row.op,
            reason: (await openAnswer(outbox, row).catch(() => null))?.reason ?? '',
          }),
        ),
      )
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
export type PushClient = ReturnType<typeof createPushClient>
