import { meets, type Asks } from './asks'
import type { Principal } from './principal'
import { safeNext } from './safe-next'

/** Who may see one route (P section 2; decisions, Generic access rules). */
export interface RouteAccess extends Asks {
  readonly path: string
  /** `public-only`: not signed in. `terms`: the page that accepts them. `member`: signed in. */
  readonly access: 'public' | 'public-only' | 'terms' | 'member'
  readonly internal?: boolean
  /** True for the pages that open before the terms are accepted: /welcome and /link-identity. */
  readonly withoutTerms?: boolean
}

export { safeNext } from './safe-next'

export interface RouteVisitor {
  readonly status: 'signed-out' | 'refreshing' | 'signed-in'
  readonly principal?: Principal
  /** They read by a share link; signed out, it is over. */
  readonly byLink?: boolean
}

export interface RoutePlace {
  readonly pathname: string
  readonly search: string
  /** The visitor comes with an identity of a toolbar, to be linked. */
  readonly carriesIdentity?: boolean
}

export type RouteDecision =
  | { readonly kind: 'show' }
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'redirect'
      readonly to: string
      /** The identity goes with them. */
      readonly withIdentity?: true
    }

const show: RouteDecision = { kind: 'show' }
const wait: RouteDecision = { kind: 'wait' }
const redirect = (to: string): RouteDecision => ({ kind: 'redirect', to })

/** Paths that are not worth coming back to (P section 4). */
const notReturnedTo: readonly string[] = ['/', '/login', '/terms', '/checkups']

/** The address to return to after sign-in: path and query; null: none. */
export const returnAddress = (at: RoutePlace): string | null =>
  notReturnedTo.includes(at.pathname) ? null : safeNext(at.pathname + at.search)

/** The sign-in page that leads back here. */
export const signInAddress = (at: RoutePlace): string => {
  const next = returnAddress(at)
  return next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

/** Where who reads by a share link that is over is told so. */
const linkIsOver = '/expiredShareToken'

const sharedTabs = ['vitals', 'care-pathway', 'notes', 'action-log']

/** The pages of a share-link user: the record without reports and chat, check-ups, account. */
const isShared = (pathname: string, patientId: string): boolean => {
  if (pathname === '/account') return true
  const record = `/patient/${encodeURIComponent(patientId)}`
  if (pathname === record) return true
  if (!pathname.startsWith(`${record}/`)) return false
  const [first, second, ...more] = pathname.slice(record.length + 1).split('/')
  if (more.length > 0 || first === undefined) return false
  return second === undefined ? sharedTabs.includes(first) : first === 'checkup' && second !== ''
}

const decideShared = (principal: Principal, at: RoutePlace): RouteDecision => {
  const { sharedPatientId } = principal
  if (sharedPatientId === undefined) return redirect(linkIsOver)
  return isShared(at.pathname, sharedPatientId)
    ? show
    : redirect(`/patient/${encodeURIComponent(sharedPatientId)}`)
}

const linkingPath = '/link-identity'
const signInPath = '/login'

/**
 * A public page that is opened with an identity: who is signed in links it (P085), everybody else signs in first.
 * Null: as without one.
 */
const decideCarried = (
  { access }: RouteAccess,
  { status, principal }: RouteVisitor,
  { carriesIdentity = false }: RoutePlace,
): RouteDecision | null => {
  if (!carriesIdentity || (access !== 'public' && access !== 'public-only')) return null
  if (principal?.kind === 'share') return null
  if (status === 'signed-in' && principal !== undefined)
    return { kind: 'redirect', to: linkingPath, withIdentity: true }
  if (access === 'public-only') return null
  return status === 'signed-out' ? { kind: 'redirect', to: signInPath, withIdentity: true } : wait
}

/** Where a second factor is set up. */
const accountPath = '/account'

const decideMember = (route: RouteAccess, principal: Principal): RouteDecision => {
  if (principal.lacksSecondFactor === true)
    return route.path === accountPath ? show : redirect(accountPath)
  if (!principal.acceptedTerms && route.withoutTerms !== true) return redirect('/terms')
  if (route.internal === true && !principal.isInternalStaff) return redirect('/')
  if (!meets(principal, route)) return redirect('/')
  return show
}

/**
 * The guard of every page (P072 to P077, O204 to O206). A signed-in visitor without a principal is
 * still being refreshed, and waits on an empty page.
 */
export const decideRoute = (
  route: RouteAccess,
  who: RouteVisitor,
  at: RoutePlace,
): RouteDecision => {
  const carried = decideCarried(route, who, at)
  if (carried !== null) return carried
  if (route.access === 'public') return show
  // P319: a link that is over has no sign-in to go back to.
  if (who.byLink === true && who.status === 'signed-out') return redirect(linkIsOver)
  // The sign-in form stays while the user's data is fetched, so that a failure can be told there.
  if (route.access === 'public-only' && who.status !== 'signed-in') return show
  if (who.status === 'signed-out')
    return redirect(route.access === 'terms' ? '/login' : signInAddress(at))
  if (who.status === 'refreshing' || who.principal === undefined) return wait
  if (who.principal.kind === 'share') return decideShared(who.principal, at)
  if (route.access === 'public-only')
    return redirect(safeNext(new URLSearchParams(at.search).get('next')) ?? '/')
  if (route.access === 'terms' && who.principal.lacksSecondFactor !== true)
    return who.principal.acceptedTerms ? redirect('/') : show
  return decideMember(route, who.principal)
}
