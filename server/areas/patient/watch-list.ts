import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { latestWatch } from '../../../src/domain/patient/watch'
import { nextRevision } from '../../db/revision'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'

/**
 * Whether the user wants to watch a patient; `capturedAt` an ISO instant that is not after the
 * server's clock.
 */
export interface WatchDecision {
  readonly patientId: string
  readonly isWatched: boolean
  readonly capturedAt: string
}

/**
 * Since the user looked the patient was discharged, which ended all watching: nobody watches again
 * by a word from before.
 */
const wasDischargedSince = async (
  scope: Scope,
  { patientId, capturedAt }: WatchDecision,
): Promise<boolean> =>
  (await scope.trx
    .selectFrom('ward_admission')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', scope.acting.organizationId)
    .where('discharged_at', '>', capturedAt)
    .executeTakeFirst()) !== undefined

/**
 * Puts a patient on the user's watch list or takes them off. The decision captured last is kept, in
 * whatever order they come: an old one that waited on a device, or is played again after a restore,
 * undoes no newer one.
 * @returns the present revision. @throws NOT_FOUND
 */
export async function setWatched(scope: Scope, decision: WatchDecision): Promise<number> {
  const { trx, acting } = scope
  const { patientId, capturedAt } = decision
  await requirePatient(scope, patientId)
  const isWatched = decision.isWatched && !(await wasDischargedSince(scope, decision))
  const revision = await nextRevision(trx, acting.organizationId)
  const present = await trx
    .selectFrom('watch_list_entry')
    .select(['is_watched', 'set_at', 'set_by'])
    .where('organization_id', '=', acting.organizationId)
    .where('user_id', '=', acting.userId)
    .where('patient_id', '=', patientId)
    .forUpdate()
    .executeTakeFirst()
  const given = { isWatched, setAt: capturedAt, setBy: scope.idempotencyKey ?? '' }
  const kept =
    present === undefined
      ? null
      : { isWatched: present.is_watched, setAt: present.set_at, setBy: present.set_by }
  if (latestWatch(kept, given) === given)
    await trx
      .insertInto('watch_list_entry')
      .values({
        id: randomUUID(),
        organization_id: acting.organizationId,
        user_id: acting.userId,
        patient_id: patientId,
        is_watched: isWatched,
        set_at: capturedAt,
        set_by: given.setBy,
        revision,
      })
      .onConflict((on) =>
        on.columns(['organization_id', 'user_id', 'patient_id']).doUpdateSet({
          is_watched: sql`excluded.is_watched`,
          set_at: sql`excluded.set_at`,
          set_by: sql`excluded.set_by`,
          revision: sql`excluded.revision`,
        }),
      )
      .execute()
  const entry = await trx
    .selectFrom('watch_list_entry')
    .select(['id', 'revision'])
    .where('organization_id', '=', acting.organizationId)
    .where('user_id', '=', acting.userId)
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  await logged(scope, {
    action: decision.isWatched ? 'addToWatchList' : 'removeFromWatchList',
    entityType: 'watchListEntry',
    entityId: entry.id,
    patientId,
    details: { command: scope.idempotencyKey },
  })
  return entry.revision
}
