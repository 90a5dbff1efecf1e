import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  referralIsDecided,
  type ReferPatient,
  type ReferralDecision,
} from '../../../src/domain/referral/referral'
import { taskAfter } from '../../../src/domain/referral/task'
import { appendAction, type ActionEntry } from '../action-log'
import type { Trx } from '../database'
import { nextRevisions } from '../revision'
import { across, AcrossRefused, type Asker } from './across'
import { asServer } from './server-rights'

/** A referral that somebody decides, as the owner reads it. */
export interface Undecided {
  readonly id: string
  /** Who refers the patient. */
  readonly organizationId: string
  readonly destinationId: string
  readonly patientId: string
  /** Which of the sender's stays ends with the acceptance, and why; null: none. */
  readonly discharge: {
    readonly admissionId: string
    readonly type: string
    readonly additionalInfo: string | null
  } | null
}

/** What else the decision did, for the log of one organisation. */
export type Besides = Omit<ActionEntry, 'at' | 'actorId' | 'loggedInAs'>

/** Whether an organisation has a patient who was not deleted. */
const isPatientOf = async (
  trx: Trx,
  patientId: string,
  organizationId: string,
): Promise<boolean> => {
  const { rows } = await sql`select 1 from patient p
    join patient_organization po on po.patient_id = p.id and po.organization_id = ${organizationId}
    where p.id = ${patientId} and p.deleted_at is null`.execute(trx)
  return rows.length > 0
}

/** Who registered a patient and who has them admitted: both read of an acceptance in their log. */
const responsibleFor = async (trx: Trx, patientId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select organization_id as id from patient where id = ${patientId}
    union select organization_id from ward_admission where patient_id = ${patientId} and discharged_at is null`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** The stay that a patient has at an organisation. */
const stayAt = async (
  trx: Trx,
  patientId: string,
  organizationId: string,
): Promise<string | null> =>
  (
    await trx
      .selectFrom('ward_admission')
      .select('id')
      .where('patient_id', '=', patientId)
      .where('organization_id', '=', organizationId)
      .where('discharged_at', 'is', null)
      .executeTakeFirst()
  )?.id ?? null

const anybody = async (): Promise<void> => {}

const organizationName = async (trx: Trx, id: string): Promise<string | null> =>
  (await trx.selectFrom('organization').select('name').where('id', '=', id).executeTakeFirst())
    ?.name ?? null

/** @throws AcrossRefused conflict NO_PARTNER unless the asking organisation may refer there */
const requirePartner =
  (destinationId: string) =>
  async (trx: Trx, { organizationId }: Asker): Promise<void> => {
    const { rows } = await sql`select 1 from organization_relationship r
      join organization o on o.id = r.partner_id and o.features -> 'referrals' = 'true'
      where r.organization_id = ${organizationId} and r.partner_id = ${destinationId}
        and r.permissions ? 'ReferPatient'`.execute(trx)
    if (rows.length === 0) throw new AcrossRefused('conflict', 'NO_PARTNER')
  }

/**
 * Waits for whoever removes the patient, who takes the same counters before the patient's row and the
 * log. @throws AcrossRefused not-found where the asking organisation has the patient no more
 */
const requireStill = async (
  trx: Trx,
  { organizationId }: Asker,
  patientId: string,
): Promise<void> => {
  const patient = await trx
    .selectFrom('patient')
    .select('organization_id')
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  await nextRevisions(trx, [organizationId, patient.organization_id])
  if (!(await isPatientOf(trx, patientId, organizationId))) throw new AcrossRefused('not-found')
}

/**
 * Refers a patient of the asking organisation, with the task of the destination. The caller has made
 * sure that the user may.
 * @returns the referral's id
 * @throws AcrossRefused not-found where the patient was removed meanwhile; conflict NO_PARTNER,
 *   REFERRAL_PENDING
 */
export const referTo = (
  trx: Trx,
  asker: Asker,
  { patientId, referrerDetails, dischargeDetails, destinationDetails: given }: ReferPatient,
): Promise<string> => {
  const destinationId = given.organizationId
  const isPartner = requirePartner(destinationId)
  return asServer(trx, asker.organizationId, () =>
    across(trx, asker, [destinationId], isPartner, async () => {
      // Once more under the locks: it may have been taken away meanwhile.
      await isPartner(trx, asker)
      await requireStill(trx, asker, patientId)
      const id = randomUUID()
      const times = { created_at: asker.at, updated_at: asker.at }
      const leaves = referrerDetails.shouldDischargeOnAcceptance
      const inserted = await trx
        .insertInto('referral')
        .values({
          ...times,
          id,
          organization_id: asker.organizationId,
          destination_id: destinationId,
          patient_id: patientId,
          referred_by: asker.userId,
          reason: given.reason.reason,
          comment: given.reason.comment,
          supporting_information: given.supportingInformation,
          should_discharge: leaves,
          discharge_reason: leaves ? (dischargeDetails?.dischargeReason ?? null) : null,
          discharge_info: leaves ? (dischargeDetails?.additionalInfo ?? null) : null,
          admission_id: leaves ? await stayAt(trx, patientId, asker.organizationId) : null,
        })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst()
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0)
        throw new AcrossRefused(
          'conflict',
          'REFERRAL_PENDING',
          'A referral of this patient there is pending already',
        )
      await trx
        .insertInto('task')
        .values({
          ...times,
          id: randomUUID(),
          organization_id: destinationId,
          type: 'IncomingReferral',
          referral_id: id,
        })
        .execute()
      return {
        action: 'referPatient',
        entityType: 'referral',
        entityId: id,
        patientId,
        details: {
          organizationId: destinationId,
          organizationName: await organizationName(trx, destinationId),
          byOrganizationId: asker.organizationId,
        },
        value: id,
      }
    }),
  )
}

const actions = {
  Accepted: 'acceptReferral',
  Declined: 'rejectReferral',
  Cancelled: 'cancelReferral',
} as const satisfies Record<ReferralDecision, string>

/** Writes a decision into a referral and its task. The caller holds both organisations. */
export const writeDecision = async (
  trx: Trx,
  asker: Asker,
  id: string,
  decision: ReferralDecision,
  reason: string | null,
): Promise<void> => {
  await trx
    .updateTable('referral')
    .set({
      status: decision,
      rejection_reason: reason,
      decided_by: asker.userId,
      decided_at: asker.at,
      updated_at: asker.at,
    })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('task')
    .set({ status: taskAfter(decision), updated_at: asker.at })
    .where('referral_id', '=', id)
    .execute()
}

/** Behind the logs of `across`, which hold the chains in their order. */
export const logBesides = async (
  trx: Trx,
  asker: Asker,
  entries: readonly Besides[],
): Promise<void> => {
  for (const entry of entries)
    await appendAction(trx, {
      ...entry,
      at: asker.at,
      actorId: asker.userId,
      loggedInAs: asker.loggedInAs,
    })
}

/** That a referral was cancelled with something else, for the log of each of these. */
export const cancelledIn = (
  organizationIds: readonly string[],
  asker: Asker,
  { id, patientId }: { readonly id: string; readonly patientId: string },
): readonly Besides[] =>
  organizationIds.map((organizationId) => ({
    organizationId,
    action: actions.Cancelled,
    entityType: 'referral',
    entityId: id,
    patientId,
    details: { byOrganizationId: asker.organizationId },
  }))

/**
 * Decides a referral: the destination accepts or rejects it, its sender cancels it. Both
 * organisations are locked, so that of all who decide at once one does; of an acceptance also who
 * registered the patient and who has them admitted, whose logs say it too. The caller has made sure that
 * the user may.
 * @param work done with it, with the owner's rights, in the same transaction
 * @throws AcrossRefused not-found; conflict REFERRAL_DECIDED; what `work` throws
 */
export const decideReferral = (
  trx: Trx,
  asker: Asker,
  {
    referralId,
    decision,
    reason = null,
  }: {
    readonly referralId: string
    readonly decision: ReferralDecision
    readonly reason?: string | null
  },
  work: (referral: Undecided) => Promise<readonly Besides[]> = () => Promise.resolve([]),
): Promise<void> =>
  asServer(trx, asker.organizationId, async () => {
    const own = decision === 'Cancelled' ? 'organization_id' : 'destination_id'
    const find = () =>
      trx
        .selectFrom('referral')
        .selectAll()
        .where('id', '=', referralId)
        .where(own, '=', asker.organizationId)
    const found = await find().executeTakeFirst()
    if (found === undefined) throw new AcrossRefused('not-found')
    const touched = [
      found.organization_id,
      found.destination_id,
      ...(decision === 'Accepted' ? await responsibleFor(trx, found.patient_id) : []),
    ]
    const besides = await across(trx, asker, touched, anybody, async () => {
      const row = await find().forUpdate().executeTakeFirstOrThrow()
      const decided = referralIsDecided(row.status)
      if (decided !== null) throw new AcrossRefused('conflict', 'REFERRAL_DECIDED', decided)
      const value = await work({
        id: row.id,
        organizationId: row.organization_id,
        destinationId: row.destination_id,
        patientId: row.patient_id,
        discharge:
          row.discharge_reason === null || row.admission_id === null
            ? null
            : {
                admissionId: row.admission_id,
                type: row.discharge_reason,
                additionalInfo: row.discharge_info,
              },
      })
      await writeDecision(trx, asker, row.id, decision, reason)
      return {
        action: actions[decision],
        entityType: 'referral',
        entityId: row.id,
        patientId: row.patient_id,
        details: { byOrganizationId: asker.organizationId },
        value,
      }
    })
    await logBesides(trx, asker, besides)
  })

/**
 * Cancels what an organisation has pending of a patient whom it is about to remove: before the
 * counters, as every decision. One that is made at this very moment stays; nobody can accept it.
 * @returns what the logs are to say, for `logCancelled`
 */
export const cancelPendingOf = (
  trx: Trx,
  asker: Asker,
  patientId: string,
): Promise<readonly Besides[]> =>
  asServer(trx, asker.organizationId, async () => {
    const find = () =>
      trx
        .selectFrom('referral')
        .select(['id', 'destination_id'])
        .where('patient_id', '=', patientId)
        .where('organization_id', '=', asker.organizationId)
        .where('status', '=', 'Pending')
        .orderBy('id')
    const found = await find().execute()
    if (found.length === 0) return []
    await trx
      .selectFrom('organization')
      .select('id')
      .where('id', 'in', [asker.organizationId, ...found.map((row) => row.destination_id)])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const pending = await find()
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .forUpdate()
      .execute()
    for (const { id } of pending) await writeDecision(trx, asker, id, 'Cancelled', null)
    return pending.flatMap(({ id, destination_id: destinationId }) =>
      cancelledIn([asker.organizationId, destinationId], asker, { id, patientId }),
    )
  })

/** Writes it into the chains, in the order of the organisations' ids. The counters are taken. */
export const logCancelled = (trx: Trx, asker: Asker, entries: readonly Besides[]): Promise<void> =>
  asServer(trx, asker.organizationId, () =>
    logBesides(
      trx,
      asker,
      entries.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1)),
    ),
  )

/** The organisations whose rows of a referred patient may change with the acceptance. */
export const organizationsOfReferred = async (
  trx: Trx,
  { patientId, organizationId, destinationId }: Undecided,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from patient_organization where patient_id = ${patientId}
    union select organization_id from patient where id = ${patientId}
    union select organization_id from patient_flag where patient_id = ${patientId} and ended_at is null`.execute(
    trx,
  )
  return [organizationId, destinationId, ...rows.map(({ id }) => id)]
}

/**
 * Links a referred patient with the destination. The counters are taken: nobody removes the patient
 * meanwhile. A link that an assignment to a practice made is no longer taken back with it. The destination has as much
 * of the record as the sender, and what it has already.
 * @throws AcrossRefused conflict PATIENT_GONE
 */
export const linkReferred = async (
  trx: Trx,
  { patientId, organizationId, destinationId }: Undecided,
  at: string,
): Promise<void> => {
  if (!(await isPatientOf(trx, patientId, organizationId)))
    throw new AcrossRefused('conflict', 'PATIENT_GONE', 'The sender no longer has this patient')
  await sql`insert into patient_organization as po (patient_id, organization_id, linked_at, others_from)
    select s.patient_id, ${destinationId}, ${at}::timestamptz, s.others_from from patient_organization s
    where s.patient_id = ${patientId} and s.organization_id = ${organizationId}
    on conflict (patient_id, organization_id) do update set by_practice = false,
      others_from = case when excluded.others_from is null then null else po.others_from end`.execute(
    trx,
  )
}
