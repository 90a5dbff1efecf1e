import { Link, Navigate, useParams } from 'react-router-dom'
import { onCallPlan } from '../../data/calling'
import { ward } from '../../data/ward'
import { useAnswer } from '../../engine/react'
import { onCallTexts } from '../../texts/on-call'
import { wardsTexts } from '../../texts/wards'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState } from '../../ui/feedback'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { OnCallTab } from './OnCallTab'
import { StaffTab } from './StaffTab'
import { PatientsTab } from './PatientsTab'

const tabIds = ['patients', 'staff', 'on-call'] as const

const tabs = { patients: PatientsTab, staff: StaffTab, 'on-call': OnCallTab }

/** /wards/:wardId/:tab — who is admitted to a ward, who is assigned to it, and who is on call. */
export function WardScreen() {
  const edition = useEdition()
  const t = wardsTexts(edition)
  const onCall = onCallTexts(edition)
  const { wardId = '', tab } = useParams()
  const current = tabIds.find((id) => id === tab)
  const answer = useAnswer(ward, { id: wardId })
  const plan = useAnswer(onCallPlan, { wardId }).value
  if (current === undefined) return <Navigate replace to={paths.ward(wardId, 'patients')} />
  if (answer.problem?.kind === 'not-found')
    return (
      <EmptyState
        title={t.page.notFound}
        text={t.page.notFoundText}
        action={<Link to={paths.wards()}>{t.page.all}</Link>}
      />
    )
  const Tab = tabs[current]
  return (
    <SettingsPage
      title={answer.value?.name ?? t.page.tabs}
      tabs={tabIds.map((id) => ({
        id,
        label: id === 'on-call' ? onCall.tab : t[id].tab,
        to: paths.ward(wardId, id),
      }))}
      current={current}
      aside={
        <>
          <Await of={answer} failed={t.page.failed}>
            {({ numberOfPatients, numberOfStaff }) => (
              <span>{t.page.counts(numberOfPatients, numberOfStaff)}</span>
            )}
          </Await>
          {plan?.plan === null && (
            <Link to={paths.ward(wardId, 'on-call')}>
              <strong>{onCall.none}</strong>
            </Link>
          )}
          <Link to={paths.wards()}>{t.page.all}</Link>
        </>
      }
    >
      <Tab wardId={wardId} />
    </SettingsPage>
  )
}
