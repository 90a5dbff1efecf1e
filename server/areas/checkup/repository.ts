import { sql } from 'kysely'
import type { Checkup, CheckupPage } from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import { newestFirst } from '../../graphql/paging'
import { checkupOf, selectCheckups } from './rows'
import type { Scope } from '../../graphql/scope'
import { mayRead } from '../../graphql/visibility'

/**
 * A page of a patient's check-ups, newest first, with all of its last instant, so that `before`
 * skips none; costs grow with the page, not with the history.
 */
export async function checkupPage(
  scope: Scope,
  patientId: string,
  take: number,
  before: string | null,
): Promise<CheckupPage> {
  const rows = await selectCheckups(scope.trx)
    .where('c.patient_id', '=', patientId)
    .$if(before !== null, (query) => query.where('c.ended_at', '<', before ?? ''))
    .orderBy('c.ended_at', 'desc')
    .fetch(take, 'with ties')
    .execute()
  const { total } = await scope.trx
    .selectFrom('checkup')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return {
    checkups: rows.map(checkupOf).toSorted(newestFirst(({ endedAt }) => endedAt)),
    total,
    asOf: isoNow(scope.clock),
  }
}

/** One check-up of a patient whose record the user may open; undefined otherwise. */
export async function findCheckup(scope: Scope, id: string): Promise<Checkup | undefined> {
  const row = await selectCheckups(scope.trx)
    .innerJoin('patient as p', 'p.id', 'c.patient_id')
    .where('c.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .where(mayRead(scope, sql.ref('p.id')))
    .executeTakeFirst()
  return row === undefined ? undefined : checkupOf(row)
}
