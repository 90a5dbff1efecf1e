import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ContactInput, MutationCreatePatientArgs } from '../../../schema/generated/resolvers'
import { checkNationalIdentifier, type NationalIdentifierFault } from '../../../src/domain/identity'
import { isTooOld, mostYears, readBirthDate } from '../../../src/domain/patient/birth-date'
import { differentPatientReason } from '../../../src/domain/patient/different-patient'
import { todayAnywhere } from '../../../src/domain/patient/expected-discharge'
import { firstNameFault, patientName } from '../../../src/domain/patient/patient-name'
import { checkTelephone } from '../../../src/domain/patient/telephone'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { badInput } from '../../graphql/errors'
import type { ArgError } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { logPatientAction } from './registered'

const longestText = 500

/** What is said of a double (K6); the bulk upload reads it as 'AlreadyExists'. */
export const alreadyExists = (): Error =>
  badInput([{ path: 'firstName', message: 'A patient with that First Name already exists' }])

/** What of the acting organisation says how its patients' fields are read. */
export const organizationOf = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('organization')
    .select(['edition', 'national_identifier_scheme'])
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
type Organization = Awaited<ReturnType<typeof organizationOf>>

/** Reads a birth date; `wrong` is told what is wrong with it. */
export const birthDateOf = (
  text: string,
  nowMs: number,
  wrong: (message: string) => void,
): string => {
  const date = readBirthDate(text)
  const { earliest, latest } = todayAnywhere(nowMs)
  if (date === null) wrong('Must be a date')
  else if (date > latest) wrong('Date of birth must be in the past')
  else if (isTooOld(date, earliest)) wrong(`Must be at most ${mostYears} years ago`)
  return date ?? ''
}

interface Contact {
  readonly telephone: string | null
  readonly address: { readonly address: string; readonly postcode: string } | null
}

/** Telephone and address as they are kept: a blank address is none, and half of one is a fault. */
export const contactOf = (
  given: ContactInput,
  { edition }: Organization,
  wrong: (path: string, message: string) => void,
): Contact => {
  const telephone = given.telephone?.trim() ?? ''
  const checked = telephone === '' ? null : checkTelephone(telephone, edition)
  if (checked?.ok === false) wrong('telephone', 'Must be a telephone number')
  const [address, postcode] = [
    given.address?.address.trim() ?? '',
    given.address?.postcode.trim() ?? '',
  ]
  if (address.length > longestText) wrong('address', `Has at most ${longestText} characters`)
  if (postcode.length > 20) wrong('postcode', 'Has at most 20 characters')
  if (address === '' && postcode !== '') wrong('address', 'Required')
  if (postcode === '' && address !== '') wrong('postcode', 'Required')
  return {
    telephone: checked?.ok === true ? checked.value : null,
    address: address === '' || postcode === '' ? null : { address, postcode },
  }
}

/** Who a patient is. `identifier`: null: none is known. */
export interface Identity {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly birthDate: string
  readonly identifier: string | null
}

/**
 * Whether the organisation has another patient of this name and birth date (K6). Two with different
 * identifiers are two people (T7).
 * @param besides whom it is not about
 */
export const hasDouble = async (
  { trx, acting }: Scope,
  { firstName, lastName, birthDate, identifier }: Identity,
  besides = '',
): Promise<boolean> =>
  (await trx
    .selectFrom('patient as p')
    .innerJoin('patient_organization as po', 'po.patient_id', 'p.id')
    .select('p.id')
    .where('po.organization_id', '=', acting.organizationId)
    .where('p.birth_date', '=', birthDate)
    .where('p.id', '<>', besides)
    .where('p.deleted_at', 'is', null)
    .where('p.search_name', '=', sql<string>`fold_text(${`${firstName} ${lastName}`})`)
    .$if(identifier !== null, (query) => query.where('p.national_identifier_value', 'is', null))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What is said of a text that is no identifier. */
export const notIdentifier = ({ reason }: { readonly reason: NationalIdentifierFault }): string =>
  reason === 'placeholder'
    ? 'Is no patient’s number: enter theirs, or none'
    : 'Must be a valid national identifier'

/** A name as it is kept. */
export const nameOf = (
  path: string,
  given: string,
  wrong: (path: string, message: string) => void,
): string => {
  const text = given.trim().replaceAll(/\s+/g, ' ')
  const read = patientName.safeParse(text)
  if (!read.success) wrong(path, read.error.issues[0]?.message ?? 'Required')
  return text
}

/** A first name as it is kept; of a patient of one name: none. */
export const firstNameOf = (
  { firstName, hasOneName }: { readonly firstName: string; readonly hasOneName?: boolean | null },
  wrong: (path: string, message: string) => void,
): string => {
  const text = firstName.trim().replaceAll(/\s+/g, ' ')
  const fault = firstNameFault(text, hasOneName ?? false)
  if (fault !== null) wrong('firstName', fault)
  return text
}

/** Why it is another person; null: it is not said. */
const reasonOf = (
  given: string | null | undefined,
  wrong: (path: string, message: string) => void,
): string | null => {
  if (given == null) return null
  const read = differentPatientReason.safeParse(given)
  if (!read.success) wrong('differentPatientReason', read.error.issues[0]?.message ?? 'Required')
  return read.success ? read.data : null
}

/** What is kept of a new patient. @throws BAD_USER_INPUT naming every field that is wrong */
const readNewPatient = (given: MutationCreatePatientArgs, own: Organization, nowMs: number) => {
  const errors: ArgError[] = []
  const wrong = (path: string, message: string): void => void errors.push({ path, message })
  if (given.type !== 'elderly') wrong('type', 'Must be elderly')
  const scheme = own.national_identifier_scheme
  const typed = given.nationalIdentifierValue?.replaceAll(/\s/g, '') ?? ''
  const identifier = typed === '' ? null : checkNationalIdentifier(typed)
  if (identifier !== null && scheme === null)
    wrong('nationalIdentifierValue', 'This organisation uses no national identifier')
  if (identifier?.ok === false) wrong('nationalIdentifierValue', notIdentifier(identifier))
  const read = {
    firstName: firstNameOf(given, wrong),
    lastName: nameOf('lastName', given.lastName, wrong),
    birthDate: birthDateOf(given.birthDate, nowMs, (message) => wrong('birthDate', message)),
    conditions: (given.preExistingConditions ?? []).map((one) => one.trim()).filter(Boolean),
    ...contactOf({ telephone: given.telephone, address: given.address }, own, wrong),
    identifier: identifier?.ok === true && scheme !== null ? identifier.value : null,
    scheme,
    reason: reasonOf(given.differentPatientReason, wrong),
  }
  if (read.conditions.length > 50 || read.conditions.some((one) => one.length > longestText))
    wrong('preExistingConditions', `At most 50, each of at most ${longestText} characters`)
  if (errors.length > 0) throw badInput(errors)
  return read
}

/**
 * Registers a patient (K6, T7).
 * @returns the id
 * @throws BAD_USER_INPUT, of a double at firstName
 */
export async function registerPatient(
  scope: Scope,
  given: MutationCreatePatientArgs,
): Promise<string> {
  const { trx, acting, clock } = scope
  const read = readNewPatient(given, await organizationOf(scope), clock.now())
  // The counter's lock: of two at once the second sees the first.
  const revision = await nextRevision(trx, acting.organizationId)
  const isDouble = await hasDouble(scope, read)
  if (isDouble && read.reason === null) throw alreadyExists()
  const id = randomUUID()
  const now = isoNow(clock)
  // The identifier may be a patient's of another organisation, which only the index sees.
  const inserted = await trx
    .insertInto('patient')
    .values({
      id,
      organization_id: acting.organizationId,
      type: given.type,
      first_name: read.firstName,
      last_name: read.lastName,
      gender: given.gender,
      birth_date: read.birthDate,
      telephone: read.telephone,
      address: read.address === null ? null : JSON.stringify(read.address),
      national_identifier_type: read.identifier === null ? null : read.scheme,
      national_identifier_value: read.identifier,
      pre_existing_conditions: JSON.stringify(read.conditions),
      created_at: now,
      revision,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) throw alreadyExists()
  await trx
    .insertInto('patient_organization')
    .values({ patient_id: id, organization_id: acting.organizationId, linked_at: now })
    .execute()
  await logPatientAction(scope, 'createPatient', id, {
    details: isDouble ? { reason: read.reason } : {},
  })
  return id
}

/** Telephone and address as they are kept. @throws BAD_USER_INPUT, also of a blank address */
export const readContact = async (scope: Scope, given: ContactInput): Promise<Contact> => {
  const errors: ArgError[] = []
  const wrong = (path: string, message: string): void =>
    void errors.push({ path: `newContact.${path}`, message })
  const read = contactOf(given, await organizationOf(scope), wrong)
  if (given.address?.address.trim() === '' && given.address.postcode.trim() === '')
    for (const path of ['address', 'postcode']) wrong(path, 'Required')
  if (errors.length > 0) throw badInput(errors)
  return read
}
