import { sql } from 'kysely'
import type { Allergy, CriticalInformation, Person } from '../../../schema/generated/resolvers'
import { allergySchema } from '../../../src/domain/critical/allergies'
import {
  criticalInformationSchema,
  type CriticalValue,
} from '../../../src/domain/critical/information'
import { criticalMarksOf, type CriticalMarks } from '../../../src/domain/critical/marks'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import { plainFields } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'

const allergyFields = plainFields(allergySchema, 'recordedBy', 'struckOut')
const informationFields = plainFields(criticalInformationSchema, 'recordedBy')

const byPatient = <Row extends { readonly patient_id: string }, Entry>(
  rows: readonly Row[],
  entryOf: (row: Row) => Entry,
): ReadonlyMap<string, Entry[]> => {
  const found = new Map<string, Entry[]>()
  for (const row of rows) {
    const entries = found.get(row.patient_id) ?? []
    entries.push(entryOf(row))
    found.set(row.patient_id, entries)
  }
  return found
}

/** Every entry about allergies, also those struck out, of each patient that has one. */
export async function allergiesOf(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, Allergy[]>> {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_allergy as a')
    .leftJoin('patient_allergy_strike_out as s', 's.allergy_id', 'a.id')
    .select([
      ...allergyFields.from('a'),
      'a.patient_id',
      's.captured_at as struck_at',
      's.reason as struck_reason',
      sql<Person | null>`app_person(a.created_by)`.as('author'),
      sql<Person | null>`app_person(s.created_by)`.as('struck_by'),
    ])
    .where(isOneOf('a.patient_id', patientIds))
    .orderBy('a.captured_at')
    .orderBy('a.id')
    .execute()
  return byPatient(rows, (row) => ({
    ...allergyFields.of(row),
    recordedBy: row.author,
    struckOut:
      row.struck_at === null || row.struck_reason === null
        ? null
        : { capturedAt: row.struck_at, by: row.struck_by, reason: row.struck_reason },
  }))
}

/** Of each field the entry that counts, of each patient that has one. */
export async function criticalInformationOf(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, CriticalInformation[]>> {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_critical_information as c')
    .select([
      ...informationFields.from('c'),
      'c.patient_id',
      sql<Person | null>`app_person(c.created_by)`.as('author'),
    ])
    .where(isOneOf('c.patient_id', patientIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('patient_critical_information as r')
            .select('r.id')
            .whereRef('r.replaces', '=', 'c.id'),
        ),
      ),
    )
    .orderBy('c.field')
    .execute()
  return byPatient(rows, (row) => ({ ...informationFields.of(row), recordedBy: row.author }))
}

/** The marks of each of these patients, whether anything is written of them or not. */
export async function criticalMarks(
  { trx, acting }: Pick<Scope, 'trx' | 'acting'>,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, CriticalMarks>> {
  if (patientIds.length === 0) return new Map()
  const parts = await trx
    .selectFrom('patient_organization')
    .select(['patient_id', 'others_from'])
    .where(isOneOf('patient_id', patientIds))
    .where('organization_id', '=', acting.organizationId)
    .where('others_from', 'is not', null)
    .execute()
  const openFrom = new Map(parts.map((row) => [row.patient_id, row.others_from]))
  const allergies = await allergiesOf(trx, patientIds)
  const information = await criticalInformationOf(trx, patientIds)
  return new Map(
    patientIds.map((id) => [
      id,
      criticalMarksOf({
        allergies: (allergies.get(id) ?? []).map((one) => allergySchema.parse(one)),
        resuscitation: information.get(id)?.find(({ field }) => field === 'resuscitation')
          ?.value as CriticalValue | null | undefined,
        othersFrom: openFrom.get(id) ?? null,
      }),
    ]),
  )
}
