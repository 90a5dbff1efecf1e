import { endsFromMs, planOf, type AskedRepeat } from '../../src/domain/repeat/repeat'
import { nextRevision } from '../../server/db/revision'
import type { Trx } from '../../server/db/database'
import { at } from './world'

/** Stores a request to measure again of a patient of organisation w, as the command does. */
export async function addRepeat(
  trx: Trx,
  repeat: {
    readonly id: string
    readonly patientId: string
    readonly by: string
    readonly minutesAgo: number
    readonly asked: AskedRepeat
  },
): Promise<void> {
  const plan = planOf(repeat.asked, Date.parse(at(repeat.minutesAgo)))
  await trx
    .insertInto('observation_repeat')
    .values({
      id: repeat.id,
      organization_id: 'w',
      patient_id: repeat.patientId,
      admission_id: `admission-${repeat.patientId}`,
      due_at: plan.dueAt,
      every_minutes: plan.everyMinutes,
      until_at: plan.until,
      ends_from: new Date(endsFromMs(plan)).toISOString(),
      captured_at: plan.askedAt,
      created_at: plan.askedAt,
      created_by: repeat.by,
      decided_until: plan.askedAt,
      revision: await nextRevision(trx, 'w'),
    })
    .execute()
}
