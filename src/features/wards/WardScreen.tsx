import { Link, Navigate, useParams } from 'react-router-dom'
import { ward } from '../../data/ward'
import { useAnswer } from '../../engine/react'
import { wardsTexts } from '../../texts/wards'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState } from '../../ui/feedback'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { StaffTab } from './StaffTab'
import { PatientsTab } from './PatientsTab'

const tabIds = ['patients', 'staff'] as const

/** /wards/:wardId/:tab — who is admitted to a ward and who is assigned to it. */
export function WardScreen() {
  const t = wardsTexts(useEdition())
  const { wardId = '', tab } = useParams()
  const current = tabIds.find((id) => id === tab)
  const answer = useAnswer(ward, { id: wardId })
  if (current === undefined) return <Navigate replace to={paths.ward(wardId, 'patients')} />
  if (answer.problem?.kind === 'not-found')
    return (
      <EmptyState
        title={t.page.notFound}
        text={t.page.notFoundText}
        action={<Link to={paths.wards()}>{t.page.all}</Link>}
      />
    )
  return (
    <SettingsPage
      title={answer.value?.name ?? t.page.tabs}
      tabs={tabIds.map((id) => ({ id, label: t[id].tab, to: paths.ward(wardId, id) }))}
      current={current}
      aside={
        <>
          <Await of={answer} failed={t.page.failed}>
            {({ numberOfPatients, numberOfStaff }) => (
              <span>{t.page.counts(numberOfPatients, numberOfStaff)}</span>
            )}
          </Await>
          <Link to={paths.wards()}>{t.page.all}</Link>
        </>
      }
    >
      {current === 'patients' ? <PatientsTab wardId={wardId} /> : <StaffTab wardId={wardId} />}
    </SettingsPage>
  )
}
