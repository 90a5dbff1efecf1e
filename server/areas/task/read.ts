import { sql } from 'kysely'
import type { PatientTask, Person } from '../../../schema/generated/resolvers'
import { patientTaskSchema } from '../../../src/domain/task/task'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import { plainFields } from '../../db/plain-fields'

const fields = plainFields(patientTaskSchema, 'assignee', 'createdBy', 'end')

/**
 * The acting organisation's open tasks of each patient that has one, by when they are due.
 * @param most how many of those that ended are read too, of each patient the newest
 */
export async function tasksOf(
  trx: Trx,
  patientIds: readonly string[],
  most = 0,
): Promise<ReadonlyMap<string, PatientTask[]>> {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_task as t')
    .select([
      ...fields.from('t'),
      't.patient_id',
      't.ended_at',
      't.ended_as',
      't.outcome',
      sql<Person | null>`app_person(t.assignee_id)`.as('doer'),
      sql<Person | null>`app_person(t.created_by)`.as('author'),
      sql<Person | null>`app_person(t.ended_by)`.as('ender'),
    ])
    .where(isOneOf('t.patient_id', patientIds))
    .where(({ eb, or }) =>
      or([
        eb('t.ended_at', 'is', null),
        sql<boolean>`t.id in (select e.id from patient_task e where e.patient_id = t.patient_id and e.ended_at is not null order by e.ended_at desc, e.id limit ${most})`,
      ]),
    )
    .orderBy('t.due_at')
    .orderBy('t.id')
    .execute()
  const found = new Map<string, PatientTask[]>()
  for (const row of rows) {
    const tasks = found.get(row.patient_id) ?? []
    tasks.push({
      ...fields.of(row),
      assignee: row.doer,
      createdBy: row.author,
      end:
        row.ended_at === null || row.ended_as === null
          ? null
          : { as: row.ended_as, at: row.ended_at, by: row.ender, outcome: row.outcome },
    })
    found.set(row.patient_id, tasks)
  }
  return found
}
