import { brokenWords } from '../../src/domain/alerts/broken-words'
import { emergencySignName } from '../../src/domain/alerts/emergency-sign'
import { toldConditionSchema } from '../../src/domain/alerts/rule'
import { brokenLimitWords } from '../../src/domain/alerts/safety-limits'
import { notUsableWords } from '../../src/domain/checkup/not-usable-words'
import type { Edition } from '../../src/domain/organization/organization'
import type { ReportList } from '../../src/domain/report/device'
import type { ReportWords } from '../../src/domain/report/words'
import { symptomWords } from '../../src/domain/symptoms/words'
import { showTemperature, showWeight } from '../../src/domain/units'

/*
 * The words of a report on paper are those of the screen (src/texts), which the server does not
 * read: tests/server/documents/report-paper.test.ts compares them.
 */

const checkupWords: ReportWords['checkups'] = {
  date: 'Date',
  softSigns: 'Soft Signs',
  totalScore: 'Total Score',
  selectedAction: 'Selected Action',
  failed: 'Failed',
  poor: 'Poor signal',
  entered: 'Entered manually',
  fromFlag: 'Patient flag',
  oxygenFlow: (flow) => `${flow === 'above_5' ? 'above 5' : flow} L/min`,
  notScored: {
    'under-16': 'No score: NEWS2 is not for patients under 16',
    pregnant: 'No score: NEWS2 is not for pregnancy',
  },
  doubts: {
    mark: (count) => `${count} to be checked`,
    of: (when, what) => `To be checked, check-up of ${when}: ${what}`,
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
    },
    notUsable: (field, sent, reason) => notUsableWords({ field, sent, reason }, 'en-GB'),
    oxygen: (counts) => `The score counts ${counts ? 'oxygen' : 'air'}.`,
    pulses: (pulse, oximeter, counted) =>
      `Pulse ${pulse}, oximeter ${oximeter} beats/min; the score counts ${counted}.`,
    other: 'Something else about this check-up is doubtful: reload the portal to see what.',
  },
  emergency: 'Emergency',
  notAvailable: 'N/A',
  missing: (count) => `${count} missing`,
  actions: {
    'no-action': 'No action',
    'increased-monitoring': 'Increased monitoring',
    'called-gp': 'Called GP',
    'called-111': 'Called 111 or out-of-hours',
    'called-999': 'Called 999',
    monitoring: 'Monitoring',
    'doctor-appointment': 'Doctor appointment',
    'urgent-advice': 'Urgent advice',
    'called-911': '911',
  },
}

/** The words of the tables in an edition. */
export const reportWords = (edition: Edition): ReportWords => ({
  unknown: '–',
  vitals: [
    { key: 'respiratoryRate', heading: 'Breathing Rate', unit: '/min' },
    { key: 'spO2', heading: 'SpO2', unit: '%' },
    { key: 'systolic', heading: 'BP Syst', unit: 'mmHg' },
    { key: 'diastolic', heading: 'BP Diast', unit: 'mmHg' },
    { key: 'pulse', heading: 'Pulse Rate', unit: '/min' },
    { key: 'temperature', heading: 'Temperature', unit: showTemperature(0, edition).unit },
    { key: 'consciousness', heading: 'Consciousness', unit: null },
    { key: 'peakFlow', heading: 'PEF Rate', unit: 'L/min' },
    { key: 'weight', heading: `Weight (${showWeight(0, edition).unit})`, unit: null },
    { key: 'onOxygen', heading: 'On Oxygen', unit: null },
  ],
  sums: {
    interval: 'Interval',
    checkups: 'Check-ups',
    inForce: 'Score in force',
    highest: 'Highest score',
    gap: (from, to) => `No check-ups from ${from} to ${to}`,
    range: (least, greatest) => `${least}–${greatest}`,
    measured: (count, of) => `${count} of ${of}`,
    missing: (count) => `partial, ${count} missing`,
    atLeast: (total) => `at least ${total}`,
    of: (when) => `of ${when}`,
    doubtful: (count) => `${count} to be checked`,
    poorSignals: (count) => (count === 1 ? '1 poor signal' : `${count} poor signals`),
    failedSignals: (count) => `${count} failed`,
  },
  marks: {
    scale2: 'Scale 2',
    personal: 'Adjusted thresholds',
    poorSignal: 'Poor SpO2 signal',
  },
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
  gapUnknown: (from, to) => `Not known when this was made: check-ups from ${from} to ${to}`,
  softSigns: {
    day: 'Day',
    signs: 'Soft signs',
    emergency: 'Emergency',
    sign: (sign, count, of) => `${sign} (in ${count} of ${of})`,
    nameOf: (key) => symptomWords(key, edition),
  },
  checkups: {
    ...checkupWords,
    doubts: {
      ...checkupWords.doubts,
      notUsable: (field, sent, reason) => notUsableWords({ field, sent, reason }, edition),
    },
  },
  alerts: {
    opened: 'Opened',
    name: 'Alert',
    severity: 'Severity',
    severities: ['none', 'low', 'low-medium', 'medium', 'high'],
    count: 'Times',
    acknowledged: 'Acknowledged',
    closed: 'Closed',
    open: 'Open',
    closedUnknown: 'Closed, not known when',
    nameOf: ({ type, alertRule }) => {
      if (type === 'CheckupScheduleEvent') return 'Missed check-up'
      if (type === 'PatientCallbackRequest') return 'Call-back requested'
      const own = toldConditionSchema.safeParse(alertRule?.condition).data
      if (own?.kind === 'safetyLimits') return brokenLimitWords(own.broken, brokenWords(edition))
      if (own?.kind === 'emergencySign') return emergencySignName(own.sign, edition)
      if (own?.kind !== 'dataStopped') return alertRule?.name ?? 'Alert'
      return {
        monitoring: 'Monitoring data stopped',
        ecg: 'Chest sensor data stopped',
        spo2: 'Oximeter data stopped',
        temperature: 'Temperature sensor data stopped',
      }[own.of]
    },
  },
  stays: {
    when: 'When',
    what: 'What',
    where: 'Ward and care pathway',
    who: 'By',
    why: 'Reason',
    before: 'before the period',
    events: {
      Admission: 'Admitted',
      CarePathwayTransfer: 'Transferred to another care pathway',
      Discharge: 'Discharged',
      ExpectedDischargeDateUpdate: 'Expected discharge date changed',
      WardTransfer: 'Transferred to another ward',
    },
  },
})

/** The words around the tables; the same in both editions. */
export const reportFrame = {
  title: 'Patient report',
  period: (from: string, to: string): string => `${from} to ${to}`,
  asOf: (when: string): string => `Data as of ${when}`,
  made: (who: string): string => `Made by ${who}`,
  zone: (zone: string): string => `Times: ${zone}`,
  notYet: (when: string): string => `Not known when this was made: after ${when}`,
  hours: (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`),
  charts: 'Charts',
  chartsText:
    'One point for each interval: the mean, with a bar from the least to the greatest. Points with more time between them are not joined. Partial totals are in the table alone.',
  total: (scheme: string): string =>
    `${scheme} total: the score in force after the last check-up of each interval. Grey from 5, darker from 7`,
  pressure: 'Systolic blood pressure',
  points: 'A value’s points of the score stand after +.',
  noteBy: (name: string, organization: string): string =>
    name === '' ? organization : `${name}, ${organization}`,
  note: { at: 'When', by: 'By', text: 'Note' },
  headings: {
    aggregates: (hours: string): string => `Sums over ${hours}`,
    softSigns: 'Soft signs by day',
    checkups: 'Check-ups',
    notes: 'Notes',
    alerts: 'Alerts',
    wardAdmissions: 'Ward admissions',
  },
  none: {
    aggregates: 'No check-ups in this period',
    softSigns: 'No soft signs in this period',
    checkups: 'No check-ups in this period',
    notes: 'No notes in this period',
    alerts: 'No alerts were open in this period',
    wardAdmissions: 'Not on a ward in this period',
  } satisfies Record<ReportList, string>,
  sumsText:
    'Of each interval the mean, and below it the least to the greatest. ‘2 of 4’: it was measured in 2 of 4 check-ups. Scores are of check-ups, without continuous monitoring.',
} as const
