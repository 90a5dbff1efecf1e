import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables'

/** The claim of a sign-in that leads back to one with a second factor. */
export const factorClaim = 'passedSecondFactor'

/** Nobody acts as somebody else for longer, milliseconds. */
export const actingAtMostMs = 3_600_000

/**
 * Whether who acts as somebody else may still: they are internal staff now, not only when they
 * began, and their hour is not over.
 * @param sinceMs when they began. @param nowMs by the server's clock.
 */
export const mayStillAct = async (
  kysely: Kysely<Tables>,
  staffId: string,
  sinceMs: number,
  nowMs: number,
): Promise<boolean> => {
  if (nowMs - sinceMs > actingAtMostMs) return false
  const row = await kysely
    .selectFrom('user_account')
    .select('is_internal_staff')
    .where('id', '=', staffId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.is_internal_staff === true
}
