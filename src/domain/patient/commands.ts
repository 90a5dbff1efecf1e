import { z } from 'zod'
import type { WaitingCommand } from '../sync/waiting-command'
import { dateSchema } from '../time/instant'
import { wantedContactSchema } from './contact'
import { seenExpectedDischargeSchema } from './expected-discharge'

const patientId = z.string().min(1)

const dischargeInput = z.object({
  patientId,
  wardId: z.string().min(1),
  carePathwayId: z.string().min(1),
  expectedDischargeDate: dateSchema.nullable(),
  seen: seenExpectedDischargeSchema,
})

/**
 * Sets or clears the expected discharge date. After eight hours in the outbox the user is asked.
 */
export const updateExpectedDischargeDate = {
  name: 'updateExpectedDischargeDate',
  version: 1,
  action: 'patient.set-expected-discharge',
  input: dischargeInput,
  waits: { class: 'P', ttlMs: 8 * 3_600_000 },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof dischargeInput>>

const contactInput = wantedContactSchema.extend({ patientId })

/**
 * Changes telephone and address, each of them only where its author did. After a day in the outbox
 * the user is asked.
 */
export const updatePatientContactDetails = {
  name: 'updatePatientContactDetails',
  version: 1,
  action: 'patient.update-contact',
  input: contactInput,
  waits: { class: 'P', ttlMs: 24 * 3_600_000 },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof contactInput>>

const acuityInput = z.object({ patientId, score: z.number(), reason: z.string().nullable() })

/** Gives the patient an acuity score: a record of its own, in its place by when it was captured. */
export const setPatientAcuityScore = {
  name: 'setPatientAcuityScore',
  version: 1,
  action: 'patient.set-acuity',
  input: acuityInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof acuityInput>>

const watchInput = z.object({ patientId })
const watch = {
  version: 1,
  action: 'patient.watch',
  input: watchInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies Omit<WaitingCommand<z.infer<typeof watchInput>>, 'name'>

/** Puts the patient on the user's watch list. What was decided last counts. */
export const addToWatchList = { name: 'addToWatchList', ...watch } as const
/** Takes the patient off the user's watch list. What was decided last counts. */
export const removeFromWatchList = { name: 'removeFromWatchList', ...watch } as const
