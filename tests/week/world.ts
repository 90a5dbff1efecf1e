import { saveIngestKey } from '../../server/ingest'
import { sql } from 'kysely'
import type { Database } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import { pathwayTemplates } from '../../src/domain/pathway/templates'
import type { Subscription } from '../../src/domain/calling/push'
import type { SecretBox } from '../../server/secret-box'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
export const iso = (ms: number): string => new Date(ms).toISOString()

/** The time zone of both organisations. */
export const zone = 'Europe/London'

/** A ward, which hours of the day its patients are measured at, and who is called about them. */
export interface Ward {
  readonly id: string
  readonly organization: string
  readonly pathway: string
  readonly hours: readonly number[]
  readonly plan: Plan
}
/** Who is called, in order: ids of users, or the address of a provider. */
export interface Plan {
  readonly day: readonly string[]
  readonly night: readonly string[]
}

export const north = 'north'
export const south = 'south'
/** From this hour to the other one it is day. */
export const [dayFrom, nightFrom] = [8, 20]
/** How early and late a check-up of a slot is in time. */
export const [early, late] = [30 * minute, 60 * minute]
const provider = 'doctor@night.example'

export const wards: readonly Ward[] = [
  {
    id: 'beech',
    organization: north,
    pathway: 'pathway-beech',
    hours: [8, 12, 16, 20],
    plan: { day: ['anna', 'ben'], night: ['ben', provider] },
  },
  {
    id: 'cedar',
    organization: north,
    pathway: 'pathway-cedar',
    hours: [9, 18],
    plan: { day: ['cleo', 'ben'], night: ['ben', 'cleo', provider] },
  },
  {
    id: 'dune',
    organization: south,
    pathway: 'pathway-dune',
    hours: [7, 13, 19],
    plan: { day: ['dora', 'erik'], night: ['erik', 'dora'] },
  },
]

/** Somebody who works there. */
export interface Person {
  readonly id: string
  readonly organization: string
  readonly role: 'Organisation Admin' | 'Clinician'
  readonly wards: readonly string[]
  /** When they are at work; null: they are called alone, or act by the day's list. */
  readonly shift: 'day' | 'night' | null
  /** Works with a tablet, which keeps what it cannot send. */
  readonly hasTablet: boolean
  /** Is called in a browser besides. */
  readonly hasBrowser: boolean
  /** Of calls of the day and of the night, how many they answer. */
  readonly answers: { readonly day: number; readonly night: number }
}

export const people: readonly Person[] = [
  {
    id: 'anna',
    organization: north,
    role: 'Clinician',
    wards: ['beech'],
    shift: 'day',
    hasTablet: true,
    hasBrowser: true,
    answers: { day: 0.8, night: 0.5 },
  },
  {
    id: 'ben',
    organization: north,
    role: 'Clinician',
    wards: ['beech', 'cedar'],
    shift: 'night',
    hasTablet: true,
    hasBrowser: true,
    answers: { day: 0.4, night: 0.7 },
  },
  {
    id: 'cleo',
    organization: north,
    role: 'Clinician',
    wards: ['cedar'],
    shift: 'day',
    hasTablet: true,
    hasBrowser: false,
    answers: { day: 0.8, night: 0.3 },
  },
  {
    id: 'dora',
    organization: south,
    role: 'Clinician',
    wards: ['dune'],
    shift: 'day',
    hasTablet: true,
    hasBrowser: true,
    answers: { day: 0.7, night: 0.2 },
  },
  {
    id: 'erik',
    organization: south,
    role: 'Clinician',
    wards: ['dune'],
    shift: 'night',
    hasTablet: false,
    hasBrowser: false,
    // He sleeps.
    answers: { day: 0.3, night: 0 },
  },
  {
    id: 'adam',
    organization: north,
    role: 'Organisation Admin',
    wards: [],
    shift: null,
    hasTablet: false,
    hasBrowser: false,
    answers: { day: 0, night: 0 },
  },
  {
    id: 'sara',
    organization: south,
    role: 'Organisation Admin',
    wards: [],
    shift: null,
    hasTablet: false,
    hasBrowser: false,
    answers: { day: 0, night: 0 },
  },
  {
    id: 'gemma',
    organization: south,
    role: 'Clinician',
    wards: ['dune'],
    shift: null,
    hasTablet: false,
    hasBrowser: false,
    answers: { day: 0, night: 0 },
  },
]

export const personOf = (id: string): Person => {
  const found = people.find((one) => one.id === id)
  if (found === undefined) throw new RangeError(`Nobody is called ${id}`)
  return found
}
export const wardOf = (id: string): Ward => {
  const found = wards.find((one) => one.id === id)
  if (found === undefined) throw new RangeError(`No ward ${id}`)
  return found
}
export const emailOf = (id: string): string => (id.includes('@') ? id : `${id}@week.example`)
export const ingestKeyOf = (organization: string): { id: string; secret: string } => ({
  id: `key-${organization}`,
  secret: `week-only-${organization}`,
})

/** The rules by which a reading raises an alert: a total of 7 or 5, and a single 3. */
const rules = (pathwayTemplates[0]?.alertRules ?? []).slice(0, 3)

/** The two organisations with their wards, pathways, staff, keys and plans; nobody is admitted yet. */
export const buildWeek = (database: Database, secrets: SecretBox, atMs: number): Promise<void> =>
  database.asSystem(async (trx) => {
    const at = iso(atMs)
    for (const [id, type] of [
      [north, 'virtual_ward'],
      [south, 'virtual_ward'],
    ] as const) {
      await trx
        .insertInto('organization')
        .values({
          id,
          name: id,
          type,
          edition: 'en-GB',
          telephone: '01273 800 900',
          address: JSON.stringify({ address: '1 High St', postcode: 'BN1 1AA' }),
          features: JSON.stringify({ wards: true, referrals: true }),
          national_identifier_scheme: 'NhsNumber',
          created_at: at,
        })
        .execute()
      await saveIngestKey(trx, secrets, {
        ...ingestKeyOf(id),
        organizationId: id,
        name: 'Devices',
        createdAt: at,
      })
    }
    await trx
      .insertInto('organization_relationship')
      .values({
        organization_id: south,
        partner_id: north,
        permissions: JSON.stringify(['ReferPatient']),
        updated_at: at,
      })
      .execute()
    for (const ward of wards) {
      const revision = await nextRevision(trx, ward.organization)
      await trx
        .insertInto('ward')
        .values({
          id: ward.id,
          organization_id: ward.organization,
          name: ward.id,
          created_at: at,
          updated_at: at,
          revision,
        })
        .execute()
      await trx
        .insertInto('care_pathway')
        .values({
          id: ward.pathway,
          organization_id: ward.organization,
          name: ward.pathway,
          escalate_after_minutes: 30,
          created_at: at,
          updated_at: at,
          revision,
        })
        .execute()
      await trx
        .insertInto('checkup_type')
        .values({
          id: `type-${ward.id}`,
          organization_id: ward.organization,
          care_pathway_id: ward.pathway,
          name: `Check-up ${ward.id}`,
          heading: 'Check-up',
          description: 'Vitals',
          schedule: JSON.stringify({
            rrule: `FREQ=DAILY;BYHOUR=${ward.hours.join(',')};BYMINUTE=0;BYSECOND=0`,
            tolerance: { early: early / 1000, late: late / 1000 },
          }),
          tiles: JSON.stringify({
            consciousness: { rule: 'required' },
            pulseOximeter: { rule: 'required', manualEntry: true },
            respiratoryRate: { rule: 'required', manualEntry: true },
            bloodPressureCuff: { rule: 'required', manualEntry: true },
            temperature: { rule: 'required', manualEntry: true },
          }),
          updated_at: at,
          revision,
        })
        .execute()
      for (const [position, { condition, ...rule }] of rules.entries())
        await trx
          .insertInto('alert_rule')
          .values({
            ...rule,
            id: `rule-${ward.id}-${position}`,
            organization_id: ward.organization,
            care_pathway_id: ward.pathway,
            condition: JSON.stringify(condition),
            position,
            updated_at: at,
            revision,
          })
          .execute()
    }
    for (const person of people) {
      await trx
        .insertInto('user_account')
        .values({
          id: person.id,
          email: emailOf(person.id),
          first_name: person.id,
          last_name: 'Week',
          acting_organization_id: person.organization,
          created_at: at,
        })
        .execute()
      await trx
        .insertInto('user_organization')
        .values({
          user_id: person.id,
          organization_id: person.organization,
          roles: JSON.stringify([person.role]),
          created_at: at,
        })
        .execute()
      for (const ward of person.wards)
        await trx
          .insertInto('ward_staff')
          .values({
            ward_id: ward,
            user_id: person.id,
            organization_id: person.organization,
            assigned_at: at,
          })
          .execute()
    }
    for (const organization of [north, south])
      await trx
        .insertInto('accepted_terms')
        .values({
          organization_id: organization,
          user_id: organization === north ? 'adam' : 'sara',
          terms_version: '1',
          accepted_at: at,
        })
        .execute()
  })

/**
 * Calls somebody in a browser of theirs from now on, as a sign-in registers it, without asking whether
 * its address is of the public network.
 */
export const callIn = (
  database: Database,
  secrets: SecretBox,
  who: string,
  subscription: Subscription,
  atMs: number,
): Promise<void> =>
  database
    .asSystem(async (trx) => {
      await sql`insert into identity_account (uid, email, tokens_valid_after, password_changed_at, created_at)
        values (${who}, ${emailOf(who)}, 0, 0, 0)`.execute(trx)
      await sql`insert into identity_session (id, uid, started_at, last_used_at, expires_at)
        values (${`session-${who}`}, ${who}, ${atMs}, ${atMs}, ${atMs + 30 * day})`.execute(trx)
    })
    .then(() =>
      database.asOrganization(personOf(who).organization, async (trx) => {
        await sql`select app_register_push(${`push-${who}`}, ${who}, ${`session-${who}`}, ${secrets.nameOf('push-endpoint', subscription.endpoint)},
          ${secrets.seal(`push-${who}`, JSON.stringify(subscription))}, ${iso(atMs)}::timestamptz)`.execute(
          trx,
        )
      }),
    )
