import { addTask, changeTask, endTask } from '../../../src/domain/task/task'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { operation, type SyncedOperation } from '../../engine/synced'
import { badInput, notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'

/** The task of a patient whom the user may open. @throws NOT_FOUND */
const taskOf = async (scope: Scope, patientId: string, taskId: string) => {
  await requirePatient(scope, patientId)
  // Behind the counter: what is decided over it is what it is when it is written.
  const revision = await nextRevision(scope.trx, scope.acting.organizationId)
  const task = await scope.trx
    .selectFrom('patient_task')
    .select([
      'id',
      'due_set_at',
      'assignee_id',
      'assignee_set_at',
      'ended_at',
      'ended_as',
      'revision',
    ])
    .where('id', '=', taskId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  if (task === undefined) throw notFound()
  return { task, revision }
}

/** Commands about tasks, all of which may wait. */
export const taskOperations: readonly SyncedOperation[] = [
  operation(addTask, async (scope, { patientId, text, dueAt, isMine }, { at }) => {
    const { trx, acting, idempotencyKey: id } = scope
    if (id === null) throw badInput([{ path: 'id', message: 'Needs an id of its own' }])
    await requirePatient(scope, patientId)
    const revision = await nextRevision(trx, acting.organizationId)
    await trx
      .insertInto('patient_task')
      .values({
        id,
        organization_id: acting.organizationId,
        patient_id: patientId,
        text,
        due_at: dueAt,
        due_set_at: at,
        assignee_id: isMine ? acting.userId : null,
        assignee_set_at: at,
        captured_at: at,
        created_at: isoNow(scope.clock),
        created_by: acting.userId,
        revision,
      })
      .execute()
    await logged(scope, { action: 'addTask', entityType: 'patientTask', entityId: id, patientId })
    return { version: String(revision) }
  }),
  operation(changeTask, async (scope, { patientId, taskId, dueAt, isMine }, { at }) => {
    const { task, revision } = await taskOf(scope, patientId, taskId)
    const change = {
      ...(dueAt !== undefined && task.due_set_at <= at ? { due_at: dueAt, due_set_at: at } : {}),
      // Nobody gives back what a colleague took on.
      ...(isMine !== undefined &&
      task.assignee_set_at <= at &&
      (isMine || task.assignee_id === scope.acting.userId)
        ? { assignee_id: isMine ? scope.acting.userId : null, assignee_set_at: at }
        : {}),
    }
    if (task.ended_at !== null || Object.keys(change).length === 0)
      return { version: String(task.revision) }
    await scope.trx
      .updateTable('patient_task')
      .set({ ...change, revision })
      .where('id', '=', taskId)
      .execute()
    await logged(scope, {
      action: 'changeTask',
      entityType: 'patientTask',
      entityId: taskId,
      patientId,
    })
    return { version: String(revision) }
  }),
  operation(endTask, async (scope, { patientId, taskId, as, outcome }, { at }) => {
    const { task, revision } = await taskOf(scope, patientId, taskId)
    // What was done was done, also where a colleague called it off meanwhile.
    if (task.ended_at !== null && !(task.ended_as === 'cancelled' && as === 'done'))
      return { version: String(task.revision) }
    await scope.trx
      .updateTable('patient_task')
      .set({ ended_at: at, ended_as: as, ended_by: scope.acting.userId, outcome, revision })
      .where('id', '=', taskId)
      .execute()
    await logged(scope, {
      action: as === 'done' ? 'completeTask' : 'cancelTask',
      entityType: 'patientTask',
      entityId: taskId,
      patientId,
    })
    return { version: String(revision) }
  }),
]
