import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EwsThresholdsError } from '../../../schema/generated/resolvers'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { rescoreCheckup } from '../../../src/domain/checkup/rescore'
import {
  asksForBasis,
  basisFaults,
  checkPersonalThresholds,
  defaultThresholds,
  news2,
  sameThresholds,
  schemeInForce,
  type EwsBasis,
  type EwsScheme,
} from '../../../src/domain/ews'
import { givenThresholdsSchema } from '../../../src/domain/ews/given-thresholds'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import {
  ewsThresholdsSchema,
  type EwsScores,
  type EwsThresholds,
} from '../../../src/domain/ews/thresholds'
import { isoNow } from '../../clock'
import { nextRevisions } from '../../db/revision'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { setAtOf } from './repository'

/** What somebody wants a patient to be scored by. */
export interface WantedThresholds {
  readonly patientId: string
  /** Not parsed yet; null: the care pathway's count again. */
  readonly thresholds: unknown
  /** null: it stays as it is. */
  readonly spo2Scale: number | null
  /** null: nobody looked. */
  readonly basis: EwsBasis | null
  readonly seen: { readonly createdAt?: string | null; readonly default?: unknown } | null
}

/**
 * The scheme's name where the bands are a patient's own; it is kept with every score that they made.
 */
const personalScheme = 'Personal'
/** Check-ups written with one statement. */
const rowsAtOnce = 1000

/** What is missing of the basis of a scheme by which less is seen. */
const basisErrors = (
  scheme: Pick<EwsScheme, 'thresholds' | 'spo2Scale'>,
  basis: EwsBasis | null,
  nowMs: number,
): EwsThresholdsError[] => {
  if (basis === null)
    return asksForBasis(scheme)
      ? [{ path: 'basis', reason: 'BASIS', message: 'Asks for reason, name and day of review' }]
      : []
  return basisFaults(basis, nowMs).map((field) => ({
    path: `basis.${field}`,
    reason: 'BASIS',
    message: field === 'reviewOn' ? 'Must be within a year from today' : 'Must be text',
  }))
}

const invalid = (path: string, message: string): EwsThresholdsError[] => [
  { path, reason: 'INVALID', message },
]

const parse = (
  thresholds: unknown,
): { readonly bands: EwsThresholds | null } | { readonly errors: EwsThresholdsError[] } => {
  if (thresholds === null) return { bands: null }
  const parsed = givenThresholdsSchema.safeParse(thresholds)
  if (!parsed.success)
    return {
      errors: invalid(
        `thresholds.${parsed.error.issues[0]?.path.join('.') ?? ''}`,
        'Not bands of a parameter',
      ),
    }
  const fault = checkPersonalThresholds(parsed.data)
  return fault === null
    ? { bands: parsed.data }
    : { errors: invalid(`thresholds.${fault.parameter}`, `Unsound bands: ${fault.fault}`) }
}

const pathwayThresholds = async (scope: Scope, patientId: string): Promise<EwsThresholds | null> =>
  (
    await scope.trx
      .selectFrom('ward_admission as a')
      .innerJoin('care_pathway as c', 'c.id', 'a.care_pathway_id')
      .select('c.ews_thresholds')
      .where('a.patient_id', '=', patientId)
      .where('a.discharged_at', 'is', null)
      .executeTakeFirst()
  )?.ews_thresholds ?? null

const latest = (scope: Scope, patientId: string) =>
  scope.trx
    .selectFrom('personal_ews')
    .selectAll()
    .where('patient_id', '=', patientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * One save of a patient's thresholds at a time: organisations that share a patient have no other
 * row that both would wait for.
 */
const lockThresholds = (scope: Scope, patientId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`ews ${patientId}`}, 0))`.execute(scope.trx)

/**
 * Whether the thresholds that count without personal ones are those that the author saw; what
 * cannot be read was not seen here.
 */
const isSameDefault = (seen: unknown, pathway: EwsThresholds | null): boolean => {
  if (seen === undefined) return true
  const parsed = ewsThresholdsSchema.nullable().safeParse(seen)
  return (
    parsed.success && sameThresholds(parsed.data ?? defaultThresholds, pathway ?? defaultThresholds)
  )
}

/** The revisions that the change needs: of whoever wrote a check-up of the patient. */
const takeRevisions = async (
  scope: Scope,
  patientId: string,
): Promise<ReadonlyMap<string, number>> => {
  const wrote = await scope.trx
    .selectFrom('valid_checkup')
    .select('organization_id')
    .distinct()
    .where('patient_id', '=', patientId)
    .execute()
  return nextRevisions(scope.trx, [
    scope.acting.organizationId,
    ...wrote.map((row) => row.organization_id),
  ])
}

const msOf = (instant: string | null | undefined): number | null =>
  instant == null ? null : Date.parse(instant)

const sameScores = (a: EwsScores, b: EwsScores | null): boolean =>
  b !== null && (Object.keys(a) as (keyof EwsScores)[]).every((key) => a[key] === b[key])

/**
 * Scores the patient's check-ups by a scheme; those that score as before are left alone.
 * @param at when, ISO 8601
 * @returns how many changed
 */
const rescoreAll = async (
  scope: Scope,
  patientId: string,
  scheme: EwsScheme,
  revisions: ReadonlyMap<string, number>,
  at: string,
): Promise<number> => {
  const rows = await scope.trx
    .selectFrom('valid_checkup')
    .select(['id', 'organization_id', 'readings', 'ews_scores'])
    .where('patient_id', '=', patientId)
    .where('ews_scores', 'is not', null)
    .orderBy('id')
    .execute()
  const changed = rows.flatMap((row) => {
    const before = storedScores(row.ews_scores)
    const scores = rescoreCheckup(storedReadings(row.readings), before, scheme)
    return scores === null || sameScores(scores, before)
      ? []
      : [
          {
            id: row.id,
            revision: revisions.get(row.organization_id),
            scores,
            at,
            by: scope.acting.userId,
          },
        ]
  })
  for (let from = 0; from < changed.length; from += rowsAtOnce)
    await sql`select app_rescore_checkups(${patientId}, ${JSON.stringify(changed.slice(from, from + rowsAtOnce))}::jsonb)`.execute(
      scope.trx,
    )
  if (changed.length > 0)
    await sql`select app_refresh_summary_scores(${patientId})`.execute(scope.trx)
  return changed.length
}

/**
 * Sets personal thresholds, and scores the patient's check-ups by them. Alerts that were raised
 * stay, and none is raised by what is past. Thresholds equal to the care pathway's are none. A
 * check-up that comes at the same instant keeps the score of its arrival.
 * @returns what is wrong; nothing is changed then. @throws NOT_FOUND
 */
export async function createEwsThresholds(
  scope: Scope,
  wanted: WantedThresholds,
): Promise<EwsThresholdsError[]> {
  const { trx, acting } = scope
  const { patientId, spo2Scale } = wanted
  await requirePatient(scope, patientId)
  const parsed = parse(wanted.thresholds)
  if ('errors' in parsed) return parsed.errors
  if (spo2Scale !== null && spo2Scale !== 1 && spo2Scale !== 2)
    return invalid('spo2Scale', 'Must be 1 or 2')
  await lockThresholds(scope, patientId)
  const revisions = await takeRevisions(scope, patientId)
  const held = await latest(scope, patientId)
  if (wanted.seen !== null && msOf(wanted.seen.createdAt) !== msOf(held && setAtOf(held)))
    return [
      { path: 'seen', reason: 'CHANGED', message: 'Somebody else set the thresholds meanwhile' },
    ]
  const pathway = await pathwayThresholds(scope, patientId)
  if (wanted.seen !== null && !isSameDefault(wanted.seen.default, pathway))
    return [
      {
        path: 'seen',
        reason: 'CHANGED',
        message: 'The care pathway has other thresholds than were seen',
      },
    ]
  const thresholds =
    parsed.bands === null || sameThresholds(parsed.bands, pathway ?? defaultThresholds)
      ? null
      : parsed.bands
  // What the care pathway says is nobody's decision about this patient.
  const own: EwsScheme = {
    thresholds,
    spo2Scale: spo2Scale ?? held?.spo2_scale ?? 1,
    riskScheme: thresholds === null ? news2 : personalScheme,
  }
  const faults = basisErrors(own, wanted.basis, scope.clock.now())
  if (faults.length > 0) return faults
  const basis = asksForBasis(own) ? wanted.basis : null
  // The newest counts: of two in one millisecond too.
  const now = isoNow(scope.clock)
  const at =
    held !== undefined && held.created_at >= now
      ? new Date(Date.parse(held.created_at) + 1).toISOString()
      : now
  const id = randomUUID()
  await trx
    .insertInto('personal_ews')
    .values({
      id,
      patient_id: patientId,
      organization_id: acting.organizationId,
      thresholds: thresholds === null ? null : JSON.stringify(thresholds),
      risk_scheme: own.riskScheme,
      spo2_scale: own.spo2Scale,
      reason: basis?.reason.trim() ?? null,
      decided_by: basis?.decidedBy.trim() ?? null,
      review_on: basis?.reviewOn ?? null,
      created_at: at,
      created_by: acting.userId,
      revision: revisions.get(acting.organizationId) ?? 0,
    })
    .execute()
  const rescored = await rescoreAll(scope, patientId, schemeInForce(own, pathway), revisions, at)
  await logged(scope, {
    action: 'createEWSThresholds',
    entityType: 'personalEwsThresholds',
    entityId: id,
    patientId,
    details: {
      thresholds,
      spo2Scale: own.spo2Scale,
      basis,
      rescored,
      command: scope.idempotencyKey,
    },
  })
  return []
}
