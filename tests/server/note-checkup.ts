import { sql } from 'kysely'
import type { Trx } from '../../server/db/database'
import { keepDue, type DueInputs } from '../../server/areas/patient-summary/due'
import { boardPoint, type NotedCheckup } from '../../server/areas/patient-summary/keep'

/**
 * Keeps the board's row of a patient for a check-up that a test stored by itself, as
 * server/areas/checkup/store.ts does in the statement that stores one.
 */
export async function noteCheckup(trx: Trx, checkup: NotedCheckup): Promise<void> {
  const { totalScore, riskLevel } = checkup.scores ?? { totalScore: null, riskLevel: null }
  const { trend, byType } = boardPoint(checkup)
  const { rows } =
    await sql<DueInputs>`select * from app_note_checkup(${checkup.patientId}, ${checkup.checkupId}, ${checkup.endedAt}, ${totalScore}, ${riskLevel}, ${trend}::jsonb, ${byType}::jsonb)`.execute(
      trx,
    )
  await keepDue(trx, rows)
}
