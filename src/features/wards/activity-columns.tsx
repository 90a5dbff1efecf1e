import type { WardDay } from '../../data/ward-activity'
import type { Edition } from '../../domain/organization/organization'
import { formatDate } from '../../domain/time'
import { wardActivityTexts } from '../../texts/ward-activity'
import type { Column } from '../../ui/table'

const tenths = (value: number | null): string => (value === null ? '' : value.toFixed(1))

/** The facts of a ward's day in their order, as a screen and a file tell them. */
export const activityFacts = (edition: Edition) => {
  const t = wardActivityTexts(edition).headings
  return [
    { id: 'day', heading: t.day, text: ({ day }: WardDay) => formatDate(day, edition) },
    { id: 'ward', heading: t.ward, text: ({ ward }: WardDay) => ward.name },
    { id: 'occupancy', heading: t.occupancy, text: (row: WardDay) => String(row.occupancy) },
    { id: 'admissions', heading: t.admissions, text: (row: WardDay) => String(row.admissions) },
    { id: 'transfersIn', heading: t.transfersIn, text: (row: WardDay) => String(row.transfersIn) },
    { id: 'discharges', heading: t.discharges, text: (row: WardDay) => String(row.discharges) },
    {
      id: 'lengthOfStay',
      heading: t.lengthOfStay,
      text: ({ lengthOfStayHours: hours }: WardDay) => tenths(hours === null ? null : hours / 24),
    },
    { id: 'alerts', heading: t.alerts, text: (row: WardDay) => String(row.alerts) },
    {
      id: 'minutesToAcknowledge',
      heading: t.minutesToAcknowledge,
      text: (row: WardDay) => tenths(row.minutesToAcknowledge),
    },
  ]
}

/** The columns of the activity of wards. */
export const activityColumns = (edition: Edition): readonly Column<WardDay>[] =>
  activityFacts(edition).map(({ id, heading, text }) => ({
    id,
    heading,
    cell: (row) => text(row),
    ...(id === 'ward' ? { rowHeader: true as const } : {}),
    ...(id === 'day' || id === 'ward' ? {} : { align: 'end' as const }),
  }))
