import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { z } from 'zod'
import type { Action } from '../../domain/access/may'
import { problem, type Problem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { Operation } from '../../platform/graphql'
import type { Change } from './replay'
import { operation, type Transport } from './request'
import type { Identified } from './resource'

/** What a plan may know besides its input: everything that is not pure is handed in. */
export interface PlanContext {
  /** The command's id: the idempotency key, and the id of the row that the command adds. */
  readonly id: string
  /** Epoch milliseconds by this device's clock, when the person acted. */
  readonly now: number
  readonly me: Me
}

/** A patient as the author saw them: the server refuses what was written for somebody else by now. */
export interface SeenIdentity {
  /** First and last name as served. */
  readonly name: string
  readonly birthDate: string
  readonly identifierLast4: string | null
  readonly revision: number
}

/** What the server's answer to a command means to the store. */
export interface Settled<Value> {
  readonly value: Value
  /** Changed rows, by the resource that keeps them. */
  readonly accept?: readonly { readonly resource: string; readonly row: Identified; readonly asOf?: number }[]
  /** The signed-in user after the command, when it changed. */
  readonly session?: Me
}

export interface CommandDefinition<Input, Value, Answer, Variables> {
  readonly name: string
  readonly version?: number
  readonly document: TypedDocumentNode<Answer, Variables>
  readonly input: z.ZodType<Input, Input>
  /** Who may; null: whoever is signed in. */
  readonly action: Action | null
  /** Absent: online only. Present: it may wait in the outbox, sent in order within its lane. */
  readonly mayWait?: {
    readonly lane: (input: Input) => string
    readonly plan: (input: Input, context: PlanContext) => readonly Change[]
    /** The input as the sync protocol names it. */
    readonly plain: (input: Input) => Readonly<Record<string, unknown>>
    /** Whom it is about; null: no patient. */
    readonly patient: (input: Input) => string | null
    /** The row that the server wrote (`MutationResult.server`). */
    readonly settle: (row: unknown) => Settled<Value>
  }
  readonly variables: (input: Input, context: { readonly id: string; readonly capturedAt: number }) => Variables
  readonly transport?: Pick<Transport, 'batch'>
  readonly wire: (answer: unknown) => Settled<Value>
  /** Resources that the server changes as a side effect: their open readings are refreshed (C553). */
  readonly refreshes?: readonly string[]
}

/** Something done. */
export interface Command<Input, Value> {
  readonly kind: 'command'
  readonly name: string
  readonly version: number
  readonly document: Operation['document']
  readonly action: Action | null
  readonly waits: boolean
  readonly refreshes: readonly string[]
  parse(input: unknown): { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly problem: Problem }
  lane(input: Input): string
  plan(input: Input, context: PlanContext): readonly Change[]
  /** Of a command that may wait: its input as it is sealed, and whom it is about. */
  wait(input: Input): { readonly patientId: string | null; readonly input: Readonly<Record<string, unknown>> }
  /** Of a command that may wait: what the row that the server wrote means. */
  settle(row: unknown): Settled<Value>
  request(input: Input, context: { readonly id: string; readonly capturedAt: number }): Operation
  wire(answer: unknown): Settled<Value>
}

/** What became of a command: `saved` on this device and will be sent; `done` by the server; or refused, nothing changed. */
export type CommandResult<Value> =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** The Problem of an input that its schema refuses: one field per issue, named by its path. */
export const inputProblem = (error: z.ZodError): Problem =>
  problem('invalid-arguments', error.issues[0]?.message ?? 'Invalid input',
    error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })))

/** Declares something that is done. */
export const defineCommand = <Input, Value, Answer, Variables>(
  definition: CommandDefinition<Input, Value, Answer, Variables>,
): Command<Input, Value> => ({
  kind: 'command',
  name: definition.name,
  version: definition.version ?? 1,
  document: definition.document as unknown as Operation['document'],
  action: definition.action,
  waits: definition.mayWait !== undefined,
  refreshes: definition.refreshes ?? [],
  parse: (input) => {
    const parsed = definition.input.safeParse(input)
    return parsed.success ? { ok: true, input: parsed.data } : { ok: false, problem: inputProblem(parsed.error) }
  },
  lane: (input) => definition.mayWait?.lane(input) ?? '',
  plan: (input, context) => definition.mayWait?.plan(input, context) ?? [],
  wait: (input) => ({ patientId: definition.mayWait?.patient(input) ?? null, input: definition.mayWait?.plain(input) ?? {} }),
  settle: (row) => {
    if (definition.mayWait === undefined) throw new Error(`${definition.name} is done at once`)
    return definition.mayWait.settle(row)
  },
  request: (input, context) =>
    operation(definition.document, definition.variables(input, context), { ...definition.transport, idempotencyKey: context.id }),
  wire: definition.wire,
})
