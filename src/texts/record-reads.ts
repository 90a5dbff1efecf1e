import { inEditions } from './overlay'

/** Who looked at a record, below its action log. */
const enGB = {
  heading: 'Who looked at this record',
  text: 'The people of this organisation who had this record on their screen, and what the server gave them of it. Each is listed once in ten minutes; what was read in an emergency, each time.',
  period: 'Period',
  periods: { '7': 'Last 7 days', '30': 'Last 30 days', '': 'All' } satisfies Record<
    '7' | '30' | '',
    string
  >,
  headings: {
    user: 'Who',
    roles: 'Role',
    screen: 'What',
    readAt: 'When',
    device: 'Device',
  },
  screens: {
    vitals: 'Vitals',
    'care-pathway': 'Care pathway',
    notes: 'Notes',
    'action-log': 'Action log',
    checkup: 'A check-up',
    monitoring: 'Continuous monitoring',
    ecg: 'ECG',
    reports: 'Reports',
    chat: 'Chat',
    'printed-list': 'Printed list of patients',
    'saved-list': 'List of patients saved as a file',
    'given:record': 'Record, given out by the server',
    'given:checkups': 'Check-ups, given out by the server',
    'given:monitoring': 'Monitoring, given out by the server',
    'given:ecg': 'ECG, given out by the server',
    'given:notes': 'Notes, given out by the server',
    'given:chat': 'Chat, given out by the server',
    'given:reports': 'Report, given out by the server',
    'given:action-log': 'Action log, given out by the server',
    'given:device': 'Copy for offline use, given to a device',
  } as Readonly<Record<string, string>>,
  otherScreen: 'Another screen',
  stranger: 'Someone in another organisation',
  support: 'Lamplight support',
  loggedInAs: (who: string, staff: string): string => `${who} (${staff} signed in as this user)`,
  byLink: (maker: string): string => `A share link made by ${maker}`,
  late: (seen: string, told: string): string => `${seen} (offline, told ${told})`,
  empty: {
    title: 'Nobody looked at this record',
    text: 'In this period nobody opened it. A device that is offline tells it later.',
  },
  failed: 'Who looked at this record could not be loaded',
  more: 'Load more looks',
  moreFailed: 'Older looks could not be loaded',
  save: 'Save as CSV',
  saveFailed: 'The file was not saved: not all of it could be loaded',
  cut: (rows: number): string =>
    `The file holds the newest ${rows} looks. Choose a shorter period.`,
  file: (day: string): string => `who-looked-${day}.csv`,
}

export const recordReadsTexts = inEditions(enGB, {
  text: 'The people of this organization who had this record on their screen, and what the server gave them of it. Each is listed once in ten minutes; what was read in an emergency, each time.',
  stranger: 'Someone in another organization',
})
