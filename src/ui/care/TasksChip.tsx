import { Link } from 'react-router-dom'
import { openTasks, type WithTasks } from '../../domain/task/task'
import { formatMoment } from '../../domain/time'
import { toDoTexts } from '../../texts/to-do'
import { useEdition } from '../edition'
import { paths } from '../paths'
import { useTicked } from '../time'
import styles from './care.module.css'

/** On a card: how many tasks of a patient are open, when the first is due, and that it is late. */
export function TasksChip({ patient }: { readonly patient: WithTasks & { readonly id: string } }) {
  const edition = useEdition()
  const t = toDoTexts(edition).card
  const tasks = openTasks(patient)
  const [first] = tasks
  const dueMs = first === undefined ? 0 : Date.parse(first.dueAt)
  const isLate = useTicked((now) => dueMs < now)
  const words = useTicked((now) => t.tasks(tasks.length, formatMoment(dueMs, now, edition), isLate))
  if (first === undefined) return null
  return (
    <Link
      className={styles['chip']}
      data-kind={isLate ? 'overdue' : undefined}
      data-compact
      to={paths.patientTasks(patient.id)}
    >
      {words}
    </Link>
  )
}
