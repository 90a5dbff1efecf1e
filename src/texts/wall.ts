import type { IdentityDisplay } from '../domain/identity/display'

/** The virtual ward on a wall: read from three metres by people who do not touch it. */
const enGB = {
  open: 'Wall display',
  leave: 'Leave the wall display',
  clock: 'Time',
  asOf: (time: string): string => `Data as of ${time}`,
  notYet: 'No data yet',
  notLive: (time: string): string => `NOT LIVE since ${time}`,
  neverLive: 'NOT LIVE',
  notLiveAdvice:
    'The values below are from that time. Use another device, or telephone, until this display is live again.',
  tileNotLive: (time: string): string => `As of ${time}`,
  patients: (count: number): string => (count === 1 ? '1 patient' : `${count} patients`),
  page: (at: number, of: number): string => `Page ${at} of ${of}`,
  previous: 'Previous page',
  next: 'Next page',
  pause: 'Stop on this page',
  resume: 'Show the pages in turn',
  wake: {
    on: 'Screen stays on',
    off: 'Screen may sleep',
    none: 'This browser cannot keep the screen on: switch sleep off in the device’s settings',
  },
  identity: 'Patient identity',
  identities: { full: 'Full', initials: 'Initials', id: 'ID', hidden: 'Hidden' } as Readonly<
    Record<IdentityDisplay, string>
  >,
  fullScreen: 'Full screen',
  endFullScreen: 'Leave full screen',
  keepsTrying: 'This display keeps trying to reconnect.',
  noReading: 'No visible checkups',
  neverMeasured: 'No check-ups yet',
  quiet: 'All observations score 0',
  /** Of a reading that lacks some of the seven. */
  quietPartial: 'What was measured scores 0',
  /** The same of a reading past its limit. */
  quietPartialThen: 'What was measured scored 0 then',
  /** Where the score in force is of an earlier check-up, whose values are not shown. */
  newerQuiet: 'Newer values score 0: open the record for those of the score',
  /** Of a patient whom NEWS2 is not for: why stands beside it. */
  notJudged: 'Measured, and not scored',
  /** Of a check-up with nothing that scores. */
  unmeasured: 'No vital sign was measured',
  /** Of a reading past its limit. */
  quietThen: 'All observations scored 0 then',
  /** Beside initials: the end of the number. */
  endsIn: (digits: string): string => `No. …${digits}`,
  born: (date: string): string => `born ${date}`,
  alerts: (count: number): string =>
    count === 1 ? '1 open alert' : `${count > 99 ? '99+' : count} open alerts`,
  /** The gravest open alert: since when, or when its reading was measured, and who deals with it. */
  alert: (name: string, when: string, handling: string): string => `${name}, ${when}: ${handling}`,
  since: (time: string): string => `since ${time}`,
  nobody: 'nobody is dealing with it',
  escalated: 'escalated, nobody is dealing with it',
  snoozed: (by: string): string => `snoozed by ${by}`,
  /** Beside an alert that somebody holds. */
  moreFree: (count: number): string => `nobody is dealing with ${count} more`,
  held: (by: string): string => `${by} is dealing with it`,
  resolving: (count: number): string => `Resolving ${count > 99 ? '99+' : count}`,
  more: (count: number): string => `and ${count} more with a score`,
}

export type WallTexts = typeof enGB

export const wallTexts: WallTexts = enGB
