import type { Call } from './define'

/** What the server says at hello, as far as commands need it. */
interface HelloAnswer {
  readonly epoch: string
  readonly serverTime: string
  /** The oldest release that the server still takes commands from. */
  readonly minClient: string
  readonly sessionId: string
  readonly vaultKeyId: string
  readonly vaultPublicKey: string
  readonly deviceKek: string
  readonly offlineLeaseHours: number
}

/** What became of one command. `class` is any text: one that this version does not know is held. */
export interface PushResult {
  readonly id: string
  readonly class: string
  readonly code: string | null
  readonly retryAfterMs: number | null
  /** Decided before: `receivedAt` is of then. */
  readonly replay?: boolean | undefined
  readonly receivedAt?: string | null | undefined
  readonly server?: unknown
  /** Other rows that changed with it. */
  readonly also?: readonly unknown[] | null | undefined
  /** Of a conflict: each value in three versions, and who made the present one. */
  readonly conflict?:
    | {
        readonly fields: readonly {
          readonly name: string
          readonly before?: unknown
          readonly yours?: unknown
          readonly theirs?: unknown
        }[]
        readonly changedBy: {
          readonly id: string
          readonly firstName: string | null
          readonly lastName: string | null
        } | null
        readonly changedAt: string | null
      }
    | null
    | undefined
  readonly argErrors: readonly { readonly path: string; readonly message: string }[] | null
}

/** A command on its way (docs/sync-protocol.md). */
export interface Envelope {
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

/** Sessions of one user that ended offline, signed by one of them. */
export interface Ended {
  readonly sessionId: string
  readonly sessionIds: readonly string[]
  readonly signature: string
}

/** A command that its author gave up, and why. */
export interface GivenUp {
  readonly id: string
  readonly lane: string
  readonly op: string
  readonly reason: string
}

/** The questions of the sync protocol that writing needs. Each rejects with ProblemError. */
export interface SyncServer {
  hello(
    given: {
      readonly group: string
      readonly clientVersion: string
      readonly devicePublicKey: string
      readonly wallClock: string
    },
    organizationId: string,
  ): Promise<HelloAnswer>
  push(given: {
    readonly group: string
    readonly epoch: string
    readonly mutations: readonly Envelope[]
  }): Promise<{ readonly epoch: string; readonly results: readonly PushResult[] }>
  outcomes(given: {
    readonly group: string
    readonly ids: readonly string[]
  }): Promise<readonly PushResult[]>
  endSession(given: { readonly group: string; readonly sessionId: string }): Promise<boolean>
  discard(given: { readonly group: string; readonly items: readonly GivenUp[] }): Promise<boolean>
  /** Asks for no credential: what is delivered proves itself. */
  deliverIdle(given: {
    readonly group: string
    readonly epoch: string
    readonly clientVersion: string
    readonly mutations: readonly Envelope[]
  }): Promise<{ readonly epoch: string; readonly results: readonly PushResult[] }>
  /** The same for notices. Answers what is settled: of `ends` by place, of `discards` by id. */
  tellIdle(given: {
    readonly group: string
    readonly ends: readonly Ended[]
    readonly discards: readonly Envelope[]
    readonly standing?: Pick<Ended, 'sessionId' | 'signature'>
  }): Promise<{
    readonly ends: readonly boolean[]
    readonly discards: readonly string[]
    /** Why the session that asked is over; null: it stands, or that is not known. */
    readonly standing: 'disabled' | 'removed' | 'revoked' | null
  }>
  ack(given: { readonly group: string; readonly ids: readonly string[] }): Promise<boolean>
}

/** What changed in scopes since their cursors; a null cursor asks from the beginning. */
export interface PullQuestion {
  readonly group: string
  readonly epoch: string
  readonly cursors: readonly { readonly scope: string; readonly cursor: string | null }[]
  readonly limit: number
}

/** An answer of `syncPull` with unopened rows. `asOf`: epoch milliseconds. */
export interface PullAnswer {
  readonly epoch: string
  readonly asOf: number
  readonly revokedScopes: readonly string[]
  readonly resetScopes: readonly string[]
  readonly scopes: readonly {
    readonly scope: string
    readonly base: string
    readonly next: string
    readonly more: boolean
    /** The entities of which there is more; null where there is more: of any. */
    readonly moreOf: readonly string[] | null
    /** Epoch milliseconds of the server from which on it is not the user's; null: without an end. */
    readonly endsAt: number | null
    readonly put: readonly { readonly entity: string; readonly value: unknown }[]
    readonly remove: readonly {
      readonly type: string
      readonly id: string
      readonly reason: string
    }[]
  }[]
}

/** Named rows of a scope, or those of a time (ISO 8601), of one entity. */
export interface OlderQuestion {
  readonly scope: string
  readonly entity: string
  readonly ids?: readonly string[]
  readonly from?: string
  readonly before?: string
}

/** Unopened rows. `asOf`: epoch milliseconds. */
export interface OlderAnswer {
  readonly asOf: number
  readonly rows: readonly unknown[]
}

/** What one user looked at in one organisation, and the device's own name. */
export interface AccessReport {
  readonly device: string
  readonly looks: readonly {
    readonly subjectId: string
    readonly place: string
    /** Epoch milliseconds. */
    readonly at: number
  }[]
}

type Asked<Name extends keyof SyncServer> = Call<
  Parameters<SyncServer[Name]>[0],
  Awaited<ReturnType<SyncServer[Name]>>
>

/** The calls of the sync protocol, as the portal's contract declares them. */
export interface SyncProtocol {
  readonly hello: Asked<'hello'>
  readonly push: Asked<'push'>
  readonly outcomes: Asked<'outcomes'>
  readonly ackResults: Asked<'ack'>
  readonly endSession: Asked<'endSession'>
  readonly discard: Asked<'discard'>
  readonly deliverIdle: Asked<'deliverIdle'>
  readonly tellIdle: Asked<'tellIdle'>
  readonly pull: Call<PullQuestion, PullAnswer>
  readonly older: Call<OlderQuestion, OlderAnswer | null>
  /** Tells what a person looked at; told again it counts once. */
  readonly looked: Call<AccessReport, boolean>
}
