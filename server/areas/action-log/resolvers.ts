import { sql } from 'kysely'
import type {
  AccountLogPage,
  ActionLogPage,
  NamedReference,
  QueryAccountLogsArgs,
  QueryActionLogsArgs,
} from '../../../schema/generated/resolvers'
import { badInput } from '../../graphql/errors'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { nameOf, readActors, readNames, type Names } from './names'
import { refsOf, tell } from './tell'

/** @throws BAD_USER_INPUT unless it is the id of an entry */
const readFrom = (given: string | null | undefined): number | null => {
  if (given == null) return null
  if (!/^[1-9]\d{0,14}$/.test(given))
    throw badInput([{ path: 'fromActionLogId', message: 'Must be a nextActionLogId' }])
  return Number(given)
}

const userOf = (names: Names, id: string | null) =>
  id === null ? null : { id, name: nameOf(names, { type: 'user', id }) }

/** Entries that are in the logs of two organisations say who acted; links and look-ups have a word of their own. */
const actedFor = sql`coalesce(details ->> 'byOrganizationId', case when action in
  ('assignPatientToPractice', 'linkPatient', 'lookupPatient', 'unassignPatientFromPractice') then details ->> 'organizationId' end, organization_id)`

/** Query fields of schema/action-log.graphql. */
export const actionLogQueries = {
  async actionLogs(scope: Scope, args: QueryActionLogsArgs): Promise<ActionLogPage> {
    const from = readFrom(args.fromActionLogId)
    await requirePatient(scope, args.patientId)
    const { trx, acting } = scope
    const organization = await trx
      .selectFrom('organization')
      .select(['id', 'name', 'edition'])
      .where('id', '=', acting.organizationId)
      .executeTakeFirstOrThrow()
    let query = trx
      .selectFrom('action_log')
      .select([
        'seq',
        'at',
        'actor_id',
        'logged_in_as',
        'action',
        'entity_type',
        'entity_id',
        'patient_id',
        'details',
        sql<NamedReference | null>`app_named_organization(${actedFor})`.as('acting_organization'),
      ])
      .where('organization_id', '=', acting.organizationId)
      .where('patient_id', '=', args.patientId)
    if (from !== null) query = query.where('seq', '<=', from)
    const rows = await query
      .orderBy('seq', 'desc')
      .limit(pageLimit + 1)
      .execute()
    const shown = rows.slice(0, pageLimit)
    const names = await readNames(scope, shown.flatMap(refsOf))
    const actors = await readActors(
      scope,
      shown.flatMap(({ actor_id, logged_in_as }) => [actor_id, logged_in_as]),
    )
    return {
      entries: shown.map((row) => {
        const { message, entities } = tell(row, names, organization.edition)
        return {
          id: String(row.seq),
          message,
          createdAt: row.at,
          user: userOf(actors, row.actor_id),
          affectedOrganization: { id: organization.id, name: organization.name },
          actingOrganization: row.actor_id === null ? null : row.acting_organization,
          loggedInAs: userOf(actors, row.logged_in_as),
          messageEntities: entities,
        }
      }),
      nextActionLogId: rows[pageLimit] === undefined ? null : String(rows[pageLimit].seq),
    }
  },
  async accountLogs(scope: Scope, args: QueryAccountLogsArgs): Promise<AccountLogPage> {
    const from = readFrom(args.fromActionLogId)
    const { trx, acting } = scope
    const { edition } = await trx
      .selectFrom('organization')
      .select('edition')
      .where('id', '=', acting.organizationId)
      .executeTakeFirstOrThrow()
    let query = trx
      .selectFrom('action_log')
      .select([
        'seq',
        'at',
        'logged_in_as',
        'action',
        'entity_type',
        'entity_id',
        'patient_id',
        'details',
      ])
      .where('organization_id', '=', acting.organizationId)
      // As the index action_log_of_accounts has it.
      .where(sql<boolean>`action like 'account%'`)
    if (from !== null) query = query.where('seq', '<=', from)
    const rows = await query
      .orderBy('seq', 'desc')
      .limit(pageLimit + 1)
      .execute()
    const shown = rows.slice(0, pageLimit)
    const names = await readNames(scope, shown.flatMap(refsOf))
    const staff = await readActors(
      scope,
      shown.map(({ logged_in_as }) => logged_in_as),
    )
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    return {
      entries: shown.map((row) => ({
        id: String(row.seq),
        createdAt: row.at,
        account: {
          id: text(row.entity_id),
          name: nameOf(names, { type: 'user', id: text(row.entity_id) }),
        },
        message: tell(row, names, edition).message,
        loggedInAs: userOf(staff, row.logged_in_as),
        device: text(row.details['device']),
        address: text(row.details['address']),
      })),
      nextActionLogId: rows[pageLimit] === undefined ? null : String(rows[pageLimit].seq),
    }
  },
}
