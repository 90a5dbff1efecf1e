import { v5, validate } from 'uuid'
import type { Database, Trx } from '../db/database'
import { nextRevision } from '../db/revision'
import { payloadHash } from './payload-hash'
import { Refusal } from './refusal'

/** What every item has. */
export interface Sent {
  readonly id: string
  readonly patientId: string
}

/** The answer to the sender. `replay`: it was stored before. */
export interface Stored {
  /** The server's id of the row. */
  readonly id: string
  /** The sender's id. */
  readonly sourceId: string
  readonly patientId: string
  readonly receivedAt: string
  readonly replay: boolean
  readonly [more: string]: unknown
}

/** What a stored row must tell, so that the first answer can be given again. */
export interface Kept {
  readonly id: string
  readonly patientId: string
  readonly receivedAt: string
  readonly payloadHash: string
  /** The part of the answer that is the kind's own. */
  readonly more: Readonly<Record<string, unknown>>
}

/** The columns that every kind has alike, before the organisation's counter is taken. */
export interface UnnumberedRow {
  readonly id: string
  readonly organization_id: string
  readonly patient_id: string
  readonly source_id: string
  readonly received_at: string
  readonly payload_hash: string
}
/** The same with its revision: the counter is taken. */
export interface RowBase extends UnnumberedRow {
  readonly revision: number
}

/** Locks the organisation's counter for a row. As late as possible: other writers wait. */
export const numbered = async (trx: Trx, base: UnnumberedRow): Promise<RowBase> => ({
  ...base,
  revision: await nextRevision(trx, base.organization_id),
})

/** One kind of reading. */
export interface Storage<Item extends Sent, Prepared> {
  readonly kind: string
  /** The row of the sender's id, if there is one. */
  find(trx: Trx, organizationId: string, sourceId: string): Promise<Kept | null>
  /** Everything that must be known and right before a row is written. @throws Refusal */
  prepare(trx: Trx, item: Item, nowMs: number, organizationId: string): Promise<Prepared>
  /** Locks the counter and writes the row; null when one of its ids exists. */
  insert(
    trx: Trx,
    base: UnnumberedRow,
    item: Item,
    prepared: Prepared,
  ): Promise<Readonly<Record<string, unknown>> | null>
}

const namespace = 'd3a4d0a2-5d7f-4a55-8d5c-0d2f6d4e7b11'

/** A sender's UUID is the row's id; any other id, or a taken UUID, gets a derived one. */
const rowIdsOf = (organizationId: string, kind: string, sourceId: string): readonly string[] => [
  ...(validate(sourceId) ? [sourceId.toLowerCase()] : []),
  v5(`${organizationId}/${kind}/${sourceId}`, namespace),
]

/**
 * Stores an item once, in one transaction. The sender's id is unique in organisation and kind: the
 * same item answers as before, a changed one is refused.
 * @throws Refusal 404 for a foreign patient, 409 for a changed item, 400 from `prepare`
 */
export const storeOnce = async <Item extends Sent, Prepared>(
  database: Database,
  storage: Storage<Item, Prepared>,
  organizationId: string,
  item: Item,
  raw: unknown,
  nowMs: number,
): Promise<Stored> => {
  const hash = payloadHash(raw)
  const attempt = (id: string): Promise<Stored | null> =>
    database.asOrganization(organizationId, async (trx) => {
      const kept = await storage.find(trx, organizationId, item.id)
      if (kept !== null) {
        if (kept.payloadHash !== hash) {
          throw new Refusal(
            409,
            'ID_ALREADY_USED',
            'Another item was already stored under this id. Nothing was stored.',
            [{ path: 'id', message: 'Already used for another item' }],
          )
        }
        return {
          id: kept.id,
          sourceId: item.id,
          patientId: kept.patientId,
          receivedAt: kept.receivedAt,
          ...kept.more,
          replay: true,
        }
      }
      const prepared = await storage.prepare(trx, item, nowMs, organizationId)
      const base: UnnumberedRow = {
        id,
        organization_id: organizationId,
        patient_id: item.patientId,
        source_id: item.id,
        received_at: new Date(nowMs).toISOString(),
        payload_hash: hash,
      }
      const more = await storage.insert(trx, base, item, prepared)
      if (more === null) return null
      return {
        id,
        sourceId: item.id,
        patientId: item.patientId,
        receivedAt: base.received_at,
        ...more,
        replay: false,
      }
    })
  const ids = rowIdsOf(organizationId, storage.kind, item.id)
  // Null: the same id was stored meanwhile (the next attempt finds it), or the row's id is taken.
  for (const id of [...ids, ...ids]) {
    const stored = await attempt(id)
    if (stored !== null) return stored
  }
  throw new Refusal(409, 'ID_ALREADY_USED', 'This id cannot be used. Nothing was stored.', [
    { path: 'id', message: 'Cannot be used' },
  ])
}
