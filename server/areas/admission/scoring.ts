import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EarlierScoring, Person } from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { badInput } from '../../graphql/errors'
import type { Done } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { patientAction } from './registered'

/** What is stored of how a patient is scored, the newest first. */
const scorings = ({ trx }: Scope, patientId: string) =>
  trx
    .selectFrom('personal_ews as e')
    .selectAll('e')
    .select(sql<Person | null>`app_person(e.created_by)`.as('author'))
    .where('e.patient_id', '=', patientId)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(2)
    .execute()

/** How a patient was scored before (K16); null: as everybody. The caller has asked who may know. */
export async function readScoring(scope: Scope, patientId: string): Promise<EarlierScoring | null> {
  const [held, before] = await scorings(scope, patientId)
  if (held === undefined) return null
  const isOnScale2 = held.spo2_scale === 2
  const hasEnded = held.thresholds === null && before !== undefined && before.thresholds !== null
  if (!isOnScale2 && !hasEnded) return null
  return {
    isOnScale2,
    setAt: held.spo2_scale_since ?? held.created_at,
    setBy: held.author,
    reason: held.reason,
    decidedBy: held.decided_by,
    thresholdsEndedAt: hasEnded ? held.created_at : null,
  }
}

/** An admission that leaves open whether Scale 2 applies. */
export const scale2Undecided = () =>
  badInput([{ path: 'spo2Scale2', message: 'Say whether SpO2 Scale 2 applies' }])

/**
 * Confirms Scale 2 of a patient who is admitted again, or ends it: Scale 1 counts from now on, and
 * no score of before is another. Of who is not on it, nothing is done.
 * @returns what the log is to say of it
 * @throws BAD_USER_INPUT where they are on it and nothing was decided
 */
export async function decideScale2(
  scope: Scope,
  patientId: string,
  decision: 'KEEP' | 'END' | null,
): Promise<readonly Done[]> {
  const { trx, acting, clock } = scope
  const [held] = await scorings(scope, patientId)
  if (held?.spo2_scale !== 2) return []
  if (decision === null) throw scale2Undecided()
  if (decision === 'END') {
    const now = Math.max(Date.parse(isoNow(clock)), Date.parse(held.created_at) + 1)
    await trx
      .insertInto('personal_ews')
      .values({
        id: randomUUID(),
        patient_id: patientId,
        organization_id: acting.organizationId,
        thresholds: held.thresholds === null ? null : JSON.stringify(held.thresholds),
        risk_scheme: held.risk_scheme,
        spo2_scale: 1,
        created_at: new Date(now).toISOString(),
        created_by: acting.userId,
        revision: await nextRevision(trx, acting.organizationId),
      })
      .execute()
  }
  return [patientAction(scope, decision === 'KEEP' ? 'confirmScale2' : 'endScale2', patientId)]
}
