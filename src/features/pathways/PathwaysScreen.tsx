import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { carePathways, createCarePathway } from '../../data/pathway'
import { useAnswer, useCommand } from '../../engine/react'
import { pathwaysTexts } from '../../texts/pathways'
import { useEdition, useTexts } from '../../ui/edition'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { DataTable, RowButtons } from '../../ui/table'
import { AddPathway } from './AddPathway'
import { pathwayColumns } from './columns'

/** /pathways: the organisation's care pathways. */
export function PathwaysScreen() {
  const edition = useEdition()
  const t = pathwaysTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const navigate = useNavigate()
  const answer = useAnswer(carePathways, undefined)
  const { blocked } = useCommand(createCarePathway)
  const [adding, setAdding] = useState(false)
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
        tools={
          <RowButtons
            actions={[
              {
                label: t.add.action,
                action: 'pathway.edit',
                disabled: blocked === null ? null : reasons[blocked],
                onSelect: () => setAdding(true),
              },
            ]}
          />
        }
        empty={t.empty}
        failed={t.failed}
      />
      {adding && (
        <AddPathway
          onDone={({ id }) => void navigate(paths.pathway(id, 'checkuptypes'))}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  )
}
