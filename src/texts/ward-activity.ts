import { inEditions } from './overlay'

/** The activity of wards. */
const enGB = {
  title: 'Ward activity',
  text: 'The last 30 days of each ward, without names, by the days of your organisation’s time zone. A scheduled check-up counts once its tolerated time has run out.',
  link: 'Ward activity',
  all: 'All wards',
  search: 'Search ward or day',
  save: 'Save as CSV',
  file: (day: string): string => `ward-activity-${day}.csv`,
  headings: {
    day: 'Day',
    ward: 'Ward',
    occupancy: 'On the ward at the end of the day',
    capacity: 'Capacity',
    occupancyPercent: 'On the ward, % of capacity',
    admissions: 'Admitted',
    transfersIn: 'Transferred in',
    discharges: 'Discharged',
    lengthOfStay: 'Mean stay of those discharged, days',
    alerts: 'Alerts begun',
    minutesToAcknowledge: 'Median minutes to acknowledge',
    checkups: 'Scheduled check-ups done',
    checkupsDue: 'Scheduled check-ups due',
    checkupsPercent: 'Scheduled check-ups done, % of those due',
  },
  deletedWard: (name: string): string => `${name} (deleted)`,
  /** A part of a whole, whose share is whole percent. */
  share: (part: number, whole: number, percent: number | null): string =>
    percent === null ? `${part} of ${whole}` : `${part} of ${whole} (${percent}%)`,
  empty: { title: 'There are no wards' },
  failed: 'The activity of the wards could not be loaded',
}

export const wardActivityTexts = inEditions(enGB, {
  text: 'The last 30 days of each ward, without names, by the days of your organization’s time zone. A scheduled check-up counts once its tolerated time has run out.',
})
