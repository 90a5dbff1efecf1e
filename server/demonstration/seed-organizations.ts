import { questionPages } from '../../src/domain/pathway/question-pages'
import type { QuestionPage } from '../../src/domain/pathway/tiles'
import { usualMinutes } from '../../src/domain/calling/plan'
import type { Trx } from '../db/database'
import { nextRevision } from '../db/revision'
import { demonstrationAccounts, type DemonstrationAccount } from './accounts'
import { alertRulesOf, escalateAfterOf } from './alert-rules'
import {
  demonstrationOrganizations,
  neighbours,
  organizationOf,
  wardIdOf,
  type DemonstrationOrganization,
} from './organizations'
import { demonstrationPathways, recurrenceOf, type DemonstrationPathway } from './pathways'

/** The version of the terms that the organisations of the demonstration have accepted. */
const termsVersion = '2026-01'

const insertOrganization = async (
  trx: Trx,
  organization: DemonstrationOrganization,
  at: string,
): Promise<void> => {
  const pathway = demonstrationPathways.find((one) => one.organization === organization.key)
  await trx
    .insertInto('organization')
    .values({
      id: organization.id,
      name: organization.name,
      type: organization.type,
      edition: organization.edition,
      telephone: organization.telephone,
      address: JSON.stringify(organization.address),
      features: JSON.stringify(
        Object.fromEntries(organization.features.map((feature) => [feature, true])),
      ),
      national_identifier_scheme: organization.nationalIdentifierScheme,
      default_care_pathway_id: pathway?.id ?? null,
      created_at: at,
    })
    .execute()
  const revision = await nextRevision(trx, organization.id)
  for (const name of organization.wards) {
    await trx
      .insertInto('ward')
      .values({
        id: wardIdOf(organization.key, name),
        organization_id: organization.id,
        name,
        created_at: at,
        updated_at: at,
        revision,
      })
      .execute()
  }
}

const pagesOf = ({ key }: DemonstrationPathway) => {
  const known: Readonly<Record<string, readonly QuestionPage[]>> = questionPages
  const like = key === 'residential' || key === 'falls' ? 'frailty' : key
  return known[like] ?? questionPages['hospital-at-home']
}

const tilesOf = (pathway: DemonstrationPathway): Record<string, unknown> => ({
  symptomsQuestionnaire: { rule: 'optional', pages: pagesOf(pathway) },
  consciousness: { rule: 'required' },
  pulseOximeter: { rule: 'required', manualEntry: true },
  respiratoryRate: { rule: 'required', manualEntry: true, usePlethAI: true },
  bloodPressureCuff: { rule: 'required', manualEntry: true },
  temperature: { rule: 'required', manualEntry: true },
  stethoscope: { rule: pathway.key === 'respiratory' ? 'optional' : 'disabled' },
  picture: { rule: 'optional' },
  weight: { rule: pathway.extras.includes('weight') ? 'optional' : 'disabled', manualEntry: true },
  glucose: { rule: pathway.extras.includes('glucose') ? 'optional' : 'disabled' },
})

const insertPathway = async (
  trx: Trx,
  pathway: DemonstrationPathway,
  at: string,
): Promise<void> => {
  const organizationId = organizationOf(pathway.organization).id
  const revision = await nextRevision(trx, organizationId)
  await trx
    .insertInto('care_pathway')
    .values({
      id: pathway.id,
      organization_id: organizationId,
      name: pathway.name,
      escalate_after_minutes: escalateAfterOf(pathway),
      created_at: at,
      updated_at: at,
      revision,
    })
    .execute()
  await trx
    .insertInto('checkup_type')
    .values({
      id: pathway.checkupTypeId,
      organization_id: organizationId,
      care_pathway_id: pathway.id,
      name: pathway.checkupTypeName,
      heading: pathway.checkupTypeName,
      description: pathway.description,
      schedule: JSON.stringify({
        rrule: recurrenceOf(pathway),
        tolerance: { early: 1800, late: 3600 },
      }),
      tiles: JSON.stringify(tilesOf(pathway)),
      updated_at: at,
      revision,
    })
    .execute()
  for (const [position, { condition, ...rule }] of alertRulesOf(pathway).entries()) {
    await trx
      .insertInto('alert_rule')
      .values({
        ...rule,
        organization_id: organizationId,
        care_pathway_id: pathway.id,
        condition: JSON.stringify(condition),
        position,
        updated_at: at,
        revision,
      })
      .execute()
  }
}

/** How long the people of the demonstration have been members. */
const memberForMs = 60 * 86_400_000

const insertPeople = async (trx: Trx, at: string): Promise<void> => {
  for (const account of demonstrationAccounts) {
    await trx
      .insertInto('user_account')
      .values({
        id: account.id,
        email: account.email,
        first_name: account.firstName,
        last_name: account.lastName,
        is_internal_staff: account.isInternalStaff,
        acting_organization_id: organizationOf(account.memberships[0].organization).id,
        enrolled_in_totp_mfa: account.totpSecret !== null,
        created_at: at,
      })
      .execute()
    for (const membership of account.memberships) {
      const organizationId = organizationOf(membership.organization).id
      await trx
        .insertInto('user_organization')
        .values({
          user_id: account.id,
          organization_id: organizationId,
          roles: JSON.stringify([membership.role]),
          job_role: account.jobRole,
          // So long ago that what patients wrote last night is told to them.
          created_at: new Date(Date.parse(at) - memberForMs).toISOString(),
        })
        .execute()
      for (const ward of membership.wards) {
        await trx
          .insertInto('ward_staff')
          .values({
            ward_id: wardIdOf(membership.organization, ward),
            user_id: account.id,
            organization_id: organizationId,
            assigned_at: at,
          })
          .execute()
      }
    }
  }
}

/** A service that the wards of the demonstration call at night after their own staff. */
const nightService = { name: 'Harbour Night Service', email: 'on-call@night-service.example' }

/** By day the staff of each ward are on call, at night they and a service. */
const insertOnCall = async (trx: Trx, at: string): Promise<void> => {
  for (const organization of demonstrationOrganizations)
    for (const name of organization.wards) {
      const memberOf = ({ memberships }: DemonstrationAccount) =>
        memberships.find((one) => one.organization === organization.key && one.wards.includes(name))
      // Who administers is called last.
      const isLast = (account: DemonstrationAccount): number =>
        Number(memberOf(account)?.role === 'Organisation Admin')
      const staff = demonstrationAccounts
        .filter((account) => memberOf(account) !== undefined)
        .toSorted((a, b) => isLast(a) - isLast(b))
      const [first] = staff
      if (first === undefined) continue
      const line = staff.map(({ id }) => ({ userId: id, provider: null }))
      const days = [1, 2, 3, 4, 5, 6, 7]
      await trx
        .insertInto('on_call_plan')
        .values({
          ward_id: wardIdOf(organization.key, name),
          organization_id: organization.id,
          slots: JSON.stringify([
            { days, from: '08:00', until: '20:00', line },
            {
              days,
              from: '20:00',
              until: '08:00',
              line: [...line, { userId: null, provider: nightService }],
            },
          ]),
          minutes_of_severity4: usualMinutes.minutesOfSeverity4,
          minutes_of_severity3: usualMinutes.minutesOfSeverity3,
          changed_at: at,
          changed_by: first.id,
        })
        .execute()
    }
}

const acceptTerms = async (trx: Trx, at: string): Promise<void> => {
  for (const organization of demonstrationOrganizations.filter((one) => one.acceptedTerms)) {
    const member = demonstrationAccounts.find((account) =>
      account.memberships.some((one) => one.organization === organization.key),
    )
    if (member === undefined) continue
    await trx
      .insertInto('accepted_terms')
      .values({
        organization_id: organization.id,
        user_id: member.id,
        terms_version: termsVersion,
        accepted_at: at,
      })
      .execute()
  }
}

/** Organisations, neighbours, wards, pathways, check-up types, users, roles and accepted terms. */
export const seedOrganizations = async (trx: Trx, at: string): Promise<void> => {
  for (const organization of demonstrationOrganizations)
    await insertOrganization(trx, organization, at)
  for (const pathway of demonstrationPathways) await insertPathway(trx, pathway, at)
  for (const [one, other] of neighbours) {
    await trx
      .insertInto('organization_neighbour')
      .values({ organization_id: organizationOf(one).id, neighbour_id: organizationOf(other).id })
      .execute()
  }
  await insertPeople(trx, at)
  await insertOnCall(trx, at)
  await acceptTerms(trx, at)
}
