import type { RefusedRecord } from '../../data/refused-record'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime, formatLongDate } from '../../domain/time'
import { refusedRecordsTexts } from '../../texts/refused-records'
import { syncTexts } from '../../texts/sync'
import type { Column } from '../../ui/table'

/** What a record is, in words: 'Note'. */
export const recordKind = (operation: string, edition: Edition): string => {
  const { kinds, otherKind } = syncTexts(edition)
  return kinds[operation] ?? otherKind
}

/** The columns of the refused records, in their order. */
export const refusedRecordColumns = (edition: Edition): readonly Column<RefusedRecord>[] => {
  const { headings, notKnown, notOpened, opened, outcomes } = refusedRecordsTexts(edition)
  return [
    {
      id: 'kind',
      heading: headings.kind,
      cell: ({ operation }) => recordKind(operation, edition),
      rowHeader: true,
    },
    { id: 'author', heading: headings.author, cell: ({ author }) => formatStaffName(author) },
    {
      id: 'writtenAt',
      heading: headings.writtenAt,
      cell: ({ writtenAt }) => (writtenAt === null ? notKnown : formatDateTime(writtenAt, edition)),
    },
    {
      id: 'refusedAt',
      heading: headings.refusedAt,
      cell: ({ refusedAt }) => formatDateTime(refusedAt, edition),
      sortBy: ({ refusedAt }) => refusedAt,
    },
    {
      id: 'purgedAt',
      heading: headings.purgedAt,
      cell: ({ purgedAt }) => formatLongDate(purgedAt, edition),
      sortBy: ({ purgedAt }) => purgedAt,
    },
    {
      id: 'state',
      heading: headings.state,
      cell: ({ outcome, openedAt }) =>
        outcome === null ? (openedAt === null ? notOpened : opened) : outcomes[outcome],
    },
  ]
}
