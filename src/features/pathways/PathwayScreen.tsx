import { Link, Navigate, useParams } from 'react-router-dom'
import { carePathway } from '../../data/pathway'
import { may } from '../../domain/access/may'
import { useAnswer } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { pathwaysTexts } from '../../texts/pathways'
import { May, usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState } from '../../ui/feedback'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { AlertsTab } from './AlertsTab'
import { CheckupTypesTab } from './CheckupTypesTab'
import { IntegrationsTab } from './IntegrationsTab'

const tabIds = ['checkuptypes', 'alerts', 'integrations'] as const

/** /pathways/:pathwayId/:tab — what a pathway asks for and when it raises alerts. */
export function PathwayScreen() {
  const edition = useEdition()
  const t = pathwaysTexts(edition)
  const { pathwayId = '', tab } = useParams()
  const principal = usePrincipal()
  const shown = tabIds.filter(
    (id) => id !== 'integrations' || (principal !== null && may(principal, 'ehr-integration.view')),
  )
  const current = shown.find((id) => id === tab)
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
  const labels = {
    checkuptypes: t.checkupTypes.tab,
    alerts: t.alerts.tab,
    integrations: ehrIntegrationsTexts(edition).tab.label,
  }
  return (
    <SettingsPage
      title={answer.value?.name ?? t.page.tabs}
      tabs={shown.map((id) => ({ id, label: labels[id], to: paths.pathway(pathwayId, id) }))}
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
      {current === 'integrations' && <IntegrationsTab pathwayId={pathwayId} />}
      {current === 'alerts' && <AlertsTab answer={answer} />}
      {current === 'checkuptypes' && (
        <Await of={answer} failed={t.page.failed}>
          {(pathway) => <CheckupTypesTab pathway={pathway} />}
        </Await>
      )}
    </SettingsPage>
  )
}
