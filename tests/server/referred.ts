import { sql } from 'kysely'
import type { Database, Trx } from '../../server/db/database'
import { at, buildWorld } from './world'

/** Stores a referral with its task, which has the same id, as who refers a patient does. */
export async function addReferral(
  trx: Trx,
  referral: {
    readonly id: string
    readonly from: string
    readonly to: string
    readonly patientId: string
    /** Why the sender's stay ends with the acceptance. */
    readonly discharge?: string
    readonly by?: string
  },
): Promise<void> {
  const times = { created_at: at(30), updated_at: at(30) }
  await trx
    .insertInto('referral')
    .values({
      ...times,
      id: referral.id,
      organization_id: referral.from,
      destination_id: referral.to,
      patient_id: referral.patientId,
      referred_by: referral.by ?? 'nurse',
      reason: 'WorkLoad',
      comment: null,
      supporting_information: 'Needs more than we have',
      should_discharge: referral.discharge !== undefined,
      discharge_reason: referral.discharge ?? null,
      discharge_info: null,
      admission_id:
        referral.discharge === undefined
          ? null
          : sql<
              string | null
            >`(select id from ward_admission where patient_id = ${referral.patientId}
              and organization_id = ${referral.from} and discharged_at is null)`,
    })
    .execute()
  await trx
    .insertInto('task')
    .values({
      ...times,
      id: referral.id,
      organization_id: referral.to,
      type: 'IncomingReferral',
      referral_id: referral.id,
    })
    .execute()
}

/** Says what an organisation may do at another, one way; nothing: `[]`. */
export const relate = (
  database: Database,
  organizationId: string,
  partnerId: string,
  permissions: readonly string[],
): Promise<void> =>
  database.asSystem(async (trx) => {
    const row = { permissions: JSON.stringify(permissions), updated_at: at(90) }
    await trx
      .insertInto('organization_relationship')
      .values({ organization_id: organizationId, partner_id: partnerId, ...row })
      .onConflict((on) => on.columns(['organization_id', 'partner_id']).doUpdateSet(row))
      .execute()
  })

/** The world, where w and h refer patients to each other; carer runs h, which has ward-H. */
export const buildReferring = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await relate(database, 'w', 'h', ['ReferPatient'])
  await relate(database, 'h', 'w', ['ReferPatient'])
  await database.asSystem(async (trx) => {
    await sql`update organization set features = '{"wards": true, "referrals": true}' where id = 'h'`.execute(
      trx,
    )
    await sql`update user_organization set roles = '["Organisation Admin"]' where user_id = 'carer'`.execute(
      trx,
    )
    await trx
      .insertInto('ward')
      .values({
        id: 'ward-H',
        organization_id: 'h',
        name: 'Rooms',
        created_at: at(90),
        updated_at: at(90),
        revision: 1,
      })
      .execute()
  })
}
