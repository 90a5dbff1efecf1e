import { toldConditionSchema } from '../../src/domain/alerts/rule'
import type { Edition } from '../../src/domain/organization/organization'
import type { ReportList } from '../../src/domain/report/device'
import type { ReportWords } from '../../src/domain/report/words'
import { showTemperature, showWeight } from '../../src/domain/units'

/*
 * The words of a report on paper are those of the screen (src/texts), which the server does not
 * read: tests/server/documents/report-paper.test.ts compares them.
 */

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
  },
  gapUnknown: (from, to) => `Not known when this was made: check-ups from ${from} to ${to}`,
  softSigns: {
    day: 'Day',
    signs: 'Soft signs',
    emergency: 'Emergency',
    sign: (sign, count, of) => `${sign} (in ${count} of ${of})`,
  },
  checkups: {
    date: 'Date',
    softSigns: 'Soft Signs',
    totalScore: 'Total Score',
    selectedAction: 'Selected Action',
    failed: 'Failed',
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
  made: (who: string): string => `by ${who}`,
  zone: (zone: string): string => `Times: ${zone}`,
  notYet: (when: string): string => `Not known when this was made: after ${when}`,
  hours: (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`),
  charts: 'Charts',
  chartsText:
    'One point for each interval: the mean. Points with more time between them are not joined.',
  total: (scheme: string): string =>
    `${scheme} total: the score in force after the last check-up of each interval`,
  pressure: 'Systolic blood pressure',
  points: 'A value’s points of the score stand after +.',
  noteBy: (name: string, organization: string): string => `${name}, ${organization}`,
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
