import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MutationIn, MutationSyncPushArgs, OpClass } from '../../schema/generated/resolvers'
import { isOlder } from '../../src/domain/release/older'
import { lifetimeOf } from '../../src/domain/sync/waiting-command'
import { isoNow } from '../clock'
import { aboutSubject, appendAction } from '../db/action-log'
import { narrowTo } from '../db/database'
import type { Trx } from '../db/database'
import type { Admitted } from '../graphql/caller'
import { badInput } from '../graphql/errors'
import { failureOf } from '../graphql/failure'
import { empty, shownTo, unstored } from './answer'
import type { Answer, KeptResult } from './answer'
import { isSigned, fromBase64url, signedText } from './bytes'
import type { SessionRow } from './closed'
import { decide } from './decide'
import type { Decision } from './decide'
import { parseEnvelope } from './envelope'
import type { Envelope } from './envelope'
import { currentEpoch } from './epoch'
import { groupPattern, minClient } from './parts'
import type { SyncParts } from './parts'
import { findSession, helloVersion } from './sessions'
import type { SyncedOperation } from './synced'

/** Commands of one push, and the bytes of their seals together. */
const pushLimits = { mutations: 10, bytes: 256 * 1024 } as const
/** An answer that leaves nothing behind: the transaction is given up. */
class NotStored extends Error {
  readonly answer: { readonly class: OpClass; readonly code: string | null }
  constructor(answer: NotStored['answer']) {
    super(answer.class)
    this.answer = answer
  }
}

interface Delivery {
  readonly parts: SyncParts
  readonly group: string
  readonly epoch: string
  /**
   * Null: nobody is signed in on the device. What comes so has proved its author before this is
   * asked (idle.ts).
   */
  readonly deliverer: Admitted | null
}

const rowOf = (
  delivery: Delivery,
  envelope: Envelope,
  session: SessionRow | null,
  receivedAt: string,
) => ({
  group_id: delivery.group,
  id: envelope.id,
  session_id: session?.id ?? '',
  author_id: session?.user_id ?? null,
  delivered_by: delivery.deliverer?.acting.userId ?? null,
  lane: envelope.lane,
  n: envelope.n,
  prev: envelope.prev,
  op: envelope.op,
  op_version: envelope.opVersion,
  is_proved: session !== null,
  created_at: receivedAt,
  payload_hash: createHash('sha256').update(signedText(envelope, envelope.sealed)).digest('hex'),
})

/**
 * Nobody proved to have written it: kept for people to look at, but the id stays free for who can.
 */
async function keepUnproved(
  trx: Trx,
  delivery: Delivery,
  envelope: Envelope,
  code: string,
): Promise<Answer> {
  const { parts, deliverer } = delivery
  if (deliverer === null) throw new NotStored({ class: 'RETRY', code })
  const { acting } = deliverer
  const receivedAt = isoNow(parts.clock)
  parts.log.warn({
    event: 'sync-unproved',
    code,
    group: delivery.group,
    id: envelope.id,
    deliveredBy: acting.userId,
  })
  await narrowTo(trx, acting.organizationId)
  const kept = await trx
    .insertInto('sync_mutation')
    .values({
      ...rowOf(delivery, envelope, null, receivedAt),
      organization_id: acting.organizationId,
      class: 'REJECTED',
      code,
      result: JSON.stringify(empty),
      sealed: envelope.sealed,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (kept !== undefined)
    await appendAction(trx, {
      organizationId: acting.organizationId,
      at: receivedAt,
      actorId: acting.userId,
      loggedInAs: deliverer.loggedInAs,
      action: 'syncRejected',
      entityType: 'command',
      entityId: envelope.id,
      details: { code, op: envelope.op },
    })
  return { ...unstored(envelope.id, 'REJECTED', code), receivedAt }
}

/**
 * The stored answer to the same bytes; other bytes under the id are refused and the first answer
 * stays.
 */
async function answerAgain(
  trx: Trx,
  delivery: Delivery,
  envelope: Envelope,
  session: SessionRow,
  hash: string,
): Promise<Answer> {
  const row = await trx
    .selectFrom('sync_mutation')
    .selectAll()
    .where('group_id', '=', delivery.group)
    .where('id', '=', envelope.id)
    .executeTakeFirst()
  if (row === undefined || row.class === null || row.payload_hash !== hash) {
    await appendAction(trx, {
      organizationId: session.organization_id,
      at: isoNow(delivery.parts.clock),
      actorId: session.user_id,
      loggedInAs: session.logged_in_as,
      action: 'syncIdReused',
      entityType: 'command',
      entityId: envelope.id,
      details: { op: envelope.op, deliveredBy: delivery.deliverer?.acting.userId ?? null },
    })
    return unstored(envelope.id, 'REJECTED', 'ID_REUSED')
  }
  return {
    id: row.id,
    class: row.class,
    code: row.code,
    replay: true,
    retryAfterMs: null,
    receivedAt: row.created_at,
    ...(row.result as KeptResult),
  }
}

async function store(
  trx: Trx,
  delivery: Delivery,
  envelope: Envelope,
  session: SessionRow,
  decision: Decision,
  receivedAt: string,
): Promise<Answer> {
  const { version, server, also, conflict, argErrors } = decision
  const kept: KeptResult = { version, server, also, conflict, argErrors }
  const isApplied = decision.class === 'APPLIED'
  await trx
    .updateTable('sync_mutation')
    .set({
      class: decision.class,
      code: decision.code,
      result: JSON.stringify(kept),
      sealed: isApplied ? null : envelope.sealed,
      captured_at: decision.capturedAt,
      captured_at_est: decision.capturedAtEst,
    })
    .where('group_id', '=', delivery.group)
    .where('id', '=', envelope.id)
    .execute()
  // The effect of an applied command wrote its own entry, under its author.
  if (!isApplied)
    await appendAction(trx, {
      organizationId: session.organization_id,
      at: receivedAt,
      actorId: session.user_id,
      loggedInAs: session.logged_in_as,
      action: decision.class === 'CONFLICT' ? 'syncConflict' : 'syncRejected',
      entityType: 'command',
      entityId: envelope.id,
      ...aboutSubject(envelope.lane === 'user' ? null : envelope.lane),
      details: { code: decision.code, op: envelope.op },
    })
  return {
    id: envelope.id,
    class: decision.class,
    code: decision.code,
    replay: false,
    retryAfterMs: null,
    receivedAt,
    ...kept,
  }
}

/**
 * Puts a proved command in its place, decides it and keeps the answer; or finds the answer that it
 * already has.
 */
async function answerProved(
  trx: Trx,
  delivery: Delivery,
  envelope: Envelope,
  session: SessionRow,
): Promise<Answer> {
  const { parts, group } = delivery
  const receivedAt = isoNow(parts.clock)
  const row = {
    ...rowOf(delivery, envelope, session, receivedAt),
    organization_id: session.organization_id,
  }
  const decided = await decide(parts, trx, session, envelope)
  await narrowTo(trx, session.organization_id)
  const claim = () =>
    trx
      .insertInto('sync_mutation')
      .values(row)
      .onConflict((on) => on.doNothing())
      .returning([
        sql<string>`app_epoch()`.as('epoch'),
        sql<boolean>`${envelope.prev}::text is null or app_sync_known(${group}, ${envelope.prev})`.as(
          'known',
        ),
      ])
      .executeTakeFirst()
  let mine = await claim()
  if (mine === undefined) {
    await sql`select app_forget_unproved(${group}, ${envelope.id})`.execute(trx)
    mine = await claim()
  }
  if (mine === undefined) return answerAgain(trx, delivery, envelope, session, row.payload_hash)
  if (mine.epoch !== delivery.epoch) throw new NotStored({ class: 'EPOCH', code: null })
  const operation = parts.synced.operations.find(({ shared }) => shared.name === envelope.op)
  if (operation === undefined) throw new NotStored({ class: 'UPGRADE', code: 'UNKNOWN_OP' })
  if (!operation.versions.includes(envelope.opVersion))
    throw new NotStored({ class: 'UPGRADE', code: 'UNKNOWN_OP_VERSION' })
  if (!mine.known) throw new NotStored({ class: 'RETRY', code: 'OUT_OF_ORDER' })
  // Internal staff who act as a user are there themselves.
  if (delivery.deliverer === null && session.logged_in_as !== null)
    throw new NotStored({ class: 'RETRY', code: 'SIGN_IN_FIRST' })
  const decision = await decided(trx, operation)
  // Nobody who answers for this device is there, and a copy of its disk is not held to its clock:
  // what is over its time waits for a person.
  if (delivery.deliverer === null && isOver(operation, decision.capturedAtEst, parts.clock.now()))
    throw new NotStored({ class: 'RETRY', code: 'SIGN_IN_FIRST' })
  return store(trx, delivery, envelope, session, decision, receivedAt)
}

const isOver = ({ shared }: SyncedOperation, capturedAt: string | null, now: number): boolean => {
  const lifetime = lifetimeOf(shared)
  return lifetime !== null && capturedAt !== null && now - Date.parse(capturedAt) > lifetime
}

/**
 * One command in one transaction, from the look at its session to its stored answer; or nothing of
 * it remains.
 */
async function pushOne(delivery: Delivery, given: MutationIn): Promise<Answer> {
  const { parts } = delivery
  const envelope = parseEnvelope(given)
  if (envelope === null) return unstored(given.id, 'REJECTED', 'MALFORMED_ENVELOPE')
  // Opened before: the vault has a transaction of its own when it is first read, and PGlite has one
  // connection.
  const vault = await parts.vault.open()
  return parts.database.asSystem(async (trx) => {
    const session = await findSession(trx, vault, envelope.sessionId)
    if (session === null) return keepUnproved(trx, delivery, envelope, 'SESSION_UNKNOWN')
    if (session.group_id !== delivery.group)
      return keepUnproved(trx, delivery, envelope, 'FOREIGN_SESSION')
    const deviceKey = fromBase64url(session.public_key)
    if (deviceKey === null || !isSigned(deviceKey, envelope, envelope.sealed, envelope.signature))
      return keepUnproved(trx, delivery, envelope, 'SIGNATURE')
    const answer = await answerProved(trx, delivery, envelope, session)
    return shownTo(
      trx,
      parts,
      delivery.deliverer,
      { authorId: session.user_id, organizationId: session.organization_id, lane: envelope.lane },
      answer,
    )
  })
}

/**
 * Each by itself. A failure of one command is that command's answer; the others are done all the
 * same.
 */
export async function pushEach(
  delivery: Delivery,
  mutations: readonly MutationIn[],
): Promise<Answer[]> {
  const results: Answer[] = []
  for (const mutation of mutations) {
    try {
      results.push(await pushOne(delivery, mutation))
    } catch (error) {
      if (error instanceof NotStored)
        results.push(unstored(mutation.id, error.answer.class, error.answer.code))
      else {
        delivery.parts.log.error({
          event: 'sync-push-failed',
          id: mutation.id,
          failure: failureOf(error),
        })
        results.push(unstored(mutation.id, 'RETRY', 'BUSY'))
      }
    }
  }
  return results
}

export const checkPush = ({ group, mutations }: MutationSyncPushArgs['in']): void => {
  if (!groupPattern.test(group))
    throw badInput([{ path: 'in.group', message: 'Must be 8 to 64 letters, digits, - or _' }])
  if (mutations.length === 0 || mutations.length > pushLimits.mutations)
    throw badInput([{ path: 'in.mutations', message: `Must be 1 to ${pushLimits.mutations}` }])
  const bytes = mutations.reduce((sum, { sealed }) => sum + Math.floor((sealed.length * 3) / 4), 0)
  if (bytes > pushLimits.bytes)
    throw badInput([
      { path: 'in.mutations', message: `Must be ${pushLimits.bytes / 1024} KB or less` },
    ])
}

/** Mutation syncPush. */
export async function syncPush(
  parts: SyncParts,
  deliverer: Admitted,
  args: MutationSyncPushArgs,
): Promise<{ epoch: string; results: Answer[] }> {
  checkPush(args.in)
  const { group, mutations } = args.in
  const epoch = await currentEpoch(parts.database, parts.clock)
  if (args.in.epoch !== epoch)
    return { epoch, results: mutations.map(({ id }) => unstored(id, 'EPOCH', null)) }
  const version = await helloVersion(parts, deliverer.acting.userId, group)
  if (version === null)
    return { epoch, results: mutations.map(({ id }) => unstored(id, 'RETRY', 'HELLO_FIRST')) }
  // Who delivers has to understand the answers; who wrote it long ago does not (opVersion says what
  // they meant).
  if (version !== '' && isOlder(version, minClient))
    return { epoch, results: mutations.map(({ id }) => unstored(id, 'UPGRADE', 'CLIENT_TOO_OLD')) }
  return { epoch, results: await pushEach({ parts, group, epoch, deliverer }, mutations) }
}
