import { sql } from 'kysely'
import type {
  QuerySimilarPatientsArgs,
  QuerySimilarToManyArgs,
  SimilarPatient,
  SimilarToOne,
} from '../../../schema/generated/resolvers'
import {
  comparable,
  isDouble,
  likenessOf,
  likest,
  swapDayAndMonth,
  type Comparable,
  type NamedPerson,
} from '../../../src/domain/identity'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { birthDateOf } from './register'

/** As many are asked about at once: the rows of a sheet. */
const mostPeople = 2_000
/** As many are told of one. */
const mostAlike = 5

/** Who of the organisation is like each of these, the likest first; birth dates as YYYY-MM-DD. */
const alikeOf = async (
  { trx, acting }: Scope,
  people: readonly NamedPerson[],
): Promise<readonly (readonly SimilarPatient[])[]> => {
  const days = [
    ...new Set(people.flatMap(({ birthDate }) => [birthDate, swapDayAndMonth(birthDate)])),
  ]
  const rows = await trx
    .selectFrom('patient as p')
    .innerJoin('patient_organization as po', 'po.patient_id', 'p.id')
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.birth_date', 'p.national_identifier_value'])
    .where('po.organization_id', '=', acting.organizationId)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.birth_date = any(${days}::date[])`)
    .orderBy('p.search_name')
    .orderBy('p.id')
    .execute()
  const born = new Map<
    string,
    { patient: Omit<SimilarPatient, 'likeness'>; compared: Comparable }[]
  >()
  for (const row of rows) {
    const patient = {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.birth_date,
      hasNationalIdentifier: row.national_identifier_value !== null,
    }
    const one = { patient, compared: comparable(patient) }
    const sameDay = born.get(row.birth_date)
    if (sameDay === undefined) born.set(row.birth_date, [one])
    else sameDay.push(one)
  }
  return people.map((person) => {
    const compared = comparable(person)
    return likest(
      [...new Set([person.birthDate, swapDayAndMonth(person.birthDate)])]
        .flatMap((day) => born.get(day) ?? [])
        .flatMap((one): SimilarPatient[] => {
          const likeness = likenessOf(compared, one.compared)
          return likeness === null ? [] : [{ ...one.patient, likeness }]
        }),
    )
  })
}

/** Who of the organisation is so much alike that they may be the same person (T7). */
export const findSimilar = async (
  scope: Scope,
  { firstName, lastName, birthDate }: QuerySimilarPatientsArgs,
): Promise<SimilarPatient[]> => {
  const date = birthDateOf(birthDate, scope.clock.now(), (message) => {
    throw badInput([{ path: 'birthDate', message }])
  })
  const [found = []] = await alikeOf(scope, [{ firstName, lastName, birthDate: date }])
  return found.slice(0, mostAlike)
}

/**
 * `findSimilar` for many, by their places. Whose names and birth date a patient without an identifier has
 * is left out: they are refused as registered already, whatever their identifier.
 * @throws BAD_USER_INPUT naming the birth date that is none, or `people` where they are too many
 */
export const findSimilarToMany = async (
  scope: Scope,
  { people }: QuerySimilarToManyArgs,
): Promise<SimilarToOne[]> => {
  if (people.length > mostPeople)
    throw badInput([{ path: 'people', message: `Has at most ${mostPeople} people` }])
  const now = scope.clock.now()
  const found = await alikeOf(
    scope,
    people.map(({ firstName, lastName, birthDate }, at) => ({
      firstName,
      lastName,
      birthDate: birthDateOf(birthDate, now, (message) => {
        throw badInput([{ path: `people.${at}.birthDate`, message }])
      }),
    })),
  )
  return found.flatMap((patients, at) =>
    patients.length === 0 ||
    patients.some((one) => isDouble(one.likeness, one.hasNationalIdentifier))
      ? []
      : [{ at, patients: patients.slice(0, mostAlike) }],
  )
}
