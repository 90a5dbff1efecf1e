import { z } from 'zod'
import type { WaitingCommand } from '../sync/waiting-command'
import { givenAllergySchema, shortText } from './allergies'
import { maskedFields, wantedInformationSchema } from './information'

const patientId = z.string().min(1)

const allergyInput = z.object({
  patientId,
  /** Null: somebody asked, and no allergy is known. */
  allergy: givenAllergySchema.nullable(),
})
/** Adds an allergy, or that none is known. Two of the same are both kept: no allergy waits for a review. */
export const recordAllergy = {
  name: 'recordAllergy',
  version: 1,
  action: 'critical-information.record',
  input: allergyInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof allergyInput>>

const strikeOutInput = z.object({ patientId, allergyId: z.string().min(1), reason: shortText })
/** Strikes out an entry about allergies that is wrong. It stays, with the reason. */
export const strikeOutAllergy = {
  name: 'strikeOutAllergy',
  version: 1,
  action: 'critical-information.record',
  input: strikeOutInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof strikeOutInput>>

const informationInput = wantedInformationSchema.safeExtend({ patientId })
/**
 * Records one thing that everybody must know. However long it waits, it never takes the place of what
 * its author did not see.
 */
export const recordCriticalInformation = {
  name: 'recordCriticalInformation',
  version: 1,
  action: 'critical-information.record',
  input: informationInput,
  waits: { class: 'P', ttlMs: null },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof informationInput>>

const lookInput = z.object({ patientId, field: z.enum(maskedFields) })
/** Tells that somebody asked to see what is masked. At a door without a line it is told later. */
export const lookAtCriticalInformation = {
  name: 'lookAtCriticalInformation',
  version: 1,
  action: 'patient.view',
  input: lookInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof lookInput>>
