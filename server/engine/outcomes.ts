import type {
  MutationSyncAckResultsArgs,
  QueryMutationOutcomesArgs,
} from '../../schema/generated/resolvers'
import { isoNow } from '../clock'
import type { Admitted } from '../graphql/caller'
import { badInput } from '../graphql/errors'
import type { SyncParts } from './parts'
import { shownTo } from './answer'
import type { Answer, KeptResult } from './answer'
import { saidHello } from './sessions'

/** Ids in one request. */
export const outcomeLimit = 100

const checkIds = (ids: readonly string[]): void => {
  if (ids.length > outcomeLimit)
    throw badInput([{ path: 'ids', message: `Must be ${outcomeLimit} or fewer` }])
}

/**
 * Query mutationOutcomes: what is known of commands of the group. What is not known is left out,
 * and is safe to send again.
 */
export async function mutationOutcomes(
  parts: SyncParts,
  reader: Admitted,
  { group, ids }: QueryMutationOutcomesArgs,
): Promise<Answer[]> {
  const { acting } = reader
  checkIds(ids)
  if (ids.length === 0 || !(await saidHello(parts, acting.userId, group))) return []
  const rows = await parts.database.kysely
    .selectFrom('sync_mutation')
    .selectAll()
    .where('group_id', '=', group)
    .where('id', 'in', ids)
    .where('is_proved', '=', true)
    .execute()
  if (rows.length === 0) return []
  return parts.database.asOrganization(acting.organizationId, async (trx) => {
    const answers: Answer[] = []
    for (const { class: opClass, ...row } of rows) {
      if (opClass === null) continue
      answers.push(
        await shownTo(
          trx,
          parts,
          reader,
          { authorId: row.author_id, organizationId: row.organization_id, lane: row.lane },
          {
            id: row.id,
            class: opClass,
            code: row.code,
            replay: true,
            retryAfterMs: null,
            receivedAt: row.created_at,
            ...(row.result as KeptResult),
          },
        ),
      )
    }
    return answers
  })
}

/**
 * Mutation syncAckResults: the device has the answers. @returns false where the user never said
 * hello on this group.
 */
export async function syncAckResults(
  parts: SyncParts,
  { acting }: Admitted,
  { group, ids }: MutationSyncAckResultsArgs,
): Promise<boolean> {
  checkIds(ids)
  if (!(await saidHello(parts, acting.userId, group))) return false
  if (ids.length > 0) {
    await parts.database.kysely
      .updateTable('sync_mutation')
      .set({ acked_at: isoNow(parts.clock) })
      .where('group_id', '=', group)
      .where('id', 'in', ids)
      .where('is_proved', '=', true)
      .where('acked_at', 'is', null)
      .execute()
  }
  return true
}
