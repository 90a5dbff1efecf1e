import { useEffect, type ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom'
import { useSession } from '../data/hooks'
import { decideRoute } from '../domain/access/route'
import { useTexts } from '../ui/edition'
import type { RoomRoute } from '../ui/room'

/** What the router keeps of a room's route for the gate and the layouts. */
export type RouteHandle = Pick<RoomRoute, 'access' | 'title' | 'layout'>

const isHandle = (value: unknown): value is RouteHandle => typeof value === 'object' && value !== null && 'access' in value

/** The innermost matched route that a room declared. */
export const useRouteHandle = (): RouteHandle | undefined => useMatches().map(({ handle }) => handle).filter(isHandle).at(-1)

/**
 * The guard: one pure rule over the matched route decides, nothing of the page or its frame is drawn before (P072 to P077).
 * A page whose user is being refreshed is empty.
 */
export function Gate(): ReactNode {
  const handle = useRouteHandle()
  const { pathname, search } = useLocation()
  const { status, principal } = useSession()
  const texts = useTexts()
  const title = handle?.title(texts)
  useEffect(() => {
    document.title = title === undefined ? texts.shell.product : `${title} · ${texts.shell.product}`
  }, [texts, title])
  if (!handle) return <Outlet />
  // Until the local record is read nobody knows who is signed in: sending them to the login would lose the page.
  if (status === 'starting') return null
  const decision = decideRoute(handle.access, { status, ...(principal ? { principal } : {}) }, { pathname, search })
  switch (decision.kind) {
    case 'show':
      return <Outlet />
    case 'wait':
      return null
    case 'redirect':
      return <Navigate to={decision.to} replace />
  }
}
