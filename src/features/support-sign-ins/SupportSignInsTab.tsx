import { supportSignIns, type SupportSignIn } from '../../data/support-sign-in'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { useAnswer } from '../../engine/react'
import { supportSignInsTexts } from '../../texts/support-sign-ins'
import { useEdition } from '../../ui/edition'
import { DataTable, type Column } from '../../ui/table'

const columnsIn = (edition: Edition): readonly Column<SupportSignIn>[] => {
  const t = supportSignInsTexts(edition)
  return [
    {
      id: 'at',
      heading: t.headings.at,
      cell: ({ at }) => formatDateTime(at, edition),
      sortBy: ({ at }) => at,
    },
    { id: 'staff', heading: t.headings.staff, cell: ({ staffName }) => staffName ?? t.nobody },
    {
      id: 'user',
      heading: t.headings.user,
      cell: ({ userName }) => userName ?? t.nobody,
      rowHeader: true,
    },
    {
      id: 'reason',
      heading: t.headings.reason,
      cell: ({ reason }) => (reason === '' ? t.noReason : <span dir="auto">{reason}</span>),
    },
  ]
}

/** /settings/support-sign-ins: when internal staff signed in as users of the organisation, and why. */
export function SupportSignInsTab() {
  const edition = useEdition()
  const t = supportSignInsTexts(edition)
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={columnsIn(edition)}
        answer={useAnswer(supportSignIns, undefined)}
        view="support-sign-in.view"
        rowKey={({ id }) => id}
        rowName={({ userName }) => userName ?? t.nobody}
        empty={t.none}
        failed={t.failed}
      />
    </>
  )
}
