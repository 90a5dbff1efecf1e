import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Checkup, NamedReference, Person } from '../../../schema/generated/resolvers'
import { storedCheckupType, storedReadings } from '../../../src/domain/checkup/checkup'
import { toldNotUsable } from '../../../src/domain/checkup/not-usable'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import type { Tables } from '../../db/tables'

type CheckupRow = Selectable<Tables['checkup']> & {
  readonly author: Person | null
  readonly rescorer: Person | null
  readonly organization: NamedReference
}

/** Check-ups with the names of their author and organisation. */
export const selectCheckups = (trx: Trx) =>
  trx
    .selectFrom('checkup as c')
    .selectAll('c')
    .select([
      sql<Person | null>`app_person(c.created_by)`.as('author'),
      sql<Person | null>`app_person(c.rescored_by)`.as('rescorer'),
      sql<NamedReference>`app_named_organization(c.organization_id)`.as('organization'),
    ])

/** A stored check-up as the contract shows it. */
export function checkupOf(row: CheckupRow) {
  const readings = storedReadings(row.readings)
  const scores = storedScores(row.ews_scores)
  const before = storedScores(row.scored_on_arrival)?.totalScore ?? null
  return {
    ...readings,
    notUsable: toldNotUsable(readings.notUsable),
    id: row.id,
    revision: row.revision,
    patientId: row.patient_id,
    type: row.type,
    subtype: row.subtype,
    checkupType: storedCheckupType(row.checkup_type),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    receivedAt: row.received_at,
    createdBy: row.author,
    organization: row.organization,
    ewsScores: scores,
    rescored:
      row.rescored_at === null || before === null || before === scores?.totalScore
        ? null
        : { at: row.rescored_at, by: row.rescorer, totalScore: before },
    hasLungSounds: readings.lungSounds.length > 0,
    hasPictures: readings.picture.length > 0,
  } satisfies Checkup
}
export type ShownCheckup = ReturnType<typeof checkupOf>

/**
 * The newest check-ups of patients by id. Of whoever became pregnant since, NEWS2 is not for the
 * patient any more, and the score of before is not in force (migration 0541).
 */
export async function newestCheckups(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownCheckup>> {
  if (ids.length === 0) return new Map()
  const rows = await selectCheckups(trx)
    .select(sql<boolean>`app_is_pregnant(c.patient_id)`.as('is_pregnant'))
    .where(isOneOf('c.id', ids))
    .execute()
  return new Map(
    rows.map((row) => {
      const checkup = checkupOf(row)
      return [
        row.id,
        row.is_pregnant ? { ...checkup, notScored: checkup.notScored ?? 'pregnant' } : checkup,
      ]
    }),
  )
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
