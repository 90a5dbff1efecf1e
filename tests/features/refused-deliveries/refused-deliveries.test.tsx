// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CutDelivery, RefusedDelivery } from '../../../src/data/refused-delivery'
import { refusedDeliveriesRoom } from '../../../src/features/refused-deliveries'
import type { Permission } from '../../../src/domain/access/permissions'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const delivery: RefusedDelivery = {
  id: '1',
  kind: 'checkups',
  code: 'INVALID_BODY',
  patientId: 'p-unknown',
  fields: ['endedAt'],
  apiKey: 'lk_1',
  times: 3,
  firstAt: '2026-01-05T10:00:00.000Z',
  lastAt: '2026-01-05T14:32:00.000Z',
}
const cut: CutDelivery = {
  id: 'c1',
  patient: { id: 'p1', firstName: 'John', lastName: 'Smith' },
  receivedAt: '2026-01-05T14:32:00.000Z',
  notUsable: [{ field: 'temperature', sent: '98.6', reason: 'impossible' }],
}
const open = (
  answer: () => unknown = () => done({ refused: [delivery], cut: [cut] }),
  permissions: readonly Permission[] = ['view_integration_api_keys'],
) =>
  openPortal('/settings/refused-deliveries', {
    session: signedIn(meOf({ permissions, features: ['integrationApi'] })),
    rooms: [refusedDeliveriesRoom],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'deliveryTroubles' ? answer() : rest?.(name, input),
      )
    },
  })
const table = (name: string) => screen.findByRole('table', { name })

test('what was refused is listed with why, whose, how often and when; what was not usable of the rest with what was sent', async () => {
  open()
  expect(
    within(await table('Refused deliveries')).getByRole('row', {
      name: /Check-up.*Not as it should be: endedAt.*p-unknown.*3.*05-Jan-2026 14:32.*lk_1/,
    }),
  ).toBeTruthy()
  const left = within(await table('Check-ups with readings that are not usable'))
  expect(left.getByRole('row', { name: /SMITH, John.*Temperature not usable: 98\.6/ })).toBeTruthy()
  expect(left.getByRole('link', { name: 'SMITH, John' }).getAttribute('href')).toBe(
    '/patient/p1/checkup/c1',
  )
})

test('that nothing was refused is said; that it could not be loaded is said otherwise', async () => {
  open(() => done({ refused: [], cut: [] }))
  expect(await screen.findByText('Nothing was refused')).toBeTruthy()
  expect(screen.getByText('Nothing was left out')).toBeTruthy()
  cleanup()
  open(() => refused('The server failed'))
  expect(
    (await screen.findAllByText('Refused deliveries could not be loaded')).length,
  ).toBeGreaterThan(0)
  expect(screen.queryByText('Nothing was refused')).toBeNull()
})

test('a code of another release is shown as it is, and of whom is not known is not said to be nobody', async () => {
  open(() =>
    done({ refused: [{ ...delivery, code: 'NEW_CODE', fields: [], patientId: null }], cut: [] }),
  )
  expect(
    within(await table('Refused deliveries')).getByRole('row', { name: /NEW_CODE.*Not told/ }),
  ).toBeTruthy()
})

test('offline the last answer stays, and says that it is one', async () => {
  const portal = open()
  await table('Refused deliveries')
  act(() => portal.connection.set({ ...portal.connection.get(), state: 'offline' }))
  expect((await screen.findAllByText(/what was last received/)).length).toBeGreaterThan(0)
})

test('who may not see the keys is not led here, and nothing is asked for', async () => {
  const portal = open(undefined, ['view_patients'])
  await waitFor(() => expect(portal.at()).not.toContain('refused-deliveries'))
  expect(portal.ask.mock.calls.filter(([name]) => name === 'deliveryTroubles')).toEqual([])
})
