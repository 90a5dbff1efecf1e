// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { problem } from '../../../src/domain/problem'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

beforeAll(() => import('../../../src/features/internal/AdminScreen'))
afterEach(cleanup)

const organization = {
  id: 'o1',
  name: 'Fen Ward',
  type: 'virtual_ward',
  edition: 'en-GB',
  roles: [],
  numberOfUsers: 2,
  numberOfPatientLogins: 0,
  acceptedTerms: true,
  requiresSecondFactor: false,
  createdAt: '2026-01-05T14:32:00.000Z',
}
const integration = {
  id: 'i1',
  name: 'Practice record',
  carePathway: { id: 'copd', name: 'COPD' },
  integrationType: 'PreApprovedMessage',
  triggerType: 'Manual',
  address: 'https://record.example/events',
  createdAt: '2026-01-05T14:32:00.000Z',
  openEvents: 2,
}
const open = async ({
  integrations = [integration],
  type = 'virtual_ward',
  run = {},
}: {
  readonly integrations?: readonly (typeof integration)[]
  readonly type?: string
  readonly run?: Readonly<Record<string, () => unknown>>
} = {}) => {
  const answers: Readonly<Record<string, unknown>> = {
    mailOutbox: [],
    mailTroubles: [],
    unreachedAnywhere: [],
    organizations: { rows: [{ ...organization, type }], total: 1 },
    practicesNotInvited: 0,
    organizationUsers: [],
    organizationEhrIntegrations: { carePathways: [{ id: 'copd', name: 'COPD' }], integrations },
  }
  const portal = openPortal('/admin', {
    session: signedIn(meOf({ internal: true })),
    prepare: (fake) => {
      fake.ask.mockImplementation(async (name) =>
        name in answers ? done(answers[name]) : refused('no'),
      )
      fake.run.mockImplementation(async (name) => (run[name]?.() ?? done(null)) as never)
    },
  })
  await portal.user.click(await screen.findByRole('button', { name: 'Show users: Fen Ward' }))
  await screen.findByRole('heading', { name: 'Users of Fen Ward' })
  return portal
}
const add = async (portal: Awaited<ReturnType<typeof open>>) => {
  await portal.user.click(await screen.findByRole('button', { name: 'Add integration' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add integration' }))
  await portal.user.selectOptions(form.getByLabelText(/^Care pathway/), 'copd')
  await portal.user.click(form.getByLabelText(/^Name/))
  await portal.user.paste('Practice record')
  await portal.user.selectOptions(form.getByLabelText(/^Type/), 'CareNote')
  await portal.user.click(form.getByLabelText(/^Address/))
  await portal.user.paste('https://record.example/events')
  return form
}

test('staff see which other systems an organisation sends to', async () => {
  await open()
  const table = within(
    await screen.findByRole('table', { name: 'Integrations with other systems' }),
  )
  const row = await table.findByRole('row', { name: /^Practice record/ })
  expect([...row.querySelectorAll('th, td')].slice(0, 6).map((cell) => cell.textContent)).toEqual([
    'Practice record',
    'COPD',
    'Pre-approved message',
    'By hand',
    'https://record.example/events',
    '2',
  ])
})

test('one is set up with its pathway, type, trigger and address, and its secret is shown once', async () => {
  const portal = await open({
    run: { createEhrIntegration: () => done({ secret: 'told once', integration }) },
  })
  const form = await add(portal)
  const trigger = form.getByLabelText<HTMLSelectElement>(/^Trigger/)
  expect([...trigger.options].map(({ value }) => value).filter(Boolean)).toEqual(['Manual'])
  await portal.user.click(form.getByRole('button', { name: 'Add' }))
  const secret = within(
    await screen.findByRole('alertdialog', { name: 'The integration was added' }),
  )
  expect(secret.getByText('told once')).toBeTruthy()
  expect(portal.run).toHaveBeenCalledWith('createEhrIntegration', {
    organizationId: 'o1',
    integration: {
      carePathwayId: 'copd',
      name: 'Practice record',
      integrationType: 'CareNote',
      triggerType: 'Manual',
      address: 'https://record.example/events',
    },
  })
})

test('what the server says of the address is said at the address', async () => {
  const fields = [{ path: 'integration.address', message: 'The address must begin with https://' }]
  const portal = await open({
    run: {
      createEhrIntegration: () => ({
        kind: 'refused' as const,
        problem: { ...problem('invalid-arguments', 'No'), fields },
      }),
    },
  })
  const form = await add(portal)
  await portal.user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(form.getByLabelText(/^Address/).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(form.getAllByText('The address must begin with https://').length).toBeGreaterThan(0)
})

test('a secret that was lost is told, with what to do', async () => {
  const portal = await open({
    run: { createEhrIntegration: () => done({ secret: null, integration }) },
  })
  const form = await add(portal)
  await portal.user.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(/its secret is lost/)).toBeTruthy()
})

test('one is ended after a question that says what is skipped', async () => {
  const portal = await open({ run: { deleteEhrIntegration: () => done(true) } })
  await portal.user.click(
    await screen.findByRole('button', { name: 'Actions for Practice record' }),
  )
  await portal.user.click(screen.getByRole('button', { name: 'End integration' }))
  const sure = within(await screen.findByRole('alertdialog'))
  expect(sure.getByText(/2 events that were not sent yet are skipped/)).toBeTruthy()
  await portal.user.click(sure.getByRole('button', { name: 'End it' }))
  await waitFor(() =>
    expect(portal.run).toHaveBeenCalledWith('deleteEhrIntegration', {
      organizationId: 'o1',
      ehrIntegrationId: 'i1',
    }),
  )
})

test('the supplier’s own organisation sends to nobody', async () => {
  await open({ type: 'internal' })
  expect(screen.queryByRole('table', { name: 'Integrations with other systems' })).toBeNull()
})
