import { isoNow } from '../clock'
import { appendAction } from '../db/action-log'
import type { Admitted } from './caller'
import type { ServerParts } from './scope'

/** One person's refusals at one record are one entry in so long, milliseconds. */
const windowMs = 10 * 60_000
/** Entries that one person's refusals make in that time; the process's log has every one. */
const mostEntries = 60
const action = 'recordRefused'

const keepOne = async (
  { database, clock, log }: ServerParts,
  { acting, loggedInAs }: Admitted,
  operation: string,
  patientId: string,
): Promise<void> => {
  const { userId: actorId, organizationId } = acting
  log.warn({ event: 'record-refused', userId: actorId, organizationId, patientId, operation })
  await database.asOrganization(organizationId, async (trx) => {
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
      loggedInAs,
      action,
      entityType: 'patient',
      entityId: patientId,
      patientId,
      details: { operation },
    })
  })
}

/**
 * Hears which records of the organisation one operation was refused: of another ward, or open for
 * reading only. Where it failed, they are in the record's action log: whoever walks through ids is seen.
 */
export const hearRefusals = (parts: ServerParts, admitted: Admitted, operation: string) => {
  const heard = new Set<string>()
  return {
    hear: (patientId: string): void => void heard.add(patientId),
    /** Of what the operation threw, which is thrown again; its own transaction is undone by now. */
    keep: async (thrown: unknown): Promise<never> => {
      for (const patientId of heard) await keepOne(parts, admitted, operation, patientId)
      throw thrown
    },
  }
}
