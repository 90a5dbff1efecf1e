import { sql } from 'kysely'
import type { HandoverText, Person } from '../../../schema/generated/resolvers'
import { handoverTextSchema, writeHandover } from '../../../src/domain/handover/text'
import { isoNow } from '../../clock'
import type { Trx } from '../../db/database'
import { plainFields } from '../../db/plain-fields'
import { nextRevision } from '../../db/revision'
import { operation, type SyncedOperation } from '../../engine/synced'
import { badInput } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import { requirePatient } from '../../graphql/visibility'

const fields = plainFields(handoverTextSchema, 'createdBy')
/** Texts that are told of a patient, at most: of two days, many for each of their staff. */
const most = 200

/**
 * What the acting organisation's staff wrote of a patient for the next shift, the newest first.
 * @param sinceMs epoch milliseconds
 */
export const handoversOf = async (
  trx: Trx,
  patientId: string,
  sinceMs: number,
): Promise<HandoverText[]> => {
  const rows = await trx
    .selectFrom('patient_handover as h')
    .select([...fields.from('h'), sql<Person | null>`app_person(h.created_by)`.as('author')])
    .where('h.patient_id', '=', patientId)
    .where('h.captured_at', '>', new Date(sinceMs).toISOString())
    .orderBy('h.captured_at', 'desc')
    .orderBy('h.id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...fields.of(row), createdBy: row.author }))
}

/** Commands about handovers, all of which may wait. */
export const handoverOperations: readonly SyncedOperation[] = [
  operation(writeHandover, async (scope, { patientId, ...parts }, { at }) => {
    const { trx, acting, idempotencyKey: id } = scope
    if (id === null) throw badInput([{ path: 'id', message: 'Needs an id of its own' }])
    await requirePatient(scope, patientId)
    const revision = await nextRevision(trx, acting.organizationId)
    await trx
      .insertInto('patient_handover')
      .values({
        id,
        organization_id: acting.organizationId,
        patient_id: patientId,
        ...parts,
        captured_at: at,
        created_at: isoNow(scope.clock),
        created_by: acting.userId,
        revision,
      })
      .execute()
    await logged(scope, {
      action: 'writeHandover',
      entityType: 'handover',
      entityId: id,
      patientId,
    })
    return { version: String(revision) }
  }),
]
