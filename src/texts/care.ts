import type { AcuityLevel } from '../domain/patient/acuity'
import { inEditions } from './overlay'

const plural = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** Expected discharge, acuity and watching (C sections 2.2, 2.7, 5, 8). Dates come as text. */
const enGB = {
  patient: (name: string, born: string): string => `${name}, born ${born}`,
  /** Where the screen does not show who it is. */
  about: (called: string): string => `About ${called}`,
  notSaved: 'Not saved.',
  cancel: 'Cancel',
  save: 'Save',
  conflict: 'See both and decide.',
  draft: 'Not saved yet. Kept on this device until you save or cancel.',
  discharge: {
    title: 'Expected Discharge Date',
    set: 'Set expected discharge',
    /** The date was cleared. */
    none: 'no expected discharge',
    normal: (date: string, _days?: number): string => `Expected discharge ${date}`,
    nearing: (date: string, days: number): string =>
      `Expected discharge ${date}, ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${plural(days)}`}`,
    overdue: (date: string, days: number): string =>
      `Expected discharge ${date}, overdue by ${plural(days)}`,
    /** On a card, after a calendar's picture. */
    short: {
      normal: (date: string, _days: number): string => date,
      nearing: (date: string, days: number): string =>
        `${date}, ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${plural(days)}`}`,
      overdue: (_date: string, days: number): string => `Discharge overdue by ${plural(days)}`,
    },
    change: (words: string): string => `${words}. Change it`,
    now: (date: string): string => `Current: ${date}`,
    nowNone: 'Current: no date',
    calendar: 'Choose a date',
    previous: 'Previous month',
    next: 'Next month',
    chosen: (date: string): string => `New date: ${date}`,
    stay: (days: number): string => `Length of stay: ${plural(days)}`,
    unchanged: 'This is already the date.',
    clear: 'Clear the date',
    clearTitle: 'Clear the expected discharge date?',
    clearText: (date: string): string =>
      `The patient will have no expected discharge date. The current date is ${date}.`,
    keep: 'Keep it',
    offline:
      'You are offline. The date is saved on this device and sent when you reconnect. After 8 hours we ask you first.',
  },
  acuity: {
    title: 'Set Acuity Score',
    set: 'Set acuity',
    levels: { emergency: 'emergency', high: 'high', medium: 'medium', low: 'low' } as Readonly<
      Record<AcuityLevel, string>
    >,
    shown: (score: number, level: string): string => `Acuity ${score}, ${level}`,
    overSevenDays: 'Over 7 days ago',
    received: (time: string): string => `received ${time}`,
    change: (words: string): string => `${words}. Change it`,
    now: (words: string, age: string): string => `Current: ${words} (${age})`,
    nowNone: 'Current: no score',
    because: (reason: string): string => `Reason given: ${reason}`,
    score: 'Acuity score, 1 to 4',
    scale: '1 emergency, 2 high, 3 medium, 4 low',
    outOfRange: 'Must be between 1 and 4',
    trend: { increasing: 'Increasing', decreasing: 'Decreasing', maintaining: 'Maintaining' },
    reason: 'Reason (optional, recommended)',
    confirm: 'Enter the full name of the patient to confirm',
    confirmHint: 'First name, then last name',
    confirmMissing: 'Patient name must be confirmed',
    confirmWrong: 'Patient name must match',
    offline:
      'You are offline. The score is saved on this device with the current time, and sent when you reconnect.',
  },
  /** What is not sent, of the values that are shown. */
  observations: 'Observations',
  repeat: 'Measure again',
  noRepeat: 'Measure again: taken back',
  watch: {
    watch: 'Watch',
    watching: 'Watching',
    /** Asked for, and not sent. */
    unwatching: 'Off your watch list',
    watchName: (name: string): string => `Watch ${name}`,
    unwatchName: (name: string): string => `Stop watching ${name}`,
    added: (firstName: string): string => `${firstName} added to watch list`,
    removed: (firstName: string): string => `${firstName} removed from watch list`,
    /** Kept on this device: the server does not have it yet. */
    addedHere: (firstName: string): string =>
      `${firstName} is on your watch list on this device. Not sent yet.`,
    removedHere: (firstName: string): string =>
      `${firstName} is off your watch list on this device. Not sent yet.`,
    undo: 'Undo',
    failed: (reason: string): string => `The watch list was not changed. ${reason}`,
    section: (count: number): string => `Watching (${count})`,
  },
}

export type CareTexts = typeof enGB

export const careTexts = inEditions(enGB, {})
