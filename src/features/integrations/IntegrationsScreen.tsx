import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ehrEvents, eventSortFields } from '../../data/ehr-integration'
import { completedStatuses, openStatuses } from '../../domain/ehr-integration/integration'
import { useAnswer } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { useDetail } from '../../ui/detail'
import { useEdition } from '../../ui/edition'
import { Page } from '../../ui/layout'
import { DataTable, useTableQuery } from '../../ui/table'
import { eventColumns } from './columns'
import { EventDrawer } from './EventDrawer'

/** Rows a page can have; the first is the default (C260). */
const pageSizes = [10, 25, 50] as const

/** /integrations: what is sent to other systems. */
export function IntegrationsScreen() {
  const edition = useEdition()
  const t = ehrIntegrationsTexts(edition).queue
  const detail = useDetail('detail')
  const control = useTableQuery({
    take: pageSizes[0],
    sort: { column: 'createdAt', descending: true },
  })
  const [showsCompleted, setShowsCompleted] = useState(false)
  const { take, skip, sort } = control.query
  const answer = useAnswer(ehrEvents, {
    take,
    skip,
    statuses: [...openStatuses, ...(showsCompleted ? completedStatuses : [])],
    sort: {
      field: eventSortFields.find((field) => field === sort?.column) ?? 'createdAt',
      direction: sort?.descending === false ? 'ASC' : 'DESC',
    },
  })
  const open = answer.value?.rows.find(({ id }) => id === detail.id) ?? null
  return (
    <Page title={t.title}>
      <p>{t.text}</p>
      <DataTable
        caption={t.list}
        columns={eventColumns(edition, detail.to)}
        answer={answer}
        server={control}
        pageSizes={pageSizes}
        view="ehr-event.view"
        rowKey={({ id }) => id}
        rowName={({ id }) => id}
        tools={
          <Checkbox
            label={t.completed}
            checked={showsCompleted}
            onChange={({ currentTarget }) => {
              setShowsCompleted(currentTarget.checked)
              control.change({})
            }}
          />
        }
        empty={showsCompleted ? t.noneAtAll : t.none}
        failed={t.failed}
      />
      {(open !== null || answer.value !== null) && <EventDrawer detail={detail} event={open} />}
    </Page>
  )
}
