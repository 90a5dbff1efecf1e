import type { z } from 'zod'
import type { Action } from '../../domain/access/may'
import { problem, type Problem } from '../../domain/problem'
import { laneOf, subjectOfInput, type WaitingCommand } from '../../domain/sync/waiting-command'
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

/** A command's precondition, by the server's row (`MutationResult.server` of a CONFLICT). */
export interface IfMatch<Input> {
  /** Both values for the author, where the server's answer has none (`MutationResult.conflict`). */
  readonly shown?: (server: unknown, input: Input) => ConflictShown
  /** The same wish, against the row that was just shown. */
  readonly against: (input: Input, server: unknown) => Input
}

/**
 * How a command may wait (design/sync.md). Q: without limit, harmless when late. P: for `ttlMs`
 * milliseconds, then the user is asked; with `ifMatch` only while the server holds what the author
 * saw. Anything else is online only.
 */
export type WaitingClass<Input> =
  | { readonly class: 'Q' }
  | { readonly class: 'P'; readonly ttlMs: number; readonly ifMatch?: IfMatch<Input> }

/** What the server's answer to a command means to the store. */
export interface Settled<Value> {
  readonly value: Value
  /** Changed rows, by the resource that keeps them. */
  readonly accept?: readonly {
    readonly resource: string
    readonly row: Identified
    readonly asOf?: number
  }[]
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

/** How a command changes rows that the server has: by the server's rule, over the row of now. */
export type LayRule<Input> = (given: Laid<Input>) => Lay

export interface CommandDefinition<Input, Value, Answer, Variables> {
  readonly name: string
  readonly version?: number
  readonly document: TypedDocument<Answer, Variables>
  readonly input: z.ZodType<Input, Input>
  /** Who may; null: any signed-in user. */
  readonly action: Action | null
  /** Absent: online only. Present: it may wait in the outbox, sent in order within its lane. */
  readonly mayWait?: WaitingClass<Input> & {
    readonly lane: (input: Input) => string
    readonly plan: (input: Input, context: PlanContext) => readonly Change[]
    /** Needed where the plan changes rows. */
    readonly lay?: LayRule<Input>
    /** The input as the sync protocol names it. */
    readonly plain: (input: Input) => Readonly<Record<string, unknown>>
    /** Whom it is about; null: no subject. */
    readonly subject: (input: Input) => string | null
    /** The row that the server wrote (`MutationResult.server`), and others (`also`). */
    readonly settle: (row: unknown, also?: readonly unknown[]) => Settled<Value>
  }
  readonly variables: (
    input: Input,
    context: { readonly id: string; readonly capturedAt: number },
  ) => Variables
  readonly transport?: Pick<Transport, 'batch' | 'internal'>
  readonly wire: (answer: unknown) => Settled<Value>
  /** Resources that the server changes as a side effect: open readings are refreshed (C553). */
  readonly refreshes?: readonly string[]
}

/** Something done. */
export interface Command<Input, Value> {
  readonly kind: 'command'
  readonly name: string
  readonly version: number
  readonly document: Operation['document']
  readonly action: Action | null
  /** May be written offline. */
  readonly waits: boolean
  /** Its class, as data; N: online only. `ttlMs` (milliseconds) of P alone, else null. */
  readonly waiting: { readonly class: 'Q' | 'P' | 'N'; readonly ttlMs: number | null }
  readonly refreshes: readonly string[]
  parse(
    input: unknown,
  ):
    { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly problem: Problem }
  lane(input: Input): string
  plan(input: Input, context: PlanContext): readonly Change[]
  /** How it is laid over a row; undefined: it changes none. */
  lay(given: Laid<Input>): Lay | undefined
  /** Of a command that may wait: its input as it is sealed, and whom it is about. */
  wait(input: Input): {
    readonly subjectId: string | null
    readonly input: Readonly<Record<string, unknown>>
  }
  /** Of a command that may wait: what the row that the server wrote means. */
  settle(row: unknown, also?: readonly unknown[]): Settled<Value>
  /** Both values of a conflict; null where the operation has no precondition. */
  conflict(server: unknown, input: Input): ConflictShown | null
  /** The input against the row just shown; unchanged without a precondition, or where none was. */
  against(input: Input, server: unknown): Input
  request(input: Input, context: { readonly id: string; readonly capturedAt: number }): Operation
  wire(answer: unknown): Settled<Value>
}

/** A command by its name; undefined: not of this release. */
export type CommandOf = (name: string) => Command<unknown, unknown> | undefined

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

const ifMatchOf = <Input>(mayWait: WaitingClass<Input> | undefined): IfMatch<Input> | undefined =>
  mayWait?.class === 'P' ? mayWait.ifMatch : undefined

/** Declares something that is done. */
export const defineCommand = <Input, Value, Answer, Variables>(
  definition: CommandDefinition<Input, Value, Answer, Variables>,
): Command<Input, Value> => ({
  kind: 'command',
  name: definition.name,
  version: definition.version ?? 1,
  document: definition.document,
  action: definition.action,
  waits: definition.mayWait !== undefined,
  waiting: {
    class: definition.mayWait?.class ?? 'N',
    ttlMs: definition.mayWait?.class === 'P' ? definition.mayWait.ttlMs : null,
  },
  refreshes: definition.refreshes ?? [],
  parse: (input) => {
    const parsed = definition.input.safeParse(input)
    return parsed.success
      ? { ok: true, input: parsed.data }
      : { ok: false, problem: inputProblem(parsed.error) }
  },
  lane: (input) => definition.mayWait?.lane(input) ?? '',
  plan: (input, context) => definition.mayWait?.plan(input, context) ?? [],
  lay: (given) => definition.mayWait?.lay?.(given),
  wait: (input) => ({
    subjectId: definition.mayWait?.subject(input) ?? null,
    input: definition.mayWait?.plain(input) ?? {},
  }),
  settle: (row, also) => {
    if (definition.mayWait === undefined) throw new Error(`${definition.name} is done at once`)
    return definition.mayWait.settle(row, also)
  },
  conflict: (server, input) => ifMatchOf(definition.mayWait)?.shown?.(server, input) ?? null,
  // Without a row the author saw no other version: the server judges again by what they saw then.
  against: (input, server) =>
    server == null ? input : (ifMatchOf(definition.mayWait)?.against(input, server) ?? input),
  request: (input, context) =>
    operation(definition.document, definition.variables(input, context), {
      ...definition.transport,
      idempotencyKey: context.id,
    }),
  wire: definition.wire,
})

type MayWait<Input> = NonNullable<CommandDefinition<Input, unknown, unknown, unknown>['mayWait']>

/**
 * Declares a command that may wait. `input`: a form's input where it differs from what is sealed;
 * `plain` then converts it.
 */
export const defineWaitingCommand = <
  Sealed extends object,
  Input extends Sealed,
  Value,
  Answer,
  Variables,
>(
  shared: WaitingCommand<Sealed>,
  {
    input,
    plan,
    lay,
    plain = (given) => Object.fromEntries(Object.entries(given)),
    settle,
    ifMatch,
    ...definition
  }: Omit<
    CommandDefinition<Input, Value, Answer, Variables>,
    'name' | 'version' | 'action' | 'input' | 'mayWait'
  > &
    Pick<MayWait<Input>, 'plan'> &
    Partial<Pick<MayWait<Input>, 'plain' | 'lay'>> & {
      readonly input: z.ZodType<Input, Input>
      readonly settle: (row: unknown, also?: readonly unknown[]) => Settled<Value>
      readonly ifMatch?: IfMatch<Input>
    },
): Command<Input, Value> =>
  defineCommand({
    ...definition,
    name: shared.name,
    version: shared.version,
    action: shared.action,
    input,
    mayWait: {
      ...shared.waits,
      ...(ifMatch === undefined ? {} : { ifMatch }),
      lane: (given) => laneOf(shared, given),
      subject: (given) => subjectOfInput(shared, given),
      plan,
      ...(lay === undefined ? {} : { lay }),
      plain,
      settle,
    },
  })
