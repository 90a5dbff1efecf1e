import { sql } from 'kysely'
import type { PatientContact, Person } from '../../../schema/generated/resolvers'
import { patientContactSchema } from '../../../src/domain/contact/contact'
import type { Trx } from '../../db/database'
import { plainFields } from '../../db/plain-fields'

const fields = plainFields(patientContactSchema, 'createdBy')
/** Contacts that are told of a patient, the newest. */
const told = 50

interface Resolving {
  readonly outcome: 'rang' | 'visited'
  readonly resolved_at: string
  readonly alert_ids: readonly string[]
  readonly closer: Person | null
}

/** The alerts that were resolved by ringing or visiting the patient, those of one act as one: the alert alone says it. */
const resolvedBy = async (trx: Trx, patientId: string): Promise<PatientContact[]> => {
  const { rows } = await sql<Resolving>`
    select g.outcome, g.resolved_at, jsonb_agg(distinct g.alert_id) as alert_ids, app_person(g.closed_by) as closer
    from alert_trigger g join alert a on a.id = g.alert_id and a.type <> 'PacsanaEvent'
    where g.patient_id = ${patientId} and g.outcome in ('rang', 'visited') and g.resolved_at is not null
    group by g.outcome, g.resolved_at, g.closed_at, g.closed_by
    order by g.resolved_at desc limit ${told}`.execute(trx)
  return rows.map(({ outcome, resolved_at: at, alert_ids: alertIds, closer }) => ({
    id: `${alertIds[0] ?? ''} ${at}`,
    kind: outcome === 'rang' ? 'call' : 'visit',
    withWhom: 'patient',
    outcome: 'alertResolved',
    note: null,
    alertIds: [...alertIds],
    capturedAt: at,
    createdBy: closer,
  }))
}

const recordedOf = (trx: Trx, patientId: string) =>
  trx
    .selectFrom('patient_contact as c')
    .select([...fields.from('c'), sql<Person | null>`app_person(c.created_by)`.as('author')])
    .where('c.patient_id', '=', patientId)
    .orderBy('c.captured_at', 'desc')
    .orderBy('c.id')

/**
 * Calls and visits that were recorded during a stay, newest first, at most `most`, and how many there
 * were; what resolved an alert is with the alert.
 */
export async function contactsOfStay(
  trx: Trx,
  {
    patientId,
    from,
    to,
  }: { readonly patientId: string; readonly from: string; readonly to: string },
  most: number,
) {
  const rows = await recordedOf(trx, patientId)
    .select(sql<number>`count(*) over ()::int`.as('of_all'))
    .where('c.captured_at', '>=', from)
    .where('c.captured_at', '<=', to)
    .limit(most)
    .execute()
  return {
    count: rows[0]?.of_all ?? 0,
    contacts: rows.map((row) => ({ ...fields.of(row), createdBy: row.author })),
  }
}

/** Calls and visits of the acting organisation about a patient, and those that resolved alerts; the newest first. */
export const contactsOf = async (trx: Trx, patientId: string): Promise<PatientContact[]> => {
  const recorded = await recordedOf(trx, patientId).limit(told).execute()
  return [
    ...recorded.map((row) => ({ ...fields.of(row), createdBy: row.author })),
    ...(await resolvedBy(trx, patientId)),
  ]
    .toSorted((a, b) => Date.parse(b.capturedAt) - Date.parse(a.capturedAt))
    .slice(0, told)
}
