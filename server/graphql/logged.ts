import { sql } from 'kysely'
import { isoNow } from '../clock'
import { appendAction, type ActionEntry } from '../db/action-log'
import { narrowTo } from '../db/database'
import type { Scope } from './scope'

type By = Pick<Scope, 'trx' | 'acting' | 'loggedInAs' | 'clock'>
/** What was done, for the log of whoever did it. */
export type Done = Pick<ActionEntry, 'action' | 'entityType' | 'entityId' | 'patientId' | 'details'>

/**
 * Writes what the user of a scope does into the chains of these organisations, in the transaction
 * that does it. The chains are held in the order of the organisations' ids, so that two who log in
 * each other's never wait in a ring (K29).
 */
export const loggedAt = async (
  { trx, acting, loggedInAs, clock }: By,
  organizationIds: readonly string[],
  entry: Done,
): Promise<void> => {
  const at = isoNow(clock)
  const ids = [...new Set(organizationIds)].toSorted()
  for (const organizationId of ids) {
    if (ids.length > 1) await narrowTo(trx, organizationId)
    await appendAction(trx, {
      organizationId,
      at,
      actorId: acting.userId,
      loggedInAs,
      ...entry,
    })
  }
  if (ids.length > 1) await narrowTo(trx, acting.organizationId)
}

/** What changes how a patient is cared for, whoever does it: docs/decisions/0040. */
const changesCare: ReadonlySet<string> = new Set([
  'acknowledgeAlert',
  'cancelRepeat',
  'createEWSThresholds',
  'recordAllergy',
  'recordCriticalInformation',
  'requestRepeat',
  'setAlertStatus',
  'setPatientAcuityScore',
  'snoozeAlert',
  'strikeOutAllergy',
  'updatePatientFlags',
])

/** Who has a patient admitted now; null: nobody. */
const admittedBy = async ({ trx }: By, patientId: string): Promise<string | null> =>
  (
    await sql<{
      id: string
    }>`select organization_id as id from app_active_admission(${patientId})`.execute(trx)
  ).rows[0]?.id ?? null

/**
 * Writes what the user of a scope does into the chained action log of their organisation. What
 * changes the care of a patient whom another organisation has admitted is in that one's log, too.
 */
export const logged = async (by: By, entry: Done): Promise<void> => {
  const own = by.acting.organizationId
  const admitting =
    entry.patientId != null && changesCare.has(entry.action)
      ? ((await admittedBy(by, entry.patientId)) ?? own)
      : own
  await loggedAt(
    by,
    [own, admitting],
    admitting === own ? entry : { ...entry, details: { ...entry.details, byOrganizationId: own } },
  )
}
