import type { Task } from '../../data/referral'
import { formatPatientName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDate, formatDateTime } from '../../domain/time'
import { referralTexts } from '../../texts/referral'
import { tasksTexts, type TasksTexts } from '../../texts/tasks'
import type { Column } from '../../ui/table'
import { Statement } from './Statement'
import styles from './tasks.module.css'

const isWithdrawn = ({ referral }: Task): boolean => referral.status === 'Cancelled'

/** Whom a task is about; of whom the sender withdrew, or has no more, nothing is told. */
export const nameOf = (task: Task, t: TasksTexts): string => {
  if (task.patient !== null) return formatPatientName(task.patient)
  return isWithdrawn(task) ? t.withdrawn : t.gone
}

/** Why nothing is told of a patient. */
export const goneTextOf = (task: Task, t: TasksTexts): string =>
  isWithdrawn(task)
    ? t.withdrawnText
    : task.referral.status === 'Pending'
      ? `${t.goneText} ${t.goneReject}`
      : t.goneText

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
    {
      id: 'status',
      heading: t.headings.status,
      cell: ({ status, awaitsAdmission }) => (
        <>
          {t.statuses[status]}
          {awaitsAdmission && <span className={styles['born']}>{t.notAdmitted}</span>}
        </>
      ),
    },
  ]
}
