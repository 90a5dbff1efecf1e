import { sql } from 'kysely'
import { DischargePatientFromWardDocument } from '../../schema/generated/documents/stay'
import { raiseAlert } from '../../server/areas/alert'
import type { Database } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import { newId } from '../server/sync/device'
import { addPatient, at } from '../server/world'
import { fieldOf } from './line'
import type { Line } from './line'

// Discharges, each of which must be whole or not there: the end of the stay, its event, the summary
// that is asked for, the entry in the action log, and the alert that ends.

const isOfThese = (id: string): boolean => id.startsWith('leaving-')

/** Adds patients of Ward A who are there to be discharged, each with an open alert. */
export const prepareDischarges = (database: Database, count: number): Promise<readonly string[]> =>
  database.asSystem(async (trx) => {
    const ids = Array.from({ length: count }, (_, index) => `leaving-${index}`)
    for (const id of ids) {
      await addPatient(trx, { id, of: 'w', first: 'Zoë', last: `Leaving ${id}`, ward: 'A' })
      const alert = {
        organizationId: 'w',
        patientId: id,
        type: 'PatientCallbackRequest',
        key: 'callback',
        source: id,
        occurredAt: at(5),
        severity: 2,
        escalateAfterMinutes: null,
      } as const
      await raiseAlert(trx, alert, at(5), await nextRevision(trx, 'w'))
    }
    return ids
  })

/** Discharges one patient after the other, each under one key until an answer comes. */
export const createDischarger = (line: Line, ids: readonly string[]) => {
  const told = new Set<string>()
  const keys = new Map(ids.map((id) => [id, newId()]))
  return {
    /** Who was told to be discharged. */
    told: told as ReadonlySet<string>,
    /** Throws where no answer came. @returns whether there was anybody left */
    step: async (user: string): Promise<boolean> => {
      const patientId = ids.find((id) => !told.has(id))
      if (patientId === undefined) return false
      const said = await line(
        DischargePatientFromWardDocument.text,
        { patientId, wardId: 'ward-A', reason: { type: 'TreatmentCompleted' } },
        user,
        keys.get(patientId),
      )
      fieldOf(said, 'dischargePatientFromWard')
      told.add(patientId)
      return true
    },
  }
}
export type Discharger = ReturnType<typeof createDischarger>

/** What became of the discharges. Half of one, or one that was told and is not there, is wrong. */
export interface DischargeVerdict {
  readonly discharged: number
  readonly halfDischarged: number
}

/** Compares what was told of discharges with the database. */
export async function judgeDischarges(
  database: Database,
  { told }: Pick<Discharger, 'told'>,
): Promise<DischargeVerdict> {
  const { rows } = await sql<{ id: string; has: readonly number[]; open: number }>`
    select a.patient_id as id, array[
      (a.discharged_at is not null)::int,
      (select count(*)::int from admission_event e where e.admission_id = a.id and e.type = 'Discharge'),
      (select count(*)::int from document d where d.admission_id = a.id and d.kind = 'discharge-summary'),
      (select count(*)::int from action_log l where l.entity_id = a.id and l.action = 'dischargePatientFromWard')] as has,
      (select count(*)::int from alert r where r.patient_id = a.patient_id and r.status = 'open') as open
    from ward_admission a`.execute(database.kysely)
  const ours = rows.filter(({ id }) => isOfThese(id))
  const isWhole = ({ id, has, open }: (typeof ours)[number]): boolean =>
    (has.every((count) => count === 1) && open === 0) ||
    (has.every((count) => count === 0) && open === 1 && !told.has(id))
  return {
    discharged: ours.filter(({ has }) => has[0] === 1).length,
    halfDischarged: ours.filter((row) => !isWhole(row)).length,
  }
}
