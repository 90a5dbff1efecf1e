import type { SeenIdentity } from '../../../src/domain/sync/seen-identity'
import type { Trx } from '../../db/database'

/**
 * Whether the patient is still who the author saw. `unknown`: no patient that the organisation has;
 * `changed`: deleted, or another name, birth date or identifier. A greater revision alone is no
 * other person.
 */
export async function compareIdentity(
  trx: Trx,
  patientId: string,
  seen: SeenIdentity,
): Promise<'same' | 'changed' | 'unknown'> {
  const row = await trx
    .selectFrom('patient')
    .select(['first_name', 'last_name', 'birth_date', 'national_identifier_value', 'deleted_at'])
    .where('id', '=', patientId)
    .executeTakeFirst()
  if (row === undefined) return 'unknown'
  const isSame =
    row.deleted_at === null &&
    seen.name === `${row.first_name} ${row.last_name}` &&
    seen.birthDate === row.birth_date &&
    seen.identifierLast4 === (row.national_identifier_value?.slice(-4) ?? null)
  return isSame ? 'same' : 'changed'
}
