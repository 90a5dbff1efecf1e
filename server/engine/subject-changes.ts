import type { Trx } from '../db/database'
import { changesOf } from '../db/subject-rows'
import type { Change, LoggedTable } from '../db/subject-rows'

/** How far the changes of each writing organisation are held: each has its own counter. */
export type Reached = Readonly<Record<string, number>>

/**
 * The changes after `from` up to `heads`, in commit order within each organisation; whole versions,
 * about `budget` rows.
 */
export async function changesSince(
  trx: Trx,
  subjectId: string,
  tables: readonly LoggedTable[],
  from: Reached,
  heads: Reached,
  budget: number,
): Promise<{
  readonly changes: readonly Change[]
  readonly reached: Reached
  readonly more: boolean
}> {
  const reached: Record<string, number> = { ...from }
  const changes: Change[] = []
  for (const [organizationId, head] of Object.entries(heads).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const after = from[organizationId] ?? 0
    if (head <= after) continue
    const room = budget - changes.length
    if (room <= 0) return { changes, reached, more: true }
    const found = changesOf(trx, subjectId, tables, organizationId)
    const rows = await found
      .where('v', '>', after)
      .where('v', '<=', head)
      .orderBy('v')
      .orderBy('entity')
      .orderBy('entity_id')
      .limit(room + 1)
      .execute()
    if (rows.length <= room) {
      changes.push(...rows)
      reached[organizationId] = head
      continue
    }
    // A version is never split: its last, cut one waits for the next answer, unless it is all there
    // is.
    const cut = rows.at(-1)?.v ?? head
    const whole = rows.filter(({ v }) => v < cut)
    const last = whole.at(-1)?.v
    if (last !== undefined) {
      changes.push(...whole)
      reached[organizationId] = last
      return { changes, reached, more: true }
    }
    changes.push(...(await found.where('v', '=', cut).execute()))
    reached[organizationId] = cut
    return { changes, reached, more: true }
  }
  return { changes, reached, more: false }
}
