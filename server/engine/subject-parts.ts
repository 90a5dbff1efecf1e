import { z } from 'zod'
import type { EntityType } from '../../schema/generated/resolvers'
import type { SeenIdentity } from '../../src/domain/sync/seen-identity'
import type { Trx } from '../db/database'
import type { LoggedTable } from '../db/subject-rows'
import type { Acting } from '../graphql/acting'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'

/** What the engine asks about a subject. */
export interface Subject {
  /**
   * Whether the user may have the record on a device, and until when (ISO 8601; null: without an
   * end). Null: they may not. It is noted that they read it. `extent`: how much of it is open to
   * the organisation; a device that holds another extent begins anew.
   */
  mayPull(
    scope: Scope,
    subjectId: string,
  ): Promise<{ readonly endsAt: string | null; readonly extent: string } | null>
  /** Whether the user may be shown rows of the record now, whatever was so when a command was written. */
  mayRead(scope: Scope, subjectId: string): Promise<boolean>
  /** Whether the author might open the record at an instant. */
  couldOpen(trx: Trx, author: Acting, subjectId: string, at: string): Promise<boolean>
  /**
   * Whether the organisation has the subject and their record is closed to the user, also for
   * reading. The scope hears of a record that is closed to what is done.
   */
  isHidden(scope: Scope, subjectId: string): Promise<boolean>
  /** Whether the organisation has such a subject. */
  isKnown(trx: Trx, subjectId: string): Promise<boolean>
  /**
   * Whether the subject is still who the author saw. `unknown`: none that the organisation has;
   * `changed`: deleted, or another person. A greater revision alone is no other person.
   */
  compareIdentity(
    trx: Trx,
    subjectId: string,
    seen: SeenIdentity,
  ): Promise<'same' | 'changed' | 'unknown'>
  /** The row of the subject; `content` is what devices need it again for. */
  read(scope: Scope, subjectId: string): Promise<{ readonly row: Entity; readonly content: object }>
}

/** Rows of a subject whose changes are in the change log. They are sent newest first. */
export interface LoggedPart {
  /** Its place in a cursor. Never another's, and never changed: devices hold cursors for long. */
  readonly key: string
  readonly type: EntityType
  /** The query by name that gives out the same rows: by it it is known who was given what. */
  readonly givenAs: string
  /** Also its name in the change log. */
  readonly table: LoggedTable
  /** The column of when a row was written, by which they are ordered. */
  readonly writtenAt: string
  /** How many of the newest come before the history of any part. */
  readonly first: number
  /** Rows by id; ids that are not visible are left out. */
  read(scope: Scope, ids: readonly string[]): Promise<readonly Entity[]>
}

/** A time, ISO 8601, and how many rows of it are wanted, newest first. */
export interface Time {
  /** From it on; null: from the first. */
  readonly from: string | null
  /** Not of it any more; null: to the newest. */
  readonly before: string | null
  readonly take: number
}

/** How far a device has come with a part that has a counter of its own. */
export const countedSchema = z.object({
  /** Everything that changed up to here. */
  v: z.number(),
  /** The oldest row that is held; null: there are no older ones. */
  c: z.number().nullable(),
})
export type Counted = Readonly<z.infer<typeof countedSchema>>

/** Rows of a subject that are so many that they have a counter of their own beside the change log. */
export interface CountedPart {
  /** As of LoggedPart. */
  readonly key: string
  readonly type: EntityType
  /** As of LoggedPart. */
  readonly givenAs: string
  /** For how many rows one counts in the limit of an answer, which a device seals at once. */
  readonly weight: number
  /** As of LoggedPart. */
  readonly first: number
  /** Where the counter is; null: the rows are not the user's to see. */
  head(scope: Scope, subjectId: string): Promise<number | null>
  /** The ids of all rows. */
  ids(scope: Scope, subjectId: string): Promise<readonly string[]>
  /**
   * What a device lacks: what changed first, then older rows, newest first.
   * @param held null: nothing is held yet @param head where the counter was before anything was read
   * @param most rows, about so many, 1 or more
   */
  since(
    scope: Scope,
    subjectId: string,
    held: Counted | null,
    head: number,
    most: number,
  ): Promise<{ readonly held: Counted; readonly rows: readonly Entity[] }>
  /** Rows of a time, with all of the last one's instant. */
  of(scope: Scope, subjectId: string, time: Time): Promise<readonly Entity[]>
}

/** All that a subject's record is made of, in the order in which it is sent. */
export interface SubjectParts {
  readonly subject: Subject
  readonly logged: readonly LoggedPart[]
  readonly counted: readonly CountedPart[]
}
