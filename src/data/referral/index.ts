import { z } from 'zod'
import {
  AcceptReferralDocument,
  CancelReferralDocument,
  OpenTaskDocument,
  OrganizationRelationshipsDocument,
  ReferPatientDocument,
  ReferralsDocument,
  RejectReferralDocument,
  TasksDocument,
} from '../../../schema/generated/documents/referral'
import { addressSchema, personSchema } from '../../domain/organization/organization'
import { nationalIdentifierSchema } from '../../domain/patient/patient'
import {
  referPatientSchema,
  referralStatuses,
  rejectReferralSchema,
  type ReferralStatus,
} from '../../domain/referral/referral'
import { taskStatuses, type TaskStatus } from '../../domain/referral/task'
import { defineCall, defineCommand } from '../../engine/define'

const partnerSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: addressSchema.nullable(),
})
const relationshipSchema = z.object({
  partnerOrganization: partnerSchema,
  weHavePermissionTo: z.array(z.object({ permission: z.string() })),
})
/** An organisation that the acting one works with, and what it may do there. */
export type OrganizationRelationship = z.infer<typeof relationshipSchema>

const referralSchema = z.object({
  id: z.string(),
  organization: partnerSchema,
  destinationOrganization: partnerSchema,
  referringUser: personSchema.nullable(),
  reason: z.object({ reason: z.string(), comment: z.string().nullable() }).nullable(),
  data: z
    .object({ supportingInformation: z.string(), shouldDischargeOnAcceptance: z.boolean() })
    .nullable(),
  status: z.enum(referralStatuses),
  rejectionReason: z.string().nullable(),
  decidedBy: personSchema.nullable(),
  decidedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
/** A patient who is referred by one organisation to another. */
export type Referral = z.infer<typeof referralSchema>

const taskSchema = z.object({
  id: z.string(),
  type: z.literal('IncomingReferral'),
  status: z.enum(taskStatuses),
  references: z.array(z.object({ type: z.string(), id: z.string() })),
  assignee: personSchema.nullable(),
  patient: z
    .object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      birthDate: z.string(),
      gender: z.enum(['male', 'female']),
      nationalIdentifier: nationalIdentifierSchema.nullable(),
      mayOpen: z.boolean(),
    })
    .nullable(),
  isAdmittedAtSender: z.boolean(),
  endsStay: z.boolean(),
  awaitsAdmission: z.boolean(),
  referral: referralSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
})
/** What waits for the acting organisation, or did. */
export type Task = z.infer<typeof taskSchema>

/** The organisations that the acting one works with, by name. */
export const organizationRelationships = defineCall({
  name: 'organizationRelationships',
  document: OrganizationRelationshipsDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly OrganizationRelationship[] =>
    z.object({ organizationRelationships: z.array(relationshipSchema) }).parse(answer)
      .organizationRelationships,
})

/** Referrals of a patient: by the acting organisation, and to it. */
export const referrals = defineCall({
  name: 'referrals',
  document: ReferralsDocument,
  variables: (input: {
    readonly patientId: string
    readonly referralStatus: ReferralStatus | null
  }) => input,
  wire: (answer) =>
    z
      .object({
        referrals: z.object({
          incomingReferrals: z.array(referralSchema),
          outgoingReferrals: z.array(referralSchema),
        }),
      })
      .parse(answer).referrals,
})

/** A page of the task list, newest first; take 0: the total alone. */
export const tasks = defineCall({
  name: 'tasks',
  document: TasksDocument,
  keeps: true,
  variables: (input: {
    readonly statuses: readonly TaskStatus[]
    readonly skip: number
    readonly take: number
  }) => ({ ...input, statuses: [...input.statuses] }),
  wire: (answer) =>
    z.object({ tasks: z.object({ items: z.array(taskSchema), total: z.number() }) }).parse(answer)
      .tasks,
})

const lists = ['tasks', 'referrals']
const byReferral = z.object({ referralId: z.string().min(1) })

/** Refers a patient to a partner. */
export const referPatient = defineCommand({
  name: 'referPatient',
  document: ReferPatientDocument,
  input: referPatientSchema,
  action: 'patient.refer',
  variables: (input) => ({ input }),
  wire: (answer) => ({
    value: z.object({ referPatient: referralSchema }).parse(answer).referPatient,
  }),
  refreshes: lists,
})

/** Accepts a referral; the patient is the organisation's own to read from then on. */
export const acceptReferral = defineCommand({
  name: 'acceptReferral',
  document: AcceptReferralDocument,
  input: byReferral,
  action: 'referral.decide',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ acceptReferral: taskSchema }).parse(answer).acceptReferral,
  }),
  refreshes: [...lists, 'patients', 'patientRecord', 'virtualWard', 'patientOnBoard'],
})

/** Rejects a referral. */
export const rejectReferral = defineCommand({
  name: 'rejectReferral',
  document: RejectReferralDocument,
  input: rejectReferralSchema,
  action: 'referral.decide',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ rejectReferral: taskSchema }).parse(answer).rejectReferral,
  }),
  refreshes: lists,
})

/** Takes back a referral of the acting organisation. */
export const cancelReferral = defineCommand({
  name: 'cancelReferral',
  document: CancelReferralDocument,
  input: byReferral,
  action: 'referral.cancel',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ cancelReferral: referralSchema }).parse(answer).cancelReferral,
  }),
  refreshes: lists,
})

/** Begins a task that nobody began. */
export const openTask = defineCommand({
  name: 'openTask',
  document: OpenTaskDocument,
  input: z.object({ taskId: z.string().min(1) }),
  action: 'task.change',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ openTask: taskSchema }).parse(answer).openTask }),
  refreshes: ['tasks'],
})
