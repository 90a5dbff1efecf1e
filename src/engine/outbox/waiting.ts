import { z } from 'zod'
import { toProblem, type Problem } from '../../domain/problem'
import { seenIdentitySchema, type SeenIdentity } from '../../domain/sync/seen-identity'
import type {
  Change,
  CommandOf,
  ConflictShown,
  ItemState,
  OutboxItem,
  WaitingChange,
} from '../define'
import type { OutboxStore, StoredCommand } from '../store'
import {
  isForPerson as isStateForPerson,
  isRefused,
  mayBeDone,
  mayBeTakenBack,
  stuckCode,
  refusalOf,
} from './outbox-machine'

/** The body of a waiting command: all that is needed to show it, explain it and send it. */
export interface WaitingBody {
  readonly input: unknown
  readonly capturedAt: number
  /** The server's time then, as estimated; absent in older entries. */
  readonly capturedAtEst?: number | undefined
  readonly changes: readonly Change[]
  /** Whom it is about, as the author saw them; null: no subject. */
  readonly subject: ({ readonly id: string } & SeenIdentity) | null
}

/** Kept beside an answered command: why, and the server's values of a conflict. */
export interface WaitingAnswer {
  readonly problem: Problem
  readonly conflict?: ConflictShown
  /** Why its author gave it up. */
  readonly reason?: string
  /** The server's row, for sending again against it. */
  readonly server?: unknown
}

const changeSchema: z.ZodType<Change> = z.union([
  z.object({
    resource: z.string(),
    kind: z.literal('add'),
    row: z.looseObject({ id: z.string(), revision: z.number() }),
  }),
  z.object({
    resource: z.string(),
    kind: z.literal('change'),
    id: z.string(),
    patch: z.record(z.string(), z.unknown()),
  }),
  z.object({ resource: z.string(), kind: z.literal('remove'), id: z.string() }),
])
const seenSchema = seenIdentitySchema.extend({ id: z.string() })
const bodySchema = z.object({
  input: z.unknown(),
  capturedAt: z.number(),
  capturedAtEst: z.number().optional(),
  changes: z.array(changeSchema),
  subject: seenSchema.nullable().default(null),
})
const problemSchema = z.object({
  kind: z.string(),
  code: z.string(),
  said: z.string().nullable(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
})
const conflictSchema: z.ZodType<ConflictShown> = z.object({
  fields: z.array(
    z.object({ name: z.string(), before: z.unknown(), yours: z.unknown(), theirs: z.unknown() }),
  ),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})
const answerSchema = z.object({
  problem: problemSchema,
  conflict: conflictSchema.optional(),
  server: z.unknown().optional(),
  reason: z.string().optional(),
})

/** A waiting command, opened. */
export interface OpenedCommand {
  readonly row: StoredCommand
  readonly body: WaitingBody
  readonly answer: WaitingAnswer | null
  /** Its words are gone from here: whose lane it is in, as this device shows them now. */
  readonly about?: OutboxItem['about']
}

/** Without the server's text its code is used. */
const byCode = (row: StoredCommand): WaitingAnswer | null =>
  isStateForPerson(row.state) ? { problem: refusalOf({ class: row.state, code: row.code }) } : null

/** What is kept beside it, which opens also where what was written does not any more. */
export const openAnswer = async (
  outbox: OutboxStore,
  row: StoredCommand,
): Promise<WaitingAnswer | null> =>
  answerSchema.nullable().parse(await outbox.openAnswer(row)) as WaitingAnswer | null

const openBody = async (outbox: OutboxStore, row: StoredCommand): Promise<WaitingBody> =>
  bodySchema.parse(await outbox.openBody(row))

const openedOf = (
  row: StoredCommand,
  body: WaitingBody,
  answer: WaitingAnswer | null,
): OpenedCommand => ({
  row,
  body,
  answer: row.state === 'EXPIRED' ? byCode(row) : (answer ?? byCode(row)),
})

export const openCommand = async (
  outbox: OutboxStore,
  row: StoredCommand,
): Promise<OpenedCommand> => {
  const answer = await openAnswer(outbox, row)
  return openedOf(row, await openBody(outbox, row), answer)
}

/** A command that the signed-in session has no key for: all that is known of it without one. */
export const closedCommand = (row: StoredCommand): OpenedCommand => ({
  row,
  body: { input: null, capturedAt: row.capturedAt, changes: [], subject: null },
  answer: byCode(row),
})

/** Opens waiting commands for display, each once while its sealed form is the same. */
export interface Opener {
  /** One without a key (its author signed out) is still listed and sent. */
  toShow(row: StoredCommand): Promise<OpenedCommand>
  /** Nothing of it stays open in memory: somebody else's page, or nobody's. */
  forget(): void
}

/** Commands that are remembered open; more than ever wait at once. */
const openAtMost = 2_000

export const createOpener = (outbox: OutboxStore): Opener => {
  type Remembered<Value> = Map<string, { readonly sealed: string; readonly value: Promise<Value> }>
  let bodies: Remembered<WaitingBody> = new Map()
  let answers: Remembered<WaitingAnswer | null> = new Map()
  const once = <Value>(
    remembered: Remembered<Value>,
    id: string,
    sealed: string,
    open: () => Promise<Value>,
  ): Promise<Value> => {
    const known = remembered.get(id)
    if (known?.sealed === sealed) return known.value
    if (remembered.size >= openAtMost) remembered.clear()
    const value = open()
    const now = { sealed, value }
    remembered.set(id, now)
    value.catch(() => {
      if (remembered.get(id) === now) remembered.delete(id)
    })
    return value
  }
  return {
    toShow: async (row) => {
      // Taken with the right to see the subject (redact-revoked.ts).
      if (row.body === '') {
        bodies.delete(row.id)
        answers.delete(row.id)
        return closedCommand(row)
      }
      try {
        const answer =
          row.answer === null
            ? null
            : await once(answers, row.id, row.answer, () => openAnswer(outbox, row))
        return openedOf(
          row,
          await once(bodies, row.id, row.body, () => openBody(outbox, row)),
          answer,
        )
      } catch (thrown) {
        if (toProblem(thrown).kind !== 'storage') throw thrown
        return closedCommand(row)
      }
    },
    forget: () => {
      bodies = new Map()
      answers = new Map()
    },
  }
}

const stateOf = (row: StoredCommand, sending: ReadonlySet<string>): ItemState => {
  if (row.state === 'CONFLICT') return 'conflict'
  if (row.state === 'EXPIRED') return 'expired'
  if (isRefused(row.state)) return row.code === stuckCode ? 'stuck' : 'refused'
  if (sending.has(row.id)) return 'sending'
  if (row.state === 'HELD_UPGRADE') return 'held-update'
  if (row.state === 'HELD_AUTH') return 'held-sign-in'
  return row.unsure ? 'checking' : 'waiting'
}

/** What still has to be shown: everything but what the author's store holds by now. */
export const isShown = (row: StoredCommand): boolean =>
  row.state !== 'DISCARDED' && (row.state !== 'ACCEPTED' || !row.settled)

/**
 * How a command lies over a row. What an older release sealed may not fit any more: then the row
 * says that something waits, and shows the server's values.
 */
const layOf = (
  { row, body, answer }: OpenedCommand,
  change: Change,
  command: CommandOf,
): WaitingChange['lay'] => {
  if (change.kind !== 'change') return undefined
  const known = command(row.op)
  const parsed = known?.parse(body.input)
  if (parsed?.ok !== true) return undefined
  try {
    return known?.lay({
      id: row.id,
      input: parsed.input,
      capturedAt: new Date(body.capturedAtEst ?? body.capturedAt).toISOString(),
      patch: change.patch,
      open: answer?.conflict?.fields.map(({ name }) => name) ?? null,
    })
  } catch {
    return undefined // written by a newer version, in a shape that this one cannot read
  }
}

/** The changes that opened commands lay over rows, in the order of writing. */
export const changesOf = (
  commands: readonly OpenedCommand[],
  sending: ReadonlySet<string>,
  command: CommandOf,
): readonly WaitingChange[] =>
  commands.flatMap((opened) => {
    const { row, body, answer } = opened
    return body.changes.map((change) => ({
      change,
      commandId: row.id,
      ...(row.state === 'ACCEPTED' && !row.settled
        ? { unheardSince: body.capturedAtEst ?? body.capturedAt }
        : {}),
      state: row.state === 'ACCEPTED' ? ('accepted' as const) : stateOf(row, sending),
      ...(answer === null ? {} : { problem: answer.problem }),
      lay: layOf(opened, change, command),
    }))
  })

/** What the list of waiting work shows. */
export const itemOf = (
  { row, body, answer, about }: OpenedCommand,
  sending: ReadonlySet<string>,
  postponed: ReadonlySet<string>,
): OutboxItem => ({
  id: row.id,
  op: row.op,
  organizationId: row.organization,
  capturedAt: body.capturedAt,
  state: stateOf(row, sending),
  input: body.input,
  problem: answer?.problem ?? null,
  subject:
    body.subject === null
      ? null
      : {
          id: body.subject.id,
          name: body.subject.name,
          birthDate: body.subject.birthDate,
          identifierLast4: body.subject.identifierLast4,
        },
  expiresAt: row.expiresAt ?? null,
  code: row.code,
  conflict: answer?.conflict ?? null,
  mayBeDone: mayBeDone(row),
  mayBeTakenBack: mayBeTakenBack(row) && !sending.has(row.id),
  isPutOff: postponed.has(row.id),
  isLost: row.body === '',
  about: about ?? null,
})
