import { isoNow, type Clock } from '../clock'
import type { Database } from '../db/database'
import { IdentityError } from '../identity'
import { saveIngestKey } from '../ingest'
import type { SecretBox } from '../secret-box'
import { demonstrationAccounts, demonstrationPassword } from './accounts'
import {
  demonstrationIngestKeys,
  idleIngestKeys,
  organizationOf,
  type OrganizationKey,
} from './organizations'
import { requireDemonstration } from './knowingly'
import { seedChats } from './chats'
import { seedIntegrations } from './integrations'
import { seedOrganizations } from './seed-organizations'
import { seedPatients } from './seed-patients'
import { seedReferrals } from './seed-referrals'

export { DemonstrationError, refuseDemonstration } from './knowingly'

/** What the seed needs of the identity server. */
export interface DemonstrationIdentity {
  hasAccount(uid: string): Promise<boolean>
  createAccount(account: {
    readonly uid: string
    readonly email: string
    readonly password: string
  }): Promise<unknown>
  /** @throws IdentityError SECOND_FACTOR_EXISTS */
  enrolTotp(factor: { readonly uid: string; readonly secret: string }): Promise<unknown>
}

/** How long before the seed the keys without devices were made. */
const idleKeyDays = 30

/** Who made an organisation's keys; null: nobody who has an account there. */
const administratorOf = (organization: OrganizationKey): string | null =>
  demonstrationAccounts.find(({ memberships }) =>
    memberships.some(
      (one) => one.organization === organization && one.role === 'Organisation Admin',
    ),
  )?.id ?? null

const unlessEnrolled = (thrown: unknown): void => {
  if (!(thrown instanceof IdentityError && thrown.code === 'SECOND_FACTOR_EXISTS')) throw thrown
}

/**
 * Seeds the demonstration without readings, which come from simulator.ts. Ids are fixed; times
 * count back from the clock. A second run changes nothing.
 * @throws DemonstrationError on a database that was not begun as a demonstration
 */
export const seedDemonstration = async (given: {
  readonly database: Database
  readonly identity: DemonstrationIdentity
  readonly clock: Clock
  readonly secrets: SecretBox
}): Promise<void> => {
  const at = isoNow(given.clock)
  const hoursFrom = (hours: number): string =>
    new Date(given.clock.now() + hours * 3_600_000).toISOString()
  await given.database.asSystem(async (trx) => {
    await requireDemonstration(trx)
    // All of it is one transaction: where the first organisation is, the rest is too.
    const seeded = await trx
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationOf('riverside').id)
      .executeTakeFirst()
    if (seeded === undefined) {
      await seedOrganizations(trx, at)
      await seedPatients(trx, given.clock.now())
      await seedReferrals(trx, given.clock.now())
      await seedChats(trx, given.clock.now())
    }
    for (const key of demonstrationIngestKeys) {
      const organization = organizationOf(key.organization)
      await saveIngestKey(trx, given.secrets, {
        id: key.apiKey,
        organizationId: organization.id,
        secret: key.secret,
        name: `Demonstration devices of ${organization.name}`,
        createdAt: at,
        createdBy: administratorOf(key.organization),
      })
    }
    await seedIntegrations(trx, given.secrets, at)
    for (const { expiresInHours, ...key } of idleIngestKeys) {
      await saveIngestKey(trx, given.secrets, {
        id: key.apiKey,
        organizationId: organizationOf(key.organization).id,
        secret: key.secret,
        name: 'Demonstration, without devices',
        createdAt: hoursFrom(-idleKeyDays * 24),
        createdBy: administratorOf(key.organization),
        deletedAt: hoursFrom(expiresInHours),
      })
    }
  })
  for (const account of demonstrationAccounts) {
    if (!(await given.identity.hasAccount(account.id)))
      await given.identity.createAccount({
        uid: account.id,
        email: account.email,
        password: demonstrationPassword,
      })
    // Asked apart from the account: a seed that is killed between the two is finished by the next.
    if (account.totpSecret !== null)
      await given.identity
        .enrolTotp({ uid: account.id, secret: account.totpSecret })
        .catch(unlessEnrolled)
  }
}
