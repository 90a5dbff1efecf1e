import { parseArgs } from 'node:util'
import type { JWK } from 'jose'
import {
  toolbarIdentitySchema,
  toolbarSource,
  type ToolbarIdentity,
} from '../../src/domain/toolbar-identity/toolbar-identity'
import type { Clock } from '../clock'
import { signIdentity } from './sign-identity'

const usage =
  'Usage: npm run toolbar -- --user ID [--organisation ID], the ids that the toolbar has for them'

/** Who the link is to be for. @throws Error with the usage for anything else */
export const wantedIdentity = (args: readonly string[]): ToolbarIdentity => {
  const options = { user: { type: 'string' }, organisation: { type: 'string' } } as const
  try {
    const { user, organisation = 'demonstration' } = parseArgs({ args: [...args], options }).values
    return toolbarIdentitySchema.parse({
      source: toolbarSource,
      organizationId: organisation,
      userId: user,
    })
  } catch {
    throw new Error(usage)
  }
}

/** What signed identities are for: the origin at which the portal is reached. */
export const audienceOf = (portalUrl: string): string => new URL(portalUrl).origin

/** The address that a toolbar opens. */
export const launchLink = async (
  key: JWK,
  portalUrl: string,
  clock: Clock,
  identity: ToolbarIdentity,
): Promise<string> => {
  const link = new URL('/login', portalUrl)
  link.searchParams.set(
    'externalAuthIdentity',
    await signIdentity(key, audienceOf(portalUrl), clock, identity),
  )
  return link.toString()
}
