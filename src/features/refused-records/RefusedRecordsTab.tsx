import { useState } from 'react'
import { refusedRecords, settleRefusedRecord, type RefusedRecord } from '../../data/refused-record'
import { formatStaffName } from '../../domain/identity'
import { recordOutcomes, type RecordOutcome } from '../../domain/refused-record/refused-record'
import { useAnswer, useCommand } from '../../engine/react'
import { refusedRecordsTexts } from '../../texts/refused-records'
import { useEdition, useTexts } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { DataTable, type RowAction } from '../../ui/table'
import { recordKind, refusedRecordColumns } from './columns'
import { ReadDialog } from './ReadDialog'

interface AskedProps {
  readonly record: RefusedRecord
  readonly onClose: () => void
}

function SettleDialog({ record, onClose }: AskedProps) {
  const { settle: t, outcomes } = refusedRecordsTexts(useEdition())
  const form = useCommandForm({
    command: useCommand(settleRefusedRecord),
    fields: [
      {
        kind: 'select',
        name: 'outcome',
        label: t.label,
        required: true,
        options: recordOutcomes.map((value) => ({ value, label: outcomes[value] })),
      },
    ],
    before: { outcome: record.outcome ?? '' },
    toInput: ({ outcome }) => ({ id: record.id, outcome: outcome as RecordOutcome }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.confirm}
      failed={t.failed}
      onClose={onClose}
    />
  )
}

/** /settings/refused-records: the supervisor's tray. */
export function RefusedRecordsTab() {
  const edition = useEdition()
  const t = refusedRecordsTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const { blocked } = useCommand(settleRefusedRecord)
  const [reading, setReading] = useState<RefusedRecord | null>(null)
  const [settling, setSettling] = useState<RefusedRecord | null>(null)
  const disabled = blocked === null ? null : reasons[blocked]
  const menu = (record: RefusedRecord): readonly RowAction[] => [
    {
      label: t.open.action,
      action: 'sync.supervise',
      disabled,
      onSelect: () => setReading(record),
    },
    {
      label: t.settle.action,
      action: 'sync.supervise',
      disabled,
      onSelect: () => setSettling(record),
    },
  ]
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={refusedRecordColumns(edition)}
        answer={useAnswer(refusedRecords, undefined)}
        view="sync.supervise"
        rowKey={({ id }) => id}
        rowName={({ operation, author }) =>
          `${recordKind(operation, edition)}, ${formatStaffName(author)}`
        }
        menu={menu}
        empty={t.empty}
        failed={t.failed}
      />
      {reading !== null && <ReadDialog record={reading} onClose={() => setReading(null)} />}
      {settling !== null && <SettleDialog record={settling} onClose={() => setSettling(null)} />}
    </>
  )
}
