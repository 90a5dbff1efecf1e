import { useEffect } from 'react'
import { deleteShareToken, shareTokens, type ShareToken } from '../../data/share-token'
import { formatStaffName } from '../../domain/identity'
import { useAnswer, useCommand } from '../../engine/react'
import { shareLinksTexts } from '../../texts/share-links'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { DataTable, type RowAction } from '../../ui/table'
import { patientOf, sharingColumns } from './columns'

/** /settings/patient-sharing: the links to records of the organisation, and their end. */
export function PatientSharingTab() {
  const edition = useEdition()
  const t = shareLinksTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(shareTokens, undefined)
  const command = useCommand(deleteShareToken)
  const end = useConfirmCommand(
    command,
    (link: ShareToken) => ({
      title: t.end.title,
      text: (
        <>
          <strong>{patientOf(link, edition)}</strong>
          <p>{t.end.sure}</p>
        </>
      ),
      confirmLabel: t.end.action,
      danger: true,
      failed: t.end.failed,
    }),
    { toInput: ({ id }) => ({ id }) },
  )
  const isFailing = answer.problem !== null && answer.problem.kind !== 'forbidden'
  useEffect(() => {
    if (isFailing) showToast('share links', t.loadFailed)
  }, [isFailing, t])
  const menu = (link: ShareToken): readonly RowAction[] => [
    {
      label: t.end.action,
      action: 'share-token.change',
      danger: true,
      disabled: command.blocked === null ? null : reasons[command.blocked],
      onSelect: () => end.ask(link),
    },
  ]
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={sharingColumns(edition)}
        answer={answer}
        view="share-token.view"
        rowKey={({ id }) => id}
        rowName={(link) => `${formatStaffName(link.user)}, ${patientOf(link, edition)}`}
        menu={menu}
        empty={{ title: t.empty, text: t.emptyText }}
        failed={answer.value === null ? t.noRows : t.loadFailed}
      />
      {end.dialog}
    </>
  )
}
