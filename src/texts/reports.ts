import { inEditions } from './overlay'

/** The report on a patient. Times, periods and names come as text. */
const enGB = {
  heading: 'Report',
  text: 'Choose what goes into the report, look at it, and print it.',
  interval: 'Sums over',
  hours: (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`),
  contents: 'Contents',
  lists: {
    aggregates: 'Sums and charts',
    softSigns: 'Soft signs',
    checkups: 'Check-ups',
    notes: 'Notes',
    alerts: 'Alerts',
    wardAdmissions: 'Ward admissions',
  },
  print: 'Print',
  again: 'Update',
  pdf: {
    make: 'Download PDF',
    offline: 'The PDF needs a connection: the server makes it. Offline, print the report.',
    asking: 'The PDF is asked for…',
    checking:
      'No answer came. The server is asked whether it makes the PDF; it makes it once at most.',
    checkingOffline:
      'No answer came, and there is no connection. Whether the PDF is made is asked once there is one.',
    check: 'Ask now',
    notAsked: 'The PDF could not be asked for.',
    made: 'PDFs of this patient',
    listFailed: 'The PDFs of this patient could not be listed',
    listOffline: 'PDFs that were made are listed when there is a connection.',
    by: (when: string, who: string | null): string =>
      who === null ? `Asked for ${when}` : `Asked for ${when} by ${who}`,
    everything: 'all contents',
    due: 'Being made…',
    ready: 'Made',
    failed: 'It could not be made.',
    save: 'Save',
    saveOf: (what: string): string => `Save the PDF of ${what}`,
    retry: 'Make it again',
    notSaved: 'It could not be saved.',
    all: (count: number): string => `Show all ${count}`,
  },
  loading: 'The report is being put together…',
  progress: (done: number, of: number): string => `${done} of ${of} check-ups`,
  failed: 'The report could not be loaded',
  failedText: (loaded: { readonly done: number; readonly of: number } | null): string =>
    loaded === null || loaded.done === 0
      ? 'Below is what this device holds.'
      : `${loaded.done} of ${loaded.of} check-ups are loaded, and it goes on from there. Below is what this device holds.`,
  changing: 'The record changed while the report was loaded',
  retry: 'Try again',
  nothing: { title: 'Nothing is chosen', text: 'Choose at least one of the contents.' },
  sheet: {
    title: 'Patient report',
    period: (from: string, to: string): string => `${from} to ${to}`,
    printed: (when: string, who: string): string => `Made ${when} by ${who}`,
    asOf: (when: string): string => `Data as of ${when}`,
    held: (when: string): string => `From what this device holds, as of ${when}`,
    heldUnknown: 'From what this device holds; its age is not known',
    zone: (zone: string): string => `Times: ${zone}`,
    lacks: 'Not on this device',
    notYet: 'Not known when this was made',
  },
  /** What is not known of a list. */
  lacking: {
    whole: 'all of them',
    before: (when: string): string => `before ${when}`,
    after: (when: string): string => `after ${when}`,
    both: (from: string, to: string): string => `before ${from} and after ${to}`,
    closed: 'those that were closed',
    and: (a: string, b: string): string => `${a}, and ${b}`,
    none: 'None in what this device holds of this period',
    gap: (from: string, to: string): string =>
      `Not on this device: check-ups from ${from} to ${to}`,
    gapNotYet: (from: string, to: string): string =>
      `Not known when this was made: check-ups from ${from} to ${to}`,
  },
  charts: {
    heading: 'Charts',
    text: 'One point for each interval: the mean, with a bar from the least to the greatest. Points with more time between them are not joined. Grounds: the thresholds of now.',
    total: (scheme: string): string => `${scheme} total`,
    totalText:
      'The score in force after the last check-up of each interval. Hollow: a partial score.',
    pressure: 'Systolic blood pressure',
    notDrawn: 'The charts could not be drawn. Their values are in the table.',
    none: 'No values in this period',
    noneHeld: 'No values in what this device holds of this period',
  },
  sums: {
    heading: (hours: string): string => `Sums over ${hours}`,
    text: 'Of each interval the mean, and below it the least to the greatest. ‘2 of 4’: it was measured in 2 of 4 check-ups. Scores are of check-ups, without continuous monitoring.',
    caption: 'Sums by interval',
    interval: 'Interval',
    checkups: 'Check-ups',
    inForce: 'Score in force',
    highest: 'Highest score',
    gap: (from: string, to: string): string => `No check-ups from ${from} to ${to}`,
    range: (least: string, greatest: string): string => `${least}–${greatest}`,
    measured: (count: number, of: number): string => `${count} of ${of}`,
    missing: (count: number): string => `partial, ${count} missing`,
    atLeast: (total: number): string => `at least ${total}`,
    of: (when: string): string => `of ${when}`,
    doubtful: (count: number): string => `${count} to be checked`,
    poorSignals: (count: number): string =>
      count === 1 ? '1 poor signal' : `${count} poor signals`,
    failedSignals: (count: number): string => `${count} failed`,
    none: 'No check-ups in this period',
  },
  /** What each mark beside a score or a value means. */
  legend: {
    scale2: '‘Scale 2’: SpO2 is scored by SpO2 Scale 2 (target 88 to 92 %).',
    personal:
      '‘Adjusted thresholds’: scored by thresholds of this patient or of their care pathway, not by the published ones.',
    partial: '‘Missing’: a partial total, which lacks so many of the seven parameters.',
    poorSignal: '‘Poor signal’: the oximeter was not sure of its SpO2.',
    failed: '‘Failed’: the oximeter found no SpO2.',
    entered: '‘Entered manually’: a person’s value in the place of the oximeter’s.',
    fromFlag:
      '‘Patient flag’: the flag of the patient says oxygen; the check-up did not say, or said air.',
    doubt: '‘To be checked’: something is unlikely, and is looked at before it is believed.',
  },
  softSigns: {
    heading: 'Soft signs by day',
    caption: 'Soft signs by day',
    day: 'Day',
    signs: 'Soft signs',
    emergency: 'Emergency',
    sign: (sign: string, count: number, of: number): string => `${sign} (in ${count} of ${of})`,
    none: 'No soft signs in this period',
  },
  checkups: {
    heading: 'Check-ups',
    caption: 'Check-ups, newest first',
    none: 'No check-ups in this period',
    doubtsOf: (when: string, what: string): string => `To be checked, check-up of ${when}: ${what}`,
  },
  notes: {
    heading: 'Notes',
    none: 'No notes in this period',
    unsent: 'Not sent yet',
    by: (name: string, organization: string): string =>
      name === '' ? organization : `${name}, ${organization}`,
  },
  alerts: {
    heading: 'Alerts',
    caption: 'Alerts that were open in this period, newest first',
    opened: 'Opened',
    name: 'Alert',
    severity: 'Severity',
    severities: ['none', 'low', 'low-medium', 'medium', 'high'] as readonly string[],
    count: 'Times',
    acknowledged: 'Acknowledged',
    closed: 'Closed',
    open: 'Open',
    closedUnknown: 'Closed, not known when',
    none: 'No alerts were open in this period',
  },
  stays: {
    heading: 'Ward admissions',
    caption: 'Ward admissions, newest first',
    when: 'When',
    what: 'What',
    where: 'Ward and care pathway',
    who: 'By',
    why: 'Reason',
    before: 'before the period',
    none: 'Not on a ward in this period',
  },
  unknown: '–',
}

export type ReportsTexts = typeof enGB

export const reportsTexts = inEditions(enGB, {})
