import type { EhrEvent, EhrIntegration } from '../../../src/data/ehr-integration'

/** An integration of the pathway COPD. */
export const integrationOf = (id: string, over: Partial<EhrIntegration> = {}): EhrIntegration => ({
  id,
  name: `Record ${id}`,
  carePathway: { id: 'copd', name: 'COPD' },
  integrationType: 'PreApprovedMessage',
  triggerType: 'Manual',
  triggerConfig: null,
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-02-07T09:05:00.000Z',
  authorizedAutomaticApprover: null,
  ...over,
})

/** An event of José Silva. */
export const eventOf = (id: string, over: Partial<EhrEvent> = {}): EhrEvent => ({
  id,
  status: 'pending',
  isRetryable: false,
  response: null,
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-02-07T09:05:00.000Z',
  requestBody: {
    consultationNote: 'Remote monitoring, 1 check-up\nNEWS2 3',
    codedDataItems: [
      { code: '78564009', value: '88', units: '/min', additionalText: 'Pulse' },
      { code: '1104441000000107', value: 'A', units: null, additionalText: null },
    ],
  },
  patient: { id: 'p1', firstName: 'José', lastName: 'Silva' },
  integration: {
    id: 'one',
    name: 'Practice record',
    integrationType: 'CareNote',
    triggerType: 'Manual',
  },
  summaryPeriod: { from: '2026-01-04T14:30:00.000Z', to: '2026-01-05T14:30:00.000Z' },
  checkup: null,
  ...over,
})
