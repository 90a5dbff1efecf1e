import { z } from 'zod'
import {
  CreateManualEhrIntegrationEventDocument,
  EhrIntegrationEventsDocument,
  EhrIntegrationsDocument,
  RegisterEhrIntegrationAutoApproverDocument,
  RemoveEhrIntegrationAutoApproverDocument,
  RetryEhrIntegrationEventDocument,
  SetUpPreApprovedMessagesDocument,
} from '../../../schema/generated/documents/ehr-integration'
import {
  ehrEventStatuses,
  ehrIntegrationTypes,
  ehrTriggerTypes,
  type EhrEventStatus,
  type EhrTriggerType,
} from '../../domain/ehr-integration/integration'
import { pushSchema } from '../../domain/ehr-integration/push'
import { defineCall, defineCommand } from '../../engine/define'

const integrationSchema = z.object({
  id: z.string(),
  name: z.string(),
  carePathway: z.object({ id: z.string(), name: z.string() }),
  /** Null: of a later release, which this one cannot read. */
  integrationType: z.enum(ehrIntegrationTypes).nullable().catch(null),
  triggerType: z.enum(ehrTriggerTypes).nullable().catch(null),
  triggerConfig: z.object({ rrule: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  authorizedAutomaticApprover: z.object({ id: z.string(), email: z.string() }).nullable(),
})
/** Another system that a care pathway sends to. */
export type EhrIntegration = z.infer<typeof integrationSchema>

const eventSchema = z.object({
  id: z.string(),
  /** Null: of a later release, which this one cannot read. */
  status: z.enum(ehrEventStatuses).nullable().catch(null),
  isRetryable: z.boolean(),
  response: z.object({ message: z.string(), innerError: z.string().nullable() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  requestBody: z.object({
    consultationNote: z.string(),
    codedDataItems: z.array(
      z.object({
        code: z.string(),
        value: z.string(),
        units: z.string().nullable(),
        additionalText: z.string().nullable(),
      }),
    ),
  }),
  patient: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  integration: integrationSchema.pick({
    id: true,
    name: true,
    integrationType: true,
    triggerType: true,
  }),
  summaryPeriod: z.object({ from: z.string(), to: z.string() }).nullable(),
  checkup: z.object({ id: z.string(), type: z.string(), endedAt: z.string() }).nullable(),
})
/** Something that was, or is to be, sent to another system. */
export type EhrEvent = z.infer<typeof eventSchema>

/** The integrations of a pathway, and whether the user set up pre-approved messages. */
export const ehrIntegrations = defineCall({
  name: 'ehrIntegrations',
  document: EhrIntegrationsDocument,
  variables: (input: {
    readonly carePathwayId: string
    /** Null: of every trigger. */
    readonly triggerType: EhrTriggerType | null
  }) => input,
  wire: (answer) => {
    const read = z
      .object({
        ehrIntegrations: z.array(integrationSchema),
        me: z.object({ areQuicksilvaPreApprovedMessagesSetup: z.boolean() }),
      })
      .parse(answer)
    return {
      integrations: read.ehrIntegrations as readonly EhrIntegration[],
      isSetUp: read.me.areQuicksilvaPreApprovedMessagesSetup,
    }
  },
})

export const eventSortFields = ['createdAt', 'updatedAt', 'status'] as const

/** A page of the queue. */
export const ehrEvents = defineCall({
  name: 'ehrIntegrationEvents',
  document: EhrIntegrationEventsDocument,
  variables: (input: {
    readonly take: number
    readonly skip: number
    readonly statuses: EhrEventStatus[]
    readonly sort: {
      readonly field: (typeof eventSortFields)[number]
      readonly direction: 'ASC' | 'DESC'
    }
  }) => input,
  wire: (answer) => {
    const { ehrIntegrationEvents: page } = z
      .object({
        ehrIntegrationEvents: z.object({ events: z.array(eventSchema), totalCount: z.number() }),
      })
      .parse(answer)
    return { rows: page.events as readonly EhrEvent[], total: page.totalCount }
  },
})

const ofIntegration = z.object({ ehrIntegrationId: z.string().min(1) })
const refreshes = ['ehrIntegrations', 'ehrIntegrationEvents']

/** Has the messages of an integration filed in the name of the user. */
export const registerApprover = defineCommand({
  name: 'registerEhrIntegrationAutoApprover',
  document: RegisterEhrIntegrationAutoApproverDocument,
  input: ofIntegration,
  action: 'ehr-integration.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ registerEhrIntegrationAutoApprover: integrationSchema }).parse(answer)
      .registerEhrIntegrationAutoApprover,
  }),
  refreshes,
})

/** Takes the approver of an integration away. */
export const removeApprover = defineCommand({
  name: 'removeEhrIntegrationAutoApprover',
  document: RemoveEhrIntegrationAutoApproverDocument,
  input: ofIntegration,
  action: 'ehr-integration.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ removeEhrIntegrationAutoApprover: integrationSchema }).parse(answer)
      .removeEhrIntegrationAutoApprover,
  }),
  refreshes,
})

/** Says whether messages may be filed in the name of the user. */
export const setUpMessages = defineCommand({
  name: 'setUpPreApprovedMessages',
  document: SetUpPreApprovedMessagesDocument,
  input: z.object({ isSetUp: z.boolean() }),
  action: 'ehr-integration.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ setUpPreApprovedMessages: z.boolean() }).parse(answer)
      .setUpPreApprovedMessages,
  }),
  refreshes,
})

/** Has an event sent again that ended in error. */
export const retryEvent = defineCommand({
  name: 'retryEhrIntegrationEvent',
  document: RetryEhrIntegrationEventDocument,
  input: z.object({ ehrIntegrationEventId: z.string().min(1) }),
  action: 'ehr-event.retry',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ retryEhrIntegrationEvent: eventSchema }).parse(answer)
      .retryEhrIntegrationEvent,
  }),
  refreshes,
})

/** Sends what was measured of a patient in a period to another system. */
export const pushData = defineCommand({
  name: 'createManualEhrIntegrationEvent',
  document: CreateManualEhrIntegrationEventDocument,
  input: pushSchema,
  action: 'ehr-event.create',
  variables: (input) => ({ input }),
  wire: (answer) => ({
    value: z.object({ createManualEhrIntegrationEvent: eventSchema }).parse(answer)
      .createManualEhrIntegrationEvent,
  }),
  refreshes,
})
