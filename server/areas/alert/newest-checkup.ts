import { sql } from 'kysely'
import { alertableForMs } from '../../../src/domain/alerts/evaluate'
import { observeCheckup, type Observed } from '../../../src/domain/alerts/observed'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { notScoredReason } from '../../../src/domain/ews/applies'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { raiseFound } from './on-reading'
import { admissionRules, type StoredAdmission } from './rules'

const columns = ['id', 'readings', 'ews_scores', 'ended_at', 'received_at'] as const

const observe = (row: {
  readonly readings: unknown
  readonly ews_scores: unknown
  readonly ended_at: string
}): Observed =>
  observeCheckup(storedReadings(row.readings), storedScores(row.ews_scores), row.ended_at)

/**
 * Judges the newest check-up of a patient's last 24 hours as if it came now, by the rules of the
 * pathway and the fixed limits, in the transaction of what makes it news: an admission, which
 * usually follows the first measurement, and a flag that ends scoring. What it raised before it
 * does not raise again.
 * @param now ISO instant
 */
export async function alertOnNewest(
  trx: Trx,
  { organizationId, patientId }: { readonly organizationId: string; readonly patientId: string },
  now: string,
): Promise<void> {
  const newest = await trx
    .selectFrom('valid_checkup')
    .select(columns)
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', new Date(Date.parse(now) - alertableForMs).toISOString())
    .where('ended_at', '<=', now)
    .orderBy('ended_at', 'desc')
    .orderBy(sql`total_score desc nulls last, risk_level desc nulls last`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return
  const { rows } = await sql<{
    readonly admission: StoredAdmission | null
    readonly pregnant: boolean
    readonly birth_date: string
  }>`select admission, pregnant, birth_date from app_patient_context(${patientId}, ${now}::timestamptz)`.execute(
    trx,
  )
  const [context] = rows
  if (context === undefined || context.admission === null) return
  const sent = observe(newest)
  const notScored =
    sent.notScored ??
    notScoredReason(
      { birthDate: context.birth_date, pregnant: context.pregnant },
      Date.parse(newest.ended_at),
    )
  await raiseFound(
    trx,
    {
      id: newest.id,
      organization_id: organizationId,
      patient_id: patientId,
      received_at: newest.received_at,
      revision: await nextRevision(trx, organizationId),
    },
    admissionRules(context.admission),
    notScored === null
      ? sent
      : observeCheckup({ ...storedReadings(newest.readings), notScored }, null, newest.ended_at),
    async (spanMs) =>
      (
        await trx
          .selectFrom('valid_checkup')
          .select(columns)
          .where('patient_id', '=', patientId)
          .where('ended_at', '>=', new Date(sent.atMs - spanMs).toISOString())
          .where('ended_at', '<', newest.ended_at)
          .execute()
      ).map(observe),
    now,
  )
}
