import { Button } from '@mantine/core'
import { Link, type To } from 'react-router-dom'
import type { EhrEvent } from '../../data/ehr-integration'
import { formatPatientName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatLongDate } from '../../domain/time'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import type { Column } from '../../ui/table'

/** The words of an event's status; on an error whom to ask (C399, O458). */
export const statusWords = (
  { status }: Pick<EhrEvent, 'status'>,
  edition: Edition,
): { readonly status: string; readonly advice: string | null } => {
  const t = ehrIntegrationsTexts(edition)
  return {
    status: status === null ? t.unknown : t.queue.statuses[status],
    advice: status === 'error' ? t.queue.contactSupport : null,
  }
}

/** The columns of the queue, in their order. */
export const eventColumns = (
  edition: Edition,
  to: (id: string) => To,
): readonly Column<EhrEvent>[] => {
  const t = ehrIntegrationsTexts(edition).queue
  return [
    {
      id: 'patient',
      heading: t.headings.patient,
      cell: ({ patient }) => formatPatientName(patient),
      rowHeader: true,
    },
    {
      id: 'integration',
      heading: t.headings.integration,
      cell: ({ integration }) => integration.name,
    },
    {
      id: 'status',
      heading: t.headings.status,
      sortable: true,
      cell: (row) => {
        const { status, advice } = statusWords(row, edition)
        return (
          <>
            {status}
            {advice !== null && <div>{advice}</div>}
          </>
        )
      },
    },
    {
      id: 'createdAt',
      heading: t.headings.createdAt,
      sortable: true,
      cell: ({ createdAt }) => formatLongDate(createdAt, edition),
    },
    {
      id: 'updatedAt',
      heading: t.headings.updatedAt,
      sortable: true,
      cell: ({ updatedAt }) => formatLongDate(updatedAt, edition),
    },
    {
      id: 'details',
      heading: t.headings.details,
      cell: ({ id, patient }) => (
        <Button
          component={Link}
          to={to(id)}
          state={{ openedHere: true }}
          variant="default"
          aria-label={`${t.show}: ${formatPatientName(patient)}`}
        >
          {t.show}
        </Button>
      ),
    },
  ]
}
