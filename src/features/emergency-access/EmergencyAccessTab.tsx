import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  emergencyAccesses,
  reviewEmergencyAccess,
  type ReviewedAccess,
} from '../../data/emergency-access'
import { joinPages } from '../../domain/action-log/entry'
import {
  emergencyOutcomes,
  type EmergencyOutcome,
} from '../../domain/emergency-access/emergency-access'
import { useAnswer, useCall, useCommand } from '../../engine/react'
import { emergencyAccessTexts } from '../../texts/emergency-access'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { DataTable, type RowAction } from '../../ui/table'
import { accessColumns } from './columns'

function ReviewDialog({
  access,
  onDone,
  onClose,
}: {
  readonly access: ReviewedAccess
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { review: t } = emergencyAccessTexts(useEdition())
  const form = useCommandForm({
    command: useCommand(reviewEmergencyAccess),
    fields: [
      {
        kind: 'select',
        name: 'outcome',
        label: t.label,
        required: true,
        options: emergencyOutcomes.map((value) => ({ value, label: t.outcomes[value] })),
      },
    ],
    before: { outcome: access.outcome ?? '' },
    toInput: ({ outcome }) => ({ id: access.id, outcome: outcome as EmergencyOutcome }),
    onDone: () => {
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.ask}
      submitLabel={t.confirm}
      failed={t.failed}
      lead={<p dir="auto">{access.reason}</p>}
      onClose={onClose}
    />
  )
}

/** /settings/emergency-access: what was opened in an emergency, and what supervisors found. */
export function EmergencyAccessTab() {
  const edition = useEdition()
  const { review: t, somebody } = emergencyAccessTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const { blocked } = useCommand(reviewEmergencyAccess)
  const answer = useAnswer(emergencyAccesses, { after: null })
  const { run, busy } = useCall(emergencyAccesses)
  const [loaded, setLoaded] = useState<{
    readonly entries: readonly ReviewedAccess[]
    readonly next: string | null
    /** How many were to be reviewed: what was reviewed since stands elsewhere in the list. */
    readonly toReview: number
  } | null>(null)
  const [reviewing, setReviewing] = useState<ReviewedAccess | null>(null)
  const page =
    answer.value === null
      ? null
      : joinPages(answer.value, loaded?.toReview === answer.value.toReview ? loaded : null)
  const older = async (): Promise<void> => {
    if (page?.next == null) return
    const result = await run({ after: page.next })
    if (result.kind === 'refused') showToast('emergency-access', t.moreFailed)
    else {
      const { entries, next, toReview } = result.value
      setLoaded({ entries: [...page.entries, ...entries], next, toReview })
    }
  }
  const menu = (access: ReviewedAccess): readonly RowAction[] => [
    {
      label: t.action,
      action: 'emergency-access.review',
      disabled: blocked !== null ? reasons[blocked] : access.isOwn ? t.own : null,
      onSelect: () => setReviewing(access),
    },
  ]
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      {answer.value !== null && <output>{t.toReview(answer.value.toReview)}</output>}
      <DataTable
        caption={t.title}
        columns={accessColumns(edition)}
        answer={{ ...answer, value: page === null ? null : page.entries }}
        view="emergency-access.review"
        rowKey={({ id }) => id}
        rowName={({ user, patientName }) => `${user.name ?? somebody}, ${patientName ?? t.hidden}`}
        pageSize={50}
        menu={menu}
        empty={t.empty}
        failed={t.loadFailed}
      />
      {page?.next != null && !answer.offline && (
        <Button variant="default" loading={busy} onClick={() => void older()}>
          {t.more}
        </Button>
      )}
      {reviewing !== null && (
        <ReviewDialog
          access={reviewing}
          onDone={() => setLoaded(null)}
          onClose={() => setReviewing(null)}
        />
      )}
    </>
  )
}
