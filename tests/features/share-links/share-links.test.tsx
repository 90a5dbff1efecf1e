// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { ShareToken } from '../../../src/data/share-token'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import { principalOf } from '../../../src/domain/access/principal-of'
import { shareLinksRoom } from '../../../src/features/share-links'
import { shareLinksTexts } from '../../../src/texts/share-links'
import { hideToast } from '../../../src/ui/feedback'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const permissions: readonly Permission[] = [
  'view_integration_api_keys',
  'view_share_tokens',
  'edit_patients',
  'view_patients',
]
const features: readonly Feature[] = ['integrationApi', 'cleoIntegrationApi']
const linkOf = (id: string, over: Partial<ShareToken> = {}): ShareToken => ({
  id,
  createdAt: '2026-01-05T14:32:00.000Z',
  expiresAt: '2026-01-06T14:32:00.000Z',
  user: { id: 'u', firstName: 'Margaret', lastName: 'Adeyemi' },
  patient: { id: 'p 1', firstName: 'Zoë', lastName: `O’Neill ${id}` },
  stopped: null,
  ...over,
})
const open = (
  told: Readonly<Record<string, () => unknown>> = {},
  may: { permissions?: readonly Permission[]; features?: readonly Feature[] } = {},
) => {
  const me = meOf({ permissions, features: [...features], ...may } as Parameters<typeof meOf>[0])
  return openPortal('/settings/patient-sharing', {
    session: signedIn(me),
    rooms: [shareLinksRoom],
    prepare: ({ ask, run }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) => told[name]?.() ?? rest?.(name, input))
      run.mockImplementation(async (name) => told[name]?.() ?? done(null))
    },
  })
}

test('C235 C248 C249 the links stand with their user, their patient, who is a link to the record, and their end', async () => {
  open({
    shareTokens: () =>
      done([
        linkOf('a'),
        linkOf('b', { patient: null }),
        linkOf('c', { stopped: 'MAKER_GONE' }),
        linkOf('d', { stopped: 'PATIENT_GONE', patient: null }),
        linkOf('e', { stopped: 'EXPIRED' }),
      ]),
  })
  const t = shareLinksTexts('en-GB')
  const table = await screen.findByRole('table', { name: 'Patient Record Sharing' })
  const headings = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(headings.slice(0, 3)).toEqual(['User', 'Patient', 'Expires At'])
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows[0]?.textContent).toContain('Adeyemi')
  expect(rows[0]?.textContent).toContain('06-Jan-2026')
  expect(
    within(rows[0] ?? table)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/patient/p%201')
  expect(rows[1]?.textContent).toContain(t.hidden)
  expect(rows[2]?.textContent).toContain(t.stopped.MAKER_GONE)
  expect(rows[3]?.textContent).toContain(t.stopped.PATIENT_GONE)
  expect(rows[3]?.textContent).toContain(t.gone)
  expect(rows[4]?.textContent).toContain('Expired')
})

test('C250 where nothing is shared the list says so', async () => {
  open({ shareTokens: () => done([]) })
  expect(
    await screen.findByText('Organization has no patient records shared outside the product'),
  ).toBeTruthy()
})

test('C563 C564 a failure to load is told as a toast and in the place of the rows', async () => {
  onTestFinished(() => hideToast('share links'))
  open({ shareTokens: () => refused('server') })
  expect(await screen.findByText('An error occurred while loading data')).toBeTruthy()
  expect(
    await screen.findByText('Failed to load patient sharing data. Press retry to try again.'),
  ).toBeTruthy()
})

test('C236 the tab needs both features and both permissions', async () => {
  for (const may of [
    { permissions: permissions.filter((key) => key !== 'view_share_tokens') },
    { permissions: permissions.filter((key) => key !== 'view_integration_api_keys') },
    { features: ['integrationApi'] as const },
    { features: ['cleoIntegrationApi'] as const },
  ]) {
    const portal = open({ shareTokens: () => done([linkOf('a')]) }, may)
    await waitFor(() => expect(portal.router.state.location.pathname).not.toContain('sharing'))
    expect(screen.queryByText('Patient Record Sharing')).toBeNull()
    cleanup()
  }
})

test('C006 a link is deleted after a question', async () => {
  const portal = open({
    shareTokens: () => done([linkOf('a')]),
    deleteShareToken: () => done(true),
  })
  const user = portal.user
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await user.click(
    await screen
      .findByRole('menuitem', { name: 'Delete link' })
      .catch(() => screen.getByRole('button', { name: 'Delete link' })),
  )
  const sure = await screen.findByRole('alertdialog')
  await user.click(within(sure).getByRole('button', { name: 'Delete link' }))
  await waitFor(() =>
    expect(portal.run.mock.calls.filter(([name]) => name === 'deleteShareToken')).toEqual([
      ['deleteShareToken', { id: 'a' }, ...(portal.run.mock.calls.at(-1)?.slice(2) ?? [])],
    ]),
  )
})

const sharedMe = {
  ...meOf({ permissions: ['view_patients', 'view_wards'], features: ['wards'] } as Parameters<
    typeof meOf
  >[0]),
  sharedRecord: { patientId: 'p1', expiresAt: '2026-01-06T14:32:00.000Z' },
}
const byLink = { ...signedIn(sharedMe), principal: principalOf(sharedMe), byLink: true as const }

test('P171 who reads by a link has the first section of the account page alone', async () => {
  openPortal('/account', { session: byLink, rooms: [shareLinksRoom] })
  expect(await screen.findByRole('heading', { name: 'Your Profile' })).toBeTruthy()
  expect(screen.queryByLabelText('First name')).toBeNull()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  expect(await screen.findByText(/You read this record by an access link of/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
})

test('P044 P045 P319 a link that is over leads to a page that says so, with a link to the sign-in', async () => {
  const portal = openPortal('/patient/p1/vitals', {
    session: { ...byLink, status: 'signed-out', me: null, principal: null },
    rooms: [shareLinksRoom],
  })
  expect(await screen.findByRole('heading', { name: 'Your access link has expired' })).toBeTruthy()
  expect(portal.router.state.location.pathname).toBe('/expiredShareToken')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

test('P046 /share without a token goes home', async () => {
  const portal = openPortal('/share', { session: byLink, rooms: [shareLinksRoom] })
  await waitFor(() => expect(portal.router.state.location.pathname).toBe('/patient/p1'))
})
