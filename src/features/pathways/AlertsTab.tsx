import type { CarePathwayDetail } from '../../data/pathway'
import { pathwaysTexts } from '../../texts/pathways'
import { useEdition } from '../../ui/edition'
import type { Asked } from '../../ui/feedback'
import { DataTable } from '../../ui/table'
import { alertRuleColumns } from './columns'

/** When the pathway raises an alert (O128, O129). */
export function AlertsTab({ answer }: { readonly answer: Asked<CarePathwayDetail> }) {
  const edition = useEdition()
  const t = pathwaysTexts(edition)
  return (
    <DataTable
      caption={t.alerts.list}
      columns={alertRuleColumns(edition)}
      answer={{ ...answer, value: answer.value?.alertRules ?? null }}
      view="pathway.view"
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{ title: t.alerts.none }}
      failed={t.page.failed}
    />
  )
}
