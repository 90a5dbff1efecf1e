import { describe, expect, test } from 'vitest'
import { navigationOf } from '../../src/app/shell/navigation'
import type { Principal } from '../../src/domain/access/principal'
import {
  decideRoute,
  returnAddress,
  safeNext,
  signInAddress,
  type RouteAccess,
  type RouteVisitor,
} from '../../src/domain/access/route'
import { texts } from '../../src/texts'
import type { Room } from '../../src/ui/room'

const nobody: Principal = {
  kind: 'user',
  userId: 'u1',
  organizationId: 'o1',
  isInternalStaff: false,
  isSelfCare: false,
  acceptedTerms: true,
  permissions: new Set(),
  features: new Set(),
}
const signedIn = (over: Partial<Principal> = {}): RouteVisitor => ({
  status: 'signed-in',
  principal: { ...nobody, ...over },
})
const sharing = signedIn({ kind: 'share', sharedPatientId: 'p1', acceptedTerms: false })

const lacking = signedIn({ lacksSecondFactor: true, acceptedTerms: false })
const memberAt = (path: string): RouteAccess => ({ path, access: 'member' })

test('C2 who must set up a second factor first is led to the page of the account, before any terms', () => {
  const decide = (route: RouteAccess) =>
    decideRoute(route, lacking, { pathname: route.path, search: '' })
  for (const route of [
    memberAt('/virtual-ward'),
    { ...memberAt('/welcome'), withoutTerms: true },
    { path: '/terms', access: 'terms' as const },
    { ...memberAt('/admin'), internal: true },
  ])
    expect(decide(route), route.path).toEqual({ kind: 'redirect', to: '/account' })
  expect(decide(memberAt('/account'))).toEqual({ kind: 'show' })
})

const visitors = {
  'signed out': { status: 'signed-out' },
  refreshing: { status: 'refreshing', principal: nobody },
  'without me': { status: 'signed-in' },
  'without terms': signedIn({ acceptedTerms: false }),
  plain: signedIn(),
  permitted: signedIn({ permissions: new Set(['view_wards']) }),
  'permitted and flagged': signedIn({
    permissions: new Set(['view_wards']),
    features: new Set(['wards']),
  }),
  internal: signedIn({ isInternalStaff: true }),
  'share link': sharing,
} as const satisfies Record<string, RouteVisitor>
type Visitor = keyof typeof visitors

const routes = {
  public: { path: '/forgot-password', access: 'public' },
  'sign-in': { path: '/login', access: 'public-only' },
  terms: { path: '/terms', access: 'terms' },
  home: { path: '/virtual-ward', access: 'member' },
  welcome: { path: '/welcome', access: 'member', withoutTerms: true },
  wards: { path: '/wards', access: 'member', permission: 'view_wards', feature: 'wards' },
  admin: { path: '/admin', access: 'member', internal: true },
} as const satisfies Record<string, RouteAccess>

const show = 'show'
const record = '/patient/p1'
/** Where each visitor ends up at each kind of page: `show`, `wait`, or an address. */
const expected: Record<keyof typeof routes, Record<Visitor, string>> = {
  public: {
    'signed out': show,
    refreshing: show,
    'without me': show,
    'without terms': show,
    plain: show,
    permitted: show,
    'permitted and flagged': show,
    internal: show,
    'share link': show,
  },
  'sign-in': {
    'signed out': show,
    refreshing: show,
    'without me': 'wait',
    'without terms': '/',
    plain: '/',
    permitted: '/',
    'permitted and flagged': '/',
    internal: '/',
    'share link': record,
  },
  terms: {
    'signed out': '/login',
    refreshing: 'wait',
    'without me': 'wait',
    'without terms': show,
    plain: '/',
    permitted: '/',
    'permitted and flagged': '/',
    internal: '/',
    'share link': record,
  },
  home: {
    'signed out': '/login?next=%2Fvirtual-ward',
    refreshing: 'wait',
    'without me': 'wait',
    'without terms': '/terms',
    plain: show,
    permitted: show,
    'permitted and flagged': show,
    internal: show,
    'share link': record,
  },
  welcome: {
    'signed out': '/login?next=%2Fwelcome',
    refreshing: 'wait',
    'without me': 'wait',
    'without terms': show,
    plain: show,
    permitted: show,
    'permitted and flagged': show,
    internal: show,
    'share link': record,
  },
  wards: {
    'signed out': '/login?next=%2Fwards',
    refreshing: 'wait',
    'without me': 'wait',
    'without terms': '/terms',
    plain: '/',
    permitted: '/',
    'permitted and flagged': show,
    internal: '/',
    'share link': record,
  },
  admin: {
    'signed out': '/login?next=%2Fadmin',
    refreshing: 'wait',
    'without me': 'wait',
    'without terms': '/terms',
    plain: '/',
    permitted: '/',
    'permitted and flagged': '/',
    internal: show,
    'share link': record,
  },
}
const outcome = (
  route: RouteAccess,
  who: RouteVisitor,
  pathname: string = route.path,
  search = '',
): string => {
  const decision = decideRoute(route, who, { pathname, search })
  return decision.kind === 'redirect' ? decision.to : decision.kind
}

describe('the guard', () => {
  test('P072 P074 P075 P077 O204 O205 O206 decides every kind of page for every kind of visitor', () => {
    for (const [page, route] of Object.entries(routes) as [keyof typeof routes, RouteAccess][]) {
      for (const [name, who] of Object.entries(visitors) as [Visitor, RouteVisitor][]) {
        expect([page, name, outcome(route, who)]).toEqual([page, name, expected[page][name]])
      }
    }
  })

  test('never sends anybody round in a ring', () => {
    const routeAt = (path: string): RouteAccess =>
      path === '/'
        ? { path, access: 'member', withoutTerms: true }
        : (Object.values(routes).find((route) => route.path === path) ?? { path, access: 'member' })
    for (const [name, who] of Object.entries(visitors)) {
      for (const from of [...Object.values(routes).map(({ path }) => path), '/', record]) {
        const seen: string[] = []
        let at = from
        while (!seen.includes(at)) {
          seen.push(at)
          const [pathname = '/', search = ''] = at.split(/(?=\?)/)
          const next = outcome(routeAt(pathname), who, pathname, search)
          if (next === 'show' || next === 'wait') {
            seen.length = 0
            break
          }
          at = next
        }
        expect([name, from, seen]).toEqual([name, from, []])
      }
    }
  })

  test('a share-link user sees the shared record, its check-ups and the account, and nothing else', () => {
    const open = [
      '/account',
      record,
      `${record}/vitals`,
      `${record}/care-pathway`,
      `${record}/notes`,
      `${record}/action-log`,
      `${record}/checkup/c1`,
    ]
    const shut = [
      `${record}/reports`,
      `${record}/chat`,
      '/patient/p2',
      '/patient/p2/vitals',
      '/patient/p11',
      `${record}/checkup/`,
      `${record}/checkup/c1/x`,
      '/settings',
      '/',
    ]
    const member: RouteAccess = { path: '/x', access: 'member' }
    for (const path of open) expect([path, outcome(member, sharing, path)]).toEqual([path, 'show'])
    for (const path of shut) expect([path, outcome(member, sharing, path)]).toEqual([path, record])
    expect(outcome(member, signedIn({ kind: 'share' }))).toBe('/expiredShareToken')
  })

  test('the sign-in page sends who is signed in back to where they came from', () => {
    expect(
      outcome(routes['sign-in'], visitors.plain, '/login', '?next=%2Fpatient%2Fp1%3Ftab%3D1'),
    ).toBe('/patient/p1?tab=1')
    expect(outcome(routes['sign-in'], visitors.plain, '/login', '?next=%2F%2Fevil.example')).toBe(
      '/',
    )
  })

  test('P245 path and query are kept as the way back, except those not worth it', () => {
    expect(signInAddress({ pathname: '/patient/p1', search: '?a=1&b=2' })).toBe(
      '/login?next=%2Fpatient%2Fp1%3Fa%3D1%26b%3D2',
    )
    for (const pathname of ['/', '/login', '/terms', '/checkups'])
      expect([pathname, returnAddress({ pathname, search: '?a=1' })]).toEqual([pathname, null])
    expect(signInAddress({ pathname: '/', search: '' })).toBe('/login')
  })
})

/** Ways off the site, as collected from open-redirect cheat sheets. */
const payloads: readonly string[] = [
  '',
  'evil.example',
  'https://evil.example',
  'http://evil.example',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  '/\u007f/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/../..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/.%2e//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'mailto:a@evil.example',
  'https:evil.example',
  'https:/evil.example',
  ':evil',
  '?next=//evil.example',
  '#//evil.example',
  '@evil.example',
  '.evil.example',
  '//user@evil.example',
  '//evil.example:443',
  '//[::1]/',
  '//evil%E3%80%82example',
]

describe('the return address', () => {
  test('is refused whenever a browser could read it as leading away', () => {
    for (const next of payloads) expect([next, safeNext(next)]).toEqual([next, null])
    expect(safeNext(null)).toBeNull()
  })

  test('is kept, with query and fragment, when it is one of ours', () => {
    for (const next of [
      '/',
      '/patient/p1',
      '/patient/p1?tab=notes&x=%2F%2F',
      '/wards#top',
      '/a%2F%2Fb',
      '/account?next=https://evil.example',
      '/@evil.example',
    ]) {
      expect([next, safeNext(next)]).toEqual([next, next])
    }
  })

  test('always stays on the origin', () => {
    for (const next of payloads) {
      const kept = safeNext(next) ?? '/'
      expect(new URL(kept, 'https://portal.example').origin).toBe('https://portal.example')
    }
  })
})

describe('a page that asks for several permissions or features', () => {
  const at = { pathname: '/x', search: '' }
  const asks = (more: Partial<RouteAccess>, over: Partial<Principal>) =>
    decideRoute({ path: '/x', access: 'member', ...more }, signedIn(over), at).kind
  const both = { allPermissions: ['view_wards', 'edit_wards'] } as const
  const any = { anyPermission: ['view_wards', 'edit_wards'] } as const
  const flags = { allFeatures: ['wards', 'referrals'] } as const

  test('opens with every one of allPermissions, not with one', () => {
    expect(asks(both, { permissions: new Set(['view_wards']) })).toBe('redirect')
    expect(asks(both, { permissions: new Set(['view_wards', 'edit_wards']) })).toBe('show')
  })
  test('opens with one of anyPermission, not with none', () => {
    expect(asks(any, { permissions: new Set(['edit_wards']) })).toBe('show')
    expect(asks(any, { permissions: new Set(['create_wards']) })).toBe('redirect')
  })
  test('opens with every one of allFeatures, not with one', () => {
    expect(asks(flags, { features: new Set(['wards']) })).toBe('redirect')
    expect(asks(flags, { features: new Set(['wards', 'referrals']) })).toBe('show')
  })
  test('the navigation asks the same', () => {
    const room: Room = {
      id: 'x',
      routes: [],
      nav: [{ to: '/x', label: () => 'X', order: 1, ...both, ...flags }],
    }
    const seen = (over: Partial<Principal>) =>
      navigationOf([room], { ...nobody, ...over }, texts('en-GB')).map(({ to }) => to)
    const features = new Set(flags.allFeatures)
    const permissions = new Set(both.allPermissions)
    expect(seen({ features, permissions })).toEqual(['/x'])
    expect(seen({ features, permissions: new Set(['view_wards']) })).toEqual([])
    expect(seen({ features: new Set(['wards']), permissions })).toEqual([])
  })
})
