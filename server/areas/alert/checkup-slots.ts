import { sql } from 'kysely'
import type { Slot } from '../../../src/domain/schedule/slot'
import type { Trx } from '../../db/database'

const iso = (ms: number): string => new Date(ms).toISOString()

/** The slots of one schedule that ran out, and those of them that nobody did. */
interface RanOut {
  readonly progress: {
    readonly admission_id: string
    readonly checkup_type_id: string
    readonly organization_id: string
    readonly patient_id: string
  }
  readonly slots: readonly Slot[]
  readonly notDone: ReadonlySet<Slot>
}

/**
 * Keeps which scheduled check-ups ran out, and which of them nobody did, with the ward that the
 * patient was on when each was due: what wards are told of how schedules are kept.
 */
export async function keepSlots(trx: Trx, schedules: readonly RanOut[]): Promise<void> {
  const rows = schedules.flatMap(({ progress, slots, notDone }) =>
    slots.map((slot) => ({
      admission_id: progress.admission_id,
      checkup_type_id: progress.checkup_type_id,
      organization_id: progress.organization_id,
      patient_id: progress.patient_id,
      due_at: iso(slot.dueMs),
      opens_at: iso(slot.opensMs),
      closes_at: iso(slot.closesMs),
      is_done: !notDone.has(slot),
    })),
  )
  if (rows.length === 0) return
  await sql`
    insert into checkup_slot (admission_id, checkup_type_id, organization_id, patient_id, ward_id, due_at, opens_at, closes_at, is_done)
    select s.admission_id, s.checkup_type_id, s.organization_id, s.patient_id, (
      select e.ward_id from admission_event e where e.admission_id = s.admission_id and e.type in ('Admission', 'WardTransfer') and e.effective_at <= s.due_at
      order by e.effective_at desc, e.created_at desc, e.id desc limit 1), s.due_at, s.opens_at, s.closes_at, s.is_done
    from jsonb_populate_recordset(null::checkup_slot, ${JSON.stringify(rows)}::jsonb) as s
    on conflict do nothing`.execute(trx)
}

/** Says that a check-up of another organisation answered one, which its own rows cannot see. */
export async function answerSlot(
  trx: Trx,
  alert: {
    readonly organization_id: string
    readonly patient_id: string
    readonly checkup_type_id: string | null
  },
  dueAt: string,
): Promise<void> {
  await trx
    .updateTable('checkup_slot')
    .set({ is_done: true, is_asked_again: false })
    .where('organization_id', '=', alert.organization_id)
    .where('patient_id', '=', alert.patient_id)
    .where('checkup_type_id', '=', alert.checkup_type_id ?? '')
    .where('due_at', '=', dueAt)
    .execute()
}
