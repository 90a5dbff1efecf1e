import type { Consciousness } from '../domain/checkup/checkup'
import type { IdentityDisplay } from '../domain/identity/display'
import type { Grid, HideableColumn } from '../domain/virtual-ward/options'
import type { ReasonValue } from '../domain/virtual-ward/reason'
import type { ScoreMark } from '../domain/virtual-ward/score-marks'
import type { ScoreKey } from '../domain/virtual-ward/shown-score'
import type { SortField } from '../domain/virtual-ward/virtual-ward'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

type ReasonName = Exclude<ReasonValue['key'], 'consciousnessScore'>

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
const together = (names: readonly string[]): string => listed(names).replace(' or ', ' and ')
const span = (hours: number): string => (hours > 24 ? `${hours / 24} days` : `${hours} hours`)

/** Filter, order and display of the virtual ward (C sections 2.7, 4, 8, 9). Ages come as text. */
const enGB = {
  filter: {
    button: 'Filter',
    named: (active: number): string =>
      active === 0 ? 'Filter' : active === 1 ? 'Filter, 1 active' : `Filter, ${active} active`,
    title: 'Filter patients',
    history: 'Check-up history',
    historyHint: 'Hides older check-ups. Patients stay on the list.',
    hours: (hours: number): string => `Last ${span(hours)}`,
    all: 'All history',
    wards: 'Wards',
    allWards: 'All wards',
    noWards: 'No wards found. Check that you are assigned to the correct wards.',
    missingWard: "Don't see a ward you expect?",
    missingWardAdvice: 'Ask an administrator of your organisation to assign you to it.',
    notLoaded: "Failed to load wards you've been assigned to, this may affect your ward filters",
    retry: 'Retry',
    loading: 'Loading wards…',
    neighbours: 'Care homes',
    noNeighbours: 'No care homes are linked to your practice.',
    onlyOverdue: 'Only patients whose next observation is overdue',
    reset: 'Remove all filters',
  },
  chip: {
    history: 'Check-ups',
    ward: 'Ward',
    neighbour: 'Care home',
    observation: 'Next observation',
    overdue: 'overdue',
    unknownWard: 'not loaded',
  },
  sort: {
    button: 'Sort',
    title: 'Sort patients by',
    hint: 'Patients are sorted by the first, then by the next.',
    use: (facet: string): string => `Sort by ${facet}`,
    always: 'always on',
    up: (facet: string): string => `Move ${facet} up`,
    down: (facet: string): string => `Move ${facet} down`,
    turn: (facet: string, direction: string): string => `${facet}: ${direction}. Reverse order`,
    moved: (facet: string, at: number, of: number): string =>
      `${facet} is now number ${at} of ${of}`,
    facet: {
      alertCount: 'Open alerts',
      clinicalUrgency: 'Clinical urgency',
      ewsScore: 'Early-warning score',
      acuityScore: 'Acuity',
      lastName: 'Last name',
      latestVitals: 'Latest vitals',
    } as Readonly<Record<SortField, string>>,
    reset: 'Default order',
  },
  display: {
    button: 'Display',
    title: 'Display settings',
    identity: 'Patient identity',
    identities: { full: 'Full', initials: 'Initials', id: 'ID', hidden: 'Hidden' } as Readonly<
      Record<IdentityDisplay, string>
    >,
    columns: 'Show on each card',
    column: {
      latestCheckupInfo: 'Latest check-up info',
      acuityScore: 'Acuity score',
      levelOfConsciousness: 'Level of consciousness',
      oxygenFlag: 'Oxygen flag',
    } as Readonly<Record<HideableColumn, string>>,
    grid: 'Layout',
    grids: {
      list: 'List',
      twoColumn: 'Two columns',
      threeColumn: 'Three columns',
      fourColumn: 'Four columns',
    } as Readonly<Record<Grid, string>>,
    tooSmall: 'Browser window too small',
  },
  fullWidth: { on: 'Full width', off: 'Leave full width' },
  fullScreen: { on: 'Full screen', off: 'Leave full screen' },
  keys: 'Up and down arrow move from one patient’s name to the next.',
  card: {
    hidden: 'Identity hidden',
    thisPatient: 'this patient',
  },
  due: {
    upcoming: (time: string): string => `Next ${time}`,
    due: (time: string): string => `Due ${time}`,
    overdue: (time: string, late: string): string => `Overdue ${late}, due ${time}`,
    late: (time: string, late: string): string => `Missed ${time} check-up, ${late} late`,
    byScore: '(EWS)',
    continuous: 'Continuous observation needed',
    asked: (name: string): string => `asked for by ${name}`,
    /** What a person asked for. */
    repeat: {
      upcoming: (time: string): string => `Repeat due ${time}`,
      due: (time: string): string => `Repeat due ${time}`,
      overdue: (time: string, late: string): string => `Repeat overdue ${late}, due ${time}`,
      late: (time: string, late: string): string => `Missed repeat ${time}, ${late} late`,
    },
    askedBy: (name: string): string => `(asked by ${name})`,
    unread: 'Schedule not understood',
    unreadMore: (names: readonly string[]): string =>
      `${together(names)}: the due time is not known, and a missed check-up raises no alert.`,
  },
  status: {
    /** Where NEWS2 does not apply. */
    notScored: {
      'under-16': 'No score: NEWS2 is not for patients under 16',
      pregnant: 'No score: NEWS2 is not for pregnancy',
    },
    stale: 'Risk not known: last score out of date',
    partial: 'Risk not known: some observations missing',
    /** Of a total below 5 with a single score of 3. */
    singleThree: 'Risk: low-medium, one observation scores 3',
    /** The same of a partial total. */
    partialThree: 'Risk: low-medium or higher, one observation scores 3',
    /** In the place of values that the history window leaves out. */
    outside: (total: number, ago: string): string =>
      `Last score ${total}, ${ago}. Older than the check-up history shown`,
    /** Of a patient whom the server changed at the user's word, in an answer that was not read. */
    ofBefore: (time: string): string =>
      `Shown as of before ${time}: the answer to what was sent then could not be read yet.`,
    measureAgain: (risk: string): string =>
      `${risk}, from a score that is out of date: measure again`,
  },
  /** What a score lacks, and when it was measured. */
  /** Of a check-up that other thresholds gave another total since. */
  rescored: (when: string, by: string, was: number): string =>
    `Scored again ${when}${by === '' ? '' : ` by ${by}`}: was ${was}.`,
  lack: {
    names: {
      RRScore: 'RR',
      SpO2Score: 'SpO2',
      onOxygenScore: 'oxygen',
      BPScore: 'BP',
      HRScore: 'pulse',
      consciousnessScore: 'consciousness',
      tempScore: 'temperature',
    } as Readonly<Record<ScoreKey, string>>,
    missing: (names: readonly string[]): string => `${together(names)} missing`,
    only: (names: readonly string[]): string => `only ${together(names)} measured`,
    notMonitored: (names: readonly string[]): string => `${together(names)} not monitored`,
    at: (time: string): string => `from ${time}`,
    outOfDate: (total: number, time: string): string =>
      `Last full score ${total} at ${time}, out of date.`,
    latest: (lack: string, total: number): string =>
      `Latest check-up incomplete: ${lack}, at least ${total}.`,
  },
  /** What must be known to read a score. */
  scheme: {
    scale2: 'Scale 2',
    personal: 'Adjusted thresholds',
    poorSignal: 'Poor SpO2 signal',
  } as Readonly<Record<ScoreMark, string>>,
  /** Why a patient scores, in a few words. */
  reason: {
    names: {
      RRScore: 'RR',
      SpO2Score: 'SpO2',
      BPScore: 'systolic',
      HRScore: 'pulse',
      tempScore: 'temp',
    } as Readonly<Record<ReasonName, string>>,
    consciousness: {
      A: 'alert',
      C: 'new confusion',
      V: 'responds to voice',
      P: 'responds to pain',
      U: 'unresponsive',
    } as Readonly<Record<Consciousness, string>>,
    poor: 'poor signal',
    with: (words: string, marks: readonly string[]): string => `${words} (${marks.join(', ')})`,
    rising: (from: number, time: string): string => `score rising from ${from} since ${time}`,
    falling: (from: number, time: string): string => `score falling from ${from} since ${time}`,
    onOxygen: 'on oxygen',
    onAir: 'on air',
    pressure: (systolic: string, diastolic: string): string => `BP ${systolic}/${diastolic}`,
  },
  /** The score in a patient's banner. */
  current: {
    label: 'Current score',
    age: (ago: string): string => `Check-up ${ago}`,
    none: 'No visible checkups',
    never: 'No check-ups yet',
  },
  trend: {
    label: (totals: readonly number[], incomplete: readonly number[]): string => {
      const whole =
        totals.length === 0
          ? 'no complete one'
          : totals.length === 1
            ? `${totals.join('')} once`
            : `${totals.slice(0, -1).join(', ')}, last ${totals.at(-1) ?? ''}`
      return `Score over 24 hours: ${whole}${incomplete.length === 0 ? '' : `; incomplete: ${incomplete.join(', ')}`}`
    },
  },
  changed: {
    score: (before: number, now: number): string =>
      `${now > before ? '▲' : '▼'} ${before} → ${now}`,
    again: 'New reading',
    monitored: 'New monitoring data',
    since: (time: string): string => `since you last looked at ${time}`,
    summary: (count: number, time: string): string =>
      `${count === 1 ? '1 patient here has' : `${count} patients here have`} a new reading since you last looked at ${time}.`,
    seen: 'Mark as seen',
  },
  inWords: {
    patients: (parts: readonly string[]): string => `Patients ${parts.join(', ')}.`,
    onWards: (names: readonly string[]): string => `on ${listed(names)}`,
    of: (names: readonly string[]): string => `of ${listed(names)}`,
    named: (text: string): string => `whose name matches “${text}”`,
    numbered: (text: string): string => `whose NHS number matches “${text}”`,
    overdue: 'whose next observation is overdue',
    history: (hours: number): string => `Check-ups of the last ${span(hours)}.`,
    allHistory: 'Check-ups of any age.',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  filter: { missingWardAdvice: 'Ask an administrator of your organization to assign you to it.' },
  sort: { turn: (facet, direction) => `${facet}: ${direction}. Reverse order` },
  inWords: { numbered: (text) => `whose number matches “${text}”` },
}

export type BoardTexts = typeof enGB

export const boardTexts = inEditions(enGB, enUS)
