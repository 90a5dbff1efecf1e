import { sql } from 'kysely'
import { isoNow } from '../clock'
import { appendAction } from '../db/action-log'
import type { Trx } from '../db/database'
import type { Admitted } from './caller'
import { failureOf } from './failure'
import type { Scope, ServerParts } from './scope'

/** One person's refusals at one record are one entry in so long, milliseconds. */
const windowMs = 10 * 60_000
/** Entries that one person's refusals make in that time; the process's log has every one. */
const mostEntries = 60
const action = 'recordRefused'

/** Who was refused, by which operation, at which record. */
interface Refusal {
  readonly who: Pick<Scope, 'acting' | 'loggedInAs'>
  readonly operation: string
  /** The patient's id. */
  readonly recordId: string
}
type Logs = Pick<ServerParts, 'clock' | 'log'>

const told = ({ log }: Logs, { who, operation, recordId: patientId }: Refusal) => {
  const { userId, organizationId } = who.acting
  log.warn({ event: 'record-refused', userId, organizationId, patientId, operation })
}

/** Refusals of one person take turns, or those of the same moment would all be the first. */
const keepEntry = async (
  trx: Trx,
  { clock }: Logs,
  { who, operation, recordId: patientId }: Refusal,
): Promise<void> => {
  const { userId: actorId, organizationId } = who.acting
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${action} ${organizationId} ${actorId}`}, 0))`.execute(
    trx,
  )
  const lately = await trx
    .selectFrom('action_log')
    .select('patient_id')
    .where('organization_id', '=', organizationId)
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('at', '>', new Date(clock.now() - windowMs).toISOString())
    .limit(mostEntries)
    .execute()
  if (lately.length >= mostEntries || lately.some((row) => row.patient_id === patientId)) return
  await appendAction(trx, {
    organizationId,
    at: isoNow(clock),
    actorId,
    loggedInAs: who.loggedInAs,
    action,
    entityType: 'patient',
    entityId: patientId,
    patientId,
    details: { operation },
  })
}

/** That the entry failed is no answer to who was refused: it is in the process's log. */
const failed = (
  { log }: Logs,
  { who, operation, recordId: patientId }: Refusal,
  error: unknown,
): void => {
  const { userId, organizationId } = who.acting
  log.error({
    event: 'record-refusal-not-kept',
    userId,
    organizationId,
    patientId,
    operation,
    failure: failureOf(error),
  })
}

/**
 * Keeps a refusal in the transaction that answers with it: both are there, or neither. Where the
 * entry alone fails, the answer is given all the same. @param trx narrowed to the organisation
 */
export const keepRefusal = async (trx: Trx, parts: Logs, refusal: Refusal): Promise<void> => {
  told(parts, refusal)
  await sql`savepoint refusal`.execute(trx)
  try {
    await keepEntry(trx, parts, refusal)
  } catch (error) {
    await sql`rollback to savepoint refusal`.execute(trx)
    failed(parts, refusal, error)
  }
}

/**
 * Hears which records of the organisation one operation was refused: of another ward, or open for
 * reading only. Where it failed, they are in the record's action log: whoever walks through ids is seen.
 */
export const hearRefusals = (parts: ServerParts, who: Admitted, operation: string) => {
  const heard = new Set<string>()
  return {
    hear: (patientId: string): void => void heard.add(patientId),
    /** Of what the operation threw, which is thrown again; its own transaction is undone by now. */
    keep: async (thrown: unknown): Promise<never> => {
      for (const patientId of heard) {
        const refusal = { who, operation, recordId: patientId }
        told(parts, refusal)
        await parts.database
          .asOrganization(who.acting.organizationId, (trx) => keepEntry(trx, parts, refusal))
          .catch((error: unknown) => failed(parts, refusal, error))
      }
      throw thrown
    },
  }
}
