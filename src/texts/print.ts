import { inEditions } from './overlay'

/** What stands at the edges of every sheet of paper. */
const enGB = {
  printed: (who: string, when: string): string => `Printed by ${who}, ${when}`,
  /** Staff who act as a user print as themselves. */
  actingAs: (who: string, as: string): string => `${who} acting as ${as}`,
  asOf: (when: string): string => `Data as of ${when}`,
  notKnown: 'Data as of: not known',
  /** Around the two counters: 'Page 1 of 2'. */
  page: ['Page ', ' of ', ''] as const,
  board: {
    print: 'Print this list',
    columns: {
      patient: 'Patient',
      score: 'Score',
      why: 'Why, alerts and next check-up',
    },
    count: (shown: number): string => (shown === 1 ? '1 patient.' : `${shown} patients.`),
    partial: (shown: number, total: number): string =>
      `Only ${shown} of ${total} patients: the others are not on this device yet.`,
    atLeast: (total: number): string => `at least ${total}`,
    noScore: 'No score',
    scored: (value: string, score: number): string => `${value} (${score})`,
    notMeasured: 'not measured',
    values: {
      checkup: (when: string): string => `Check-up of ${when}`,
      monitoring: (when: string): string => `Monitoring until ${when}`,
    },
    /** Of a value that is older than the newest beside it. */
    olderAt: (when: string): string => `at ${when}`,
    outOfDate: 'out of date',
    never: 'Never measured',
    /** In the place of values: there may be older ones. */
    noneShown: 'No values in the check-up history shown',
    unread: (what: string, more: string): string => `${what}. ${more}`,
  },
}

export const printTexts = inEditions(enGB, {})
