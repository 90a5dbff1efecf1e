import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { openRefusedRecord, type OpenedRecord, type RefusedRecord } from '../../data/refused-record'
import { formatDate } from '../../domain/time'
import { useCommand } from '../../engine/react'
import { refusedRecordsTexts } from '../../texts/refused-records'
import { syncTexts } from '../../texts/sync'
import { useEdition } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import { recordKind } from './columns'

const isForMachines = (name: string): boolean =>
  /(?:id|ids|revision|version)$/i.test(name) || name.startsWith('seen')

function Written({
  record,
  written,
  onClose,
}: {
  readonly record: RefusedRecord
  readonly written: OpenedRecord
  readonly onClose: () => void
}) {
  const edition = useEdition()
  const { open: t, patient } = refusedRecordsTexts(edition)
  const { fields } = syncTexts(edition)
  const { patientName: name, patientBirthDate: born } = written
  return (
    <Dialog
      title={`${t.written}: ${recordKind(written.operation, edition)}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t.close}</Button>}
    >
      {name !== null && born !== null && <p>{t.about(name, formatDate(born, edition))}</p>}
      <dl>
        {Object.entries(written.input)
          .filter(([field, value]) => !isForMachines(field) && value !== null && value !== '')
          .map(([field, value]) => (
            <div key={field}>
              <dt>{fields[field] ?? field}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
      </dl>
      {record.patientId !== null && <Link to={paths.patient(record.patientId)}>{patient}</Link>}
    </Dialog>
  )
}

/** Asks why, then shows what was written. */
export function ReadDialog({
  record,
  onClose,
}: {
  readonly record: RefusedRecord
  readonly onClose: () => void
}) {
  const t = refusedRecordsTexts(useEdition()).open
  const [written, setWritten] = useState<OpenedRecord | null>(null)
  const form = useCommandForm({
    command: useCommand(openRefusedRecord),
    fields: [
      {
        kind: 'text',
        name: 'reason',
        label: t.why,
        hint: t.hint,
        required: true,
        autoFocus: true,
      },
    ],
    before: { reason: '' },
    toInput: ({ reason }) => ({ id: record.id, reason }),
    onDone: (opened) => (opened === null ? onClose() : setWritten(opened)),
  })
  if (written !== null) return <Written record={record} written={written} onClose={onClose} />
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
