import { sql } from 'kysely'
import { unseenSeverity } from '../../../src/domain/alerts/unseen'
import type { Database, Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { raiseAlerts } from './raise'

interface Undone {
  readonly admission_id: string
  readonly checkup_type_id: string
  readonly patient_id: string
  readonly due_at: string
  readonly opens_at: string
  readonly closes_at: string
  readonly is_on_ward: boolean
  readonly escalate_after_minutes: number | null
  /** The score in force, or its lower bound; null: nothing was scored. */
  readonly total: number | null
}

/** Takes the scheduled check-ups of an organisation that are asked for again: as they were asked, whatever the schedule says since. */
const taken = async (trx: Trx, organizationId: string): Promise<readonly Undone[]> =>
  (
    await sql<Undone>`
    with again as (update checkup_slot set is_asked_again = false where organization_id = ${organizationId} and is_asked_again returning *)
    select s.admission_id, s.checkup_type_id, s.patient_id, s.due_at, s.opens_at, s.closes_at, a.discharged_at is null as is_on_ward, cp.escalate_after_minutes, greatest(b.order_total, b.both_total) as total
    from again s join ward_admission a on a.id = s.admission_id left join checkup_type ct on ct.id = s.checkup_type_id left join care_pathway cp on cp.id = ct.care_pathway_id
      left join patient_summary b on b.patient_id = s.patient_id
    order by s.due_at, s.admission_id, s.checkup_type_id`.execute(trx)
  ).rows

const iso = (at: string): string => new Date(at).toISOString()
const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1000

/**
 * Raises, of one organisation, the missed check-ups whose check-up was struck out since. Behind its counter: nobody stores
 * a check-up meanwhile. Of who was discharged meanwhile nothing is asked for.
 * @returns how many were looked at; 0: there is none
 */
export const decideUndone = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const first = (
      await sql<{ id: string }>`select organization_id as id from checkup_slot
        where is_asked_again and not organization_id = any(${[...round.without]}::text[]) limit 1`.execute(
        trx,
      )
    ).rows[0]
    if (first === undefined) return 0
    return forOrganization(first.id, async () => {
      const revision = await nextRevision(trx, first.id)
      const slots = await taken(trx, first.id)
      await raiseAlerts(
        trx,
        first.id,
        slots
          .filter(({ is_on_ward: isOnWard }) => isOnWard)
          .map((slot) => ({
            organizationId: first.id,
            patientId: slot.patient_id,
            type: 'CheckupScheduleEvent',
            key: slot.checkup_type_id,
            source: `due ${slot.admission_id} ${iso(slot.due_at)}`,
            occurredAt: iso(slot.due_at),
            severity: unseenSeverity(slot.total),
            escalateAfterMinutes: slot.escalate_after_minutes,
            missed: {
              expectedAt: iso(slot.due_at),
              opensAt: iso(slot.opens_at),
              closesAt: iso(slot.closes_at),
              tolerance: {
                early: secondsBetween(slot.opens_at, slot.due_at),
                late: secondsBetween(slot.due_at, slot.closes_at),
              },
            },
          })),
        new Date(await decidedNow(trx, parts)).toISOString(),
        revision,
      )
      return slots.length
    })
  })
