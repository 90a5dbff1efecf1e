import { Link } from 'react-router-dom'
import {
  deliveryTroubles,
  type CutDelivery,
  type RefusedDelivery,
} from '../../data/refused-delivery'
import { notUsableWords } from '../../domain/checkup/not-usable-words'
import { formatPatientName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { useAnswer } from '../../engine/react'
import { refusedDeliveriesTexts } from '../../texts/refused-deliveries'
import { useEdition } from '../../ui/edition'
import { paths } from '../../ui/paths'
import { DataTable, type Column } from '../../ui/table'

const refusedColumns = (edition: Edition): readonly Column<RefusedDelivery>[] => {
  const t = refusedDeliveriesTexts(edition)
  return [
    {
      id: 'kind',
      heading: t.headings.kind,
      cell: ({ kind }) => t.kinds[kind] ?? kind,
      rowHeader: true,
    },
    {
      id: 'reason',
      heading: t.headings.reason,
      cell: ({ code, fields }) => t.of(t.reasons[code] ?? code, fields),
    },
    {
      id: 'patient',
      heading: t.headings.patient,
      cell: ({ patientId }) => patientId ?? t.noPatient,
    },
    { id: 'times', heading: t.headings.times, cell: ({ times }) => times },
    {
      id: 'lastAt',
      heading: t.headings.lastAt,
      cell: ({ lastAt }) => formatDateTime(lastAt, edition),
      sortBy: ({ lastAt }) => lastAt,
    },
    { id: 'apiKey', heading: t.headings.apiKey, cell: ({ apiKey }) => apiKey },
  ]
}

const cutColumns = (edition: Edition): readonly Column<CutDelivery>[] => {
  const { cut: t } = refusedDeliveriesTexts(edition)
  return [
    {
      id: 'patient',
      heading: t.headings.patient,
      cell: ({ id, patient }) => (
        <Link to={paths.checkup(patient.id, id)}>{formatPatientName(patient)}</Link>
      ),
      rowHeader: true,
    },
    {
      id: 'readings',
      heading: t.headings.readings,
      cell: ({ notUsable }) => notUsable.map((one) => notUsableWords(one, edition)).join('; '),
    },
    {
      id: 'receivedAt',
      heading: t.headings.receivedAt,
      cell: ({ receivedAt }) => formatDateTime(receivedAt, edition),
      sortBy: ({ receivedAt }) => receivedAt,
    },
  ]
}

/** /settings/refused-deliveries: what senders sent and was not stored, or not whole. */
export function RefusedDeliveriesTab() {
  const edition = useEdition()
  const t = refusedDeliveriesTexts(edition)
  const { value, ...answer } = useAnswer(deliveryTroubles, undefined)
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={refusedColumns(edition)}
        answer={{ ...answer, value: value?.refused ?? null }}
        view="api-key.view"
        rowKey={({ id }) => id}
        rowName={({ kind, code }) => `${t.kinds[kind] ?? kind}, ${t.reasons[code] ?? code}`}
        empty={t.none}
        failed={t.failed}
      />
      <h2>{t.cut.title}</h2>
      <p>{t.cut.text}</p>
      <DataTable
        caption={t.cut.title}
        columns={cutColumns(edition)}
        answer={{ ...answer, value: value?.cut ?? null }}
        view="api-key.view"
        rowKey={({ id }) => id}
        rowName={({ patient }) => formatPatientName(patient)}
        empty={t.cut.none}
        failed={t.failed}
      />
    </>
  )
}
