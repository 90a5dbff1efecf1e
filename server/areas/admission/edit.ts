import { sql } from 'kysely'
import type { MutationUpdatePatientArgs } from '../../../schema/generated/resolvers'
import { checkNationalIdentifier } from '../../../src/domain/identity/national-identifier'
import { flagFault, patientFlagTypes } from '../../../src/domain/patient/flag-types'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { ArgError } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { activeFlags } from './flags'
import {
  alreadyExists,
  birthDateOf,
  contactOf,
  firstNameOf,
  hasDouble,
  nameOf,
  notIdentifier,
  organizationOf,
  type Identity,
} from './register'
import { logPatientAction, requireForAdmission, takeCounters } from './registered'

type Organization = Awaited<ReturnType<typeof organizationOf>>
type Wrong = (path: string, message: string) => void

/** An identifier as it is kept; the spaces in it are not. Blank: the patient has none any more. */
const identifierOf = (
  text: string,
  { national_identifier_scheme: scheme }: Organization,
  wrong: Wrong,
) => {
  const typed = text.replaceAll(/\s/g, '')
  if (typed === '') return { national_identifier_type: null, national_identifier_value: null }
  const checked = checkNationalIdentifier(typed)
  if (scheme === null)
    wrong('nationalIdentifierValue', 'This organisation uses no national identifier')
  else if (!checked.ok) wrong('nationalIdentifierValue', notIdentifier(checked))
  return {
    national_identifier_type: scheme,
    national_identifier_value: checked.ok ? checked.value : null,
  }
}

/** The columns that are named; what is left out stays. */
const readChange = (
  given: MutationUpdatePatientArgs,
  own: Organization,
  nowMs: number,
  wrong: Wrong,
): Readonly<Record<string, unknown>> => {
  const contact = contactOf({ telephone: given.telephone, address: given.address }, own, wrong)
  return {
    ...(given.firstName == null
      ? {}
      : {
          first_name: firstNameOf(
            { firstName: given.firstName, hasOneName: given.hasOneName ?? false },
            wrong,
          ),
        }),
    ...(given.lastName == null ? {} : { last_name: nameOf('lastName', given.lastName, wrong) }),
    ...(given.gender == null ? {} : { gender: given.gender }),
    ...(given.birthDate == null
      ? {}
      : {
          birth_date: birthDateOf(given.birthDate, nowMs, (message) => wrong('birthDate', message)),
        }),
    ...(given.telephone === undefined ? {} : { telephone: contact.telephone }),
    ...(given.address === undefined ? {} : { address: contact.address }),
    ...(given.nationalIdentifierValue === undefined
      ? {}
      : identifierOf(given.nationalIdentifierValue ?? '', own, wrong)),
  }
}

export const patientRow = ({ trx }: Scope, id: string) =>
  trx
    .selectFrom('patient')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const identityOf = (row: NonNullable<Awaited<ReturnType<typeof patientRow>>>): Identity => ({
  firstName: row.first_name,
  lastName: row.last_name,
  birthDate: row.birth_date,
  identifier: row.national_identifier_value,
})

/** Whether the patient has a login of their own, also one of another organisation. */
const hasLogin = async ({ trx }: Scope, patientId: string): Promise<boolean> =>
  (await trx
    .selectFrom('self_care as s')
    .leftJoin('user_account as u', 'u.id', 's.user_id')
    .select('s.user_id')
    .where('s.patient_id', '=', patientId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Who has a login of their own must be reachable (C443). @throws BAD_USER_INPUT */
export const requireReachable = async (
  scope: Scope,
  patientId: string,
  wanted: { readonly telephone: string | null; readonly address: object | null },
  argument = '',
): Promise<void> => {
  if (!(await hasLogin(scope, patientId))) return
  const missing = [
    ...(wanted.telephone === null ? ['telephone'] : []),
    ...(wanted.address === null ? ['address', 'postcode'] : []),
  ]
  if (missing.length > 0)
    throw badInput(missing.map((path) => ({ path: `${argument}${path}`, message: 'Required' })))
}

type About = Parameters<typeof flagFault>[1]

/**
 * A flag that could not be set with the sex or the birth date as they are to be. It is taken off by
 * whoever may, knowingly: with it a score begins again.
 */
const againstFlags = async (
  scope: Scope,
  patientId: string,
  { was, wanted }: { readonly was: About; readonly wanted: About },
): Promise<readonly ArgError[]> => {
  const isWrong = (type: string, about: About) => flagFault(type, about, scope.clock.now()) !== null
  const active = await activeFlags(scope, patientId)
  return patientFlagTypes
    .filter(({ type }) => active.includes(type) && isWrong(type, wanted))
    .map(({ type, title }) => ({
      path: isWrong(type, { ...was, gender: wanted.gender }) ? 'gender' : 'birthDate',
      message: `The flag ${title} is set: take it off first`,
    }))
}

/**
 * Corrects what is named of a patient.
 * @throws NOT_FOUND, BAD_USER_INPUT naming the fields, CONFLICT (KEPT_ELSEWHERE, NOTHING_CHANGED)
 */
export async function editPatient(scope: Scope, given: MutationUpdatePatientArgs): Promise<void> {
  const { trx, acting, clock } = scope
  const { patientId } = given
  await requireForAdmission(scope, patientId)
  const errors: ArgError[] = []
  const wrong: Wrong = (path, message) => void errors.push({ path, message })
  const change = readChange(given, await organizationOf(scope), clock.now(), wrong)
  if (errors.length > 0) throw badInput(errors)
  const before = await patientRow(scope, patientId)
  if (before === undefined) throw notFound()
  await takeCounters(scope, [before.organization_id])
  const {
    rows: [kept],
  } = await sql<{ by: string | null }>`select app_patient_keeper(${patientId}) as by`.execute(trx)
  if (kept?.by == null) throw notFound()
  if (kept.by !== acting.organizationId)
    throw conflict('KEPT_ELSEWHERE', 'Another organisation keeps the details of this patient')
  const held = (await patientRow(scope, patientId)) ?? before
  const wanted = { ...held, ...change } as typeof held
  await requireReachable(scope, patientId, wanted)
  if ('gender' in change || 'birth_date' in change) {
    const against = await againstFlags(scope, patientId, {
      was: { gender: held.gender, birthDate: held.birth_date },
      wanted: { gender: wanted.gender, birthDate: wanted.birth_date },
    })
    if (against.length > 0) throw badInput(against)
  }
  const isSomeoneElse = ['first_name', 'last_name', 'birth_date', 'national_identifier_value'].some(
    (name) => name in change,
  )
  // Who was registered as a different patient (T7) stays one.
  if (
    isSomeoneElse &&
    (await hasDouble(scope, identityOf(wanted), patientId)) &&
    !(await hasDouble(scope, identityOf(held), patientId))
  )
    throw alreadyExists()
  const {
    rows: [done],
  } = await sql<{
    how: 'changed' | 'same' | 'taken'
  }>`select app_change_patient(${patientId}, ${JSON.stringify(change)}::jsonb) as how`.execute(trx)
  if (done?.how === 'taken')
    throw badInput([
      {
        path: 'nationalIdentifierValue',
        message: 'Another patient with this identifier is registered',
      },
    ])
  if (done?.how !== 'changed') throw conflict('NOTHING_CHANGED', 'Nothing was changed')
  await logPatientAction(scope, 'updatePatient', patientId, {
    // Values stay with the record.
    details: { fields: Object.keys(change) },
  })
}
