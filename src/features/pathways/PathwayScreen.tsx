import { Link, Navigate, useParams } from 'react-router-dom'
import { carePathway } from '../../data/pathway'
import { useAnswer } from '../../engine/react'
import { pathwaysTexts } from '../../texts/pathways'
import { May } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState } from '../../ui/feedback'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { AlertsTab } from './AlertsTab'
import { CheckupTypesTab } from './CheckupTypesTab'

const tabIds = ['checkuptypes', 'alerts'] as const

/** /pathways/:pathwayId/:tab — what a pathway asks for and when it raises alerts. */
export function PathwayScreen() {
  const t = pathwaysTexts(useEdition())
  const { pathwayId = '', tab } = useParams()
  const current = tabIds.find((id) => id === tab)
  const answer = useAnswer(carePathway, { id: pathwayId })
  if (current === undefined)
    return <Navigate replace to={paths.pathway(pathwayId, 'checkuptypes')} />
  if (answer.problem?.kind === 'not-found')
    return (
      <EmptyState
        title={t.page.notFound}
        text={t.page.notFoundText}
        action={<Link to={paths.pathways()}>{t.page.all}</Link>}
      />
    )
  const labels = { checkuptypes: t.checkupTypes.tab, alerts: t.alerts.tab }
  return (
    <SettingsPage
      title={answer.value?.name ?? t.page.tabs}
      tabs={tabIds.map((id) => ({ id, label: labels[id], to: paths.pathway(pathwayId, id) }))}
      current={current}
      aside={
        <>
          {answer.value !== null && (
            <span>{t.page.counts(answer.value.activePatients, answer.value.totalAdmissions)}</span>
          )}
          {answer.value?.ewsThresholds !== undefined && (
            <span>{t.page.scored[answer.value.ewsThresholds === null ? 'news2' : 'own']}</span>
          )}
          <May permission="edit_care_pathways">
            <Link to={paths.pathway(pathwayId, 'edit')}>{t.page.edit}</Link>
          </May>
          <Link to={paths.pathways()}>{t.page.all}</Link>
        </>
      }
    >
      {current === 'alerts' ? (
        <AlertsTab answer={answer} />
      ) : (
        <Await of={answer} failed={t.page.failed}>
          {(pathway) => <CheckupTypesTab pathway={pathway} />}
        </Await>
      )}
    </SettingsPage>
  )
}
