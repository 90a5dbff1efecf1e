import { ageParts, type Age, type AgePart } from '../domain/identity'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** In the place of the age of a reading whose time cannot be. */
const implausible = 'time not plausible'

/** Texts of the shared pieces. `time` arguments come as text. */
const enGB = {
  brand: 'Lamplight',
  skipToContent: 'Skip to main content',
  menu: 'Menu',
  mainNavigation: 'Main',
  home: 'Home',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  search: 'Search',
  clearSearch: 'Clear search',
  loading: 'Loading',
  showMore: 'Show more',
  showLess: 'Show less',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  dash: '–',
  notAvailable: 'N/A',
  notRecorded: 'Not recorded',
  appearance: 'Appearance',
  themes: { day: 'Day', night: 'Night', 'high-contrast': 'High contrast' },
  connection: {
    live: 'Live',
    checked: (time: string) => `Up to date, checked ${time}`,
    checking: 'Reconnecting',
    saving: (count: number) => (count === 0 ? 'Saving…' : `Saving… ${count}`),
    offline: (waiting: number, time: string | null) => {
      const kept =
        waiting === 0
          ? 'Offline'
          : `Offline: ${waiting} change${waiting === 1 ? '' : 's'} kept on this device`
      if (time === null) return kept
      return waiting === 0 ? `Offline: data from ${time}` : `${kept}, data from ${time}`
    },
    unsigned: (time: string | null) =>
      `Connected, not signed in${time === null ? '' : `: data from ${time}`}`,
    sending: (at: number, of: number) => `Sending ${at} of ${of}`,
    waiting: (count: number) => `Waiting to send: ${count}`,
    refused: (count: number) =>
      count === 1 ? '1 needs your attention' : `${count} need your attention`,
    also: (words: string, more: string) => `${words} · ${more}`,
    open: 'Open the sync centre',
  },
  zone: {
    told: (zone: string) => `Times are ${zone} time`,
    device: (zone: string) => `This device is set to ${zone} time`,
  },
  waiting: {
    notSent: 'Not sent yet',
    sending: 'Sending',
    checking: 'Checking whether this was saved…',
    heldSignIn: 'Sent after the next sign-in',
    heldUpdate: 'Sent after the next update',
    refused: 'Not accepted',
    conflict: 'Changed elsewhere',
    expired: 'Not sent in time',
    stuck: 'May not be saved',
    /** The value of the user, where a colleague's is shown. */
    yours: (value: string): string => `Yours: ${value}`,
    about: (what: string, state: string): string =>
      `${what}, ${state.charAt(0).toLowerCase()}${state.slice(1)}`,
  },
  blocked: {
    offline: 'This needs a connection. Try again when you are online.',
    forbidden: 'Your role does not include this.',
  },
  freshness: {
    asOf: (time: string) => `Data from ${time}`,
    checked: (time: string) => `checked ${time}`,
    never: 'Never fetched',
    stale: 'May be out of date',
  },
  score: {
    name: 'EWS',
    unknown: 'No score',
    unknownMark: '–',
    singleThree: 'Single 3',
    bands: { 0: 'Low', 1: 'Low', 2: 'Medium', 3: 'High' } as Readonly<Record<number, string>>,
    /** In the place of a reassuring word, of a partial total: what is missing could raise it. */
    incomplete: 'Incomplete',
    missing: (count: number) => `${count} missing`,
    stale: (age: string) => `Stale, ${age}`,
    /** In the place of a reassuring word, of a score past its limit. */
    noLongerCounts: 'Out of date',
    /** Of a grave score past its limit: it still counts, and nobody knows what it is now. */
    measureAgain: (total: string, age: string) =>
      age === implausible
        ? 'Measure again: the time of this score is not plausible'
        : `Measure again: ${total} was ${age}`,
    spoken: (total: number, band: string) => `Early-warning score ${total}, ${band}`,
    spokenUnknown: 'Early-warning score not known',
    /** In the place of a band, where no complete score counts. */
    atLeast: (total: number, band: string | null) =>
      band === null ? `≥ ${total}` : `≥ ${total}, ${band}`,
    spokenAtLeast: (total: number, band: string | null) =>
      `Early-warning score not known, at least ${total}${band === null ? '' : `, ${band}`}`,
    parameterPrefix: 'score',
    implausible,
    notScored: 'not scored',
  },
  value: { missing: 'Missing', stale: 'Stale' },
  patient: {
    born: 'Born',
    gender: 'Gender',
    genders: { male: 'Male', female: 'Female' } as Readonly<Record<'male' | 'female', string>>,
    identifiers: { NhsNumber: 'NHS No.', NorthernIrelandHcn: 'H&C No.' } as Readonly<
      Record<'NhsNumber' | 'NorthernIrelandHcn', string>
    >,
    notKnown: 'Not known',
    age: (age: Age) =>
      ageParts(age)
        .map(({ value, unit }) => `${value}${unit.charAt(0)}`)
        .join(' '),
    similarName: 'Similar name',
    similarNames: (count: number) =>
      `${count} other ${count === 1 ? 'patient has' : 'patients have'} a similar name`,
    copyIdentifier: 'Copy number',
    region: 'Patient',
  },
  pager: {
    range: (from: number, to: number, total: number) => `${from} – ${to} of ${total}`,
    rangeUnknown: (from: number, to: number) => `${from} – ${to}`,
    empty: '0 of 0',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    label: 'Pages',
  },
  journey: {
    next: 'Continue',
    skip: 'Skip',
    steps: 'Steps',
    step: (at: number, of: number, title: string) => `Step ${at} of ${of}: ${title}`,
    cancelTitle: 'Are you sure you want to cancel?',
    cancelYes: 'Yes, cancel',
    cancelNo: 'No, go back',
  },
  errors: {
    summary: 'There is a problem',
    stillTrue: 'The data below is what this device last received.',
  },
  copy: {
    copied: 'Copied',
    unavailable: 'Clipboard API not available',
    failed: 'Failed to copy to clipboard',
  },
  staffOnly: {
    title: 'This portal is for staff',
    text: 'Lamplight is for clinical staff. You are signed in as a patient: please use the app that you were given.',
    help: 'If you need help, ask your care team.',
    signOut: 'Sign out',
  },
  forbidden: {
    title: 'You cannot see this',
    text: 'Your role does not allow it. Ask an organisation admin if you need it.',
  },
  maintenance: { title: 'Maintenance' },
}

const ageUnits: Readonly<Record<AgePart['unit'], string>> = {
  years: 'yr',
  months: 'mo',
  weeks: 'wk',
  days: 'd',
}

const enUS: DeepPartial<typeof enGB> = {
  connection: { open: 'Open the sync center' },
  patient: {
    age: (age) =>
      ageParts(age)
        .map(({ value, unit }) => `${value} ${ageUnits[unit]}`)
        .join(' '),
  },
  forbidden: { text: 'Your role does not allow it. Ask an organization admin if you need it.' },
}

export type UiTexts = typeof enGB

export const uiTexts = inEditions(enGB, enUS)
