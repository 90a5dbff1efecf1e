import { inEditions } from './overlay'
import { rhythmNames } from './rhythm'
import type { DeepPartial } from './types'

/** The ECG and its events (clinical 2.4, sections 4, 8, 9). Dates and times come as text. */
const enGB = {
  title: 'ECG Trace',
  titleOf: (date: string): string => `ECG Trace, ${date}`,
  refresh: 'Refresh ECG trace',
  refreshShort: 'Refresh',
  intended: 'For review by clinicians. Single lead, not for diagnosis on its own.',
  buttons: {
    label: 'ECG data window',
    earliest: 'Earliest data',
    previous: 'Previous 90 s',
    select: 'Select date',
    next: 'Next 90 s',
    latest: 'Latest data',
  },
  newer: 'There are newer readings',
  dialog: {
    title: 'Choose ECG data window',
    hours: 'Hours',
    minutes: 'Minutes',
    twice: 'This hour comes twice',
    calendar: 'Day',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    between: (from: string, to: string): string => `There are readings from ${from} to ${to}.`,
    chosen: (when: string): string => `The window will begin at ${when}.`,
    clamped: 'The time you chose lies outside the readings.',
    cancel: 'Cancel',
    confirm: 'Confirm',
  },
  scale: {
    y: 'Y-axis scale',
    x: 'X-axis speed',
    range: (mv: number): string => `±${mv} mV`,
    speed: (mm: number): string => `${mm} mm/s`,
  },
  controls: {
    measure: 'Calipers',
    print: 'Print strip',
    calibrate: 'Calibrate screen',
    approximate: 'Sizes are approximate until this screen is calibrated',
    calibrated: 'True size on this screen',
    tools: 'Scale and tools',
  },
  setting: (speed: number, gain: string): string => `${speed} mm/s · ${gain} mm/mV`,
  empty: {
    title: 'No ECG data available for this patient...',
    text: 'A trace appears here once a wearable ECG has sent its first readings.',
    offline: 'The ECG of this patient is not saved on this device. It loads when you are online.',
  },
  error: 'Failed to load ECG trace',
  retry: 'Retry',
  faults: {
    broken: 'What was received is damaged or incomplete, so none of it is drawn.',
    version: 'What was received is of a form that this version cannot read.',
    values: 'What was received cannot be an ECG, so none of it is drawn.',
    elsewhere: 'What was received is of another time, so none of it is drawn.',
    drawing: 'This browser could not draw it.',
  },
  notKept: 'This window is not saved on this device. It loads when you are online.',
  keptFrom: (when: string): string => `Kept on this device, as of ${when}`,
  notRefreshed: 'Could not be refreshed',
  loading: 'Loading ECG trace',
  nothingHere: 'No samples in this window',
  gap: 'No signal',
  gapOf: (seconds: string): string => `No signal, ${seconds} s`,
  gaps: (count: number): string =>
    count === 0 ? 'No gaps' : count === 1 ? '1 gap' : `${count} gaps`,
  conflict: (seconds: string): string =>
    `Two recordings of the same time disagree for ${seconds} s. Both are drawn, and neither is analysed there.`,
  window: (from: string, to: string): string => `${from} to ${to}`,
  rate: (hertz: string): string => `${hertz} Hz`,
  paper: 'ECG trace, left and right arrow keys move it',
  paperHelp:
    'Arrow keys move the trace by a large square, with Shift by a screen. Home and End go to the ends of the window. Plus and minus change the speed.',
  crosshair: (time: string, mv: string): string => `${time} · ${mv}`,
  mv: (value: string): string => `${value} mV`,
  noSample: 'no signal',
  calipers: {
    label: 'Calipers',
    interval: 'Interval',
    rate: 'Rate',
    amplitude: 'Amplitude',
    ms: (value: string): string => `${value} ms`,
    bpm: (value: string): string => `${value} bpm`,
    from: 'Calipers: left line',
    to: 'Calipers: right line',
    low: 'Calipers: lower line',
    high: 'Calipers: upper line',
    help: 'Drag over the trace to measure, or move a line with the arrow keys.',
    close: 'Close calipers',
  },
  calibration: {
    title: 'Calibrate screen',
    text: 'Hold a bank card against the screen and make the outline as wide as the card. Millimetres are then true on this screen.',
    textUpright:
      'Hold a bank card upright against the screen and make the outline as wide as the card. Millimetres are then true on this screen.',
    width: 'Width of the outline',
    smaller: 'Narrower',
    larger: 'Wider',
    cancel: 'Cancel',
    reset: 'Forget calibration',
    save: 'The outline matches',
    per: (value: string): string => `${value} pixels per millimetre`,
  },
  strip: {
    title: 'ECG strip',
    printed: (when: string): string => `Printed ${when}`,
    scale: 'Print at 100 %: 1 large square is 5 mm.',
    row: (from: string): string => `from ${from}`,
    signed: 'Reviewed by',
  },
  /** On the record: leads to the gravest. */
  chip: (name: string, moment: string): string => `${name}, ${moment}`,
  /** Behind it, where there is room. */
  gravestOf: (count: number): string =>
    count === 1
      ? ', the only rhythm event in 24 h'
      : `, the gravest of ${count} rhythm events in 24 h`,
  events: {
    open: 'AI ECG Event Detection',
    close: 'Close event menu',
    period: 'Show events for...',
    list: 'Detected Events',
    hours: (hours: number): string =>
      hours === 168 ? 'Last 7 days' : hours === 1 ? 'Last 1 hour' : `Last ${hours} hours`,
    until: (when: string): string => `Up to the latest reading, ${when}.`,
    sought: (names: readonly string[]): string => `Looked for: ${names.join(', ')}.`,
    notSought:
      'Not looked for: torsades de pointes, atrial flutter, supraventricular tachycardia, heart block, loss of pacemaker capture, ischaemia. Ventricular fibrillation is never confirmed: a strong chaotic signal is told as possible, a fine one as asystole.',
    none: 'No events were detected in this period.',
    noneExcludes:
      'This does not exclude ventricular fibrillation, or another rhythm that is not looked for.',
    notKept:
      'The events of this period are not saved on this device. They load when you are online.',
    failed: 'Error loading events',
    retry: 'Retry',
    loading: 'Loading events',
    offline: 'As kept on this device.',
    support: 'Decision support, not a diagnosis: check every event against the trace.',
    method: (name: string): string => `Found by ${name}.`,
    cut: (from: string): string =>
      `There are too many events to list. Those before ${from} are not listed and not counted.`,
    most: (shown: number, of: number): string => `The newest ${shown} of ${of}.`,
    at: (time: string, length: string): string => `${time}, ${length}`,
    seconds: (value: string): string => `${value} s`,
    back: 'Back to the trace',
  },
  types: rhythmNames,
}

const enUS: DeepPartial<typeof enGB> = {
  events: {
    notSought:
      'Not looked for: torsades de pointes, atrial flutter, supraventricular tachycardia, heart block, loss of pacemaker capture, ischemia. Ventricular fibrillation is never confirmed: a strong chaotic signal is told as possible, a fine one as asystole.',
  },
  conflict: (seconds) =>
    `Two recordings of the same time disagree for ${seconds} s. Both are drawn, and neither is analyzed there.`,
  calibration: {
    text: 'Hold a bank card against the screen and make the outline as wide as the card. Millimeters are then true on this screen.',
    textUpright:
      'Hold a bank card upright against the screen and make the outline as wide as the card. Millimeters are then true on this screen.',
    per: (value: string): string => `${value} pixels per millimeter`,
  },
}

export type EcgTexts = typeof enGB

export const ecgTexts = inEditions(enGB, enUS)
