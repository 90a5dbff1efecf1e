import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { ZodError } from 'zod'
import type { ArgError, Conflict } from '../../schema/generated/resolvers'
import { subjectOfInput } from '../../src/domain/sync/waiting-command'
import { may } from '../../src/domain/access/may'
import { isoNow } from '../clock'
import type { Trx } from '../db/database'
import { failureOf } from '../graphql/failure'
import { keepRefusal } from '../graphql/refused-records'
import type { Scope } from '../graphql/scope'
import { authorAt } from './author'
import { sealedToKey, unseal } from './bytes'
import { isClosed } from './closed'
import type { SessionRow } from './closed'
import type { Entity } from './entities'
import { parsePlaintext } from './envelope'
import type { Envelope, Plaintext } from './envelope'
import { keptMs } from './parts'
import type { SyncParts } from './parts'
import { subjectRows } from './synced'
import type { Rows, SyncedOperation } from './synced'

/** What became of a command; to be stored with it, in the transaction of its effect. */
export interface Decision {
  readonly class: 'APPLIED' | 'CONFLICT' | 'REJECTED'
  readonly code: string | null
  readonly version: string | null
  readonly server: Entity | null
  readonly also: readonly Entity[] | null
  readonly conflict: Conflict | null
  readonly argErrors: readonly ArgError[] | null
  /** By the device's wall clock; null where the seal could not be opened. */
  readonly capturedAt: string | null
  /** The instant that counts, never after the server's clock. */
  readonly capturedAtEst: string | null
}

/** Decides in the same transaction, narrowed to the author's organisation by then. */
export type Decide = (trx: Trx, operation: SyncedOperation) => Promise<Decision>

type Refusal = Pick<Decision, 'class' | 'code'> &
  Partial<Pick<Decision, 'server' | 'also' | 'conflict' | 'argErrors'>>

const nothingDone = {
  version: null,
  server: null,
  also: null,
  conflict: null,
  argErrors: null,
} as const

/** The other value is part of a record: not for an author who may no longer open it. */
const inConflict = (code: string | null, conflict: Conflict | null, rows: Rows): Refusal => ({
  class: 'CONFLICT',
  code,
  ...rows,
  conflict: rows.server === null ? null : conflict,
})

/** A device's estimate of our clock may be this much off. */
const slackMs = 5 * 60_000

const open = async (
  parts: SyncParts,
  envelope: Envelope,
): Promise<Plaintext | 'UNSEALABLE' | 'MALFORMED'> => {
  const keyId = sealedToKey(envelope.sealed)
  const key = keyId === null ? null : (await parts.vault.open()).privateKey(keyId)
  const text = key === null ? null : unseal(key, envelope, envelope.sealed)
  if (text === null) return 'UNSEALABLE'
  return parsePlaintext(text) ?? 'MALFORMED'
}

/** Whether the session was the author's to write with at an instant. */
const isSessionOf = (session: SessionRow, at: string): boolean =>
  Date.parse(at) >= Date.parse(session.created_at) - slackMs &&
  (session.revoked_at === null || at < session.revoked_at)

/** No person signs in, opens a record and writes in less. */
const firstWordMs = 5_000

/**
 * The device's wall clock less the instant that counts, milliseconds. Null where that instant is
 * the session's beginning: what was written before (docs/sync-protocol.md, A command) is set to it,
 * and says nothing of a clock.
 */
const skewOf = (session: SessionRow, capturedAt: string, at: string): number | null =>
  Date.parse(at) < Date.parse(session.created_at) + firstWordMs
    ? null
    : Date.parse(capturedAt) - Date.parse(at)

/**
 * Why the operation's function threw, where that is the command's own fault; null: the server's, to
 * be tried again.
 */
const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof ZodError)
    return {
      class: 'REJECTED',
      code: 'INVALID',
      argErrors: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    }
  if (error instanceof GraphQLError) {
    const { code, reason, argErrors, conflict } = error.extensions as {
      code?: string
      reason?: string
      argErrors?: ArgError[]
      conflict?: Conflict
    }
    if (code === 'BAD_USER_INPUT')
      return { class: 'REJECTED', code: 'INVALID', argErrors: argErrors ?? [] }
    if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return { class: 'REJECTED', code }
    // Where there are no two values there is nothing to choose.
    if (code === 'CONFLICT')
      return {
        class: conflict === undefined ? 'REJECTED' : 'CONFLICT',
        code: reason ?? null,
        conflict: conflict ?? null,
      }
    return null
  }
  // Data that the database will never take (class 22, 23), and what no retry would mend: a lane
  // must not wait for it permanently.
  const sqlState =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  if (
    sqlState !== null
      ? /^2[23]/.test(sqlState)
      : error instanceof TypeError || error instanceof RangeError
  )
    return { class: 'REJECTED', code: 'UNPROCESSABLE' }
  return null
}

/**
 * Opens the seal and finds out who the author was when it was captured.
 * @param owner the command's transaction while it still has the owner's eyes: the history of rights
 *   is no organisation's to read.
 */
export async function decide(
  parts: SyncParts,
  owner: Trx,
  session: SessionRow,
  envelope: Envelope,
): Promise<Decide> {
  const { synced } = parts
  const receivedAt = isoNow(parts.clock)
  const plain = await open(parts, envelope)
  if (typeof plain === 'string') {
    return async () => ({
      class: 'REJECTED',
      code: plain,
      ...nothingDone,
      capturedAt: null,
      capturedAtEst: null,
    })
  }
  const at = plain.capturedAtEst < receivedAt ? plain.capturedAtEst : receivedAt
  const author = await authorAt(owner, session.user_id, session.organization_id, at)
  const isOver = await isClosed(owner, session, Date.parse(receivedAt))
  const times = { capturedAt: plain.capturedAt, capturedAtEst: at }
  const decline = (refusal: Refusal): Decision => ({ ...nothingDone, ...refusal, ...times })
  const rejected = (code: string): Decision => decline({ class: 'REJECTED', code })

  return async (trx, operation) => {
    const subjectId = subjectOfInput(operation.shared, plain.input)
    if (
      plain.op !== envelope.op ||
      envelope.lane !== (subjectId ?? 'user') ||
      (subjectId === null) !== (plain.seenIdentity === null)
    )
      return rejected('MALFORMED')
    // First: what a person has to enter by hand is told by this code.
    if (isOver) return rejected('SESSION_REVOKED')
    if (Date.parse(receivedAt) - Date.parse(at) > keptMs) return rejected('TOO_OLD')
    if (!isSessionOf(session, at)) return rejected('SESSION_REVOKED')
    if (author === null || !may(author.principal, operation.shared.action))
      return rejected('FORBIDDEN')
    const closed = new Set<string>()
    const scope: Scope = {
      trx,
      acting: author,
      clock: parts.clock,
      settings: parts.settings,
      log: parts.log,
      idempotencyKey: envelope.id,
      loggedInAs: session.logged_in_as,
      token: {
        uid: session.user_id,
        email: null,
        authTime: Math.floor(Date.parse(session.created_at) / 1000),
        claims: {},
      },
      ...(subjectId !== null && (await synced.subject.couldOpen(trx, author, subjectId, at))
        ? { openedThen: subjectId }
        : {}),
      refused: (id) => void closed.add(id),
    }
    const refuse = async (refusal: Refusal): Promise<Decision> => {
      for (const recordId of closed)
        await keepRefusal(trx, parts, { who: scope, operation: envelope.op, recordId })
      return decline(refusal)
    }
    if (subjectId !== null && plain.seenIdentity !== null) {
      const identity = await synced.subject.compareIdentity(trx, subjectId, plain.seenIdentity)
      // Whose record is closed to the author is nobody, whoever they say they saw.
      const isHidden =
        identity === 'unknown' ||
        (identity === 'changed' && (await synced.subject.isHidden(scope, subjectId)))
      if (identity !== 'same')
        return refuse({ class: 'REJECTED', code: isHidden ? 'NOT_FOUND' : 'IDENTITY_CHANGED' })
    }
    await sql`savepoint effect`.execute(trx)
    try {
      const effect = await operation.run(scope, plain.input, {
        at,
        clockSkewMs: skewOf(session, plain.capturedAt, at),
      })
      const rows =
        effect.made === undefined
          ? await subjectRows(synced, scope, subjectId)
          : { server: effect.made, also: null }
      const { version, open: left } = effect
      return left === undefined
        ? { class: 'APPLIED', code: null, ...nothingDone, version, ...rows, ...times }
        : { ...decline(inConflict(left.code, left.conflict, rows)), version }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      await sql`rollback to savepoint effect`.execute(trx)
      if (refusal.code === 'UNPROCESSABLE')
        parts.log.error({
          event: 'sync-unprocessable',
          id: envelope.id,
          op: envelope.op,
          failure: failureOf(error),
        })
      if (refusal.class !== 'CONFLICT') return refuse(refusal)
      const rows = await subjectRows(synced, scope, subjectId)
      return refuse(inConflict(refusal.code, refusal.conflict ?? null, rows))
    }
  }
}
