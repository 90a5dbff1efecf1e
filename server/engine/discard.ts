import { createHash } from 'node:crypto'
import type { MutationSyncDiscardArgs } from '../../schema/generated/resolvers'
import { isoNow } from '../clock'
import { aboutSubject, appendAction } from '../db/action-log'
import type { Admitted } from '../graphql/caller'
import { badInput } from '../graphql/errors'
import { outcomeLimit } from './outcomes'
import type { SyncParts } from './parts'
import { saidHello } from './sessions'

export const longestReason = 500
const idPattern = /^[\w-]{1,100}$/

/** A command that its author gave up. */
export interface Discarded {
  readonly userId: string
  readonly organizationId: string
  readonly loggedInAs: string | null
  readonly group: string
  readonly id: string
  readonly lane: string
  readonly op: string
  readonly reason: string
}

/**
 * One entry of the action log, once, however often and by whichever way it is told. The first
 * reason stays.
 */
export async function keepDiscard(
  parts: SyncParts,
  { userId, organizationId, loggedInAs, group, id, lane, op, reason }: Discarded,
): Promise<void> {
  await parts.database.asOrganization(organizationId, async (trx) => {
    const result = JSON.stringify({ group, lane, op, reason })
    const now = isoNow(parts.clock)
    const first = await trx
      .insertInto('client_mutation')
      .values({
        user_id: userId,
        key: `discard ${id}`,
        organization_id: organizationId,
        operation: 'syncDiscard',
        result,
        created_at: now,
        payload_hash: createHash('sha256').update(result).digest('hex'),
      })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (first === undefined) return
    const isAboutSubject = lane !== 'user' && (await parts.synced.subject.isKnown(trx, lane))
    const known = await trx
      .selectFrom('sync_mutation')
      .select('class')
      .where('group_id', '=', group)
      .where('id', '=', id)
      .where('author_id', '=', userId)
      .executeTakeFirst()
    await appendAction(trx, {
      organizationId,
      at: now,
      actorId: userId,
      loggedInAs,
      action: 'syncDiscarded',
      entityType: 'command',
      entityId: id,
      ...aboutSubject(isAboutSubject ? lane : null),
      details: { op, answered: known?.class ?? null },
    })
  })
}

/**
 * Mutation syncDiscard: what the caller gave up on this device. Each is one entry of the action
 * log, once, however often it is told. The reason is kept beside it and not in the log, which holds
 * no words of people. @returns false where the user never said hello on this group.
 */
export async function syncDiscard(
  parts: SyncParts,
  { acting, loggedInAs }: Admitted,
  { group, items }: MutationSyncDiscardArgs,
): Promise<boolean> {
  if (items.length > outcomeLimit)
    throw badInput([{ path: 'items', message: `Must be ${outcomeLimit} or fewer` }])
  items.forEach(({ id, lane, op, reason }, at) => {
    if (![id, lane, op].every((name) => idPattern.test(name)))
      throw badInput([{ path: `items.${at}`, message: 'Must name a command' }])
    if (reason.length > longestReason)
      throw badInput([
        { path: `items.${at}.reason`, message: `Must be ${longestReason} characters or fewer` },
      ])
  })
  if (!(await saidHello(parts, acting.userId, group))) return false
  for (const item of items)
    await keepDiscard(parts, {
      ...item,
      userId: acting.userId,
      organizationId: acting.organizationId,
      loggedInAs,
      group,
    })
  return true
}
