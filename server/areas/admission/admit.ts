import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import type {
  AdmittedPatient,
  MutationAdmitPatientToWardArgs,
} from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import { checkNationalIdentifier } from '../../../src/domain/identity/national-identifier'
import { admissionTimeError } from '../../../src/domain/patient/admission-time'
import { alreadyAdmittedText, dischargeFirst } from '../../../src/domain/patient/already-admitted'
import { readBirthDate } from '../../../src/domain/patient/birth-date'
import { formatDateTime } from '../../../src/domain/time'
import { isoNow } from '../../clock'
import { badInput, conflict, notFound } from '../../graphql/errors'
import { LoggedRefusal } from '../../graphql/guard'
import { logged, loggedAt, type Done } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { mayOpenNow } from '../../graphql/visibility'
import { wrongDischarge } from '../patient'
import { lockWard } from '../ward'
import { decideEach, judgeNewest, setFlags, takeTurns } from './flags'
import { instantOf } from './instant'
import { openPart, partAt } from './part-record'
import { patientAction, takeCounters } from './registered'
import { decideScale2, scale2Undecided } from './scoring'

interface Active {
  readonly organization_id: string
  readonly organization: string
  readonly ward: string
  readonly admitted_at: string
}
const activeAdmission = async ({ trx }: Scope, patientId: string): Promise<Active | undefined> =>
  (
    await sql<Active>`select organization_id, organization, ward, admitted_at from app_active_admission(${patientId})`.execute(
      trx,
    )
  ).rows[0]

/**
 * Where a patient is admitted already: at another organisation its name is told (K4), but not of
 * somebody who is known by an identifier alone (K5).
 */
const alreadyAdmitted = async ({ trx, acting }: Scope, active: Active, isStranger: boolean) => {
  if (isStranger)
    return conflict('ALREADY_ADMITTED', 'Patient already admitted at another organisation')
  const own = await trx
    .selectFrom('organization')
    .select(['edition', 'time_zone'])
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  const isOwn = active.organization_id === acting.organizationId
  const since = formatDateTime(active.admitted_at, own.edition, own.time_zone)
  return conflict(
    'ALREADY_ADMITTED',
    `${alreadyAdmittedText(since, isOwn ? null : active.organization)}. ${dischargeFirst}`,
  )
}

/** A patient of another organisation, as the identifier and the birth date found them. */
interface Found {
  readonly id: string
  readonly organization_id: string
}

/** Looks for another organisation's patient (K5); undefined: nobody is found. */
async function findElsewhere(
  { trx, acting }: Scope,
  given: { readonly nationalIdentifierValue: string; readonly birthDate: string },
): Promise<Found | undefined> {
  const { national_identifier_scheme: scheme } = await trx
    .selectFrom('organization')
    .select('national_identifier_scheme')
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  const identifier = checkNationalIdentifier(given.nationalIdentifierValue)
  const birthDate = readBirthDate(given.birthDate)
  if (scheme === null || !identifier.ok || birthDate === null) return undefined
  return (
    await sql<Found>`select id, organization_id from app_registered_elsewhere(${scheme}, ${identifier.value}, ${birthDate}::date)`.execute(
      trx,
    )
  ).rows[0]
}

/** Links another organisation's patient, with a part of the record (T8), in the log of both. */
async function linkFromElsewhere(scope: Scope, found: Found, nowMs: number): Promise<string> {
  const { trx, acting } = scope
  await trx
    .insertInto('patient_organization')
    .values({
      patient_id: found.id,
      organization_id: acting.organizationId,
      linked_at: new Date(nowMs).toISOString(),
      ...(await partAt(scope, nowMs)),
    })
    .onConflict((on) => on.doNothing())
    .execute()
  await loggedAt(scope, [acting.organizationId, found.organization_id], {
    action: 'linkPatient',
    entityType: 'patient',
    entityId: found.id,
    patientId: found.id,
    details: { command: scope.idempotencyKey, organizationId: acting.organizationId },
  })
  return found.id
}

/**
 * An admission of somebody by an identifier is a look-up too: where it is refused, both logs say
 * that somebody looked, as they do of a look-up (server/areas/lookup).
 */
async function asLookup<Value>(
  scope: Scope,
  found: Found | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  const { trx, acting, loggedInAs, clock } = scope
  const own = await trx
    .selectFrom('organization')
    .select('name')
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown
    const by = ['nhsNumber', 'birthDate']
    const entry = {
      at: isoNow(clock),
      actorId: acting.userId,
      loggedInAs,
      action: 'lookupPatient',
      entityType: 'patient',
      entityId: found?.id ?? null,
      patientId: found?.id ?? null,
    }
    throw new LoggedRefusal(thrown, [
      {
        ...entry,
        organizationId: acting.organizationId,
        details: { by, result: found === undefined ? 'none' : 'elsewhere' },
      },
      ...(found === undefined || found.organization_id === acting.organizationId
        ? []
        : [
            {
              ...entry,
              organizationId: found.organization_id,
              details: { by, organizationId: acting.organizationId, organizationName: own.name },
            },
          ]),
    ])
  }
}

/** Whether a care pathway is the acting organisation's own. */
export const isOwnPathway = async ({ trx, acting }: Scope, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('care_pathway')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()) !== undefined

/** @throws BAD_USER_INPUT naming what is wrong with the dates */
const checkDates = async (
  scope: Scope,
  { admittedAt, expectedDischargeDate }: MutationAdmitPatientToWardArgs,
  nowMs: number,
): Promise<void> => {
  const late = admittedAt == null ? null : admissionTimeError(Date.parse(admittedAt), nowMs)
  const discharge =
    expectedDischargeDate == null
      ? null
      : may(scope.acting.principal, 'patient.set-expected-discharge')
        ? await wrongDischarge(scope, expectedDischargeDate, nowMs)
        : 'This organisation sets no expected discharge date'
  const errors = [
    ...(late === null ? [] : [{ path: 'admittedAt', message: late }]),
    ...(discharge === null ? [] : [{ path: 'expectedDischargeDate', message: discharge }]),
  ]
  if (errors.length > 0) throw badInput(errors)
}

/** @throws BAD_USER_INPUT where a patient's last stay, wherever it was, ended after this instant */
async function requireAfterLastStay(
  { trx }: Scope,
  patientId: string,
  admittedAt: string,
): Promise<void> {
  const {
    rows: [last],
  } = await sql<{
    at: string | null
  }>`select app_last_discharge(${patientId}) as at`.execute(trx)
  if (last?.at != null && Date.parse(admittedAt) < Date.parse(last.at))
    throw badInput([
      {
        path: 'admittedAt',
        message: 'Effective admission date cannot be before the last discharge',
      },
    ])
}

/** Admits with a referral, which it accepts where it is pending (server/areas/referral). */
export type AdmitReferred = (
  scope: Scope,
  referred: { readonly referralId: string; readonly patientId: string | null },
  admit: () => Promise<readonly Done[]>,
) => Promise<void>

/** What an admission asks of other areas. */
interface Asked {
  readonly requirePatient: (patientId: string) => Promise<void>
  readonly admitReferred: AdmitReferred
}

/**
 * Admits a patient, with their flags, in one transaction. Of two at one instant one is admitted and
 * the other is told so.
 * @returns the patient's id
 * @throws BAD_USER_INPUT, NOT_FOUND, CONFLICT (ALREADY_ADMITTED; of a referral REFERRAL_DECIDED,
 *   PATIENT_GONE)
 */
export async function admitPatient(
  scope: Scope,
  given: MutationAdmitPatientToWardArgs,
  { requirePatient, admitReferred }: Asked,
): Promise<string> {
  const { wardId, carePathwayId, registeredElsewhere: elsewhere } = given
  const nowMs = await instantOf(scope)
  await checkDates(scope, given, nowMs)
  // The ward before the counter of revisions, as whoever deletes it.
  if (!(await lockWard(scope, wardId)))
    throw badInput([{ path: 'wardId', message: 'There is no such ward' }])
  if (!(await isOwnPathway(scope, carePathwayId)))
    throw badInput([{ path: 'carePathwayId', message: 'There is no such care pathway' }])
  if ((given.patientId == null) === (elsewhere == null))
    throw badInput([{ path: 'patientId', message: 'Name the patient by id or by identifier' }])
  const patientId = given.patientId ?? null
  if (given.referralId != null) {
    await admitReferred(scope, { referralId: given.referralId, patientId }, async () => {
      const id = patientId ?? ''
      await requirePatient(id)
      // Once more: the sender's stay may have ended with the acceptance.
      return admitKnown(scope, given, id, await instantOf(scope), requirePatient)
    })
    return patientId ?? ''
  }
  if (elsewhere == null) {
    const id = patientId ?? ''
    await requirePatient(id)
    await logEach(scope, await admitKnown(scope, given, id, nowMs, requirePatient))
    return id
  }
  // Of everybody, so that the refusal tells nothing of what another organisation set (K5).
  if (given.spo2Scale2 == null) throw scale2Undecided()
  const found = await findElsewhere(scope, elsewhere)
  return asLookup(scope, found, async () => {
    if (found === undefined) throw notFound()
    // The counters before the chains of the logs, as everybody takes them.
    await takeCounters(scope, [found.organization_id])
    const id = await linkFromElsewhere(scope, found, nowMs)
    await logEach(scope, await admitKnown(scope, given, id, nowMs, requirePatient))
    return id
  })
}

const logEach = async (scope: Scope, entries: readonly Done[]): Promise<void> => {
  for (const entry of entries) await logged(scope, entry)
}

/**
 * Admits a patient of the organisation, once ward and pathway are known to be its own.
 * @returns what the log is to say of it
 */
async function admitKnown(
  scope: Scope,
  given: MutationAdmitPatientToWardArgs,
  patientId: string,
  nowMs: number,
  requirePatient: (patientId: string) => Promise<void>,
): Promise<readonly Done[]> {
  const { trx, acting, idempotencyKey } = scope
  const { wardId, carePathwayId, registeredElsewhere: elsewhere } = given
  const now = new Date(nowMs).toISOString()
  const active = await activeAdmission(scope, patientId)
  if (active !== undefined) throw await alreadyAdmitted(scope, active, elsewhere != null)
  // With the counters that its flags take, in their order: of two admissions neither waits in a ring.
  const revision = await takeTurns(scope, patientId)
  // Behind the counter, as whoever removes a patient: nobody is admitted who is gone.
  await requirePatient(patientId)
  await openPart(scope, patientId, nowMs)
  const admittedAt = given.admittedAt ?? now
  if (given.admittedAt != null) await requireAfterLastStay(scope, patientId, admittedAt)
  const shared = {
    patient_id: patientId,
    organization_id: acting.organizationId,
    ward_id: wardId,
    care_pathway_id: carePathwayId,
    created_at: now,
    revision,
  }
  const id = randomUUID()
  const inserted = await trx
    .insertInto('ward_admission')
    .values({
      ...shared,
      id,
      admitted_at: admittedAt,
      expected_discharge_date: given.expectedDischargeDate ?? null,
      referral_id: given.referralId ?? null,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) {
    const other = await activeAdmission(scope, patientId)
    throw other === undefined ? notFound() : await alreadyAdmitted(scope, other, elsewhere != null)
  }
  await trx
    .insertInto('admission_event')
    .values({
      ...shared,
      id: idempotencyKey ?? randomUUID(),
      admission_id: id,
      type: 'Admission',
      effective_at: admittedAt,
      created_by: acting.userId,
    })
    .execute()
  // Who admits by identifier has not seen what another organisation left on (K5): none of it counts
  // in this stay, unless it was switched on.
  const flags = elsewhere == null ? given.flags : decideEach(given.flags ?? [])
  if (flags != null)
    await setFlags(scope, patientId, flags, {
      at: admittedAt,
      endedAt: elsewhere == null ? now : admittedAt,
    })
  await judgeNewest(scope, patientId)
  const scale = await decideScale2(scope, patientId, given.spo2Scale2 ?? null)
  return [
    ...scale,
    patientAction(scope, 'admitPatientToWard', patientId, {
      entityType: 'wardAdmission',
      entityId: id,
      details: {
        wardId,
        carePathwayId,
        admittedAt,
        expectedDischargeDate: given.expectedDischargeDate ?? null,
        flags: flags ?? null,
        ...(given.referralId == null ? {} : { referralId: given.referralId }),
      },
    }),
  ]
}

/** The active admission of a patient. @throws NOT_FOUND */
export async function readAdmitted(scope: Scope, patientId: string): Promise<AdmittedPatient> {
  const row = await scope.trx
    .selectFrom('board_admission')
    .selectAll()
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return {
    id: patientId,
    admittedAt: row.admitted_at,
    ward: { id: row.ward_id, name: row.ward_name },
    carePathway: { id: row.care_pathway_id, name: row.care_pathway_name },
    mayOpen: await mayOpenNow(scope, patientId),
  }
}
