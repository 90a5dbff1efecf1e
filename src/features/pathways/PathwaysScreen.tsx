import { carePathways } from '../../data/pathway'
import { useAnswer } from '../../engine/react'
import { pathwaysTexts } from '../../texts/pathways'
import { useEdition } from '../../ui/edition'
import { Page } from '../../ui/layout'
import { DataTable } from '../../ui/table'
import { pathwayColumns } from './columns'

/** /pathways: the organisation's care pathways. */
export function PathwaysScreen() {
  const edition = useEdition()
  const t = pathwaysTexts(edition)
  const answer = useAnswer(carePathways, undefined)
  return (
    <Page title={t.title}>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={pathwayColumns(edition)}
        answer={answer}
        view="pathway.view"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t.search, of: ({ name }) => name }}
        empty={t.empty}
        failed={t.failed}
      />
    </Page>
  )
}
