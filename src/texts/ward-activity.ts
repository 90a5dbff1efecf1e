import { inEditions } from './overlay'

/** The activity of wards. */
const enGB = {
  title: 'Ward activity',
  text: 'The last 30 days of each ward, without names, by the days of your organisation’s time zone.',
  link: 'Ward activity',
  all: 'All wards',
  search: 'Search ward or day',
  save: 'Save as CSV',
  file: (day: string): string => `ward-activity-${day}.csv`,
  headings: {
    day: 'Day',
    ward: 'Ward',
    occupancy: 'On the ward at the end of the day',
    admissions: 'Admitted',
    transfersIn: 'Transferred in',
    discharges: 'Discharged',
    lengthOfStay: 'Mean stay of those discharged, days',
    alerts: 'Alerts begun',
    minutesToAcknowledge: 'Median minutes to acknowledge',
  },
  empty: { title: 'There are no wards' },
  failed: 'The activity of the wards could not be loaded',
}

export const wardActivityTexts = inEditions(enGB, {
  text: 'The last 30 days of each ward, without names, by the days of your organization’s time zone.',
})
