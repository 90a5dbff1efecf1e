import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PatientFlag, PatientFlagInput } from '../../../schema/generated/resolvers'
import { flagFault, patientFlagTypes } from '../../../src/domain/patient/flag-types'
import { badInput } from '../../graphql/errors'
import { isoNow } from '../../clock'
import type { Scope } from '../../graphql/scope'
import { alertOnNewest } from '../alert'
import { takeCounters } from './registered'

/** The types that are active of a patient. */
export const activeFlags = async ({ trx }: Scope, patientId: string): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom('patient_flag')
      .select('type')
      .where('patient_id', '=', patientId)
      .where('ended_at', 'is', null)
      .execute()
  ).map(({ type }) => type)

/** The kinds of flag; `patientId`: of whom it is told which are active. */
export const readFlags = async (scope: Scope, patientId: string | null): Promise<PatientFlag[]> => {
  const active = patientId === null ? [] : await activeFlags(scope, patientId)
  return patientFlagTypes.map((kind) => ({ ...kind, active: active.includes(kind.type) }))
}

/** Every kind is decided: what is not switched on ends, or never begins. */
export const decideEach = (given: readonly PatientFlagInput[]): readonly PatientFlagInput[] => [
  ...given,
  ...patientFlagTypes
    .filter(({ type }) => !given.some((one) => one.type === type))
    .map(({ type }) => ({ type, active: false })),
]

/** @throws BAD_USER_INPUT naming each that is switched on and is not for this patient */
async function requireFitting(
  { trx }: Scope,
  patientId: string,
  wanted: readonly PatientFlagInput[],
  at: string,
): Promise<void> {
  const { gender, birth_date: birthDate } = await trx
    .selectFrom('patient')
    .select(['gender', 'birth_date'])
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  const faults = wanted.flatMap(({ type, active }) => {
    const message = active ? flagFault(type, { gender, birthDate }, Date.parse(at)) : null
    return message === null ? [] : [{ path: `flags.${type}`, message }]
  })
  if (faults.length > 0) throw badInput(faults)
}

/**
 * Waits for whoever corrects the patient or sets their flags, in whichever organisation: all take
 * the counter of where the patient is registered.
 * @returns the next revision of the acting organisation
 */
export const takeTurns = async (scope: Scope, patientId: string): Promise<number> => {
  const { rows } = await sql<{
    id: string
  }>`select organization_id as id from patient where id = ${patientId}
    union select organization_id from patient_flag where patient_id = ${patientId} and ended_at is null`.execute(
    scope.trx,
  )
  return takeCounters(
    scope,
    rows.map(({ id }) => id),
  )
}

/**
 * Begins and ends flags of a patient; those that are not named stay.
 * @param at ISO instant from which a new flag counts
 * @param endedAt ISO instant at which others end
 * @throws BAD_USER_INPUT naming `flags`, or one of them, `flags.Pregnant`
 */
export async function setFlags(
  scope: Scope,
  patientId: string,
  wanted: readonly PatientFlagInput[],
  { at, endedAt }: { readonly at: string; readonly endedAt: string },
): Promise<void> {
  const { trx, acting } = scope
  const revision = await takeTurns(scope, patientId)
  if (wanted.some(({ type }) => !patientFlagTypes.some((kind) => kind.type === type)))
    throw badInput([{ path: 'flags', message: 'Unknown flag' }])
  await requireFitting(scope, patientId, wanted, at)
  const active = await activeFlags(scope, patientId)
  const isWanted = (type: string, now: boolean): boolean =>
    wanted.some((one) => one.type === type && one.active === now)
  const ended = active.filter((type) => isWanted(type, false))
  if (ended.length > 0)
    await sql`select app_end_flags(${patientId}, ${ended}::text[], ${endedAt}::timestamptz)`.execute(
      trx,
    )
  for (const kind of patientFlagTypes) {
    if (!isWanted(kind.type, true) || active.includes(kind.type)) continue
    await trx
      .insertInto('patient_flag')
      .values({
        id: randomUUID(),
        patient_id: patientId,
        organization_id: acting.organizationId,
        type: kind.type,
        title: kind.title,
        description: kind.description,
        started_at: at,
        revision,
      })
      .execute()
  }
}

/** Raises what the newest check-up asks for by the flags, and under the admission, of now. */
export const judgeNewest = ({ trx, acting, clock }: Scope, patientId: string): Promise<void> =>
  alertOnNewest(trx, { organizationId: acting.organizationId, patientId }, isoNow(clock))
