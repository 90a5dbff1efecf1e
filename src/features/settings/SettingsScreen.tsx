import { Suspense } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useTexts } from '../../ui/edition'
import { TextSkeleton } from '../../ui/feedback'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { SlotPanel, useSlots } from '../../ui/slots'

/** /settings/:tabName? — a tab that is unknown or not this user's leads to the first one they have. */
export function SettingsScreen() {
  const texts = useTexts()
  const { tabName } = useParams()
  const tabs = useSlots('settingsTabs')
  const tab = tabs.find(({ id }) => id === tabName)
  if (tab === undefined) {
    const [first] = tabs
    return <Navigate replace to={first === undefined ? paths.home() : paths.settings(first.id)} />
  }
  return (
    <SettingsPage
      title={texts.doors.settings}
      tabs={tabs.map(({ id, label }) => ({ id, label: label(texts), to: paths.settings(id) }))}
      current={tab.id}
    >
      <Suspense fallback={<TextSkeleton lines={6} />}>
        <SlotPanel slot={tab} props={{}} />
      </Suspense>
    </SettingsPage>
  )
}
