import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import type { LastActivity } from '../../src/app/notices/last-activity'
import { routesOf } from '../../src/app/router'
import { DataProvider, IdentityProvider } from '../../src/engine/react'
import {
  source,
  type CommandResult,
  type Connection,
  type Draft,
  type DraftState,
  type IdleWork,
  type OutboxItem,
  type Runtime,
  type SessionActions,
  type SessionState,
  type RecordsKept,
  type StorageState,
  type UnlockResult,
} from '../../src/engine/define'
import { principalOf } from '../../src/domain/access/principal-of'
import type { Feature, Permission } from '../../src/domain/access/permissions'
import { problem, type Problem } from '../../src/domain/problem'
import type { Me } from '../../src/domain/user/me'
import { accountRoom } from '../../src/features/account'
import { apiKeysRoom } from '../../src/features/api-keys'
import { integrationTokensRoom } from '../../src/features/integration-tokens'
import { checkupRoom } from '../../src/features/checkup'
import { internalRoom } from '../../src/features/internal'
import { notFoundRoom } from '../../src/features/not-found'
import { notesRoom } from '../../src/features/notes'
import { patientRoom } from '../../src/features/patient'
import { settingsRoom } from '../../src/features/settings'
import { signInRoom } from '../../src/features/sign-in'
import { syncRoom } from '../../src/features/sync'
import { termsRoom } from '../../src/features/terms'
import { welcomeRoom } from '../../src/features/welcome'
import type { Auth } from '../../src/platform/auth'
import { EditionProvider } from '../../src/ui/edition'
import { UpdateContext, type Update, type UpdateState } from '../../src/app/update'
import type { Room } from '../../src/ui/room'
import { ThemeProvider } from '../../src/ui/theme'
import '../ui/waiting'

// What jsdom lacks and the portal asks for.
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})
window.scrollTo = () => undefined

export interface MeOptions {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  readonly acceptedTerms?: boolean
  readonly internal?: boolean
  readonly organizations?: Me['organizations']
  readonly over?: Partial<Me>
}

/** A nurse of Riverside; every part can be told otherwise. */
export const meOf = (options: MeOptions = {}): Me => ({
  id: 'user-1',
  firstName: 'Ada',
  lastName: 'Nurse',
  email: 'nurse@riverside.example',
  isInternalStaff: options.internal ?? false,
  roles: ['Clinician'],
  jobRole: 'Nurse',
  permissions: Object.fromEntries(
    (options.permissions ?? ['view_patients']).map((key) => [key, true]),
  ),
  createdAt: '2026-01-01T00:00:00.000Z',
  actingOrganization: {
    id: 'org-1',
    name: 'Riverside Virtual Ward',
    type: 'virtual_ward',
    edition: 'en-GB',
    telephone: null,
    address: null,
    acceptedTerms: options.acceptedTerms ?? true,
    features: Object.fromEntries((options.features ?? []).map((key) => [key, true])),
    nationalIdentifierScheme: 'NhsNumber',
    inactivityMinutes: 15,
    roles: [],
    defaultCarePathway: null,
    neighbors: [],
  },
  organizations: options.organizations ?? [
    { id: 'org-1', name: 'Riverside Virtual Ward', type: 'virtual_ward' },
  ],
  chatWidgetHash: null,
  loggedInAs: null,
  isSelfCare: false,
  isActiveTeamMember: true,
  enrolledInTotpMfa: false,
  canResetPassword: true,
  canReceivePushNotifications: false,
  areQuicksilvaPreApprovedMessagesSetup: false,
  wards: [],
  externalAuthIdentities: [],
  ...options.over,
})

export const signedOut: SessionState = {
  status: 'signed-out',
  me: null,
  principal: null,
  actingOrganizationId: null,
  ended: null,
  locked: null,
}
export const signedIn = (me: Me): SessionState => ({
  status: 'signed-in',
  me,
  principal: principalOf(me),
  actingOrganizationId: me.actingOrganization.id,
  ended: null,
  locked: null,
})

export const done = <Value,>(value: Value) => ({ kind: 'done' as const, value })
export const refused = (
  message: string,
  kind: Problem['kind'] = 'server',
  fields: Problem['fields'] = [],
) => ({ kind: 'refused' as const, problem: problem(kind, message, fields) })
export const failed = (message: string, kind: Problem['kind'] = 'server') => ({
  kind: 'problem' as const,
  problem: problem(kind, message),
})

/**
 * A runtime without a store or a network: the session and the connection are set, commands and
 * calls are answered by name.
 */
export const fakeRuntime = (start: SessionState, arriving: Me = meOf()) => {
  const session = source(start)
  const connection = source<Connection>({
    state: 'live',
    lastContactAt: null,
    waiting: 0,
    refused: 0,
  })
  const run = vi.fn(async (_name: string, _input: unknown): Promise<unknown> => done(null))
  const ask = vi.fn(async (name: string, _input: unknown): Promise<unknown> => {
    if (name === 'maintenanceNotice') return done(null)
    if (name === 'invitations') return done([])
    return name === 'portalVersion'
      ? done({ gitHash: 'test', demonstration: false })
      : refused('not told')
  })
  const actions = {
    completeSignIn: vi.fn(
      async (
        _password?: string,
      ): Promise<Awaited<ReturnType<SessionActions['completeSignIn']>>> => {
        session.set(signedIn(arriving))
        return done(arriving)
      },
    ),
    signOut: vi.fn(async () => session.set(signedOut)),
    lock: vi.fn(async () => session.set({ ...signedOut, ended: 'idle' })),
    unlock: vi.fn(async (_password: string): Promise<UnlockResult> => {
      session.set(signedIn(arriving))
      return { kind: 'done' }
    }),
    setActingOrganization: vi.fn(async (_organizationId: string) => done(arriving)),
    refreshMe: vi.fn(async () => undefined),
    accessSeen: vi.fn(() => {
      const { accessChanged: _, ...rest } = session.get()
      session.set(rest)
    }),
    accountDisabled: vi.fn(async (_email: string) => undefined),
    signInAgain: vi.fn(async () => undefined),
  }
  const outdated = source(false)
  const updateState = source<UpdateState>({ own: null, busy: [], applying: false, held: false })
  const installed = source<boolean | null>(true)
  const update = {
    ...updateState,
    installed,
    fetch: vi.fn(async () => undefined),
    look: vi.fn(async () => undefined),
    apply: vi.fn(async () => updateState.set({ ...updateState.get(), applying: true })),
  } satisfies Update
  const drafts = new Map<string, Draft>()
  const draft = (key: string): Draft => {
    const state = source<DraftState>({ ready: true, text: '', kept: true, seen: null })
    const known = drafts.get(key) ?? {
      ...state,
      set: (text: string) => state.set({ ready: true, text, kept: true, seen: null }),
      alone: (work) => work(),
    }
    drafts.set(key, known)
    return known
  }
  const items = source<readonly OutboxItem[]>([])
  const othersWaiting = source(0)
  const recordsKept = source<RecordsKept | null>(null)
  const idle = source<IdleWork>({ sent: 0, undecided: 0, needSignIn: 0 })
  const outbox = {
    retry: vi.fn(async (_id: string) => undefined),
    replace: vi.fn(async (_id: string, _input: unknown): Promise<CommandResult<unknown>> => ({
      kind: 'saved',
      id: 'new',
    })),
    discard: vi.fn(async (_id: string, _reason: string) => undefined),
  }
  const storage = source<StorageState>({
    persisted: null,
    evicted: null,
    full: false,
    crowded: false,
    unreadable: false,
    nothingKept: null,
  })
  const firstSync = source<{
    readonly done: number
    readonly total: number
    readonly scope: string
  } | null>(null)
  const runtime = {
    draft,
    outdated,
    start: async () => undefined,
    close: async () => undefined,
    session: { ...session, ...actions },
    connection,
    outbox: { ...items, othersWaiting, idle, ...outbox },
    storage,
    firstSync,
    generation: source(0),
    pause: async () => () => undefined,
    unkept: () => false,
    typed: async () => [...drafts].flatMap(([key, one]) => (one.get().text === '' ? [] : [key])),
    recordsKept: async () => recordsKept.get(),
    kept: async () => null,
    leaseLeftMs: async () => null,
    seen: async () => null,
    looked: () => undefined,
    now: () => Date.now(),
    watch: () =>
      source({
        ready: true,
        rows: [],
        total: 0,
        arrangedBy: 'server',
        asOf: 0,
        checkedAt: 0,
        problem: null,
      }),
    refresh: async () => ({ ids: [], total: 0, asOf: 0, checkedAt: 0 }),
    onInvalidated: () => () => undefined,
    run: (command: { name: string }, input: unknown) => run(command.name, input),
    ask: (call: { name: string }, input: unknown) => ask(call.name, input),
  } as unknown as Runtime
  return {
    runtime,
    session,
    connection,
    run,
    ask,
    actions,
    draft,
    items,
    othersWaiting,
    recordsKept,
    installed,
    idle,
    outbox,
    storage,
    firstSync,
    outdated,
    update,
    updateState,
  }
}

/** An identity provider that says yes to everything until it is told otherwise. */
const fakeAuth = (over: Partial<Auth> = {}): Auth => ({
  signInWithPassword: vi.fn(async () => ({ kind: 'success' as const })),
  answerChallenge: vi.fn(async () => ({ kind: 'success' as const })),
  signInWithToken: vi.fn(async () => ({ kind: 'success' as const })),
  keepExit: vi.fn(async () => undefined),
  takeExit: async () => null,
  idToken: async () => 'token',
  ended: () => null,
  state: async () => 'signed-out' as const,
  signOut: async () => undefined,
  sendPasswordReset: vi.fn(async () => ({ kind: 'success' as const })),
  checkResetCode: vi.fn(async () => ({ kind: 'valid' as const, email: 'nurse@riverside.example' })),
  confirmReset: vi.fn(async () => ({ kind: 'success' as const })),
  applyRevertCode: vi.fn(async () => ({ kind: 'success' as const })),
  reauthenticate: vi.fn(async () => ({ kind: 'success' as const })),
  startTotpEnrolment: vi.fn(async () => ({
    kind: 'started' as const,
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
  })),
  finishTotpEnrolment: vi.fn(async () => ({ kind: 'success' as const })),
  sessions: vi.fn(async () => ({ kind: 'unavailable' as const })),
  endSession: vi.fn(async () => ({ kind: 'success' as const })),
  ...over,
})

/** An activity that lives in the test alone. */
export const fakeActivity = (startedAt = Date.now()): LastActivity & { set(ms: number): void } => {
  let last = startedAt
  const listeners = new Set<() => void>()
  return {
    read: () => last,
    mark: (now) => {
      last = now
    },
    set: (ms) => {
      last = ms
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A page of another room, so that there is somewhere to go. */
const page = (
  path: string,
  heading: string,
  over: Partial<Room['routes'][number]['access']> = {},
  layout: Room['routes'][number]['layout'] = 'standard',
) => ({
  access: { path, access: 'member' as const, ...over },
  layout,
  offline: 'kept' as const,
  title: () => heading,
  load: async () => () => <h1>{heading}</h1>,
})
const otherRoom: Room = {
  id: 'other',
  routes: [
    page('/virtual-ward', 'Virtual ward page'),
    page('/rounds', 'Rounds page', { permission: 'view_wards', feature: 'wards' }),
    page('/beside', 'Page beside', {}, 'off-piste'),
    {
      ...page('/broken', 'Broken page'),
      load: async () => () => {
        throw new Error('boom')
      },
    },
    {
      ...page('/not-loaded', 'Page that does not arrive'),
      load: () =>
        Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')),
    },
  ],
  nav: [
    { to: '/rounds', label: () => 'Rounds', order: 20, permission: 'view_wards', feature: 'wards' },
    { to: '/virtual-ward', label: () => 'Virtual ward', order: 10 },
  ],
}

const ownRooms: readonly Room[] = [
  signInRoom,
  termsRoom,
  welcomeRoom,
  otherRoom,
  patientRoom,
  notesRoom,
  checkupRoom,
  accountRoom,
  settingsRoom,
  apiKeysRoom,
  integrationTokensRoom,
  syncRoom,
  internalRoom,
  notFoundRoom,
]

export interface PortalOptions {
  readonly session?: SessionState
  readonly arriving?: Me
  readonly auth?: Partial<Auth>
  readonly activity?: LastActivity
  /** More rooms than the portal's own. */
  readonly rooms?: readonly Room[]
  readonly prepare?: (fake: ReturnType<typeof fakeRuntime>) => void
  readonly user?: ReturnType<typeof userEvent.setup>
}

/** Opens the portal's own frame, gate and rooms at a path. */
export const openPortal = (path: string, options: PortalOptions = {}) => {
  const fake = fakeRuntime(options.session ?? signedOut, options.arriving)
  options.prepare?.(fake)
  const auth = fakeAuth(options.auth)
  const router = createMemoryRouter(
    routesOf([...ownRooms, ...(options.rooms ?? [])], options.activity ?? fakeActivity()),
    {
      initialEntries: [path],
    },
  )
  const view = render(
    <ThemeProvider theme="day">
      <DataProvider runtime={fake.runtime}>
        <IdentityProvider auth={auth}>
          <EditionProvider>
            <UpdateContext value={fake.update}>
              <RouterProvider router={router} />
            </UpdateContext>
          </EditionProvider>
        </IdentityProvider>
      </DataProvider>
    </ThemeProvider>,
  )
  return {
    ...fake,
    auth,
    router,
    view,
    user: options.user ?? userEvent.setup(),
    at: () => router.state.location.pathname + router.state.location.search,
  }
}

/**
 * Waits until the screens that were asked for are loaded and drawn, also under fake timers: `tick`
 * lets those run.
 */
export const settled = async (tick: () => Promise<unknown>): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await act(async () => {
      await vi.dynamicImportSettled()
      await tick()
    })
  }
}
