import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'

/** A file, without its bytes. */
export type KeptFile = Readonly<Selectable<Tables['checkup_file']>>

/** A file by the sender's id. */
export const findCheckupFile = (
  trx: Trx,
  organizationId: string,
  sourceId: string,
): Promise<KeptFile | undefined> =>
  trx
    .selectFrom('checkup_file')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()

/** Files of a patient by id; those of others, and those out of sight, are left out. */
export async function filesById(
  trx: Trx,
  patientId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptFile>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('checkup_file')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where(isOneOf('id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Keeps a file with its bytes. @returns false when one of its ids exists */
export async function storeCheckupFile(
  trx: Trx,
  file: KeptFile,
  bytes: Uint8Array,
): Promise<boolean> {
  const written = await trx
    .insertInto('checkup_file')
    .values(file)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written === undefined) return false
  await trx
    .insertInto('checkup_file_bytes')
    .values({ file_id: file.id, organization_id: file.organization_id, bytes })
    .execute()
  return true
}

/** A file with its bytes; undefined where it is out of sight. */
export const readCheckupFile = (trx: Trx, id: string) =>
  trx
    .selectFrom('checkup_file as f')
    .innerJoin('checkup_file_bytes as b', 'b.file_id', 'f.id')
    .select(['f.patient_id', 'f.media_type', 'f.received_at', 'b.bytes'])
    .where('f.id', '=', id)
    .executeTakeFirst()
