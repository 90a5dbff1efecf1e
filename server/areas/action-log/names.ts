import { sql } from 'kysely'
import type { Person } from '../../../schema/generated/resolvers'
import { formatFullName, formatStaffName, type StaffName } from '../../../src/domain/identity'
import type { Scope } from '../../graphql/scope'
import { mayRead } from '../../graphql/visibility'
import { unnamedStaff } from './words'

/** A thing that an entry names: its type, in the words of the catalogue, and its id. */
export interface Ref {
  readonly type: string
  readonly id: string
}

/** Names by `type id`; what is not there has none that the user may read. */
export type Names = ReadonlyMap<string, string>

interface Named {
  readonly id: string
  readonly name: string
}
type Reader = (scope: Scope, ids: readonly string[]) => Promise<readonly Named[]>

const nameColumn =
  (table: 'ward' | 'care_pathway' | 'organization' | 'alert_rule' | 'checkup_type' | 'role') =>
  ({ trx }: Scope, ids: readonly string[]): Promise<Named[]> =>
    trx.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()

/** Whoever reads by a share link is told nobody's e-mail. */
const staffName = ({ acting }: Scope, person: StaffName | null): string =>
  acting.link === undefined
    ? formatStaffName(person)
    : formatStaffName(person === null ? null : { ...person, email: null }) || unnamedStaff

const readUsers: Reader = async (scope, ids) =>
  (
    await scope.trx
      .selectFrom('user_account')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('id', 'in', ids)
      .execute()
  ).map(({ id, first_name: firstName, last_name: lastName, email }) => ({
    id,
    name: staffName(scope, { firstName, lastName, email }),
  }))

/** Patients whose record the user may open now; the others have no name here. */
const readPatients: Reader = async (scope, ids) =>
  (
    await scope.trx
      .selectFrom('patient as p')
      .select(['p.id', 'p.first_name', 'p.last_name'])
      .where('p.id', 'in', ids)
      .where(mayRead(scope, sql.ref('p.id')))
      .execute()
  ).map(({ id, first_name: firstName, last_name: lastName }) => ({
    id,
    name: formatFullName({ firstName, lastName }),
  }))

const readAlerts: Reader = ({ trx }, ids) =>
  trx
    .selectFrom('alert as a')
    .innerJoin('alert_rule as r', 'r.id', 'a.alert_rule_id')
    .select(['a.id', 'r.name'])
    .where('a.id', 'in', ids)
    .execute()

const readers: Readonly<Record<string, Reader>> = {
  alert: readAlerts,
  alertRule: nameColumn('alert_rule'),
  carePathway: nameColumn('care_pathway'),
  checkupType: nameColumn('checkup_type'),
  organization: nameColumn('organization'),
  patient: readPatients,
  practice: nameColumn('organization'),
  role: nameColumn('role'),
  user: readUsers,
  ward: nameColumn('ward'),
}

const keyOf = ({ type, id }: Ref): string => `${type} ${id}`
export const nameOf = (names: Names, ref: Ref): string | null => names.get(keyOf(ref)) ?? null

/** The names, as they are now, of what entries name: one query for each type. */
export const readNames = async (scope: Scope, refs: readonly Ref[]): Promise<Names> => {
  const names = new Map<string, string>()
  for (const [type, read] of Object.entries(readers)) {
    const ids = [...new Set(refs.filter((ref) => ref.type === type).map(({ id }) => id))]
    if (ids.length === 0) continue
    for (const { id, name } of await read(scope, ids)) names.set(keyOf({ type, id }), name)
  }
  return names
}

interface Known {
  readonly person: Person | null
}
/**
 * The names of those who did something, also of another organisation and of the supplier: whoever
 * reads the log is told them as they are told the author of a note.
 */
export const readActors = async (scope: Scope, ids: readonly (string | null)[]): Promise<Names> => {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  const names = new Map(
    await readNames(
      scope,
      asked.map((id) => ({ type: 'user', id })),
    ),
  )
  const others = asked.filter((id) => nameOf(names, { type: 'user', id }) === null)
  if (others.length === 0) return names
  const { rows } =
    await sql<Known>`select app_person(asked.id) as person from unnest(${others}::text[]) as asked (id)`.execute(
      scope.trx,
    )
  for (const { person } of rows) {
    const name = staffName(scope, person)
    if (person !== null && name !== '') names.set(keyOf({ type: 'user', id: person.id }), name)
  }
  return names
}
