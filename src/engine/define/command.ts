import type { z } from 'zod'
import type { Action } from '../../domain/access/may'
import { problem, type Problem } from '../../domain/problem'
import {
  laneOf,
  lifetimeOf,
  subjectOfInput,
  type WaitingCommand,
} from '../../domain/sync/waiting-command'
import type { SentAs } from '../../domain/sync/sent-as'
import type { Me } from '../../domain/user/me'
import type { Operation } from '../../platform/graphql'
import type { Change, Lay } from './replay'
import { operation, type Transport, type TypedDocument } from './request'
import type { Identified } from './resource'

/** What a plan may know besides its input: everything that is not pure is handed in. */
export interface PlanContext {
  /** The command's id: the idempotency key, and the id of the row that the command adds. */
  readonly id: string
  /** Epoch milliseconds by this device's clock, when the person acted. */
  readonly now: number
  readonly me: Me
}

/** The values of a conflict. */
export interface ConflictShown {
  readonly fields: readonly {
    readonly name: string
    readonly before: unknown
    readonly yours: unknown
    readonly theirs: unknown
  }[]
  /** Who changed it, as a name to show; null: not told. */
  readonly changedBy: string | null
  /** ISO 8601; null: not told. */
  readonly changedAt: string | null
}

/** A row that the server changed, by the resource that keeps it. */
export interface ChangedRow {
  readonly resource: string
  readonly row: Identified
  /** Epoch milliseconds of the server; absent: as of now. */
  readonly asOf?: number
}

/** What the server's answer to a command means to the store. */
export interface Settled<Value> {
  readonly value: Value
  readonly accept?: readonly ChangedRow[]
  /** The signed-in user after the command, when it changed. */
  readonly session?: Me
}

/** A command that is laid over a row. */
export interface Laid<Input> {
  readonly id: string
  readonly input: Input
  /** The server's time when it was written, as this device knew it; ISO 8601. */
  readonly capturedAt: string
  /** What its plan wanted of the row. */
  readonly patch: Readonly<Record<string, unknown>>
  /** The fields that the server's conflict is about; null: there is none, or it is not told. */
  readonly open: readonly string[] | null
}

interface AnyCommand<Input> {
  readonly kind: 'command'
  readonly name: string
  /** Who may; null: any signed-in user. */
  readonly action: Action | null
  /** Resources that the server changes as a side effect: open readings are refreshed (C553). */
  readonly refreshes: readonly string[]
  parse(
    input: unknown,
  ):
    { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly problem: Problem }
}

/** Something that is done by the server at once, as the mutation of its document, or not at all. */
export interface OnlineCommand<Input, Value> extends AnyCommand<Input> {
  readonly waits: false
  readonly document: Operation['document']
  request(input: Input, context: { readonly id: string; readonly capturedAt: number }): Operation
  wire(answer: unknown): Settled<Value>
}

/** Something that may be written offline: it is sealed, waits in the outbox and goes by push alone. */
export interface SyncedCommand<Input> extends AnyCommand<Input> {
  readonly waits: true
  /** Of its input; what an older client sealed keeps its own. */
  readonly version: number
  /** Its class, as data. `ttlMs` (milliseconds) of P alone, else null. */
  readonly waiting: { readonly class: 'Q' | 'P'; readonly ttlMs: number | null }
  lane(input: Input): string
  plan(input: Input, context: PlanContext): readonly Change[]
  /** How it is laid over a row; undefined: it changes none. */
  lay(given: Laid<Input>): Lay | undefined
  /** Whom it is about; null: no subject. */
  subject(input: Input): string | null
  /** The input as it is sealed. */
  plain(input: Input): Readonly<Record<string, unknown>>
  /** The rows that the server wrote (`MutationResult.server`, and others in `also`). */
  settle(row: unknown, also: readonly unknown[]): readonly ChangedRow[]
  /** The same wish against the row that was just shown; unchanged without a precondition. */
  against(input: Input, server: unknown): Input
}

/** Something done. */
export type Command<Input, Value> = OnlineCommand<Input, Value> | SyncedCommand<Input>

/** A command that may wait, by its name; undefined: not of this release. */
export type CommandOf = (name: string) => SyncedCommand<unknown> | undefined

/**
 * What became of a command: `saved` on this device, `done` by the server, `unseen` done when it was
 * first sent and not to be read by the user any more, or refused. With
 * `unknown` it may have been done; run again as that, it is done at most once.
 */
export type CommandResult<Value> =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly unknown?: SentAs }

/** The Problem of an input that its schema refuses: one field per issue, named by its path. */
const inputProblem = (error: z.ZodError): Problem =>
  problem(
    'invalid-arguments',
    error.issues[0]?.message ?? null,
    error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  )

const parseBy =
  <Input>(schema: z.ZodType<Input, Input>): AnyCommand<Input>['parse'] =>
  (input) => {
    const parsed = schema.safeParse(input)
    return parsed.success
      ? { ok: true, input: parsed.data }
      : { ok: false, problem: inputProblem(parsed.error) }
  }

/** Declares something that is done online only. */
export const defineCommand = <Input, Value, Answer, Variables>(definition: {
  readonly name: string
  readonly document: TypedDocument<Answer, Variables>
  readonly input: z.ZodType<Input, Input>
  readonly action: Action | null
  readonly variables: (
    input: Input,
    context: { readonly id: string; readonly capturedAt: number },
  ) => Variables
  readonly transport?: Pick<Transport, 'batch' | 'internal'>
  readonly wire: (answer: unknown) => Settled<Value>
  readonly refreshes?: readonly string[]
}): OnlineCommand<Input, Value> => ({
  kind: 'command',
  waits: false,
  name: definition.name,
  document: definition.document,
  action: definition.action,
  refreshes: definition.refreshes ?? [],
  parse: parseBy(definition.input),
  request: (input, context) =>
    operation(definition.document, definition.variables(input, context), {
      ...definition.transport,
      idempotencyKey: context.id,
    }),
  wire: definition.wire,
})

/**
 * Declares a command that may wait. `input`: a form's input where it differs from what is sealed;
 * `plain` then converts it. `lay`: needed where the plan changes rows.
 */
export const defineWaitingCommand = <Sealed extends object, Input extends Sealed>(
  shared: WaitingCommand<Sealed>,
  {
    input,
    plan,
    settle,
    lay = () => undefined,
    plain = (given) => Object.fromEntries(Object.entries(given)),
    against,
    refreshes = [],
  }: Pick<SyncedCommand<Input>, 'plan'> &
    Partial<Pick<SyncedCommand<Input>, 'plain' | 'lay' | 'refreshes'>> & {
      readonly input: z.ZodType<Input, Input>
      readonly settle: (row: unknown, also: readonly unknown[]) => readonly ChangedRow[]
      /** Of a command with a precondition. */
      readonly against?: (input: Input, server: unknown) => Input
    },
): SyncedCommand<Input> => ({
  kind: 'command',
  waits: true,
  name: shared.name,
  version: shared.version,
  action: shared.action,
  waiting: { class: shared.waits.class, ttlMs: lifetimeOf(shared) },
  refreshes,
  parse: parseBy(input),
  lane: (given) => laneOf(shared, given),
  subject: (given) => subjectOfInput(shared, given),
  plan,
  lay,
  plain,
  settle,
  // Without a row the author saw no other version: the server judges again by what they saw then.
  against: (given, server) => (server == null ? given : (against?.(given, server) ?? given)),
})
