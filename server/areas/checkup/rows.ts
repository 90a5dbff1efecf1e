import { sql } from 'kysely'
import type { Checkup, NamedReference, Person } from '../../../schema/generated/resolvers'
import {
  checkupDetailsSchema,
  storedCheckupType,
  storedReadings,
} from '../../../src/domain/checkup/checkup'
import { toldNotUsable } from '../../../src/domain/checkup/not-usable'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import { plainFields } from '../../db/plain-fields'

const details = plainFields(checkupDetailsSchema)

/** Check-ups with the names of their author and organisation. */
export const selectCheckups = (trx: Trx) =>
  trx
    .selectFrom('checkup as c')
    .select([
      ...details.from('c'),
      'c.checkup_type',
      'c.readings',
      'c.ews_scores',
      'c.scored_on_arrival',
      'c.rescored_at',
      'c.struck_out_at',
      'c.struck_out_reason',
      'c.struck_out_text',
      sql<Person | null>`app_person(c.created_by)`.as('author'),
      sql<Person | null>`app_person(c.rescored_by)`.as('rescorer'),
      sql<Person | null>`app_person(c.struck_out_by)`.as('striker'),
      sql<NamedReference>`app_named_organization(c.organization_id)`.as('organization'),
    ])

type CheckupRow = Awaited<ReturnType<ReturnType<typeof selectCheckups>['executeTakeFirstOrThrow']>>

/** A stored check-up as the contract shows it. */
export function checkupOf(row: CheckupRow) {
  const readings = storedReadings(row.readings)
  const scores = storedScores(row.ews_scores)
  const before = storedScores(row.scored_on_arrival)?.totalScore ?? null
  return {
    ...readings,
    notUsable: toldNotUsable(readings.notUsable),
    ...details.of(row),
    checkupType: storedCheckupType(row.checkup_type),
    createdBy: row.author,
    organization: row.organization,
    ewsScores: scores,
    rescored:
      row.rescored_at === null || before === null || before === scores?.totalScore
        ? null
        : { at: row.rescored_at, by: row.rescorer, totalScore: before },
    struckOut:
      row.struck_out_at === null || row.struck_out_reason === null
        ? null
        : {
            at: row.struck_out_at,
            by: row.striker,
            reason: row.struck_out_reason,
            text: row.struck_out_text,
          },
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
