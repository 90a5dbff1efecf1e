// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { Me } from '../../../src/domain/user/me'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const linked: Me['externalAuthIdentities'][number] = {
  id: 'link-1',
  type: 'Quicksilva',
  externalOrgId: 'G82027',
  externalUserId: 'dr-jones',
  linkedAt: '2026-03-02T12:00:00.000Z',
}
const member = (over: Partial<Me> = {}, more: Parameters<typeof meOf>[0] = {}) =>
  meOf({
    permissions: [
      'link_ehr_integration_identity',
      'edit_ehr_integrations',
      'view_ehr_integrations',
    ],
    features: ['ehrIntegrations'],
    over,
    ...more,
  })
const open = (me: Me) => openPortal('/account', { session: signedIn(me) })
const section = () => screen.findByRole('region', { name: 'Clinical toolbar' })

test('P173 P174 P175 C267 the third section is there with the feature and the permission alone', async () => {
  open(member())
  expect(await section()).toBeTruthy()
  for (const me of [
    member({}, { features: [] }),
    member({}, { permissions: ['edit_ehr_integrations', 'view_ehr_integrations'] }),
    member({ loggedInAs: { id: 'staff', firstName: 'S', lastName: 'T', email: 's@x.example' } }),
  ]) {
    cleanup()
    open(me)
    expect(await screen.findByRole('heading', { name: 'Security' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Clinical toolbar' })).toBeNull()
  }
})

test('without a linked user it says how one is linked', async () => {
  open(member())
  expect(
    within(await section()).getByText(
      'No user of Quicksilva is linked to your account. To link yours, open Lamplight from the toolbar.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull()
})

test('P177 a linked user is listed, and unlinked after a question', async () => {
  const portal = open(member({ externalAuthIdentities: [linked] }))
  const { getByText, getByRole } = within(await section())
  expect(getByText('dr-jones (organisation G82027)')).toBeTruthy()
  expect(getByText('Quicksilva. Linked 02-Mar-2026 12:00.')).toBeTruthy()
  await portal.user.click(getByRole('button', { name: 'Unlink dr-jones (organisation G82027)' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(portal.run).not.toHaveBeenCalled()
  portal.actions.refreshMe.mockImplementation(
    async () => portal.session.set(signedIn(member())) as undefined,
  )
  await portal.user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await screen.findByText('The user of the toolbar is no longer linked')).toBeTruthy()
  expect(portal.run).toHaveBeenCalledExactlyOnceWith('unlinkExternalAuthIdentity', { id: 'link-1' })
  await waitFor(() => expect(screen.queryByText('dr-jones (organisation G82027)')).toBeNull())
})

test('a failure to unlink is told in the dialog', async () => {
  const portal = open(member({ externalAuthIdentities: [linked] }))
  await portal.user.click(await screen.findByRole('button', { name: /^Unlink/ }))
  portal.run.mockResolvedValue(refused('no'))
  await portal.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }),
  )
  expect(await screen.findByText('The user of the toolbar was not unlinked')).toBeTruthy()
})

test('P176 pre-approved messages are set up, and stopped, after a question', async () => {
  const portal = open(member())
  portal.run.mockResolvedValue(done(true))
  portal.actions.refreshMe.mockImplementation(
    async () =>
      portal.session.set(
        signedIn(member({ areQuicksilvaPreApprovedMessagesSetup: true })),
      ) as undefined,
  )
  await portal.user.click(
    within(await section()).getByRole('button', { name: 'Set up pre-approved messages' }),
  )
  const dialog = within(await screen.findByRole('alertdialog'))
  await portal.user.click(dialog.getByRole('button', { name: 'I agree' }))
  expect(portal.run).toHaveBeenCalledExactlyOnceWith('setUpPreApprovedMessages', { isSetUp: true })
  await portal.user.click(
    await within(await section()).findByRole('button', { name: 'Stop pre-approved messages' }),
  )
  await portal.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop' }),
  )
  await waitFor(() =>
    expect(portal.run).toHaveBeenLastCalledWith('setUpPreApprovedMessages', { isSetUp: false }),
  )
})

test('whoever may not edit integrations sees what is set up, and why they cannot change it', async () => {
  open(member({}, { permissions: ['link_ehr_integration_identity'] }))
  const { getByText, queryByRole } = within(await section())
  expect(getByText('To change this you need the right to edit integrations.')).toBeTruthy()
  expect(queryByRole('button', { name: 'Set up pre-approved messages' })).toBeNull()
})

test('offline nothing of it is changed, and it says why', async () => {
  const portal = open(member({ externalAuthIdentities: [linked] }))
  await section()
  portal.connection.set({ ...portal.connection.get(), state: 'offline' })
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Unlink/ }).disabled).toBe(true),
  )
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Set up pre-approved messages' })
      .disabled,
  ).toBe(true)
})

test('the other edition says organization', async () => {
  localStorage.setItem('lamplight.edition', 'en-US')
  onTestFinished(() => localStorage.removeItem('lamplight.edition'))
  open(member({ externalAuthIdentities: [linked] }))
  expect(await screen.findByText('dr-jones (organization G82027)')).toBeTruthy()
})
