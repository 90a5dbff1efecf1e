import { z } from 'zod'
import {
  AddToWatchListDocument,
  CreateEwsThresholdsDocument,
  RemoveFromWatchListDocument,
  SetPatientAcuityScoreDocument,
  UpdateExpectedDischargeDateDocument,
} from '../../../schema/generated/documents/patient'
import {
  acuityReasonSchema,
  acuityScoreValueSchema,
  type AcuityScore,
} from '../../domain/patient/acuity'
import { seenExpectedDischargeSchema } from '../../domain/patient/expected-discharge'
import { ewsThresholdsSchema } from '../../domain/ews/thresholds'
import { patientSchema } from '../../domain/patient/patient'
import { lifetimesMs } from '../../domain/sync/lifetimes'
import { dateSchema } from '../../domain/time/instant'
import { defineCommand, type Change, type PlanContext } from '../../engine/define'
import { settleAnswer, settlePatient, settleThresholds } from './patient.wire'

/** The readings that show a patient: each gets the change laid over. */
const readings = ['patientRecord', 'virtualWard', 'watchList'] as const
const everywhere = (
  id: string,
  change: { readonly patch: Readonly<Record<string, unknown>>; readonly within?: string },
): readonly Change[] => readings.map((resource) => ({ resource, kind: 'change', id, ...change }))

const expectedDischargeSchema = z.object({
  patientId: z.string().min(1),
  wardId: z.string().min(1),
  carePathwayId: z.string().min(1),
  expectedDischargeDate: dateSchema.nullable(),
  seen: seenExpectedDischargeSchema,
})

/**
 * Sets or clears the expected discharge date. May wait eight hours, and only while nobody else
 * chose another date: then the author sees both and chooses.
 */
export const updateExpectedDischargeDate = defineCommand({
  name: 'updateExpectedDischargeDate',
  document: UpdateExpectedDischargeDateDocument,
  input: expectedDischargeSchema,
  action: 'patient.set-expected-discharge',
  mayWait: {
    class: 'P',
    ttlMs: lifetimesMs.updateExpectedDischargeDate,
    ifMatch: {
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
    },
    lane: ({ patientId }) => patientId,
    plan: ({ patientId, expectedDischargeDate }) =>
      everywhere(patientId, { within: 'wardAdmission', patch: { expectedDischargeDate } }),
    plain: (input) => input,
    subject: ({ patientId }) => patientId,
    settle: settlePatient,
  },
  variables: (input) => input,
  wire: settleAnswer('updateExpectedDischargeDate'),
  refreshes: readings,
})

const acuityInputSchema = z.object({
  patientId: z.string().min(1),
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
    // No server has received it: until one does, the only time there is stands here too, and the
    // row says that it waits.
    createdAt: at,
    createdBy: { id: me.id, firstName: me.firstName, lastName: me.lastName },
    late: false,
  }
}

/**
 * Gives the patient an acuity score. May wait: it is a record of its own, in its place by when it
 * was captured.
 */
export const setPatientAcuityScore = defineCommand({
  name: 'setPatientAcuityScore',
  document: SetPatientAcuityScoreDocument,
  input: acuityInputSchema,
  action: 'patient.set-acuity',
  mayWait: {
    class: 'Q',
    lane: ({ patientId }) => patientId,
    plan: (input, context) =>
      everywhere(input.patientId, { patch: { latestAcuityScore: waitingScore(input, context) } }),
    plain: ({ patientId, score, reason }) => ({
      patientId,
      score,
      reason: acuityReasonSchema.parse(reason),
    }),
    subject: ({ patientId }) => patientId,
    settle: settlePatient,
  },
  variables: (input) => input,
  wire: settleAnswer('setPatientAcuityScore'),
  refreshes: readings,
})

const watchSchema = z.object({ patientId: z.string().min(1) })
type WatchInput = z.infer<typeof watchSchema>

const waitsAsWatch = (onWatchList: boolean) => ({
  class: 'Q' as const,
  lane: ({ patientId }: WatchInput) => patientId,
  plan: ({ patientId }: WatchInput) => everywhere(patientId, { patch: { onWatchList } }),
  plain: (input: WatchInput) => input,
  subject: ({ patientId }: WatchInput) => patientId,
  settle: settlePatient,
})

/** Puts the patient on the user's watch list. May wait; what was decided last stands. */
export const addToWatchList = defineCommand({
  name: 'addToWatchList',
  document: AddToWatchListDocument,
  input: watchSchema,
  action: 'patient.watch',
  mayWait: waitsAsWatch(true),
  variables: (input) => input,
  wire: settleAnswer('addToWatchList'),
  refreshes: readings,
})

/** Takes the patient off the user's watch list. May wait; what was decided last stands. */
export const removeFromWatchList = defineCommand({
  name: 'removeFromWatchList',
  document: RemoveFromWatchListDocument,
  input: watchSchema,
  action: 'patient.watch',
  mayWait: waitsAsWatch(false),
  variables: (input) => input,
  wire: settleAnswer('removeFromWatchList'),
  refreshes: readings,
})

/**
 * Sets a patient's personal thresholds, or with null ends them. It moves what raises alarms, so
 * that it is done online or not at all (design/sync.md, class N). What the server finds wrong with
 * them is its answer's `errors`, which count as failure.
 */
export const createEwsThresholds = defineCommand({
  name: 'createEWSThresholds',
  document: CreateEwsThresholdsDocument,
  input: z.object({
    patientId: z.string().min(1),
    thresholds: ewsThresholdsSchema.nullable(),
    spo2Scale: z.union([z.literal(1), z.literal(2)]),
    seen: z.object({ createdAt: z.string().nullable(), default: ewsThresholdsSchema.nullable() }),
  }),
  action: 'ews.edit',
  variables: (input) => input,
  wire: settleThresholds,
  refreshes: ['patientCheckups', 'checkupDetail', 'virtualWard', 'watchList'],
})
