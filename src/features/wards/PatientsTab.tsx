import { useNavigate } from 'react-router-dom'
import { wardPatients } from '../../data/ward'
import { formatPatientName } from '../../domain/identity'
import { useAnswer, useOffline } from '../../engine/react'
import { wardsTexts } from '../../texts/wards'
import { useEdition, useTexts } from '../../ui/edition'
import { EmptyState } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import { DataTable, useTableQuery } from '../../ui/table'
import { wardPatientColumns } from './columns'

/** Patients a page. */
const take = 20

/** Who is admitted to the ward; to those who may not see them, how many. */
export function PatientsTab({ wardId }: { readonly wardId: string }) {
  const edition = useEdition()
  const t = wardsTexts(edition).patients
  const { doors, ui } = useTexts()
  const navigate = useNavigate()
  const off = useOffline() ? ui.blocked.offline : null
  const control = useTableQuery({ take })
  const { skip } = control.query
  const answer = useAnswer(wardPatients, { id: wardId, take, skip })
  const { value } = answer
  if (value !== null && !value.seesPatients && value.total > 0)
    return <EmptyState title={t.hidden(value.total)} text={t.hiddenText} />
  return (
    <DataTable
      caption={t.list}
      columns={wardPatientColumns(edition)}
      answer={answer}
      server={control}
      view="ward.view"
      rowKey={({ patient }) => patient.id}
      rowName={({ patient }) => formatPatientName(patient)}
      buttons={({ patient }) => [
        {
          label: doors.discharge,
          action: 'patient.discharge',
          disabled: off,
          onSelect: () => void navigate(`${paths.patient(patient.id)}?dialog=discharge`),
        },
      ]}
      empty={t.empty}
      failed={t.failed}
    />
  )
}
