import type { Trx } from '../../db/database'

/** The sessions of continuous monitoring that went on during a stay, oldest first. */
export const sessionsOfStay = async (
  trx: Trx,
  {
    patientId,
    from,
    to,
  }: { readonly patientId: string; readonly from: string; readonly to: string },
): Promise<readonly { readonly from: string; readonly to: string | null }[]> => {
  const rows = await trx
    .selectFrom('continuous_monitoring_session')
    .select(['created_at', 'ended_at'])
    .where('patient_id', '=', patientId)
    .where('created_at', '<=', to)
    .where((on) => on.or([on('ended_at', 'is', null), on('ended_at', '>=', from)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ from: row.created_at, to: row.ended_at }))
}
