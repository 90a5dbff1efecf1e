// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AlertsAfterDischarge } from '../../../src/domain/alerts/after-discharge'
import {
  answered,
  cardOf,
  clinicalRuntime,
  openClinical,
  screen,
  serverDown,
} from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const told: AlertsAfterDischarge = {
  patientId: 'gone',
  firstName: 'Olu',
  lastName: 'Nwosu',
  ward: 'Frailty Ward',
  dischargedAt: '2026-01-05T13:00:00.000Z',
  alerts: 2,
  severity: 4,
  startedAt: '2026-01-05T12:32:00.000Z',
}
const open = (
  path: string,
  patients: readonly AlertsAfterDischarge[],
  features: readonly 'wards'[] = ['wards'],
) => {
  const fake = clinicalRuntime()
  fake.afterDischarge.push(...patients)
  fake.view('virtualWard').set(answered([cardOf('p1')]))
  openClinical(path, { fake, permissions: { features } })
}

test.each([
  ['board', '/virtual-ward', '/virtual-ward?display=alerts'],
  ['wall', '/virtual-ward?display=wall', undefined],
])('the %s says that a patient on no ward has alerts, without a name', async (_of, path, way) => {
  open(path, [told])
  const title = await screen.findByText('1 patient who is on no ward has open alerts')
  const banner = title.closest('[role=alert]')
  expect(banner?.querySelector('a')?.getAttribute('href')).toBe(way)
  expect(document.body.textContent).not.toContain('Nwosu')
})

test.each([
  ['list of alerts', '/virtual-ward?display=alerts'],
  ['list of what is to be done', '/virtual-ward?display=to-do'],
])(
  'the %s names them, with their record, the gravest alert and the discharge',
  async (_of, path) => {
    open(path, [told])
    const link = await screen.findByRole('link', { name: 'Olu Nwosu' })
    expect(link.getAttribute('href')).toContain('/patient/gone')
    expect(link.closest('li')?.textContent).toMatch(
      /2 alerts, the gravest High, the first .*12:32\. Discharged from Frailty Ward .*13:00\./,
    )
  },
)

test.each([
  ['there are none', [], ['wards']],
  ['there are no wards, and every patient is on the board', [told], []],
] as const)('where %s nothing is said', async (_why, patients, features) => {
  open('/virtual-ward?display=alerts', patients, features)
  await screen.findAllByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByText(/on no ward/)).toBeNull())
})

test.each([
  ['board', '/virtual-ward'],
  ['list of alerts', '/virtual-ward?display=alerts'],
])('the %s says that it is not known where the question failed', async (_of, path) => {
  const fake = clinicalRuntime()
  const { ask } = fake.runtime
  Object.assign(fake.runtime, {
    ask: async (call: { readonly name: string }, input: unknown) =>
      call.name === 'alertsAfterDischarge'
        ? { kind: 'refused', problem: serverDown }
        : ask(call as never, input as never),
  })
  fake.view('virtualWard').set(answered([cardOf('p1')]))
  openClinical(path, { fake, permissions: { features: ['wards'] } })
  expect(
    await screen.findByText(
      'Whether patients who are on no ward have open alerts is not known now',
    ),
  ).toBeTruthy()
})

test('where no more are told it says that there may be more', async () => {
  open(
    '/virtual-ward',
    Array.from({ length: 50 }, (_, nth) => ({ ...told, patientId: `gone-${nth}` })),
  )
  expect(await screen.findByText(/^50 or more patients who are on no ward/)).toBeTruthy()
})
