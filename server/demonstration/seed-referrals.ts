import { sql } from 'kysely'
import type { ReferralReason, ReferralStatus } from '../../src/domain/referral/referral'
import { taskAfter, type TaskStatus } from '../../src/domain/referral/task'
import type { Trx } from '../db/database'
import { demonstrationAccounts } from './accounts'
import { organizationOf, type OrganizationKey } from './organizations'
import { demonstrationPatients } from './people'
import { demonstrationId } from './random'

/** Who may refer patients where, one way; a partner without the permission is one of them. */
const relationships: readonly (readonly [
  OrganizationKey,
  OrganizationKey,
  permissions: readonly string[],
])[] = [
  ['riverside', 'willowbank', ['ReferPatient']],
  ['willowbank', 'riverside', ['ReferPatient']],
  ['willowbank', 'eastgate', ['ReferPatient']],
  ['riverside', 'eastgate', []],
]

interface SeedReferral {
  readonly from: OrganizationKey
  readonly to: OrganizationKey
  /** First and last name. */
  readonly patient: string
  readonly reason: ReferralReason
  readonly comment?: string
  readonly statement: string
  /** Why the sender's stay is to end with the acceptance. */
  readonly discharge?: string
  readonly hoursAgo: number
  /** Somebody of the destination has opened its task. */
  readonly isOpened?: true
  /** What was decided, half a day later at most. */
  readonly status?: Exclude<ReferralStatus, 'Pending'>
  readonly rejection?: string
}

const referrals: readonly SeedReferral[] = [
  {
    from: 'willowbank',
    to: 'riverside',
    patient: 'Vera Simmonds',
    reason: 'ProviderOrdered',
    statement:
      'Third fall in a fortnight, now with new confusion at night. The GP asks for daily observations and a review of her medicines; we cannot give more than one round a day on this wing.',
    discharge: 'TransferToHospitalPlanned',
    hoursAgo: 3,
  },
  {
    from: 'willowbank',
    to: 'riverside',
    patient: 'Winifred Barlow',
    reason: 'SecondOpinion',
    comment: 'Please look at her scores of this week',
    statement:
      'Her score has risen over two days and she is drinking less. She stays with us; we ask for your view of whether she needs oxygen.',
    hoursAgo: 7,
    isOpened: true,
  },
  {
    from: 'willowbank',
    to: 'riverside',
    patient: 'Ivy Dransfield',
    reason: 'SecondOpinion',
    statement: 'Heart failure with more breathlessness lying down. A view of her weights, please.',
    hoursAgo: 30,
    status: 'Accepted',
  },
  {
    from: 'willowbank',
    to: 'riverside',
    patient: 'Harold Ogden',
    reason: 'WorkLoad',
    statement: 'Settled, eating well. We are short of staff for two weeks.',
    hoursAgo: 52,
    status: 'Declined',
    rejection:
      'No clinical need for monitoring at home at the moment. Please refer again if that changes.',
  },
  {
    from: 'willowbank',
    to: 'riverside',
    patient: 'Joan Lister',
    reason: 'WorkLoad',
    statement: 'Meant for Joan Lyster.',
    hoursAgo: 75,
    status: 'Cancelled',
  },
  {
    from: 'riverside',
    to: 'willowbank',
    patient: 'Beryl Ashworth',
    reason: 'PatientPreference',
    statement:
      'Stable for a week, scores of 0 to 2. She and her son ask for a place near him; a room was offered by telephone.',
    discharge: 'TransferToCommunityOrRehab',
    hoursAgo: 5,
  },
  {
    from: 'riverside',
    to: 'willowbank',
    patient: 'Edith Thornton',
    reason: 'Other',
    comment: 'Respite while her daughter is away',
    statement: 'Two weeks of respite care. Mobilises with a frame, needs help with washing.',
    hoursAgo: 20,
  },
  {
    from: 'riverside',
    to: 'willowbank',
    patient: 'Ivor Prosser',
    reason: 'WorkLoad',
    statement: 'Needs two visits a day, which we cannot give over the holidays.',
    hoursAgo: 40,
    status: 'Declined',
    rejection: 'No room on the ground floor before the end of the month.',
  },
  {
    from: 'riverside',
    to: 'willowbank',
    patient: 'Thomas Abara',
    reason: 'PatientPreference',
    statement: 'Asked for a place for the winter, then decided to stay at home.',
    hoursAgo: 60,
    status: 'Cancelled',
  },
  {
    from: 'willowbank',
    to: 'eastgate',
    patient: 'Maureen Fairbrother',
    reason: 'ProviderOrdered',
    statement: 'Memory review is due; the family asks for an appointment at the home.',
    hoursAgo: 11,
  },
  {
    from: 'willowbank',
    to: 'eastgate',
    patient: 'Cyril Hargreaves',
    reason: 'SecondOpinion',
    statement: 'Swallowing is worse since last week. Please see him with the speech therapist.',
    hoursAgo: 48,
    status: 'Accepted',
  },
  {
    from: 'willowbank',
    to: 'eastgate',
    patient: 'Alfred Nightingale',
    reason: 'ProviderOrdered',
    statement: 'Foot check for diabetes.',
    hoursAgo: 90,
    status: 'Declined',
    rejection: 'The foot clinic sees him on Tuesday; no second visit is needed.',
  },
]

const statusOf = ({ status, isOpened }: SeedReferral): TaskStatus =>
  status === undefined ? (isOpened === true ? 'InProgress' : 'NotStarted') : taskAfter(status)

/** Somebody of the organisation who refers and decides. */
const deciderOf = (organization: OrganizationKey): string => {
  const found = demonstrationAccounts.find(({ memberships }) =>
    memberships.some((one) => one.organization === organization && one.role !== 'Care Assistant'),
  )
  if (found === undefined) throw new RangeError(`Nobody at ${organization} refers patients`)
  return found.id
}

const insertReferral = async (trx: Trx, referral: SeedReferral, nowMs: number): Promise<void> => {
  const patient = demonstrationPatients.find(
    ({ organization, firstName, lastName }) =>
      organization === referral.from && `${firstName} ${lastName}` === referral.patient,
  )
  if (patient === undefined) throw new RangeError(`No patient ${referral.patient}`)
  const { status = 'Pending' } = referral
  const id = demonstrationId('referral', patient.id, referral.to)
  const createdMs = nowMs - referral.hoursAgo * 3_600_000
  const createdAt = new Date(createdMs).toISOString()
  const updatedAt = new Date(
    status === 'Pending' && referral.isOpened !== true ? createdMs : createdMs + 2 * 3_600_000,
  ).toISOString()
  const isDecided = status !== 'Pending'
  const decider = deciderOf(status === 'Cancelled' ? referral.from : referral.to)
  await trx
    .insertInto('referral')
    .values({
      id,
      organization_id: organizationOf(referral.from).id,
      destination_id: organizationOf(referral.to).id,
      patient_id: patient.id,
      referred_by: deciderOf(referral.from),
      reason: referral.reason,
      comment: referral.comment ?? null,
      supporting_information: referral.statement,
      should_discharge: referral.discharge !== undefined,
      discharge_reason: referral.discharge ?? null,
      discharge_info: null,
      admission_id:
        referral.discharge === undefined
          ? null
          : sql<string | null>`(select id from ward_admission where patient_id = ${patient.id}
              and organization_id = ${organizationOf(referral.from).id} and discharged_at is null)`,
      status,
      rejection_reason: referral.rejection ?? null,
      decided_by: isDecided ? decider : null,
      decided_at: isDecided ? updatedAt : null,
      created_at: createdAt,
      updated_at: isDecided ? updatedAt : createdAt,
    })
    .execute()
  await trx
    .insertInto('task')
    .values({
      id: demonstrationId('task', id),
      organization_id: organizationOf(referral.to).id,
      type: 'IncomingReferral',
      status: statusOf(referral),
      referral_id: id,
      assignee_id:
        referral.isOpened === true || status === 'Accepted' ? deciderOf(referral.to) : null,
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .execute()
  if (status === 'Accepted')
    await trx
      .insertInto('patient_organization')
      .values({
        patient_id: patient.id,
        organization_id: organizationOf(referral.to).id,
        linked_at: updatedAt,
      })
      .onConflict((on) =>
        on.columns(['patient_id', 'organization_id']).doUpdateSet({ by_practice: false }),
      )
      .execute()
}

/** Partners, and referrals between them in every state, with their tasks. */
export const seedReferrals = async (trx: Trx, nowMs: number): Promise<void> => {
  for (const [one, other, permissions] of relationships)
    await trx
      .insertInto('organization_relationship')
      .values({
        organization_id: organizationOf(one).id,
        partner_id: organizationOf(other).id,
        permissions: JSON.stringify(permissions),
        updated_at: new Date(nowMs).toISOString(),
      })
      .execute()
  for (const referral of referrals) await insertReferral(trx, referral, nowMs)
}
