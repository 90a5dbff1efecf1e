import { expect, test, vi } from 'vitest'
import { createLinkSession } from '../../../src/engine/session/link-session'
import type { Me } from '../../../src/domain/user/me'
import { manualClock, type ManualClock } from '../manual-clock'

const hour = 3_600_000

/** Who reads by a link that ends at `expiresAt`, ISO instant. */
const meUntil = (expiresAt: string): Me => ({
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
    id: 'A',
    name: 'A',
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
  organizations: [{ id: 'A', name: 'A', type: 'virtual_ward' }],
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
  sharedRecord: { patientId: 'p1', expiresAt },
})

const open = async (clock: ManualClock) => {
  const expiresAt = new Date(clock.now() + hour).toISOString()
  const me = vi
    .fn()
    .mockResolvedValueOnce(meUntil(expiresAt))
    .mockRejectedValue(new TypeError('no network'))
  const useStore = vi.fn(() => Promise.resolve())
  const session = createLinkSession({
    clock,
    me,
    useStore,
    ready: () => Promise.resolve(),
    report: () => undefined,
  })
  await session.start()
  return { session, me, useStore }
}

test('an open page ends by itself when its link is over, also without a network', async () => {
  const clock = manualClock()
  const { session, me, useStore } = await open(clock)
  await clock.advance(hour - 1)
  expect(session.get()).toMatchObject({ status: 'signed-in', byLink: true })
  await clock.advance(1)
  expect(session.get()).toMatchObject({ status: 'signed-out', byLink: true, me: null })
  expect(useStore).toHaveBeenLastCalledWith(null)
  expect(me).toHaveBeenCalledTimes(1)
})

test('a device that slept past the end looks soon after it woke', async () => {
  const clock = manualClock()
  let slept = 0
  const { session } = await open({ ...clock, now: () => clock.now() + slept })
  slept = 2 * hour
  await clock.advance(30_000)
  expect(session.get().status).toBe('signed-out')
})
