import { tasks, type Task } from '../../data/referral'
import { taskTabs, type TaskTab } from '../../domain/referral/task'
import { useAnswer } from '../../engine/react'
import { tasksTexts } from '../../texts/tasks'
import { useMay } from '../../ui/access'
import { useDetail } from '../../ui/detail'
import { useEdition } from '../../ui/edition'
import { DataTable, useTableQuery } from '../../ui/table'
import { nameOf, taskColumns } from './columns'
import { TaskDrawer } from './TaskDrawer'
import styles from './tasks.module.css'
import { useDecisions } from './use-decisions'

/** Tasks a page. */
const take = 20

/** The tasks of one tab, and what is decided about them. */
export function TaskList({ tab }: { readonly tab: TaskTab }) {
  const edition = useEdition()
  const t = tasksTexts(edition)
  const detail = useDetail('detail')
  const control = useTableQuery({ take })
  const { skip } = control.query
  const asked = useAnswer(tasks, { statuses: taskTabs[tab], skip, take })
  const { value } = asked
  const answer = {
    ...asked,
    value: value === null ? null : { rows: value.items, total: value.total },
  }
  const decisions = useDecisions(() => detail.id !== null && detail.close())
  const mayDecide = useMay('referral.decide')
  const open = value?.items.find(({ id }) => id === detail.id)
  return (
    <>
      {!mayDecide && <p className={styles['quiet']}>{t.readOnly}</p>}
      <DataTable<Task>
        caption={t.lists[tab]}
        columns={taskColumns(edition)}
        answer={answer}
        server={control}
        view="task.view"
        rowKey={({ id }) => id}
        rowName={(task) => nameOf(task, t)}
        rowLink={({ id }) => detail.to(id)}
        {...(tab === 'cancelled' ? {} : { buttons: decisions.actionsOf })}
        empty={t.empty[tab]}
        failed={t.failed}
      />
      {open !== undefined && (
        <TaskDrawer key={open.id} task={open} detail={detail} actions={decisions.actionsOf(open)} />
      )}
      {decisions.dialogs}
    </>
  )
}
