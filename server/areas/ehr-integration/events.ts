import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  EhrIntegrationEvent,
  EhrIntegrationEventPage,
  EhrIntegrationEventSort,
} from '../../../schema/generated/resolvers'
import type { EhrResponse } from '../../../src/domain/ehr-integration/answer'
import type { EhrEventStatus } from '../../../src/domain/ehr-integration/integration'
import { isoNow } from '../../clock'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'
import { shownOf, type EventBody } from './body'
import { lockWaiting, outdatedWords, skipOutdated } from './outdated'
import { integrationsById } from './repository'

const events = (scope: Scope) =>
  scope.trx
    .selectFrom('ehr_integration_event as e')
    .innerJoin('patient as p', 'p.id', 'e.patient_id')
    .leftJoin('checkup as c', 'c.id', 'e.checkup_id')
    .where('e.organization_id', '=', scope.acting.organizationId)
    .where('p.deleted_at', 'is', null)
    .where(mayOpen(scope.acting, sql.ref('e.patient_id')))

const columns = [
  'e.id',
  'e.status',
  'e.is_retryable',
  'e.response',
  'e.created_at',
  'e.updated_at',
  'e.body',
  'e.period_from',
  'e.period_to',
  'e.ehr_integration_id',
  'p.id as patient_id',
  'p.first_name',
  'p.last_name',
  'c.id as checkup_id',
  'c.type as checkup_type',
  'c.ended_at as checkup_ended_at',
] as const

const selected = (scope: Scope) => events(scope).select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

const eventsOf = async (scope: Scope, rows: readonly Row[]): Promise<EhrIntegrationEvent[]> => {
  const integrations = await integrationsById(scope, [
    ...new Set(rows.map((row) => row.ehr_integration_id)),
  ])
  return rows.flatMap((row) => {
    const integration = integrations.get(row.ehr_integration_id)
    if (integration === undefined) return []
    return [
      {
        id: row.id,
        status: row.status,
        isRetryable: row.is_retryable,
        response: row.response,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        requestBody: shownOf(row.body),
        patient: { id: row.patient_id, firstName: row.first_name, lastName: row.last_name },
        integration,
        summaryPeriod:
          row.period_from === null || row.period_to === null
            ? null
            : { from: row.period_from, to: row.period_to },
        checkup:
          row.checkup_id === null || row.checkup_type === null || row.checkup_ended_at === null
            ? null
            : { id: row.checkup_id, type: row.checkup_type, endedAt: row.checkup_ended_at },
      },
    ]
  })
}

const sortColumns = {
  createdAt: 'e.created_at',
  updatedAt: 'e.updated_at',
  status: 'e.status',
} as const

/** A page of the events that the user may see. */
export const pageOfEvents = async (
  scope: Scope,
  asked: {
    readonly take: number
    readonly skip: number
    /** Null: all. */
    readonly statuses: readonly EhrEventStatus[] | null
    readonly sort: EhrIntegrationEventSort
  },
): Promise<EhrIntegrationEventPage> => {
  const { statuses, sort } = asked
  if (statuses?.length === 0) return { events: [], totalCount: 0 }
  const direction = sort.direction === 'ASC' ? 'asc' : 'desc'
  const rows = await selected(scope)
    .$if(statuses !== null, (query) => query.where('e.status', 'in', statuses ?? []))
    .orderBy(sortColumns[sort.field], direction)
    .orderBy('e.id', direction)
    .limit(asked.take)
    .offset(asked.skip)
    .execute()
  const { total } = await events(scope)
    .$if(statuses !== null, (query) => query.where('e.status', 'in', statuses ?? []))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { events: await eventsOf(scope, rows), totalCount: total }
}

/** One event; undefined: there is none that the user may see. */
export const findEvent = async (
  scope: Scope,
  id: string,
): Promise<EhrIntegrationEvent | undefined> =>
  (await eventsOf(scope, await selected(scope).where('e.id', '=', id).execute()))[0]

/** Locks an event. @returns whether it may be sent again; null: there is none that the user may see */
export const lockEvent = async (scope: Scope, id: string): Promise<boolean | null> => {
  const row = await scope.trx
    .selectFrom('ehr_integration_event as e')
    .innerJoin('ehr_integration as i', 'i.id', 'e.ehr_integration_id')
    .select(['e.is_retryable', 'i.deleted_at'])
    .where('e.organization_id', '=', scope.acting.organizationId)
    .where('e.id', '=', id)
    .where(mayOpen(scope.acting, sql.ref('e.patient_id')))
    .forNoKeyUpdate('e')
    .executeTakeFirst()
  return row === undefined ? null : row.is_retryable && row.deleted_at === null
}

/** Has an event sent again, as if for the first time (C393 to C395); an outdated one is skipped. */
export const sendAgain = async ({ trx, clock }: Scope, id: string): Promise<void> => {
  const at = isoNow(clock)
  const why = await outdatedWords(trx, id)
  if (why !== null) return skipOutdated(trx, id, why, at)
  await trx
    .updateTable('ehr_integration_event')
    .set({
      status: 'pending',
      is_retryable: false,
      response: null,
      attempts: 0,
      due_at: at,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}

/** Has sent what waited for somebody to approve of it; what is outdated is skipped. @returns how many */
export const sendApproved = async (
  { trx, clock }: Scope,
  integrationId: string,
): Promise<number> => {
  const at = isoNow(clock)
  const waiting = await lockWaiting(trx, integrationId)
  for (const { id, why } of waiting) if (why !== null) await skipOutdated(trx, id, why, at)
  const ids = waiting.flatMap(({ id, why }) => (why === null ? [id] : []))
  if (ids.length > 0)
    await trx
      .updateTable('ehr_integration_event')
      .set({ status: 'pending', response: null, attempts: 0, due_at: at, updated_at: at })
      .where('id', 'in', ids)
      .execute()
  return ids.length
}

/** Writes an event. @returns its id */
export const insertEvent = async (
  { trx, acting, clock }: Scope,
  event: {
    readonly integrationId: string
    readonly patientId: string
    readonly status: EhrEventStatus
    readonly response: EhrResponse | null
    readonly body: EventBody
  },
): Promise<string> => {
  const [id, at] = [randomUUID(), isoNow(clock)]
  await trx
    .insertInto('ehr_integration_event')
    .values({
      id,
      organization_id: acting.organizationId,
      ehr_integration_id: event.integrationId,
      patient_id: event.patientId,
      status: event.status,
      response: event.response === null ? null : JSON.stringify(event.response),
      body: JSON.stringify(event.body),
      period_from: event.body.period.from,
      period_to: event.body.period.to,
      created_by: acting.userId,
      created_at: at,
      updated_at: at,
      due_at: at,
    })
    .execute()
  return id
}
