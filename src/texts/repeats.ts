import { inEditions } from './overlay'

/** Measuring a patient again. Times and durations come as text. */
const enGB = {
  title: 'Measure again',
  lead: 'Choose when. It is asked for with one press.',
  /** What is asked for usually. */
  once: (after: string): string => `In ${after}`,
  series: (every: string, during: string): string => `Every ${every} for ${during}`,
  other: 'Other…',
  back: 'Back to the usual times',
  fields: {
    first: 'First in',
    every: 'Then every',
    during: 'Until, from now',
    reason: 'Reason (optional)',
  },
  onlyOnce: 'No more after that',
  choose: 'Choose',
  ask: 'Ask for it',
  both: 'Choose for how long too.',
  alone: 'Choose how often too.',
  tooShort: 'This ends before the first one.',
  asked: (what: string): string => `Measure again: ${what}`,
  failed: 'Not asked for.',
  notAdmitted: 'Not on a ward: nobody would be told that it is due.',
  /** What stands. */
  standing: 'Asked for',
  said: {
    upcoming: (time: string): string => `Measure again at ${time}`,
    due: (time: string): string => `Measure again: due at ${time}`,
    overdue: (time: string, late: string): string =>
      `Measure again: overdue ${late}, due at ${time}`,
    late: (time: string, late: string): string => `Measure again: missed at ${time}, ${late} late`,
    series: (said: string, every: string, until: string): string =>
      `${said}, every ${every} until ${until}`,
  },
  by: (name: string): string => `asked by ${name}`,
  /** What a new request of the same person takes the place of. */
  replaces: {
    once: (time: string): string => `Takes the place of: at ${time}, asked by you`,
    series: (every: string, until: string): string =>
      `Takes the place of: every ${every} until ${until}, asked by you`,
  },
  sentence: (what: string, name: string, reason: string | null): string =>
    reason === null ? `${what}, asked by ${name}` : `${what}, asked by ${name}: ${reason}`,
  cancel: 'Cancel',
  cancelNamed: (what: string, name: string): string => `Cancel: ${what}, asked by ${name}`,
  cancelled: (what: string): string => `Taken back: ${what}`,
  notCancelled: 'Not taken back.',
  /** After observations whose score asks for more. */
  offer: {
    title: 'Measure again?',
    text: 'The observations are saved. A score of this height asks for the next ones soon.',
    ask: (what: string): string => `Measure again: ${what}`,
    otherwise: 'Not now',
  },
}
export type RepeatsTexts = typeof enGB
const enUS = {}

/** The texts of an edition. */
export const repeatsTexts = inEditions(enGB, enUS)
