import { portalAgent } from '../platform/graphql'

/** The release of this device, as it says hello with it. */
export const clientVersion = portalAgent.replace('portal/', '')
