import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type {
  ListedPatient,
  NamedReference,
  PatientNameList,
} from '../../../schema/generated/resolvers'
import { recentlyDischargedDays, type PatientListFilter } from '../../../src/domain/patient/list'
import type { SortTerm } from '../../../src/domain/virtual-ward/virtual-ward'
import { isoNow } from '../../clock'
import { may } from '../../../src/domain/access/may'
import type { Acting } from '../../graphql/acting'
import type { Scope } from '../../graphql/scope'
import { similarNames } from '../patient'
import { atOf, matchesText, orderBy } from '../virtual-ward'

const dayMs = 86_400_000

/** What a page of the list is asked by. */
export interface ListQuery {
  readonly isTest: boolean
  readonly filter: PatientListFilter
  /** '' finds everybody. */
  readonly text: string
  readonly sort: SortTerm
  readonly take: number
  readonly skip: number
}

/** As mayOpen, as a condition on rows `x` of patient_list_row; a test compares the two. */
export const opensListed = (acting: Acting): RawBuilder<boolean> => {
  const { features, permissions } = acting.principal
  if (!features.has('wards')) return sql<boolean>`true`
  const own = sql<boolean>`coalesce(x.ward_id = any((select app_own_wards(${acting.userId}, ${may(acting.principal, 'ward.oversee')}))::text[]), false)`
  return permissions.has('view_patient_archive')
    ? sql<boolean>`(x.admitted_by is distinct from ${acting.organizationId} or ${own})`
    : own
}

const conditionOf = ({ clock }: Scope, filter: PatientListFilter): RawBuilder<boolean> => {
  if (filter === 'all') return sql<boolean>`true`
  if (filter === 'activeAdmission') return sql<boolean>`x.ward_id is not null`
  const since = new Date(clock.now() - recentlyDischargedDays * dayMs).toISOString()
  return sql<boolean>`(x.ward_id is null and x.id in (select d.patient_id from patient_discharge d where d.discharged_at >= ${since}::timestamptz))`
}

/** The rows that fit, as a `from` and a `where`; `p` holds what they are ordered and found by. */
const found = (scope: Scope, { isTest, filter, text, sort }: ListQuery): RawBuilder<unknown> => {
  const ordered =
    sort.field === 'lastName'
      ? sql`cross join lateral (select x.id, x.folded_last_name, x.search_name, x.national_identifier_value) p`
      : sql`join board_row p on p.id = x.id`
  const where = sql.join(
    [
      sql`x.is_test = ${isTest}`,
      opensListed(scope.acting),
      conditionOf(scope, filter),
      ...(text.trim() === '' ? [] : [matchesText(text)]),
    ],
    sql` and `,
  )
  return sql`from patient_list_row x ${ordered} where ${where}`
}

/** By last name and then by first name, or as the board is. */
const orderOf = (scope: Scope, sort: SortTerm): RawBuilder<unknown> => {
  if (sort.field !== 'lastName') return orderBy([sort], atOf(scope, isoNow(scope.clock), null))
  const turn = sql.raw(sort.direction === 'ASC' ? 'asc' : 'desc')
  return sql`p.folded_last_name collate "C" ${turn}, p.search_name collate "C" ${turn}, p.id`
}

interface Row {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly birth_date: string
  readonly gender: 'male' | 'female'
  readonly national_identifier_type: string | null
  readonly national_identifier_value: string | null
  readonly created_at: string
  readonly by_practice: boolean
  readonly ward_id: string | null
  readonly ward_name: string | null
  readonly practices: NamedReference[]
  readonly total: number
}

const identifierOf = ({
  national_identifier_type: type,
  national_identifier_value: value,
}: Pick<Row, 'national_identifier_type' | 'national_identifier_value'>) =>
  type === null || value === null ? null : { type, value }

const listed = (row: Row, numSimilarNames: number): ListedPatient => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  birthDate: row.birth_date,
  gender: row.gender,
  createdAt: row.created_at,
  nationalIdentifier: identifierOf(row),
  numSimilarNames,
  practices: row.practices,
  mayAssign: !row.by_practice,
  wards:
    row.ward_id === null || row.ward_name === null
      ? []
      : [{ id: row.ward_id, name: row.ward_name }],
})

/** A page of the list, and how many patients it has in all. */
export const listPatients = async (
  scope: Scope,
  query: ListQuery,
): Promise<{ patients: ListedPatient[]; total: number }> => {
  const from = found(scope, query)
  const order = orderOf(scope, query.sort)
  const { rows } = await sql<Row>`
    select x.*, k.total, coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by lower(n.name), n.id)
      from patient_practice_name n where n.patient_id = x.id), '[]') as practices
    from (select array_agg(f.id) as ids, max(f.total) as total from (
      select x.id, (count(*) over ())::int as total ${from} order by ${order} limit ${query.take} offset ${query.skip}) f) k
    cross join unnest(k.ids) with ordinality as place (id, nth)
    cross join lateral (select * from patient_list_row r where r.id = place.id offset 0) x
    order by place.nth`.execute(scope.trx)
  const similar = await similarNames(
    scope.trx,
    rows.map(({ id }) => id),
  )
  const total =
    rows[0]?.total ??
    (query.skip === 0
      ? 0
      : ((await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(scope.trx))
          .rows[0]?.total ?? 0))
  return { patients: rows.map((row) => listed(row, similar.get(row.id) ?? 0)), total }
}

/** So many names are told at most. */
const mostNames = 2_000

type NameRow = Pick<
  Row,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'birth_date'
  | 'national_identifier_type'
  | 'national_identifier_value'
  | 'ward_name'
  | 'total'
>

/** Who there is: those who are admitted, then the last registered. */
export const listNames = async (scope: Scope): Promise<PatientNameList> => {
  const { rows } = await sql<NameRow>`
    select x.id, x.first_name, x.last_name, x.birth_date, x.national_identifier_type, x.national_identifier_value,
      x.ward_name, (count(*) over ())::int as total
    from patient_list_row x where x.is_test = false and ${opensListed(scope.acting)}
    order by x.ward_id is null, x.created_at desc, x.id limit ${mostNames}`.execute(scope.trx)
  return {
    names: rows.map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.birth_date,
      nationalIdentifier: identifierOf(row),
      ward: row.ward_name,
    })),
    total: rows[0]?.total ?? 0,
  }
}
