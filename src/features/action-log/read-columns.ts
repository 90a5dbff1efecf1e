import type { RecordRead } from '../../data/record-read'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { recordReadsTexts } from '../../texts/record-reads'
import type { Column } from '../../ui/table'

/** Told later than this after the look, milliseconds: it was made without a connection. */
const lateMs = 60_000

interface Fact {
  readonly id: string
  readonly heading: string
  readonly text: (read: RecordRead) => string
}

/** What is told of a look, in words: for the table and for the file. */
export const readFacts = (edition: Edition): readonly Fact[] => {
  const t = recordReadsTexts(edition)
  return [
    {
      id: 'user',
      heading: t.headings.user,
      text: ({ user, loggedInAs, isByShareLink }) => {
        const name = user.name ?? t.stranger
        if (isByShareLink) return t.byLink(name)
        return loggedInAs === null ? name : t.loggedInAs(name, loggedInAs.name ?? t.support)
      },
    },
    { id: 'roles', heading: t.headings.roles, text: ({ roles }) => roles.join(', ') },
    {
      id: 'screen',
      heading: t.headings.screen,
      text: ({ screen }) => t.screens[screen] ?? t.otherScreen,
    },
    {
      id: 'readAt',
      heading: t.headings.readAt,
      text: ({ readAt, receivedAt }) =>
        Date.parse(receivedAt) - Date.parse(readAt) > lateMs
          ? t.late(formatDateTime(readAt, edition), formatDateTime(receivedAt, edition))
          : formatDateTime(readAt, edition),
    },
    { id: 'device', heading: t.headings.device, text: ({ device }) => device.slice(-8) },
  ]
}

/** The columns of who looked, in their order. */
export const readColumns = (edition: Edition): readonly Column<RecordRead>[] =>
  readFacts(edition).map(({ id, heading, text }) => ({
    id,
    heading,
    cell: text,
    ...(id === 'user' ? { rowHeader: true } : {}),
    ...(id === 'readAt' ? { sortBy: ({ readAt }: RecordRead) => readAt } : {}),
  }))
