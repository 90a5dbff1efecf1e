import { tasks } from '../../data/referral'
import { activeTaskStatuses } from '../../domain/referral/task'
import { useAnswer } from '../../engine/react'
import { tasksTexts } from '../../texts/tasks'
import { useEdition } from '../../ui/edition'
import styles from './tasks.module.css'

/** How many tasks are active; nothing where there is none, or nobody knows. */
export function TaskCount() {
  const t = tasksTexts(useEdition())
  const { value } = useAnswer(tasks, { statuses: activeTaskStatuses, skip: 0, take: 0 })
  if (value === null || value.total === 0) return null
  return (
    <span className={styles['count']}>
      <span aria-hidden="true">{value.total}</span>
      <span className="visually-hidden">{`, ${t.count(value.total)}`}</span>
    </span>
  )
}
