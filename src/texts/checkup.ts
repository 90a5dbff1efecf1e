import type { ObservationWay } from '../domain/checkup/by-hand'
import type { Consciousness } from '../domain/checkup/checkup'
import type { SelectedActionKey } from '../domain/checkup/selected-action'
import { notUsableWords } from '../domain/checkup/not-usable-words'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/**
 * The check-up page, and what the virtual ward and the chart share with it. The oximeter texts are
 * ours: what it means and what to do (P341).
 */
const enGB = {
  failed: 'This check-up could not be loaded',
  failedText:
    'No part of it is shown, so that nothing wrong is read. Try again, or go back to the record.',
  notFound: 'There is no such check-up for this patient.',
  notKept:
    'You are offline, and this check-up is not saved on this device. It loads when you reconnect.',
  retry: 'Retry',
  toRecord: 'Back to Patient Record',
  print: 'Print / save as PDF',
  capturedBy: (name: string): string => `Captured by ${name}`,
  capturedByDevice: 'Captured by a device',
  /** Of values that no device sent: how they came to be known, and by whom. */
  recordedBy: {
    bedside: (name: string): string => `Measured by ${name}`,
    telephone: (name: string): string => `Told to ${name} by telephone`,
    visit: (name: string): string => `Measured by ${name} on a visit`,
    self: (name: string): string => `Measured by the patient (${name})`,
  } satisfies Readonly<Record<ObservationWay, (name: string) => string>>,
  notMeasured: {
    heading: 'Not measured',
    one: (tile: string, reason: string): string => `${tile}: ${reason}`,
    reasons: {
      declined: 'Patient declined',
      asleep: 'Patient asleep',
      'no-equipment': 'No equipment',
      'not-possible': 'Not possible',
      'not-needed': 'Not needed now',
    } as Readonly<Record<string, string>>,
  },
  /** Of a check-up that was entered in error. */
  struckOut: {
    title: 'Entered in error',
    text: (by: string, at: string, reason: string): string =>
      `Struck out${by === '' ? '' : ` by ${by}`}, ${at}: ${reason}. It stays in the record, and counts for no score, alert, chart or report.`,
    /** Those that this screen has read. */
    list: 'Entered in error, and in no chart',
    one: (at: string): string => `Check-up of ${at}`,
    unsent: 'Struck out',
    open: 'Entered in error',
    heading: 'Strike out this check-up',
    effect:
      'It stays in the record, marked as entered in error. It no longer counts for scores, alerts, charts or reports. This cannot be undone.',
    again: 'If the values belong to this patient, take the observations again.',
    submit: 'Strike out',
    reason: 'Reason',
    missing: 'Choose a reason',
    reasons: {
      wrongPatient: 'Wrong patient',
      wrongValue: 'Wrong value',
      twice: 'Entered twice',
      other: 'Other',
    } as Readonly<Record<string, string>>,
    other: 'What was wrong',
    otherMissing: 'Say what was wrong',
    done: 'Struck out. Others see it as before until it is sent.',
    failed: 'The check-up was not struck out',
  },
  fileName: (when: string): string => `Check-up ${when}`,
  receivedLate: (captured: string, received: string): string =>
    `Recorded ${captured}, received ${received}`,
  readingsHidden: 'This is a soft-signs check-up: no readings were taken.',
  oxygen: {
    end: 'On air: end the flag',
    ended: 'The flag “On Oxygen” ended. The next check-up counts air.',
    failed: (why: string): string => `The flag “On Oxygen” was not ended. ${why}`,
    offline: 'You are offline. The flag can be ended once you are connected.',
  },
  doubts: {
    heading: 'To be checked',
    mark: (count: number): string => (count === 1 ? '1 to be checked' : `${count} to be checked`),
    texts: {
      'pulse-differs': 'Pulse and oximeter disagree: one of them may not be the patient’s.',
      'oxygen-flag': 'The patient’s flag says oxygen, this check-up says air.',
      'weight-differs':
        'The weight is more than 15 % away from the one before: perhaps in another unit, or of another person.',
      'weight-unlikely': 'The weight is unusual: perhaps it was sent in another unit.',
      'glucose-unlikely':
        'The glucose is higher than meters show: perhaps it was sent in another unit.',
      'not-usable': 'Something was sent that cannot be used: it was left out, and the rest counts.',
      'glucose-left-out':
        'A glucose was sent that nobody can have, perhaps in another unit: it was left out.',
      'sent-twice': 'The same readings came before under another number: count them once.',
    } as Readonly<Record<string, string>>,
    notUsable: (field: string, sent: string, reason: string): string =>
      notUsableWords({ field, sent, reason }, 'en-GB'),
    oxygen: (counts: boolean): string => `The score counts ${counts ? 'oxygen' : 'air'}.`,
    pulses: (pulse: string, oximeter: string, counted: string): string =>
      `Pulse ${pulse}, oximeter ${oximeter} beats/min; the score counts ${counted}.`,
    other: 'Something else about this check-up is doubtful: reload the portal to see what.',
  },
  summary: {
    heading: 'Early-warning summary',
    partial: (missing: number, names: readonly string[]): string =>
      `${missing} of 7 parameters missing (${names.join(', ')}): the total is partial`,
    none: 'No score: no scored observation was measured.',
    scheme: (name: string, scale: number): string => `${name}, SpO2 Scale ${scale}`,
    risk: [
      'Low',
      'Low',
      'Low-medium: one observation scores 3',
      'Medium',
      'High',
    ] as readonly string[],
    riskLabel: 'Risk',
    action: 'Selected action',
  },
  notes: 'Notes',
  staffNotes: {
    heading: 'Notes about this check-up',
    offline: 'What staff wrote about this check-up loads when you are online.',
    failed: 'What staff wrote about this check-up is not known now.',
  },
  softSigns: { heading: 'Soft signs', none: 'No soft signs captured', emergency: 'Emergency' },
  attachments: {
    heading: 'Attachments',
    ecgReport: 'ECG report',
    other: (type: string): string => type,
    open: (name: string): string => `Open the ${name}`,
    notOpened: (name: string): string => `The ${name} could not be opened`,
    gone: 'It is not on the server any more.',
    blocked: 'The browser blocked the new tab. This link opens it for five minutes:',
  },
  pictures: {
    heading: 'Pictures',
    untitled: 'Picture without a caption',
    untitledOf: (nth: number, count: number): string =>
      `Picture ${nth} of ${count}, without a caption`,
    enlarge: (name: string): string => `Enlarge: ${name}`,
  },
  /** Why a file of a check-up is not shown. */
  files: {
    asked: 'Loading…',
    offline: 'This needs a connection: it is not kept on this device.',
    elsewhere: 'This is kept outside this portal and cannot be shown here.',
    gone: 'This is not on the server any more.',
    failed: 'This could not be loaded.',
    retry: 'Try again',
  },
  breathSounds: {
    heading: 'Breath sounds',
    heard: (places: readonly string[]): string =>
      places.length === 0
        ? 'None of the recordings says where it was heard.'
        : `Recorded at ${places.length} of 8 places: ${places.join('; ')}.`,
    view: 'Chest',
    views: { front: 'Front', back: 'Back' },
    quadrant: 'Quadrant',
    quadrants: {
      upper_left: 'Upper left',
      upper_right: 'Upper right',
      lower_left: 'Lower left',
      lower_right: 'Lower right',
    },
    sides: 'Left and right are the patient’s.',
    silent: 'Not recorded',
    none: 'Nothing was recorded here.',
    play: (place: string): string => `Play: ${place}`,
    pause: (place: string): string => `Pause: ${place}`,
    recording: (place: string, nth: number, count: number): string =>
      `${place}, recording ${nth} of ${count}`,
    position: 'Position in the recording',
    time: 'Time played',
    unplaced: (count: number): string =>
      count === 1
        ? 'One recording does not say where it was heard and cannot be played here.'
        : `${count} recordings do not say where they were heard and cannot be played here.`,
  },
  consciousness: {
    heading: 'Consciousness',
    values: {
      A: 'Alert (fully awake)',
      C: 'Confusion',
      P: 'Pain only',
      V: 'Responds to voice',
      U: 'Unresponsive',
    } as Readonly<Record<Consciousness, string>>,
  },
  glucose: {
    heading: 'Glucose',
    reading: 'Reading',
    capturedAt: 'Time of capture',
    timing: 'Before or after meal',
    completedAt: 'Completed',
    timings: {
      upon_waking: 'Upon waking',
      at_least_90_minutes_after_meals: 'At least 90 minutes after meals',
      before_meals: 'Before meals',
    } as Readonly<Record<string, string>>,
  },
  peakFlow: { heading: 'Peak expiratory flow rate', unit: 'L/min' },
  pulseOximeter: { heading: 'Pulse oximeter', pr: 'PR', spO2: 'SpO2', confidence: 'Confidence' },
  weight: { heading: 'Weight' },
  source: { unknown: 'not known', label: 'Source', captured: 'Captured' },
  /** Beside an SpO2 value, or in its place. */
  signal: {
    failed: 'Failed',
    poor: 'Poor signal',
    /** Under an older value. */
    failedSince: 'Failed since',
  },
  confidence: {
    label: (name: string): string => `SpO2 confidence: ${name}`,
    names: {
      HIGH: 'High',
      VITAL_UNSTABLE: 'Vital unstable',
      DEVICE_UNSTABLE: 'Device unstable',
      INSUFFICIENT_QUALITY: 'Insufficient quality',
      FAILED: 'Failed',
      manual: 'Entered manually',
      unexpected: 'Not understood',
      none: 'Not given',
    },
    texts: {
      HIGH: 'The signal was steady for the whole measurement. The value can be used.',
      VITAL_UNSTABLE:
        'The value kept changing during the measurement. Let the patient rest for a few minutes and measure again before acting on it.',
      DEVICE_UNSTABLE:
        'The sensor moved or lost contact during the measurement. Seat it on a warm, still finger and measure again.',
      INSUFFICIENT_QUALITY:
        'The signal was too weak for a sure value. Warm the hand, remove nail varnish and measure again.',
      FAILED:
        'The oximeter found no value that it trusts. None is shown or scored; measure again, with another device if it repeats.',
      manual: 'Device readings were not used - this value was entered manually by the user.',
      unexpected:
        'The device sent a confidence that this portal does not know, and it has been reported. Treat the value as unreliable and measure again.',
      none: 'The device sent no confidence with this value. Compare it with how the patient looks.',
    },
  },
  /** Short labels of the actions (C330, C331), by src/domain/checkup/selected-action. */
  selectedActions: {
    'no-action': 'No action',
    'increased-monitoring': 'Increased monitoring',
    'called-gp': 'Called GP',
    'called-111': 'Called 111 or out-of-hours',
    'called-999': 'Called 999',
    monitoring: 'Monitoring',
    'doctor-appointment': 'Doctor appointment',
    'urgent-advice': 'Urgent advice',
    'called-911': '911',
  } as Readonly<Record<SelectedActionKey, string>>,
}

const enUS: DeepPartial<typeof enGB> = {
  doubts: {
    notUsable: (field: string, sent: string, reason: string): string =>
      notUsableWords({ field, sent, reason }, 'en-US'),
  },
  summary: { risk: ['None', ...enGB.summary.risk.slice(1)] },
  confidence: {
    texts: {
      INSUFFICIENT_QUALITY:
        'The signal was too weak for a sure value. Warm the hand, remove nail polish and measure again.',
    },
  },
}

export type CheckupTexts = typeof enGB

export const checkupTexts = inEditions(enGB, enUS)
