import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Checkup, NamedReference, Person } from '../../../schema/generated/resolvers'
import type { Readings } from '../../../src/domain/checkup/checkup'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import type { Tables } from '../../db/tables'

/** What was not measured, for rows that were stored with less than today's entity. */
const nothingMeasured: Readings = {
  temperature: null,
  pulseRate: null,
  pulseOxiData: null,
  respiratoryRate: null,
  consciousness: null,
  onOxygen: null,
  oxygenFromFlag: false,
  notScored: null,
  doubts: [],
  oxygenFlow: null,
  bloodPressureData: null,
  symptoms: [],
  softSigns: [],
  weight: null,
  peakExpiratoryFlowRate: null,
  glucose: null,
  picture: [],
  lungSounds: [],
  attachments: [],
  notes: null,
  selectedAction: null,
  isStable: null,
}

type CheckupRow = Selectable<Tables['checkup']> & {
  readonly author: Person | null
  readonly organization: NamedReference
}

/** Check-ups with the names of their author and organisation. */
export const selectCheckups = (trx: Trx) =>
  trx
    .selectFrom('checkup as c')
    .selectAll('c')
    .select([
      sql<Person | null>`app_person(c.created_by)`.as('author'),
      sql<NamedReference>`app_named_organization(c.organization_id)`.as('organization'),
    ])

/** What a stored check-up measured. */
export const readingsOf = ({ readings }: Pick<CheckupRow, 'readings'>): Readings => ({
  ...nothingMeasured,
  ...readings,
})

/** A stored check-up as the contract shows it. */
export function checkupOf(row: CheckupRow): Checkup {
  const readings = readingsOf(row)
  return {
    ...readings,
    id: row.id,
    revision: row.revision,
    patientId: row.patient_id,
    type: row.type,
    subtype: row.subtype,
    checkupType: row.checkup_type,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    receivedAt: row.received_at,
    createdBy: row.author,
    organization: row.organization,
    ewsScores: row.ews_scores,
    hasLungSounds: readings.lungSounds.length > 0,
    hasPictures: readings.picture.length > 0,
  }
}

/** Check-ups by id, as the contract shows them; ids that are not visible are left out. */
export async function checkupsById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Checkup>> {
  if (ids.length === 0) return new Map()
  const rows = await selectCheckups(trx).where(isOneOf('c.id', ids)).execute()
  return new Map(rows.map((row) => [row.id, checkupOf(row)]))
}
