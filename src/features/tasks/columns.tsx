import type { Task } from '../../data/referral'
import { formatPatientName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDate, formatDateTime } from '../../domain/time'
import { referralTexts } from '../../texts/referral'
import { tasksTexts, type TasksTexts } from '../../texts/tasks'
import type { Column } from '../../ui/table'
import { Statement } from './Statement'
import styles from './tasks.module.css'

/** Whom a task is about; a sender who withdraws a referral tells of nobody any more. */
export const nameOf = ({ patient }: Pick<Task, 'patient'>, t: TasksTexts): string =>
  patient === null ? t.withdrawn : formatPatientName(patient)

/** The columns of the tasks, in their order (O191). */
export const taskColumns = (edition: Edition): readonly Column<Task>[] => {
  const t = tasksTexts(edition)
  const { reasonOf } = referralTexts(edition)
  return [
    {
      id: 'patient',
      heading: t.headings.patient,
      rowHeader: true,
      cell: (task) => (
        <span className={styles['patient']}>
          <span>{nameOf(task, t)}</span>
          {task.patient !== null && (
            <span className={styles['born']}>{formatDate(task.patient.birthDate, edition)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'from',
      heading: t.headings.from,
      cell: ({ referral }) => referral.organization.name,
    },
    {
      id: 'reason',
      heading: t.headings.reason,
      cell: ({ referral: { reason } }) =>
        reason !== null && (
          <>
            {reasonOf(reason.reason)}
            {reason.comment !== null && <span className={styles['born']}>{reason.comment}</span>}
          </>
        ),
    },
    {
      id: 'statement',
      heading: t.headings.statement,
      width: '240px',
      cell: (task) =>
        task.referral.data !== null && (
          <Statement text={task.referral.data.supportingInformation} about={nameOf(task, t)} />
        ),
    },
    {
      id: 'created',
      heading: t.headings.created,
      cell: ({ createdAt }) => formatDateTime(createdAt, edition),
    },
    { id: 'status', heading: t.headings.status, cell: ({ status }) => t.statuses[status] },
  ]
}
