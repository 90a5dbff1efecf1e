import type { Database } from '../../../server/db/database'
import { createEgress, type LookupAll } from '../../../server/ehr/egress'
import { sendDueEvents } from '../../../server/ehr/send-due'
import type { EhrIntegrationType } from '../../../src/domain/ehr-integration/integration'
import { startServer } from '../client'
import type { Answer, Ask } from '../client'
import { box } from '../ingest/device'
import { at, buildWorld } from '../world'

/** What an event answers with, as far as tests look at it. */
export interface Shown {
  readonly id: string
  readonly status: string
  readonly isRetryable: boolean
  readonly response: { readonly message: string; readonly innerError: string | null } | null
  readonly requestBody: {
    readonly consultationNote: string
    readonly codedDataItems: readonly { readonly code: string; readonly value: string }[]
  }
  readonly patient: { readonly id: string }
  readonly summaryPeriod: { readonly from: string; readonly to: string } | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const secret = 'the shared secret of the tests'

/** The tests' world, whose ward sends to other systems. */
export const buildEhr = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await database.kysely
    .updateTable('organization')
    .set({
      features: JSON.stringify({ wards: true, ehrIntegrations: true }),
      national_identifier_scheme: 'NhsNumber',
    })
    .where('id', '=', 'w')
    .execute()
}

/** Stores an integration of the ward's pathway. */
export const addIntegration = (
  database: Database,
  given: {
    readonly id: string
    readonly address: string
    readonly type?: EhrIntegrationType
    readonly of?: 'w' | 'h'
  },
): Promise<unknown> =>
  database.asSystem((trx) =>
    trx
      .insertInto('ehr_integration')
      .values({
        id: given.id,
        organization_id: given.of ?? 'w',
        care_pathway_id: `pathway-${given.of ?? 'w'}`,
        name: `Integration ${given.id}`,
        integration_type: given.type ?? 'CareNote',
        trigger_type: 'Manual',
        address: given.address,
        secret: box.seal(given.id, secret),
        created_at: at(600),
        updated_at: at(600),
      })
      .execute(),
  )

export const withoutEvents = (database: Database): Promise<unknown> =>
  database.asSystem(async (trx) => {
    await trx.deleteFrom('ehr_integration_event').execute()
    await trx.deleteFrom('ehr_integration').execute()
    await trx.deleteFrom('approved_message_setup').execute()
  })

const fields = `id status isRetryable response { message innerError } createdAt updatedAt
  requestBody { consultationNote codedDataItems { code value units additionalText } }
  patient { id firstName lastName } integration { id name } summaryPeriod { from to } checkup { id type endedAt }`

export const pushOf = `mutation ($input: CreateManualEhrIntegrationEventInput!) {
  createManualEhrIntegrationEvent(input: $input) { ${fields} } }`
const retryOf = `mutation ($id: ID!) { retryEhrIntegrationEvent(ehrIntegrationEventId: $id) { ${fields} } }`
const eventsQuery = `query ($take: Int, $skip: Int, $statuses: [EhrIntegrationEventStatus!], $sort: EhrIntegrationEventSort) {
  ehrIntegrationEvents(take: $take, skip: $skip, statuses: $statuses, sort: $sort) { totalCount events { ${fields} } } }`

/** A server with its queue of events, whose clock the test moves. */
export const started = async (
  database: Database,
  clock: { now: () => number },
  options: {
    readonly timeoutMs?: number
    readonly lookup?: LookupAll
    readonly allowsLoopback?: boolean
  } = {},
) => {
  const server = await startServer(database, { clock, secrets: box })
  const logged: Record<string, unknown>[] = []
  const send = createEgress({ allowsLoopback: true, timeoutMs: 400, ...options })
  const log = {
    warn: (given: unknown) => void logged.push(given as Record<string, unknown>),
    error: (given: unknown) => void logged.push(given as Record<string, unknown>),
  }
  const ask = (query: string, variables: Record<string, unknown>, more: Ask = {}) =>
    server.ask(query, { as: 'nurse', variables, ...more })
  const push = (given: object = {}, more: Ask = {}) =>
    ask(
      pushOf,
      {
        input: { patientId: 'a1', ehrIntegrationId: 'one', from: at(1440), to: at(0), ...given },
      },
      more,
    )
  const list = async (variables: Record<string, unknown> = {}, more: Ask = {}) =>
    valueOf<{ events: Shown[]; totalCount: number }>(await ask(eventsQuery, variables, more))
  return {
    server,
    ask,
    push,
    list,
    logged,
    pushed: async (given: object = {}) => valueOf<Shown>(await push(given)),
    retry: (id: string, more: Ask = {}) => ask(retryOf, { id }, more),
    /** Sends all that is due. @returns how many were sent */
    work: () => sendDueEvents({ database, clock, asksDatabase: false, secrets: box, send, log }),
  }
}

/** What a field answered. @throws where it was refused */
export const valueOf = <Value>(answer: Answer): Value => {
  if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors))
  return Object.values(answer.data ?? {})[0] as Value
}
