import { sql } from 'kysely'
import { userEmailSchema } from '../../src/domain/organization/new-organization'
import { isoNow, type Clock } from '../clock'
import { appendAction } from '../db/action-log'
import { createFirstUser } from '../db/across/organizations'
import type { Database } from '../db/database'
import type { UserAdministration } from '../graphql/user-administration'
import { createIdentity } from './identity'

/** What a command of the operator makes a link of. */
export interface LinkParts {
  readonly database: Database
  readonly clock: Clock
  readonly portalUrl: string
  readonly email: string
}

/** The server's own project, which its tokens name. */
const embeddedProject = 'lamplight-embedded'

const administrationFor = ({ database, clock, portalUrl }: LinkParts): UserAdministration =>
  createIdentity({
    database,
    clock,
    mailer: { send: () => Promise.reject(new Error('This command sends no mail')) },
    secrets: {
      seal: () => {
        throw new Error('This command seals nothing')
      },
      open: () => null,
    },
    config: { projectId: embeddedProject, portalUrl },
  }).administration

/** @throws Error for what is no address */
const readEmail = (given: string): string => {
  const email = userEmailSchema.safeParse(given)
  if (!email.success) throw new Error(`${given} is not an email address`)
  return email.data
}

/**
 * Makes the first internal user of an empty house, with an account without a password (K13); for one
 * who never signed in, another link.
 * @returns a link to choose it: once, for an hour
 * @throws AcrossRefused once another internal user exists; Error for what is no address
 */
export async function makeFirstUser(parts: LinkParts): Promise<string> {
  const email = readEmail(parts.email)
  const administration = administrationFor(parts)
  return parts.database.asSystem(async (trx) => {
    const { userId } = await createFirstUser(
      trx,
      { email, firstName: null, lastName: null },
      isoNow(parts.clock),
    )
    const made = await administration.createAccount(trx, { uid: userId, email })
    const link = made ? await administration.passwordResetUrl(trx, userId) : null
    if (link === null) throw new Error(`${parts.email} is the address of another account`)
    return link
  })
}

/**
 * Makes a link for a user whom no mail reaches. Each organisation of theirs has it in its log.
 * @returns a link to choose a password: once, for an hour
 * @throws Error where no user has the address
 */
export async function makePasswordLink(parts: LinkParts): Promise<string> {
  const email = readEmail(parts.email)
  const administration = administrationFor(parts)
  return parts.database.asSystem(async (trx) => {
    const account = await trx
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const of = (table: 'user_organization' | 'invitation', rest = sql<boolean>`true`) =>
      trx
        .selectFrom(table)
        .select('organization_id')
        .where('user_id', '=', account?.id ?? '')
        .where(rest)
        .orderBy('organization_id')
        .execute()
    const joined = await of('user_organization', sql<boolean>`deleted_at is null`)
    // Who belongs nowhere yet needs a password to answer.
    const members = joined.length > 0 ? joined : await of('invitation')
    const link =
      account === undefined || members.length === 0
        ? null
        : await administration.passwordResetUrl(trx, account.id)
    if (account === undefined || link === null)
      throw new Error(`No user signs in with ${parts.email}`)
    for (const { organization_id: organizationId } of members)
      await appendAction(trx, {
        organizationId,
        at: isoNow(parts.clock),
        actorId: null,
        action: 'passwordResetUrl',
        entityType: 'user',
        entityId: account.id,
        details: { by: 'operator' },
      })
    return link
  })
}
