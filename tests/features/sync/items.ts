import type { OutboxItem } from '../../../src/engine/define'

const minute = 60_000

/** Patients as the author saw them. */
export const zoe = {
  id: 'p1',
  name: "Zoë O'Neill",
  birthDate: '1940-02-29',
  identifierLast4: '5919',
}
export const john = { id: 'p2', name: 'John Smith', birthDate: '1944-03-02', identifierLast4: null }

let made = 0

/**
 * A note of Zoë's that waits, written `ago` minutes and a half ago (the screen's clock may be a
 * second old); every part can be told otherwise.
 */
export const itemOf = (over: Partial<OutboxItem> = {}, ago = 5): OutboxItem => ({
  id: `k${(made += 1)}`,
  op: 'addPatientNote',
  organizationId: 'org-1',
  capturedAt: Date.now() - (ago + 0.5) * minute,
  state: 'waiting',
  input: { patientId: 'p1', text: 'Walked to the kitchen' },
  problem: null,
  subject: zoe,
  expiresAt: null,
  code: null,
  conflict: null,
  mayBeDone: over.state === 'stuck',
  mayBeTakenBack: ['waiting', 'held-sign-in', 'held-update'].includes(over.state ?? 'waiting'),
  isPutOff: false,
  isLost: false,
  about: null,
  ...over,
})

/** Two people gave John another day to go home. */
export const conflictOf = (over: Partial<OutboxItem> = {}): OutboxItem =>
  itemOf({
    op: 'updateExpectedDischargeDate',
    state: 'conflict',
    code: 'CHANGED',
    subject: john,
    input: { patientId: 'p2', expectedDischargeDate: '2026-11-28' },
    conflict: {
      fields: [
        {
          name: 'expectedDischargeDate',
          before: '2026-11-24',
          yours: '2026-11-28',
          theirs: '2026-12-02',
        },
      ],
      changedBy: 'Sam Okafor',
      changedAt: '2026-11-21T08:30:00.000Z',
    },
    ...over,
  })
