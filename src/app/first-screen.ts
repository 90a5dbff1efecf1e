import type { Principal } from '../domain/access/principal'
import type { AheadReading } from '../ui/room'
import { memberRouteAt } from './route-at'

/** What the screen at the page's address reads first. */
export const firstScreenReads = async (principal: Principal): Promise<readonly AheadReading[]> => {
  const { pathname, search } = window.location
  return (await memberRouteAt(pathname)?.readsAhead?.())?.(principal, search) ?? []
}
