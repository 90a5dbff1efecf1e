import { Link } from 'react-router-dom'
import { partRecords, releasePartRecord, type PartRecord } from '../../data/part-record'
import { formatPatientName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDate, formatDateTime } from '../../domain/time'
import { useAnswer, useCommand } from '../../engine/react'
import { partRecordsTexts } from '../../texts/part-records'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import { DataTable, type Column } from '../../ui/table'
import { useOpenWhole } from './use-open-whole'

const patientColumns = (edition: Edition): readonly Column<PartRecord>[] => {
  const { headings } = partRecordsTexts(edition)
  return [
    {
      id: 'patient',
      heading: headings.patient,
      cell: ({ patient }) => (
        <Link to={paths.patient(patient.id)}>{formatPatientName(patient)}</Link>
      ),
      rowHeader: true,
    },
    {
      id: 'born',
      heading: headings.born,
      cell: ({ patient }) => formatDate(patient.birthDate, edition),
    },
  ]
}

const awayColumns = (edition: Edition): readonly Column<PartRecord>[] => {
  const { headings } = partRecordsTexts(edition)
  return [
    ...patientColumns(edition),
    {
      id: 'organization',
      heading: headings.organization,
      cell: ({ organization }) => organization.name,
    },
    {
      id: 'admittedAt',
      heading: headings.admittedAt,
      cell: ({ admittedAt }) => admittedAt !== null && formatDateTime(admittedAt, edition),
    },
  ]
}

const heldColumns = (edition: Edition): readonly Column<PartRecord>[] => {
  const { headings } = partRecordsTexts(edition)
  return [
    ...patientColumns(edition),
    { id: 'home', heading: headings.home, cell: ({ home }) => home.name },
    {
      id: 'heldSince',
      heading: headings.heldSince,
      cell: ({ heldSince }) => heldSince !== null && formatDateTime(heldSince, edition),
    },
  ]
}

/** /settings/part-records: what admissions by identifier opened, or hold, of records. */
export function PartRecordsTab() {
  const edition = useEdition()
  const t = partRecordsTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const { value, ...answer } = useAnswer(partRecords, null)
  const open = useOpenWhole()
  const command = useCommand(releasePartRecord)
  const release = useConfirmCommand(
    command,
    ({ patient, home }: PartRecord) => ({
      title: t.release.title,
      text: (
        <>
          <strong>{formatPatientName(patient)}</strong>
          <p>{t.release.sure(home.name)}</p>
        </>
      ),
      confirmLabel: t.release.action,
      failed: t.release.failed,
    }),
    {
      toInput: ({ patient }) => ({ patientId: patient.id }),
      onDone: () => showToast('record released', t.release.done),
    },
  )
  const shared = {
    view: 'part-record.view',
    rowKey: ({ id }: PartRecord) => id,
    rowName: ({ patient }: PartRecord) => formatPatientName(patient),
    failed: t.failed,
  } as const
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        {...shared}
        caption={t.title}
        columns={awayColumns(edition)}
        answer={{ ...answer, value: value?.filter(({ isOwn }) => !isOwn) ?? null }}
        buttons={(part) => [
          {
            label: open.label,
            action: 'part-record.open',
            disabled: open.disabled,
            onSelect: () => open.ask(part),
          },
        ]}
        empty={t.empty}
      />
      <h2>{t.held.title}</h2>
      <p>{t.held.text}</p>
      <DataTable
        {...shared}
        caption={t.held.title}
        columns={heldColumns(edition)}
        answer={{ ...answer, value: value?.filter(({ isOwn }) => isOwn) ?? null }}
        buttons={(part) => [
          {
            label: t.release.action,
            action: 'part-record.release',
            disabled: command.blocked === null ? null : reasons[command.blocked],
            onSelect: () => release.ask(part),
          },
        ]}
        empty={t.held.empty}
      />
      {open.dialog}
      {release.dialog}
    </>
  )
}
