import { inEditions } from './overlay'

/** The care-pathway tab of a record. */
const enGB = {
  heading: 'Care Pathway',
  none: {
    title: 'Not admitted',
    text: 'The patient is on no ward and under no care pathway now.',
  },
  admitted: 'Admitted',
  recorded: (when: string): string => `recorded ${when}`,
  ward: 'Ward',
  pathway: 'Care pathway',
  schedules: 'Schedules',
  noSchedules: 'This care pathway asks for no check-ups at fixed times.',
  schedulesFailed: 'The schedules could not be loaded',
  notOnBoard: 'Schedules are shown to those who see the patient on the virtual ward.',
  next: (when: string): string => `Next due ${when}`,
  noNext: 'Nothing more is due',
  unread: (rule: string): string => `Not understood: ${rule}`,
  latest: (when: string): string => `Last one ${when}`,
  noLatest: 'None yet',
  flags: 'Flags',
  noFlags: 'No flag is set.',
  thresholds: {
    heading: 'Thresholds in force',
    personal: 'Personal thresholds of this patient',
    pathway: (scheme: string): string => `Thresholds of ${scheme}`,
    scale: (scale: number): string => `SpO2 Scale ${scale}`,
    setBy: (who: string, when: string): string => `Set by ${who} on ${when}`,
    setAt: (when: string): string => `Set on ${when}`,
    basis: (who: string, reason: string): string => `Decided by ${who}: ${reason}`,
    review: (day: string): string => `Review on ${day}`,
    see: 'See the thresholds in the vitals',
  },
  events: {
    heading: 'Admissions and transfers',
    none: 'The patient was never admitted.',
    Admission: 'Admitted',
    CarePathwayTransfer: 'Transferred to another care pathway',
    Discharge: 'Discharged',
    ExpectedDischargeDateUpdate: 'Expected discharge date changed',
    WardTransfer: 'Transferred to another ward',
    by: (who: string): string => `by ${who}`,
    reason: (words: string): string => `Reason: ${words}`,
  },
}

export const carePathwayTexts = inEditions(enGB, {})
