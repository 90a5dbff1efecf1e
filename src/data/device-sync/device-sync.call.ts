import { z } from 'zod'
import {
  MutationOutcomesDocument,
  SyncAckResultsDocument,
  SyncDiscardDocument,
  SyncEndSessionDocument,
  SyncHelloDocument,
  SyncOlderDocument,
  SyncPullDocument,
  SyncPushDocument,
} from '../../../schema/generated/documents/device-sync'
import type { EntityType } from '../../../schema/generated/operations'
import { pulledNames } from '../../../schema/generated/pulled-names'
import { personSchema } from '../../domain/organization/organization'
import { idleAnswerSchema } from '../../domain/sync/idle-answer'
import { defineCall, definePublicPost } from '../../engine/define'

const helloSchema = z.object({
  epoch: z.string(),
  serverTime: z.string(),
  minClient: z.string(),
  sessionId: z.string(),
  vaultPublicKey: z.string(),
  vaultKeyId: z.string(),
  deviceKek: z.string(),
  offlineLeaseHours: z.number(),
})
const conflictSchema = z.object({
  fields: z.array(
    z.object({ name: z.string(), before: z.unknown(), yours: z.unknown(), theirs: z.unknown() }),
  ),
  changedBy: personSchema.nullable(),
  changedAt: z.string().nullable(),
})
// An unknown class is read: its meaning is decided where commands are held.
const resultSchema = z.object({
  id: z.string(),
  class: z.string(),
  code: z.string().nullable(),
  retryAfterMs: z.number().nullable(),
  server: z.unknown(),
  replay: z.boolean().optional(),
  receivedAt: z.string().nullish(),
  also: z.array(z.unknown()).nullish(),
  conflict: conflictSchema.nullish(),
  argErrors: z.array(z.object({ path: z.string(), message: z.string() })).nullable(),
})

/** Introduces this device to the server for the signed-in user. */
export const hello = defineCall({
  name: 'syncHello',
  document: SyncHelloDocument,
  variables: (given: {
    readonly group: string
    readonly clientVersion: string
    readonly devicePublicKey: string
    readonly wallClock: string
  }) => ({ in: { ...given, schemaVersion: 1 } }),
  wire: (answer) => z.object({ syncHello: helloSchema }).parse(answer).syncHello,
})

interface Sealed {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly prev: string | null
  readonly op: string
  readonly opVersion: number
  readonly sealed: string
  readonly signature: string
  readonly sessionId: string
}

/** Delivers commands, sealed and signed; each is done once, however often it is sent. */
export const push = defineCall({
  name: 'syncPush',
  document: SyncPushDocument,
  variables: (given: {
    readonly group: string
    readonly epoch: string
    readonly mutations: readonly Sealed[]
  }) => ({ in: { ...given, mutations: [...given.mutations] } }),
  wire: (answer) =>
    z
      .object({ syncPush: z.object({ epoch: z.string(), results: z.array(resultSchema) }) })
      .parse(answer).syncPush,
})

interface Ids {
  readonly group: string
  readonly ids: readonly string[]
}

/** What is known of commands; one that is missing is not known. */
export const outcomes = defineCall({
  name: 'mutationOutcomes',
  document: MutationOutcomesDocument,
  variables: ({ group, ids }: Ids) => ({ group, ids: [...ids] }),
  wire: (answer) =>
    z.object({ mutationOutcomes: z.array(resultSchema) }).parse(answer).mutationOutcomes,
})

/** This device has stored these answers. */
export const ackResults = defineCall({
  name: 'syncAckResults',
  document: SyncAckResultsDocument,
  variables: ({ group, ids }: Ids) => ({ group, ids: [...ids] }),
  wire: (answer) => z.object({ syncAckResults: z.boolean() }).parse(answer).syncAckResults,
})

const rowSchema = z.looseObject({ __typename: z.string() })
const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())
const patchSchema = z.object({
  scope: z.string(),
  base: z.string(),
  next: z.string(),
  more: z.boolean(),
  moreOf: z.array(z.string()).nullish(),
  endsAt: instant.nullish(),
  put: z.array(rowSchema),
  remove: z.array(z.object({ type: z.string(), id: z.string(), reason: z.string() })),
})
const pulledSchema = z.object({
  epoch: z.string(),
  asOf: instant,
  revokedScopes: z.array(z.string()),
  resetScopes: z.array(z.string()),
  scopes: z.array(patchSchema),
})

const rowOf = ({ __typename: entity, ...fields }: z.infer<typeof rowSchema>) => ({
  entity,
  value: Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [pulledNames[name] ?? name, value]),
  ) as unknown,
})

/** What changed in scopes since their cursors. Resources read the rows. */
export const pull = defineCall({
  name: 'syncPull',
  document: SyncPullDocument,
  variables: ({
    cursors,
    ...given
  }: {
    readonly group: string
    readonly epoch: string
    readonly cursors: readonly { readonly scope: string; readonly cursor: string | null }[]
    readonly limit: number
  }) => ({ in: { ...given, cursors: [...cursors], keepsEnds: true } }),
  wire: (answer) => {
    const { scopes, ...pulled } = z.object({ syncPull: pulledSchema }).parse(answer).syncPull
    return {
      ...pulled,
      scopes: scopes.map(({ put, endsAt, moreOf, ...patch }) => ({
        ...patch,
        moreOf: moreOf ?? null,
        endsAt: endsAt ?? null,
        put: put.map(rowOf),
      })),
    }
  },
})

/** Rows that a scope has not come to yet. */
export const older = defineCall({
  name: 'syncOlder',
  document: SyncOlderDocument,
  variables: ({
    scope,
    entity,
    ids,
    ...time
  }: {
    readonly scope: string
    readonly entity: string
    readonly ids?: readonly string[]
    readonly from?: string
    readonly before?: string
  }) => ({
    in: {
      scope,
      type: entity as EntityType,
      ...time,
      ...(ids === undefined ? {} : { ids: [...ids] }),
    },
  }),
  wire: (answer) => {
    const { syncOlder: found } = z
      .object({ syncOlder: z.object({ asOf: instant, rows: z.array(rowSchema) }).nullable() })
      .parse(answer)
    return found === null
      ? null
      : { asOf: found.asOf, rows: found.rows.map((row) => rowOf(row).value) }
  },
})

/** Ends a session of this device for good; what it wrote before is still accepted. */
export const endSession = defineCall({
  name: 'syncEndSession',
  document: SyncEndSessionDocument,
  variables: ({ group, sessionId }: { readonly group: string; readonly sessionId: string }) => ({
    group,
    sessionId,
  }),
  wire: (answer) => z.object({ syncEndSession: z.boolean() }).parse(answer).syncEndSession,
})

/** What the author gave up on this device, and why. */
export const discard = defineCall({
  name: 'syncDiscard',
  document: SyncDiscardDocument,
  variables: ({
    group,
    items,
  }: {
    readonly group: string
    readonly items: readonly {
      readonly id: string
      readonly lane: string
      readonly op: string
      readonly reason: string
    }[]
  }) => ({ group, items: [...items] }),
  wire: (answer) => z.object({ syncDiscard: z.boolean() }).parse(answer).syncDiscard,
})

/** Delivers commands while nobody is signed in: each proves its author. Answers class and code. */
export const deliverIdle = definePublicPost({
  name: 'deliverIdle',
  path: '/sync/deliver',
  body: (given: {
    readonly group: string
    readonly epoch: string
    readonly clientVersion: string
    readonly mutations: readonly Sealed[]
  }) => given,
  wire: (answer) => idleAnswerSchema.parse(answer),
})

/**
 * Sessions ended and commands given up offline, signed by their session. Answers what was accepted.
 */
export const tellIdle = definePublicPost({
  name: 'tellIdle',
  path: '/sync/told',
  body: (given: {
    readonly group: string
    readonly ends: readonly {
      readonly sessionId: string
      readonly sessionIds: readonly string[]
      readonly signature: string
    }[]
    readonly discards: readonly Sealed[]
    readonly standing?: { readonly sessionId: string; readonly signature: string }
  }) => given,
  wire: (answer) =>
    z
      .object({
        ends: z.array(z.boolean()),
        discards: z.array(z.string()),
        // An older server says nothing, and what says that it stands ends nothing.
        standing: z.enum(['disabled', 'removed', 'revoked']).nullable().catch(null),
      })
      .parse(answer),
})
