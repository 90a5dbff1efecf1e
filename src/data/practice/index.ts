import { z } from 'zod'
import {
  AssignPatientToPracticeDocument,
  CreatePracticeDocument,
  PracticesDocument,
  UnassignPatientFromPracticeDocument,
} from '../../../schema/generated/documents/practice'
import { addressSchema } from '../../domain/organization/organization'
import { newPracticeSchema } from '../../domain/practice/practice'
import { defineCall, defineCommand } from '../../engine/define'

const practiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
})
/** A GP practice. */
export type Practice = z.infer<typeof practiceSchema>

const assignment = z.object({ patientId: z.string().min(1), practiceId: z.string().min(1) })

/** Every GP practice, by name. */
export const practices = defineCall({
  name: 'practices',
  document: PracticesDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly Practice[] =>
    z.object({ practices: z.array(practiceSchema) }).parse(answer).practices,
})

/** Adds a GP practice with its first user. */
export const createPractice = defineCommand({
  name: 'createPractice',
  document: CreatePracticeDocument,
  input: newPracticeSchema,
  action: 'practice.create',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createPractice: practiceSchema }).parse(answer).createPractice,
  }),
  refreshes: ['practices'],
})

/** Assigns a patient to a practice, which then sees the patient. */
export const assignPatientToPractice = defineCommand({
  name: 'assignPatientToPractice',
  document: AssignPatientToPracticeDocument,
  input: assignment,
  action: 'patient.assign-practice',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ assignPatientToPractice: z.boolean() }).parse(answer).assignPatientToPractice,
  }),
  refreshes: ['patients'],
})

/** Takes an assignment back. */
export const unassignPatientFromPractice = defineCommand({
  name: 'unassignPatientFromPractice',
  document: UnassignPatientFromPracticeDocument,
  input: assignment,
  action: 'patient.assign-practice',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ unassignPatientFromPractice: z.boolean() }).parse(answer)
      .unassignPatientFromPractice,
  }),
  refreshes: ['patients'],
})
