// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UnreachedWard } from '../../../src/domain/calling/calling'
import { answered, cardOf, clinicalRuntime, openClinical, screen } from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const told: UnreachedWard = {
  ward: { id: 'frailty', name: 'Frailty Ward' },
  since: '2026-01-05T14:32:00.000Z',
  reason: 'notAnswered',
  patients: 2,
}
const open = (path: string, unreached: readonly UnreachedWard[]) => {
  const fake = clinicalRuntime()
  fake.unreached.push(...unreached)
  fake.view('virtualWard').set(answered([cardOf('p1')]))
  openClinical(path, { fake })
}

test.each([
  ['board', '/virtual-ward'],
  ['wall', '/virtual-ward?display=wall'],
  ['alert list', '/virtual-ward?display=alerts'],
])('the %s says on which ward nobody can be reached, since when and why', async (_what, path) => {
  open(path, [told])
  const title = await screen.findByText('Frailty Ward: nobody can be reached')
  const alert = title.closest('[role=alert]')
  expect(alert?.textContent).toMatch(
    /about 2 patients, since .*14:32 at the earliest\. Nobody who was called has answered\./,
  )
})

test('where everybody can be reached nothing is said', async () => {
  open('/virtual-ward?display=wall', [])
  await screen.findAllByRole('heading', { level: 2 })
  await waitFor(() => expect(screen.queryByText(/nobody can be reached/)).toBeNull())
})
