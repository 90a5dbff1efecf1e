import { useEffect, type ReactNode } from 'react'
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router-dom'
import { useSession } from '../engine/react'
import { decideRoute, type RouteDecision } from '../domain/access/route'
import { carriedIdentity, carrying, identityParameter } from '../ui/carried-identity'
import { useTexts } from '../ui/edition'
import { CentredCard } from '../ui/layout'
import type { RoomRoute } from '../ui/room'
import { StaffOnlyPage } from './StaffOnlyPage'

/** What the router keeps of a room's route for the gate and the layouts. */
export type RouteHandle = Pick<RoomRoute, 'access' | 'title' | 'layout'>

const isHandle = (value: unknown): value is RouteHandle =>
  typeof value === 'object' && value !== null && 'access' in value

/** The innermost matched route that a room declared. */
export const useRouteHandle = (): RouteHandle | undefined =>
  useMatches()
    .map(({ handle }) => handle)
    .filter(isHandle)
    .at(-1)

/** The identity that an address has, and the address without it; null: it has none. */
const identityInAddress = (
  search: string,
): { readonly identity: string; readonly search: string } | null => {
  const params = new URLSearchParams(search)
  const identity = params.get(identityParameter)
  if (identity === null) return null
  params.delete(identityParameter)
  return { identity, search: params.size === 0 ? '' : `?${params}` }
}

/**
 * The guard: a pure rule over the route decides before anything is drawn (P072 to P077). A page
 * whose user is being refreshed is empty. A self-care user sees no staff screen (O361).
 */
export function Gate(): ReactNode {
  const handle = useRouteHandle()
  const { pathname, search, key, state } = useLocation()
  const navigate = useNavigate()
  const { status, principal, byLink } = useSession()
  const texts = useTexts()
  const title = handle?.title(texts)
  useEffect(() => {
    document.title = title === undefined ? texts.shell.product : `${title} · ${texts.shell.product}`
  }, [texts, title])
  const inAddress = identityInAddress(search)
  const identity = inAddress?.identity ?? carriedIdentity(state)
  const decide = (): RouteDecision => {
    // It leaves the address, and so the history, before anything is shown or asked.
    if (inAddress !== null)
      return { kind: 'redirect', to: pathname + inAddress.search, withIdentity: true }
    if (!handle) return { kind: 'show' }
    // Until the local record is read the user is unknown: the login would lose the page.
    if (status === 'starting') return { kind: handle.access.access === 'public' ? 'show' : 'wait' }
    // To the pages, who is locked out is signed out: only the sign-in page knows the difference.
    return decideRoute(
      handle.access,
      {
        status: status === 'locked' ? 'signed-out' : status,
        ...(principal ? { principal } : {}),
        byLink: byLink === true,
      },
      { pathname, search, carriesIdentity: identity !== null },
    )
  }
  const decision = decide()
  const to = decision.kind === 'redirect' ? decision.to : null
  const goesAlong = decision.kind === 'redirect' && decision.withIdentity === true ? identity : null
  useEffect(() => {
    // Decided at each arrival: an overtaken redirect must not leave an empty page.
    if (to !== null)
      void navigate(to, {
        replace: true,
        ...(goesAlong === null ? {} : { state: carrying(goesAlong) }),
      })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` is the arrival
  }, [to, goesAlong, key, navigate])
  if (decision.kind === 'wait' && byLink === true)
    return (
      <CentredCard>
        <output>{texts.shell.opening}</output>
      </CentredCard>
    )
  if (decision.kind !== 'show') return null
  return handle?.access.access === 'member' && principal?.isSelfCare === true ? (
    <StaffOnlyPage />
  ) : (
    // Made anew when the zone changes: a screen keeps no time of the one before.
    <Outlet key={handle?.access.access === 'member' ? principal?.timeZone : undefined} />
  )
}
