import type {
  EhrIntegration,
  EhrIntegrationEvent,
  EhrIntegrationEventPage,
  MutationCreateManualEhrIntegrationEventArgs,
  MutationRegisterEhrIntegrationAutoApproverArgs,
  MutationRemoveEhrIntegrationAutoApproverArgs,
  MutationRetryEhrIntegrationEventArgs,
  MutationSetUpPreApprovedMessagesArgs,
  QueryEhrIntegrationEventsArgs,
  QueryEhrIntegrationsArgs,
} from '../../../schema/generated/resolvers'
import { needsApprover } from '../../../src/domain/ehr-integration/integration'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { findEvent, lockEvent, pageOfEvents, sendAgain, sendApproved } from './events'
import { createManualEvent } from './push'
import {
  approvedBy,
  findIntegration,
  isSetUp,
  listIntegrations,
  lockIntegration,
  noteSetUp,
  setApprover,
} from './repository'

/** Query fields of schema/ehr-integration.graphql. */
export const ehrIntegrationQueries = {
  ehrIntegrations: (
    scope: Scope,
    { carePathwayId = null, triggerType = null }: QueryEhrIntegrationsArgs,
  ): Promise<EhrIntegration[]> => listIntegrations(scope, { carePathwayId, triggerType }),

  ehrIntegrationEvents: (
    scope: Scope,
    { take, skip, statuses = null, sort }: QueryEhrIntegrationEventsArgs,
  ): Promise<EhrIntegrationEventPage> => {
    if ((skip ?? 0) < 0) throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
    return pageOfEvents(scope, {
      take: pageSize(take),
      skip: skip ?? 0,
      statuses,
      sort: sort ?? { field: 'createdAt', direction: 'DESC' },
    })
  },
}

const eventNow = async (scope: Scope, id: string | null): Promise<EhrIntegrationEvent> => {
  const found = id === null ? undefined : await findEvent(scope, id)
  if (found === undefined) throw notFound()
  return found
}
const integrationNow = async (scope: Scope, id: string): Promise<EhrIntegration> => {
  const found = await findIntegration(scope, id)
  if (found === undefined) throw notFound()
  return found
}

const locked = async (scope: Scope, id: string): Promise<EhrIntegration> => {
  if (!(await lockIntegration(scope, id))) throw notFound()
  return integrationNow(scope, id)
}

/** Mutation fields of schema/ehr-integration.graphql. */
export const ehrIntegrationMutations = {
  async createManualEhrIntegrationEvent(
    scope: Scope,
    { input }: MutationCreateManualEhrIntegrationEventArgs,
  ): Promise<EhrIntegrationEvent> {
    await requirePatient(scope, input.patientId)
    const event = await createManualEvent(scope, input)
    await logged(scope, {
      action: 'createManualEhrIntegrationEvent',
      entityType: 'ehrIntegrationEvent',
      entityId: event.id,
      patientId: input.patientId,
      details: { ehrIntegrationId: input.ehrIntegrationId, ...event.summaryPeriod },
    })
    return event
  },

  async retryEhrIntegrationEvent(
    scope: Scope,
    { ehrIntegrationEventId: id }: MutationRetryEhrIntegrationEventArgs,
  ): Promise<EhrIntegrationEvent> {
    const isRetryable = await lockEvent(scope, id)
    if (isRetryable === null) throw notFound()
    if (!isRetryable) throw conflict('NOT_RETRYABLE', 'This event is not to be sent again')
    await sendAgain(scope, id)
    const event = await eventNow(scope, id)
    await logged(scope, {
      action: 'retryEhrIntegrationEvent',
      entityType: 'ehrIntegrationEvent',
      entityId: id,
      patientId: event.patient.id,
    })
    return event
  },

  async registerEhrIntegrationAutoApprover(
    scope: Scope,
    { ehrIntegrationId: id }: MutationRegisterEhrIntegrationAutoApproverArgs,
  ): Promise<EhrIntegration> {
    const { integrationType } = await locked(scope, id)
    if (!needsApprover(integrationType))
      throw conflict('NO_APPROVAL_NEEDED', 'This type of integration needs no approval')
    if (!(await isSetUp(scope))) throw conflict('NOT_SET_UP', 'Set up pre-approved messages first')
    await setApprover(scope, id, scope.acting.userId)
    const sent = await sendApproved(scope, id)
    await logged(scope, {
      action: 'registerEhrIntegrationAutoApprover',
      entityType: 'ehrIntegration',
      entityId: id,
      details: { sent },
    })
    return integrationNow(scope, id)
  },

  async removeEhrIntegrationAutoApprover(
    scope: Scope,
    { ehrIntegrationId: id }: MutationRemoveEhrIntegrationAutoApproverArgs,
  ): Promise<EhrIntegration> {
    const { authorizedAutomaticApprover: approver } = await locked(scope, id)
    if (approver == null) throw conflict('NO_APPROVER', 'There is no approver')
    await setApprover(scope, id, null)
    await logged(scope, {
      action: 'removeEhrIntegrationAutoApprover',
      entityType: 'ehrIntegration',
      entityId: id,
      details: { userId: approver.id },
    })
    return integrationNow(scope, id)
  },

  async setUpPreApprovedMessages(
    scope: Scope,
    { isSetUp: isAgreed }: MutationSetUpPreApprovedMessagesArgs,
  ): Promise<boolean> {
    if ((await isSetUp(scope)) === isAgreed) return isAgreed
    if (!isAgreed) for (const id of await approvedBy(scope)) await setApprover(scope, id, null)
    await noteSetUp(scope, isAgreed)
    await logged(scope, {
      action: isAgreed ? 'setUpPreApprovedMessages' : 'takeBackPreApprovedMessages',
      entityType: 'user',
      entityId: scope.acting.userId,
    })
    return isAgreed
  },
}

/** What a repeat of a mutation is answered with. */
export const ehrIntegrationRereads = {
  createManualEhrIntegrationEvent: (scope: Scope, _args: object, { id }: Kept) =>
    eventNow(scope, id),
  retryEhrIntegrationEvent: (
    scope: Scope,
    { ehrIntegrationEventId }: MutationRetryEhrIntegrationEventArgs,
  ) => eventNow(scope, ehrIntegrationEventId),
  registerEhrIntegrationAutoApprover: (
    scope: Scope,
    { ehrIntegrationId }: MutationRegisterEhrIntegrationAutoApproverArgs,
  ) => integrationNow(scope, ehrIntegrationId),
  removeEhrIntegrationAutoApprover: (
    scope: Scope,
    { ehrIntegrationId }: MutationRemoveEhrIntegrationAutoApproverArgs,
  ) => integrationNow(scope, ehrIntegrationId),
  setUpPreApprovedMessages: (scope: Scope) => isSetUp(scope),
}
