import { formatStaffName } from '../../domain/identity'
import { problem, toProblem, type ProblemCode } from '../../domain/problem'
import type { StoredCommand } from '../store'
import type { KeyOwner } from '../../platform/vault'
import type { CommandOf, ConflictShown } from '../define'
import { outcomeOf, type Outcome, type Verdict } from './outcome'
import { refusalOf } from './refusal'
import type { PushResult } from '../protocol'

const shownConflict = ({
  fields,
  changedBy,
  changedAt,
}: NonNullable<PushResult['conflict']>): ConflictShown => ({
  fields: fields.map(({ name, before, yours, theirs }) => ({ name, before, yours, theirs })),
  changedBy: formatStaffName(changedBy) || null,
  changedAt,
})

export const again = (
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
