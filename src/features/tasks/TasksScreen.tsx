import { Navigate, useLocation, useParams } from 'react-router-dom'
import { tasksTexts } from '../../texts/tasks'
import { useEdition } from '../../ui/edition'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { TaskList } from './TaskList'

const tabIds = ['active', 'completed', 'cancelled'] as const

/** /tasks/:tab — what other organisations refer to this one. */
export function TasksScreen() {
  const t = tasksTexts(useEdition())
  const { '*': segment } = useParams()
  const { search } = useLocation()
  const current = tabIds.find((tab) => tab === segment)
  if (current === undefined)
    return <Navigate replace to={{ pathname: paths.tasks('active'), search }} />
  return (
    <SettingsPage
      title={t.title}
      subtitle={t.subtitle}
      tabs={tabIds.map((id) => ({
        id,
        label: t.tabs[id],
        to: paths.tasks(id),
        tooltip: t.tooltips[id],
      }))}
      current={current}
    >
      <TaskList key={current} tab={current} />
    </SettingsPage>
  )
}
