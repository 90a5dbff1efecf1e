import { z } from 'zod'
import { CreateEwsThresholdsDocument } from '../../../schema/generated/documents/patient'
import { authorOf } from '../../domain/identity'
import {
  acuityReasonSchema,
  acuityScoreSchema,
  acuityScoreValueSchema,
  layAcuity,
  type AcuityScore,
} from '../../domain/patient/acuity'
import { ewsBasisSchema } from '../../domain/ews'
import { ewsThresholdsSchema } from '../../domain/ews/thresholds'
import * as shared from '../../domain/patient/commands'
import {
  againstContact,
  changedContact,
  contactSchema,
  layContact,
} from '../../domain/patient/contact'
import { layExpectedDischarge } from '../../domain/patient/expected-discharge'
import { patientSchema, type Patient } from '../../domain/patient/patient'
import { layWatch } from '../../domain/patient/watch'
import {
  defineCommand,
  defineWaitingCommand,
  type Change,
  type PlanContext,
} from '../../engine/define'
import { settlePatient, settleThresholds } from './patient.wire'

/** The readings that show a patient: each gets the change laid over. */
const readings = ['patientRecord', 'virtualWard', 'watchList'] as const
const everywhere = (id: string, patch: Readonly<Record<string, unknown>>): readonly Change[] =>
  readings.map((resource) => ({ resource, kind: 'change', id, patch }))

/** Sets or clears the expected discharge date. In a conflict the author sees both and chooses. */
export const updateExpectedDischargeDate = defineWaitingCommand(
  shared.updateExpectedDischargeDate,
  {
    input: shared.updateExpectedDischargeDate.input,
    plan: ({ patientId, expectedDischargeDate }) =>
      everywhere(patientId, { expectedDischargeDate }),
    lay:
      ({ input }) =>
      (row, waiting) =>
        layExpectedDischarge(row as Patient, input, waiting),
    settle: settlePatient,
    against: (input, server) => {
      const admission = patientSchema.parse(server).wardAdmission
      return admission === null
        ? input
        : {
            ...input,
            wardId: admission.ward.id,
            carePathwayId: admission.carePathway.id,
            seen: {
              expectedDischargeDate: admission.expectedDischargeDate,
              revision: admission.revision,
            },
          }
    },
    refreshes: readings,
  },
)

/**
 * Changes telephone and address, part by part. In a conflict of one the author sees both and
 * chooses; the other is done.
 */
export const updatePatientContactDetails = defineWaitingCommand(
  shared.updatePatientContactDetails,
  {
    input: shared.updatePatientContactDetails.input,
    plan: (input) => [
      {
        resource: 'patientRecord',
        kind: 'change',
        id: input.patientId,
        patch: Object.fromEntries(
          changedContact(input).map((part) => [part, input.newContact[part]]),
        ),
      },
    ],
    lay:
      ({ input, open }) =>
      (row, waiting) =>
        layContact(row as Patient, input, waiting, open),
    settle: settlePatient,
    against: (input, server) => ({
      ...input,
      ...againstContact(input, contactSchema.parse(server)),
    }),
    refreshes: ['patientRecord', 'patients'],
  },
)

const acuityInputSchema = shared.setPatientAcuityScore.input.extend({
  score: acuityScoreValueSchema,
  reason: z
    .string()
    .nullable()
    .superRefine((text, context) => {
      for (const { message } of acuityReasonSchema.safeParse(text).error?.issues ?? [])
        context.addIssue(message)
    }),
})

const waitingScore = (
  input: z.infer<typeof acuityInputSchema>,
  { id, now, me }: PlanContext,
): AcuityScore => {
  const at = new Date(now).toISOString()
  return {
    id,
    revision: 0,
    score: input.score,
    reason: acuityReasonSchema.parse(input.reason),
    capturedAt: at,
    // No server time yet: the author's, and the row says that it waits.
    createdAt: at,
    createdBy: authorOf(me),
    late: false,
  }
}

/** Gives the patient an acuity score. */
export const setPatientAcuityScore = defineWaitingCommand(shared.setPatientAcuityScore, {
  input: acuityInputSchema,
  plan: (input, context) =>
    everywhere(input.patientId, { latestAcuityScore: waitingScore(input, context) }),
  lay: ({ patch, capturedAt }) => {
    const score = acuityScoreSchema.parse(patch['latestAcuityScore'])
    return (row, waiting) => layAcuity(row as Patient, { ...score, capturedAt }, waiting)
  },
  plain: ({ patientId, score, reason }) => ({
    patientId,
    score,
    reason: acuityReasonSchema.parse(reason),
  }),
  settle: settlePatient,
  refreshes: readings,
})

/** Puts the patient on the user's watch list. */
export const addToWatchList = defineWaitingCommand(shared.addToWatchList, {
  input: shared.addToWatchList.input,
  plan: ({ patientId }) => everywhere(patientId, { onWatchList: true }),
  lay: () => (row, waiting) => layWatch(row as Patient, true, waiting),
  settle: settlePatient,
  refreshes: readings,
})

/** Takes the patient off the user's watch list. */
export const removeFromWatchList = defineWaitingCommand(shared.removeFromWatchList, {
  input: shared.removeFromWatchList.input,
  plan: ({ patientId }) => everywhere(patientId, { onWatchList: false }),
  lay: () => (row, waiting) => layWatch(row as Patient, false, waiting),
  settle: settlePatient,
  refreshes: readings,
})

/**
 * Sets a patient's thresholds; null ends them. Online only, since it moves alarms (design/sync.md,
 * class N). The server's `errors` count as failure.
 */
export const createEwsThresholds = defineCommand({
  name: 'createEWSThresholds',
  document: CreateEwsThresholdsDocument,
  input: z.object({
    patientId: z.string().min(1),
    thresholds: ewsThresholdsSchema.nullable(),
    spo2Scale: z.union([z.literal(1), z.literal(2)]),
    basis: ewsBasisSchema.nullable(),
    seen: z.object({ createdAt: z.string().nullable(), default: ewsThresholdsSchema.nullable() }),
  }),
  action: 'ews.edit',
  variables: (input) => input,
  wire: settleThresholds,
  refreshes: ['patientCheckups', 'checkupDetail', 'virtualWard', 'watchList'],
})
