import { z } from 'zod'
import {
  DischargePatientFromWardDocument,
  TransferPatientToCarePathwayDocument,
  TransferPatientToWardDocument,
  TransferTargetsDocument,
} from '../../../schema/generated/documents/stay'
import { defineCall, defineCommand } from '../../engine/define'

const namedSchema = z.object({ id: z.string(), name: z.string() })
const targetsSchema = z.object({
  wards: z.array(namedSchema.extend({ seesPatients: z.boolean() })),
  carePathways: z.array(namedSchema),
})
/** Where a patient can be moved to, the present ward and care pathway among them. */
export type TransferTargets = z.infer<typeof targetsSchema>

/** Where a patient can be moved to. */
export const transferTargets = defineCall({
  name: 'transferTargets',
  document: TransferTargetsDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer) => z.object({ transferTargets: targetsSchema }).parse(answer).transferTargets,
})

const dischargedSchema = z.object({ id: z.string(), mayOpen: z.boolean() })
const movedSchema = dischargedSchema.extend({ ward: namedSchema, carePathway: namedSchema })
/** What shows where a patient is. */
const refreshes = [
  'patientRecord',
  'virtualWard',
  'watchList',
  'patientOnBoard',
  'transferTargets',
  'patientDocuments',
  'wards',
  'ward',
  'wardPatients',
  'carePathways',
  'carePathway',
]
const patientId = z.string().min(1)

/** Moves a patient to another ward. */
export const transferPatientToWard = defineCommand({
  name: 'transferPatientToWard',
  document: TransferPatientToWardDocument,
  input: z.object({ patientId, wardId: z.string().min(1) }),
  action: 'patient.transfer',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ transferPatientToWard: movedSchema }).parse(answer).transferPatientToWard,
  }),
  refreshes,
})

/** Moves a patient to another care pathway. */
export const transferPatientToCarePathway = defineCommand({
  name: 'transferPatientToCarePathway',
  document: TransferPatientToCarePathwayDocument,
  input: z.object({ patientId, carePathwayId: z.string().min(1) }),
  action: 'patient.transfer',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ transferPatientToCarePathway: movedSchema }).parse(answer)
      .transferPatientToCarePathway,
  }),
  refreshes,
})

/** Discharges a patient from a ward. */
export const dischargePatientFromWard = defineCommand({
  name: 'dischargePatientFromWard',
  document: DischargePatientFromWardDocument,
  input: z.object({
    patientId,
    wardId: z.string().min(1),
    reason: z.object({ type: z.string(), additionalInfo: z.string().nullable() }),
  }),
  action: 'patient.discharge',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ dischargePatientFromWard: dischargedSchema }).parse(answer)
      .dischargePatientFromWard,
  }),
  refreshes,
})
