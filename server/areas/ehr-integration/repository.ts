import { sql, type RawBuilder } from 'kysely'
import type { EhrIntegration, NamedReference } from '../../../schema/generated/resolvers'
import type { EhrTriggerType } from '../../../src/domain/ehr-integration/integration'
import { isoNow } from '../../clock'
import type { Trx } from '../../db/database'
import type { Scope } from '../../graphql/scope'

const listed = 100

interface Approver {
  readonly id: string
  readonly email: string
}

/**
 * In whose name the messages of an integration `i` are filed: as long as they are a member, and
 * agree to it.
 */
export const approverOf: RawBuilder<Approver | null> = sql<Approver | null>`(
  select jsonb_build_object('id', u.id, 'email', u.email) from user_account u
  join user_organization uo on uo.user_id = u.id and uo.organization_id = i.organization_id and uo.deleted_at is null
  join approved_message_setup s on s.user_id = u.id and s.organization_id = i.organization_id
  where u.id = i.approver_id and u.deleted_at is null)`

const integrations = (trx: Trx) =>
  trx
    .selectFrom('ehr_integration as i')
    .innerJoin('care_pathway as c', 'c.id', 'i.care_pathway_id')
    .select([
      'i.id',
      'i.name',
      'i.integration_type',
      'i.trigger_type',
      'i.rrule',
      'i.created_at',
      'i.updated_at',
      'c.id as pathway_id',
      'c.name as pathway_name',
      approverOf.as('approver'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof integrations>['executeTakeFirstOrThrow']>>

const integrationOf = (row: Row): EhrIntegration => ({
  id: row.id,
  name: row.name,
  carePathway: { id: row.pathway_id, name: row.pathway_name } satisfies NamedReference,
  integrationType: row.integration_type,
  triggerType: row.trigger_type,
  triggerConfig: row.rrule === null ? null : { rrule: row.rrule },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  authorizedAutomaticApprover: row.approver,
})

/** The integrations of the acting organisation that were not ended, by name. */
export const listIntegrations = async (
  { trx, acting }: Scope,
  which: { readonly carePathwayId: string | null; readonly triggerType: EhrTriggerType | null },
): Promise<EhrIntegration[]> => {
  const { carePathwayId, triggerType } = which
  const rows = await integrations(trx)
    .where('i.organization_id', '=', acting.organizationId)
    .where('i.deleted_at', 'is', null)
    .$if(carePathwayId !== null, (query) => query.where('c.id', '=', carePathwayId ?? ''))
    .$if(triggerType !== null, (query) =>
      query.where('i.trigger_type', '=', triggerType ?? 'Manual'),
    )
    .orderBy(sql`lower(i.name)`)
    .orderBy('i.id')
    .limit(listed)
    .execute()
  return rows.map(integrationOf)
}

/** Integrations by id, the ended ones too. */
export const integrationsById = async (
  { trx, acting }: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EhrIntegration>> => {
  if (ids.length === 0) return new Map()
  const rows = await integrations(trx)
    .where('i.organization_id', '=', acting.organizationId)
    .where('i.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, integrationOf(row)]))
}

/** One that was not ended; undefined: the acting organisation has none of that id. */
export const findIntegration = async (
  { trx, acting }: Scope,
  id: string,
): Promise<EhrIntegration | undefined> => {
  const row = await integrations(trx)
    .where('i.organization_id', '=', acting.organizationId)
    .where('i.deleted_at', 'is', null)
    .where('i.id', '=', id)
    .executeTakeFirst()
  return row && integrationOf(row)
}

/** Locks one that was not ended. @returns false where the acting organisation has none of that id */
export const lockIntegration = async ({ trx, acting }: Scope, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('ehr_integration')
    .select('id')
    .where('organization_id', '=', acting.organizationId)
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** Says in whose name the messages of an integration are filed. */
export const setApprover = async (
  { trx, clock, acting }: Scope,
  id: string,
  approverId: string | null,
): Promise<void> => {
  await trx
    .updateTable('ehr_integration')
    .set({ approver_id: approverId, updated_at: isoNow(clock) })
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .execute()
}

/** Integrations whose messages are filed in the name of the user. */
export const approvedBy = async ({ trx, acting }: Scope): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom('ehr_integration')
      .select('id')
      .where('organization_id', '=', acting.organizationId)
      .where('approver_id', '=', acting.userId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id)

/** Whether the user agreed that messages are filed in their name, in the acting organisation. */
export const isSetUp = async ({ trx, acting }: Scope): Promise<boolean> =>
  (await trx
    .selectFrom('approved_message_setup')
    .select('user_id')
    .where('user_id', '=', acting.userId)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()) !== undefined

/** Notes that they agree, or no longer do. */
export const noteSetUp = async (
  { trx, acting, clock }: Scope,
  isAgreed: boolean,
): Promise<void> => {
  const { userId: user_id, organizationId: organization_id } = acting
  if (isAgreed)
    await trx
      .insertInto('approved_message_setup')
      .values({ user_id, organization_id, approved_at: isoNow(clock) })
      .onConflict((on) => on.doNothing())
      .execute()
  else
    await trx
      .deleteFrom('approved_message_setup')
      .where('user_id', '=', user_id)
      .where('organization_id', '=', organization_id)
      .execute()
}
