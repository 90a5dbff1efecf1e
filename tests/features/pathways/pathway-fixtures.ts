import type { CarePathwayDetail, CheckupType } from '../../../src/data/pathway'

/** A check-up type with eight of the ten tiles. */
export const typeOf = (part: Partial<CheckupType>): CheckupType => ({
  id: 'type',
  name: 'COPD check-up',
  heading: 'COPD check-up',
  description: 'Vitals five times a day',
  updatedAt: '2026-02-07T09:05:00.000Z',
  schedule: {
    rrule: 'FREQ=DAILY;BYHOUR=7,19;BYMINUTE=0;BYSECOND=0',
    tolerance: { early: 1800, late: 3600 },
  },
  checkupTiles: {
    symptomsQuestionnaire: {
      rule: 'optional',
      pages: [
        { id: 'breathing', name: 'Breathing', numberOfQuestions: 4, numberOfSubQuestions: 1 },
        { id: 'skin', name: 'Skin', numberOfQuestions: 1, numberOfSubQuestions: 0 },
      ],
    },
    consciousness: { rule: 'required' },
    bloodPressureCuff: { rule: 'required' },
    pulseOximeter: { rule: 'required' },
    respiratoryRate: { rule: 'required', manualEntry: true, usePlethAI: true },
    stethoscope: {
      rule: 'optional',
      forceOnAbnormalSpO2: true,
      forceOnRespiratorySoftSigns: false,
    },
    temperature: { rule: 'required' },
    weight: { rule: 'disabled' },
    picture: { rule: 'optional' },
  },
  ...part,
})

/** A pathway with one check-up type and three rules, one of which cannot be read. */
export const pathwayOf = (part: Partial<CarePathwayDetail> = {}): CarePathwayDetail => ({
  id: 'copd',
  name: 'COPD',
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-02-07T09:05:00.000Z',
  activePatients: 12,
  totalAdmissions: 48,
  revision: 7,
  timeZone: 'Europe/London',
  checkupTypes: [typeOf({})],
  alertRules: [
    {
      id: 'high',
      name: 'High score',
      description: 'Emergency',
      type: 'new-checkup',
      condition: { kind: 'totalScore', atLeast: 7 },
      severity: 4,
    },
    {
      id: 'fever',
      name: 'Fever',
      description: 'Infection',
      type: 'new-checkup',
      condition: { kind: 'threshold', parameter: 'temperature', is: 'atLeast', value: 38 },
      severity: 3,
    },
    {
      id: 'later',
      name: 'Of a later release',
      description: 'Unknown',
      type: 'continuous-monitoring',
      condition: null,
      severity: 1,
    },
  ],
  ...part,
})
export const copd = pathwayOf()
