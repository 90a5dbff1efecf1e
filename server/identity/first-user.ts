import { userEmailSchema } from '../../src/domain/organization/new-organization'
import { isoNow, type Clock } from '../clock'
import { createFirstUser } from '../db/across/organizations'
import type { Database } from '../db/database'
import { createIdentity } from './identity'

/** The server's own project, which its tokens name. */
const embeddedProject = 'lamplight-embedded'

/**
 * Makes the first internal user of an empty house, with an account without a password (K13); for one
 * who never signed in, another link.
 * @returns a link to choose it: once, for an hour
 * @throws AcrossRefused once another internal user exists; Error for what is no address
 */
export async function makeFirstUser({
  database,
  clock,
  portalUrl,
  email: given,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly portalUrl: string
  readonly email: string
}): Promise<string> {
  const email = userEmailSchema.safeParse(given)
  if (!email.success) throw new Error(`${given} is not an email address`)
  const { administration } = createIdentity({
    database,
    clock,
    mailer: { send: () => Promise.reject(new Error('This command sends no mail')) },
    config: { projectId: embeddedProject, portalUrl },
  })
  return database.asSystem(async (trx) => {
    const { userId } = await createFirstUser(
      trx,
      { email: email.data, firstName: null, lastName: null },
      isoNow(clock),
    )
    const made = await administration.createAccount(trx, { uid: userId, email: email.data })
    const link = made ? await administration.passwordResetUrl(trx, userId) : null
    if (link === null) throw new Error(`${given} is the address of another account`)
    return link
  })
}
