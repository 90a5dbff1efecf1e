import { sql } from 'kysely'
import { isMembers } from '../../src/domain/checkup/sift'
import { findUnstorable } from '../../src/domain/text/storable'
import type { Database } from '../db/database'
import type { IngestKey } from './ingest-key'
import type { Refusal } from './refusal'

/** Refusals of one day that are told apart; more of them are one row. */
const mostOfDay = 200
const keptDays = 30
const mostFields = 10
const longest = 100

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whose it was, as it was sent; '': none that can be kept. */
const patientOf = (raw: unknown): string => {
  const id = isMembers(raw) ? raw['patientId'] : null
  return typeof id === 'string' && id.length <= longest && findUnstorable(id) === null ? id : ''
}

/**
 * Keeps for the organisation that something its sender brought was refused: the same of one day is
 * one row, and nothing of what was sent is in it but the patient's id and the names of fields.
 */
export const keepRefused = (
  database: Database,
  key: Pick<IngestKey, 'id' | 'organizationId'>,
  refused: { readonly kind: string; readonly refusal: Refusal; readonly raw: unknown },
  nowMs: number,
): Promise<void> =>
  database.asOrganization(key.organizationId, async (trx) => {
    const [day, at] = [dayOf(nowMs), new Date(nowMs).toISOString()]
    const { count } = await trx
      .selectFrom('refused_delivery')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', key.organizationId)
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    if (count === 0)
      await trx
        .deleteFrom('refused_delivery')
        .where('organization_id', '=', key.organizationId)
        .where('day', '<', dayOf(nowMs - keptDays * 86_400_000))
        .execute()
    const isFull = count >= mostOfDay
    const { kind, refusal, raw } = refused
    const fields = refusal.errors.slice(0, mostFields).map(({ path }) => path.slice(0, longest))
    await trx
      .insertInto('refused_delivery')
      .values({
        organization_id: key.organizationId,
        day,
        kind,
        code: refusal.code,
        api_key: key.id,
        patient: isFull ? '' : patientOf(raw),
        fields: JSON.stringify(
          isFull ? [] : fields.filter((path) => path !== '' && findUnstorable(path) === null),
        ),
        first_at: at,
        last_at: at,
      })
      .onConflict((on) =>
        on
          .columns(['organization_id', 'day', 'kind', 'code', 'api_key', 'patient', 'fields'])
          .doUpdateSet({ times: sql`refused_delivery.times + 1`, last_at: at }),
      )
      .execute()
  })
