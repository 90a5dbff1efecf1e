import type { WardDay } from '../../data/ward-activity'
import type { Edition } from '../../domain/organization/organization'
import { formatDate } from '../../domain/time'
import { percentOf } from '../../domain/ward/ward'
import { wardActivityTexts } from '../../texts/ward-activity'
import type { Column } from '../../ui/table'

/** One fact of a ward's day. */
interface Fact {
  readonly id: string
  readonly heading: string
  /** As a file tells it: one figure in each column. */
  readonly text: (row: WardDay) => string
  /** As the page tells it, where that is another; null: another column has it there. */
  readonly shown?: ((row: WardDay) => string) | null
}

const tenths = (value: number | null): string => (value === null ? '' : value.toFixed(1))
const whole = (value: number | null): string => (value === null ? '' : String(value))

/** The facts of a ward's day in their order, as a screen and a file tell them. */
export const activityFacts = (edition: Edition): readonly Fact[] => {
  const { headings: t, share, deletedWard } = wardActivityTexts(edition)
  const occupied = ({ occupancy, capacity }: WardDay) => percentOf(occupancy, capacity)
  const kept = ({ checkupsDue, checkupsDone }: WardDay) => percentOf(checkupsDone, checkupsDue)
  return [
    { id: 'day', heading: t.day, text: ({ day }) => formatDate(day, edition) },
    {
      id: 'ward',
      heading: t.ward,
      text: ({ ward: { name }, wardDeletedAt }) =>
        wardDeletedAt === null ? name : deletedWard(name),
    },
    {
      id: 'occupancy',
      heading: t.occupancy,
      text: (row) => String(row.occupancy),
      shown: (row) =>
        row.capacity === null
          ? String(row.occupancy)
          : share(row.occupancy, row.capacity, occupied(row)),
    },
    { id: 'capacity', heading: t.capacity, text: (row) => whole(row.capacity), shown: null },
    {
      id: 'occupancyPercent',
      heading: t.occupancyPercent,
      text: (row) => whole(occupied(row)),
      shown: null,
    },
    { id: 'admissions', heading: t.admissions, text: (row) => String(row.admissions) },
    { id: 'transfersIn', heading: t.transfersIn, text: (row) => String(row.transfersIn) },
    { id: 'discharges', heading: t.discharges, text: (row) => String(row.discharges) },
    {
      id: 'lengthOfStay',
      heading: t.lengthOfStay,
      text: ({ lengthOfStayHours: hours }) => tenths(hours === null ? null : hours / 24),
    },
    { id: 'alerts', heading: t.alerts, text: (row) => String(row.alerts) },
    {
      id: 'minutesToAcknowledge',
      heading: t.minutesToAcknowledge,
      text: (row) => tenths(row.minutesToAcknowledge),
    },
    {
      id: 'checkups',
      heading: t.checkups,
      text: (row) => String(row.checkupsDone),
      shown: (row) =>
        row.checkupsDue === 0 ? '' : share(row.checkupsDone, row.checkupsDue, kept(row)),
    },
    {
      id: 'checkupsDue',
      heading: t.checkupsDue,
      text: (row) => String(row.checkupsDue),
      shown: null,
    },
    {
      id: 'checkupsPercent',
      heading: t.checkupsPercent,
      text: (row) => whole(kept(row)),
      shown: null,
    },
  ]
}

/** The columns of the activity of wards. */
export const activityColumns = (edition: Edition): readonly Column<WardDay>[] =>
  activityFacts(edition).flatMap(({ id, heading, text, shown = text }) =>
    shown === null
      ? []
      : [
          {
            id,
            heading,
            cell: shown,
            ...(id === 'ward' ? { rowHeader: true as const } : {}),
            ...(id === 'day' ? { width: '124px' } : {}),
            ...(id === 'day' || id === 'ward' ? {} : { align: 'end' as const, width: '108px' }),
          },
        ],
  )
