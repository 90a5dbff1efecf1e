import { sql } from 'kysely'
import type {
  QuerySimilarPatientsArgs,
  QuerySimilarToManyArgs,
  SimilarPatient,
  SimilarToOne,
} from '../../../schema/generated/resolvers'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { birthDateOf } from './register'

/** As many are asked about at once: the rows of a sheet. */
const mostPeople = 2_000

/** Who of the organisation has this birth date and a similar name, however it is written. */
export const findSimilar = async (
  { trx, acting, clock }: Scope,
  { firstName, lastName, birthDate }: QuerySimilarPatientsArgs,
): Promise<SimilarPatient[]> => {
  const date = birthDateOf(birthDate, clock.now(), (message) => {
    throw badInput([{ path: 'birthDate', message }])
  })
  const rows = await trx
    .selectFrom('patient as p')
    .innerJoin('patient_organization as po', 'po.patient_id', 'p.id')
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.birth_date'])
    .where('po.organization_id', '=', acting.organizationId)
    .where('p.birth_date', '=', date)
    .where('p.deleted_at', 'is', null)
    .where(
      'p.similar_key',
      '=',
      sql<string>`similar_key_of(${firstName.trim()}, ${lastName.trim()})`,
    )
    .orderBy('p.search_name')
    .orderBy('p.id')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: row.birth_date,
  }))
}

/**
 * `findSimilar` for many, by their places. Whose names and birth date a patient without an identifier has
 * is left out: they are refused as registered already, whatever their identifier.
 * @throws BAD_USER_INPUT naming the birth date that is none, or `people` where they are too many
 */
export const findSimilarToMany = async (
  { trx, acting, clock }: Scope,
  { people }: QuerySimilarToManyArgs,
): Promise<SimilarToOne[]> => {
  if (people.length > mostPeople)
    throw badInput([{ path: 'people', message: `Has at most ${mostPeople} people` }])
  const now = clock.now()
  const dates = people.map(({ birthDate }, at) =>
    birthDateOf(birthDate, now, (message) => {
      throw badInput([{ path: `people.${at}.birthDate`, message }])
    }),
  )
  const { rows } = await sql<{
    at: number
    id: string
    first_name: string
    last_name: string
    birth_date: string
  }>`
    with asked as (
      select (a.place - 1)::int as at, a.born, similar_key_of(a.first_name, a.last_name) as similar_key,
        fold_text(a.first_name || ' ' || a.last_name) as name
      from unnest(${people.map((one) => one.firstName.trim())}::text[], ${people.map((one) => one.lastName.trim())}::text[],
        ${dates}::date[]) with ordinality as a(first_name, last_name, born, place)),
    own as (
      select a.at, a.name, p.id, p.first_name, p.last_name, p.birth_date, p.search_name, p.national_identifier_value,
        row_number() over (partition by a.at order by p.search_name, p.id) as nth
      from asked a join patient p on p.similar_key = a.similar_key and p.birth_date = a.born and p.deleted_at is null
      join patient_organization po on po.patient_id = p.id and po.organization_id = ${acting.organizationId})
    select o.at, o.id, o.first_name, o.last_name, o.birth_date from own o
    where o.nth <= 5 and not exists (select 1 from own same where same.at = o.at and same.search_name = same.name
      and same.national_identifier_value is null)
    order by o.at, o.nth`.execute(trx)
  const found = new Map<number, SimilarPatient[]>()
  for (const row of rows)
    found.set(row.at, [
      ...(found.get(row.at) ?? []),
      {
        id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        birthDate: row.birth_date,
      },
    ])
  return [...found].map(([at, patients]) => ({ at, patients }))
}
