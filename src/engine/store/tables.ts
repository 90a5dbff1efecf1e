import { shortHash, type Sealed } from './environment'

/** Every kept row: index fields without names, and a sealed body. */
export interface StoredRow {
  readonly id: string
  /** Of which subject, for rows that belong to one; '' for others (an index cannot hold null). */
  readonly subjectId: string
  /** When it happened, epoch milliseconds; 0 where a row has no time of its own. */
  readonly at: number
  /** Server time of the answer that it came with, epoch milliseconds. */
  readonly asOf: number
  /** The server's; the highest wins. */
  readonly revision: number
  /** The scopes that hold it. None: asked for beside it, or a command's answer. */
  readonly scopes?: readonly string[]
  /** In a sized table: how long its body is. */
  readonly size?: number
  readonly body: Sealed
}

/** How far a scope has come. Times are epoch milliseconds. */
export interface StoredCursor {
  readonly scope: string
  /** The subject that the scope is about; '' for none. */
  readonly subjectId: string
  /** The server's word for what is kept, given back as it came; '' before the first answer. */
  readonly cursor: string
  /** Server time at which what is kept was all there was. */
  readonly asOf: number
  readonly checkedAt: number
  /** There was nothing more to ask for. */
  readonly isWhole: boolean
  /** Of a scope that is not whole, the entities of which there is more; absent: of any. */
  readonly moreOf?: readonly string[]
  /** Why the scope is no longer this user's; '' while it is. */
  readonly gone: string
  /** Server time of the row that opens the scope: earlier answers lack its news. 0: no such row. */
  readonly dueAt: number
  /** When a screen last asked for it by this device's clock; absent: nobody opened it here. */
  readonly usedAt?: number
  /** The server's time at which it stops being the user's, epoch milliseconds; absent: none. */
  readonly endsAt?: number
  /** The staged generation and its progress; null: none. */
  readonly building: { readonly cursor: string } | null
}

/**
 * Whether all rows that a scope has of an entity are kept, as of its last answer; without an entity,
 * of each. Not while a generation is built beside: what is kept then is of another extent or life.
 */
export const isWholeOf = (
  { isWhole, moreOf, building }: StoredCursor,
  entity: string | null = null,
): boolean =>
  building === null &&
  (isWhole || (entity !== null && moreOf !== undefined && !moreOf.includes(entity)))

/** In the place of a reason: nothing of it was ever here, so that nothing went. */
export const neverKnown = 'UNKNOWN'

/** A scope never asked for: due, and its answer says whether it is the user's. */
export const unasked = (scope: string, subjectId: string): StoredCursor => ({
  scope,
  subjectId,
  cursor: '',
  asOf: 0,
  checkedAt: 0,
  isWhole: false,
  gone: '',
  dueAt: 0,
  building: null,
})

/** A row of a generation that is being built beside the one that is shown. */
export interface StoredStagedRow {
  readonly key: string
  readonly scope: string
  readonly table: string
  readonly row: StoredRow
}

/** What the device remembers of one answer: which rows, in which order, as of when. */
export interface StoredReceipt {
  readonly id: string
  /** Server time of the answer, epoch milliseconds: an older answer never replaces a newer one. */
  readonly asOf: number
  readonly body: Sealed
}

/** The state of a command; src/engine/outbox/outbox-machine.ts has the transitions. */
export type CommandState =
  | 'WAITING'
  | 'HELD_AUTH'
  | 'HELD_UPGRADE'
  | 'CONFLICT'
  | 'REJECTED'
  | 'EXPIRED'
  | 'DISCARDED'
  | 'ACCEPTED'

/**
 * A waiting, held, refused or retained command. This shape never changes: old and new tabs share
 * the database. The server reads `sealed`, anybody delivers it; `body` and `answer` are the
 * author's.
 */
export interface StoredCommand {
  /** Order of writing on this device. */
  readonly seq?: number
  /** The command's id, the idempotency key, and the id of what it adds. */
  readonly id: string
  readonly author: string
  readonly organization: string
  /** Commands of one lane (a subject) are sent in order. */
  readonly lane: string
  /** Rises within the lane, over all authors; a number is never used twice. */
  readonly n: number
  readonly op: string
  readonly opVersion: number
  /** Epoch milliseconds by the device's clock. */
  readonly capturedAt: number
  /** The session that wrote it, its seal and signature (docs/sync-protocol.md), base64url. */
  readonly sessionId: string
  readonly sealed: string
  readonly signature: string
  readonly state: CommandState
  readonly tries: number
  /** It was sent and no answer came: ask what became of it before it is sent again. */
  readonly unsure: boolean
  /** The life of the server's database in which it was answered; null before. */
  readonly epoch: string | null
  /** Epoch milliseconds; null before. */
  readonly acceptedAt: number | null
  /** The author's store holds what came of it. */
  readonly settled: boolean
  /** Why it was refused or held, as the protocol names it. */
  readonly code: string | null
  /** After this it is not sent unasked, epoch milliseconds of the server; absent or null: never. */
  readonly expiresAt?: number | null
  /** How often the server failed at it, and since when (epoch milliseconds); absent: never. */
  readonly failures?: number
  readonly failingSince?: number | null
  readonly body: Sealed
  readonly answer: Sealed | null
}

/** What the outbox keeps beside commands, not secret: group, sessions, numbers of lanes. */
export interface StoredMeta {
  readonly id: string
  readonly value: unknown
}

/** Typed text that is not sent. This shape never changes: an update must not lose it. */
export interface StoredDraft {
  /** User, organisation and the key of the form. */
  readonly id: string
  readonly userId: string
  /** When they were last written, epoch milliseconds by the device's clock. */
  readonly at: number
  readonly body: Sealed
}

/**
 * One value of this device in clear: user ids and email, preferences. Never a token or a subject.
 */
export interface StoredSetting {
  readonly id: string
  readonly body: string
}

/** A cache database that exists on this device, so that it can be deleted without being opened. */
export interface StoredCacheName {
  readonly name: string
  readonly userId: string
  readonly organizationId: string
}

const rowIndexes = 'id, subjectId, [subjectId+at], *scopes'

/** A table of rows, as an entity declares it. Every row has the same shape: `StoredRow`. */
export interface TableDeclaration {
  readonly name: string
  /** 1, or a higher number for a later table: an existing store is upgraded and keeps its rows. */
  readonly since: number
  /** Scopes fill it. */
  readonly pulled: boolean
  /** Its rows say which subjects a roster holds; at most one. */
  readonly isRoster?: true
  /** Rows note how long their bodies are, and are the first to be given up. */
  readonly isSized?: true
}
export type StoreTables = readonly TableDeclaration[]

/**
 * `lamplight-cache-<hash of the user>-<organisation>-v<version>`. Another `StoredRow` takes another
 * version, never an upgrade; another table needs none.
 */
const cacheVersion = 10
/** True for an earlier release's cache; a newer one belongs to another tab. */
export const isEarlierCache = (name: string): boolean =>
  Number(/-v(\d+)$/.exec(name)?.[1] ?? 0) < cacheVersion

export const cacheName = (userId: string, organizationId: string): string =>
  `lamplight-cache-${shortHash(userId)}-${organizationId}-v${cacheVersion}`

const ownTables = (version: number) => ({
  receipt: 'id',
  // Those with an end, found without a look at the others.
  cursor: version < 2 ? 'scope' : 'scope, endsAt',
  staged: 'key, scope',
})

/** Dexie's schema of a cache after each addition, oldest first. */
export const cacheSchemas = (
  tables: StoreTables,
): readonly { readonly version: number; readonly stores: Readonly<Record<string, string>> }[] =>
  [...new Set([1, 2, ...tables.map(({ since }) => since)])]
    .toSorted((a, b) => a - b)
    .map((version) => ({
      version,
      stores: {
        ...ownTables(version),
        ...Object.fromEntries(
          tables
            .filter(({ since }) => since <= version)
            .map(({ name, isSized }) => [
              name,
              isSized === true ? `${rowIndexes}, [asOf+size]` : rowIndexes,
            ]),
        ),
      },
    }))

/** Never changes shape, written with strict durability, survives sign-out. */
export const outboxName = 'lamplight-outbox-sealed'
export const outboxTables = { command: '++seq, &id, author, lane', meta: 'id' } as const

/** Never changes shape: a new version of the portal finds what was typed in the old one. */
export const draftsName = 'lamplight-drafts'
export const draftTables = { draft: 'id, userId, at' } as const

/** What somebody looked at, until the server has it: ids and a time, nothing of what was seen. */
export interface StoredAccess {
  /** User, organisation, subject, place, window and end: a look is kept once, by all tabs. */
  readonly id: string
  readonly userId: string
  readonly organizationId: string
  readonly subjectId: string
  readonly place: string
  /** The server's time as this device knew it, epoch milliseconds. */
  readonly at: number
}
/** Never changes shape: an update must not lose it. */
export const accessLogName = 'lamplight-looks'
export const accessLogTables = { look: 'id, [userId+organizationId]' } as const

/** What the device remembers for all users. */
export const deviceName = 'lamplight-device'
export const deviceTables = { setting: 'id', cache: 'name, userId' } as const
