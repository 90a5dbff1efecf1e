import { expect, test } from 'vitest'
import { createSession, type SessionOptions } from '../../../src/engine/session/session'
import type { Keys } from '../../../src/engine/session/keys'
import type { DeviceStore } from '../../../src/engine/store'
import { problem, ProblemError } from '../../../src/domain/problem'
import type { Me } from '../../../src/domain/user/me'
import { manualClock } from '../manual-clock'
import { problemText } from '../../../src/texts/problems'

const me = (organization: string): Me => ({
  id: 'u',
  firstName: 'Ada',
  lastName: 'Nurse',
  email: 'ada@ward.example',
  isInternalStaff: false,
  roles: [],
  jobRole: null,
  permissions: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  actingOrganization: {
    id: organization,
    name: organization,
    type: 'virtual_ward',
    edition: 'en-GB',
    telephone: null,
    address: null,
    acceptedTerms: true,
    features: {},
    nationalIdentifierScheme: null,
    inactivityMinutes: 15,
    roles: [],
    defaultCarePathway: null,
    neighbors: [],
  },
  organizations: ['A', 'B', 'C'].map((id) => ({ id, name: id, type: 'virtual_ward' })),
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
})

const keys: Keys = {
  holds: () => true,
  meet: () => Promise.resolve(),
  keepPassword: () => Promise.resolve(),
  forgetPassword: () => Promise.resolve(),
  resume: () => Promise.resolve(true),
  unlock: () => Promise.resolve({ kind: 'not-possible' }),
  about: () => Promise.resolve(null),
  stay: () => undefined,
  lock: () => undefined,
  shred: () => Promise.resolve(),
  outdated: () => Promise.resolve(() => false),
  onLock: () => () => undefined,
}

/** A session of this page; `answers` are what the test decides over. */
const sessionWith = (
  answers: {
    readonly me: SessionOptions['server']['me']
    readonly didLogin?: SessionOptions['server']['didLogin']
  } & Partial<Pick<SessionOptions, 'isServerThere' | 'keys' | 'useStore' | 'clock'>>,
  kept = new Map<string, unknown>(),
): ReturnType<typeof createSession> => {
  const device: DeviceStore = {
    read: (id) => Promise.resolve(kept.get(id) ?? null),
    write: (id, value) => {
      kept.set(id, value)
      return Promise.resolve()
    },
    forget: (id) => {
      kept.delete(id)
      return Promise.resolve()
    },
    rememberCache: () => Promise.resolve(),
    caches: () => Promise.resolve([]),
    deleteCaches: () => Promise.resolve(),
    close: () => undefined,
  }
  return createSession({
    device,
    auth: { idToken: () => Promise.resolve('token'), signOut: () => Promise.resolve() },
    clock: answers.clock ?? { sleep: () => new Promise(() => undefined) },
    keys: answers.keys ?? keys,
    own: {
      read: () => Promise.resolve(null),
      keep: () => Promise.resolve(),
      forget: () => Promise.resolve(),
    },
    server: {
      me: answers.me,
      didLogin: answers.didLogin ?? (() => Promise.resolve(me('A'))),
      actAs: (organization) => Promise.resolve(me(organization)),
    },
    useStore: answers.useStore ?? (() => Promise.resolve()),
    deleteStores: () => Promise.resolve(),
    forgetUser: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    isServerThere: answers.isServerThere ?? (() => Promise.resolve(true)),
    standing: async () => null,
    notifyOtherTabs: () => undefined,
    report: () => undefined,
  })
}

/**
 * Found by the simulation: an answer of the old organisation came after the switch and was taken
 * over.
 */
test('an answer about the user, asked before a switch of organisation and received after it, does not undo the switch', async () => {
  let answer: (value: Me) => void = () => undefined
  const session = sessionWith({
    me: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await session.completeSignIn()
  const late = session.refreshMe()
  await session.setActingOrganization('B')
  answer(me('A'))
  await late
  expect(session.get().actingOrganizationId).toBe('B')
})

/**
 * Found by seed 305: the page began with a colleague's credential, and the end of that session came
 * after the sign-in that followed it.
 */
test('a session without a credential does not end the next one when the server answers late', async () => {
  let thereAfterAll: (is: boolean) => void = () => undefined
  const session = sessionWith({
    me: () => Promise.reject(new ProblemError(problem('no-token', 'No token found'))),
    isServerThere: () =>
      new Promise((resolve) => {
        thereAfterAll = resolve
      }),
  })
  await session.completeSignIn()
  const late = session.refreshMe()
  // A turn, in which it asks whether the server is there.
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  await session.lock()
  await session.completeSignIn()
  thereAfterAll(true)
  await late
  expect(session.get().status).toBe('signed-in')
})

/**
 * Found by seed 4255: the key of the other organisation came while her own store was being opened
 * again, and she stood before records that nothing opened.
 */
test('a switch whose key did not come in time is cancelled: the user stays in the organisation before, and a late key is dropped', async () => {
  const owners: (string | undefined)[] = []
  let [stayed, isLate] = [0, false]
  const session = sessionWith({
    me: () => Promise.resolve(me('A')),
    keys: {
      ...keys,
      holds: ({ organizationId }) => organizationId === 'A',
      resume: () => Promise.resolve(false),
      stay: () => {
        stayed += 1
      },
      meet: () =>
        isLate
          ? Promise.reject(
              new ProblemError(problem('timeout', 'The key for this device did not come in time')),
            )
          : Promise.resolve(),
    },
    useStore: (who) => {
      if (isLate && who !== null) owners.push(session.owner()?.organizationId)
      return Promise.resolve()
    },
  })
  await session.completeSignIn()
  isLate = true
  expect(await session.setActingOrganization('B')).toMatchObject({
    kind: 'refused',
    problem: { kind: 'timeout' },
  })
  expect([
    owners,
    stayed,
    session.owner()?.organizationId,
    session.get().actingOrganizationId,
  ]).toEqual([['A'], 1, 'A', 'A'])
})

test('a switch whose key did not come in time undoes nothing that another tab chose meanwhile', async () => {
  let held = 'A'
  let giveUp: () => void = () => undefined
  let stayed = 0
  const stores: (string | null)[] = []
  const kept = new Map<string, unknown>()
  const session = sessionWith(
    {
      me: (organization) => Promise.resolve(me(organization ?? 'A')),
      keys: {
        ...keys,
        holds: ({ organizationId }) => organizationId === held,
        stay: () => {
          stayed += 1
        },
        resume: ({ organizationId }) => {
          if (organizationId === 'C') held = 'C'
          return Promise.resolve(organizationId === 'C')
        },
        meet: ({ organizationId }) =>
          organizationId !== 'B'
            ? Promise.resolve()
            : new Promise((_resolve, reject) => {
                giveUp = () =>
                  reject(
                    new ProblemError(
                      problem('timeout', 'The key for this device did not come in time'),
                    ),
                  )
              }),
      },
      useStore: (who) => {
        stores.push(who?.organizationId ?? null)
        return Promise.resolve()
      },
    },
    kept,
  )
  await session.completeSignIn()
  const switching = session.setActingOrganization('B')
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  kept.set('signed-in', { ...(kept.get('signed-in') as object), organizationId: 'C' })
  await session.reread()
  expect(session.owner()?.organizationId).toBe('C')
  giveUp()
  expect(await switching).toMatchObject({ kind: 'refused', problem: { kind: 'timeout' } })
  expect([
    session.owner()?.organizationId,
    session.get().actingOrganizationId,
    stores.at(-1),
    stayed,
  ]).toEqual(['C', 'C', 'C', 0])
})

test('P210 O200 the organisation acted in is kept on the device for each user, and the next start begins there', async () => {
  const kept = new Map<string, unknown>()
  const first = sessionWith(
    { me: (organization) => Promise.resolve(me(organization ?? 'A')) },
    kept,
  )
  await first.completeSignIn()
  expect(kept.get('acting-organization:u')).toBe('A')
  await first.setActingOrganization('B')
  expect(kept.get('acting-organization:u')).toBe('B')
  const next = sessionWith({ me: () => Promise.resolve(me('A')) }, kept)
  await next.completeSignIn()
  expect(next.get().actingOrganizationId).toBe('B')
  const colleague = new Map([['acting-organization:somebody-else', 'B']])
  const other = sessionWith({ me: () => Promise.resolve(me('A')) }, colleague)
  await other.completeSignIn()
  expect(other.get().actingOrganizationId).toBe('A')
})

test('P324 whoever is not signed in sets no acting organisation, and is told so', async () => {
  const session = sessionWith({ me: () => Promise.resolve(me('A')) })
  const answer = await session.setActingOrganization('B')
  expect(answer).toMatchObject({ kind: 'refused', problem: { kind: 'no-token' } })
  expect(answer.kind === 'refused' && problemText('en-GB', answer.problem)).toBe(
    'Cannot set actingOrganization, Firebase user not logged in',
  )
})

test('P037 of a user whom internal staff acted as a device keeps nothing: the next page takes it away', async () => {
  const kept = new Map<string, unknown>()
  const shredded: string[] = []
  const acted: Me = { ...me('A'), loggedInAs: { id: 's', firstName: 'Ines', lastName: null } }
  const options = {
    me: () => Promise.resolve(acted),
    didLogin: () => Promise.resolve(acted),
    keys: {
      ...keys,
      shred: (userId: string) => {
        shredded.push(userId)
        return Promise.resolve()
      },
    },
  }
  const session = sessionWith(options, kept)
  await session.completeSignIn()
  expect(session.get().me?.loggedInAs?.id).toBe('s')
  const next = sessionWith(options, kept)
  await next.start()
  expect(next.get().status).toBe('signed-out')
  // Not what the user's own keys sealed.
  expect(shredded).toEqual(['u~s'])
  expect(kept.has('signed-in')).toBe(false)
})

test('P037 when the page on which they acted is locked, it ends: there is nothing to unlock', async () => {
  const kept = new Map<string, unknown>()
  const acted: Me = { ...me('A'), loggedInAs: { id: 's', firstName: 'Ines', lastName: null } }
  const about = {
    userId: 'u',
    organizationId: 'A',
    opensOffline: true,
    leaseOver: false,
    leaseUntil: 9e15,
    waitMs: 0,
    createdAt: 0,
  }
  const options = {
    me: () => Promise.resolve(acted),
    didLogin: () => Promise.resolve(acted),
    keys: { ...keys, about: () => Promise.resolve(about) },
  }
  const session = sessionWith(options, kept)
  await session.completeSignIn()
  await session.lock()
  expect(session.get().status).toBe('signed-out')
  expect(kept.has('signed-in')).toBe(false)
})

test('a start waits four seconds for the server and longer for this device: what is slow here asks for no password', async () => {
  const kept = new Map<string, unknown>()
  await sessionWith({ me: () => Promise.resolve(me('A')) }, kept).completeSignIn()
  const start = async (answers: {
    readonly me: () => Promise<Me>
    readonly met: Promise<void>
  }) => {
    const clock = manualClock()
    const session = sessionWith(
      {
        me: answers.me,
        clock,
        keys: { ...keys, resume: () => Promise.resolve(false), meet: () => answers.met },
      },
      new Map(kept),
    )
    void session.start()
    await clock.advance(0)
    return { session, clock }
  }
  let opened: () => void = () => undefined
  const slow = await start({
    me: () => Promise.resolve(me('A')),
    met: new Promise((resolve) => (opened = resolve)),
  })
  await slow.clock.advance(15_000)
  expect(slow.session.get().status).toBe('starting')
  opened()
  await slow.clock.advance(0)
  expect(slow.session.get().status).toBe('signed-in')

  const silent = await start({ me: () => new Promise(() => undefined), met: Promise.resolve() })
  await silent.clock.advance(3_999)
  expect(silent.session.get().status).toBe('starting')
  await silent.clock.advance(1)
  expect(silent.session.get().status).not.toBe('starting')

  const stuck = await start({
    me: () => Promise.resolve(me('A')),
    met: new Promise(() => undefined),
  })
  await stuck.clock.advance(20_000)
  expect(stuck.session.get().status).not.toBe('starting')
})
