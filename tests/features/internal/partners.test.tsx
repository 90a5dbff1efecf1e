// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { InternalRelationship } from '../../../src/data/internal'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const organizationOf = (id: string, name: string, type = 'virtual_ward') => ({
  id,
  name,
  type,
  edition: 'en-GB',
  roles: ['Clinician'],
  numberOfUsers: 2,
  numberOfPatientLogins: 0,
  acceptedTerms: true,
  requiresSecondFactor: false,
  createdAt: '2026-01-05T14:32:00.000Z',
})
const partnerOf = (
  id: string,
  name: string,
  we: readonly string[],
  they: readonly string[],
): InternalRelationship => ({
  id,
  name,
  weHavePermissionTo: [...we],
  theyHavePermissionTo: [...they],
})
const fen = organizationOf('o1', 'Fen Ward')
const all = [
  fen,
  organizationOf('o2', 'Mere House', 'care_home'),
  organizationOf('o3', 'Lamplight', 'internal'),
]

const open = async (partners: () => unknown, answer: () => unknown = () => done(null)) => {
  const portal = openPortal('/admin', {
    session: signedIn(meOf({ internal: true })),
    prepare: ({ ask, run }) => {
      const told: Readonly<Record<string, unknown>> = {
        mailOutbox: [],
        mailTroubles: [],
        unreachedAnywhere: [],
        organizations: { rows: all, total: 3 },
        practicesNotInvited: 0,
        organizationUsers: [],
      }
      ask.mockImplementation(async (name) =>
        name === 'partnersOf' ? partners() : name in told ? done(told[name]) : refused('no'),
      )
      run.mockImplementation(async () => answer())
    },
  })
  await portal.user.click(await screen.findByRole('button', { name: 'Show users: Fen Ward' }))
  await screen.findByRole('heading', { name: 'Partners of Fen Ward' })
  return {
    ...portal,
    sent: () =>
      portal.run.mock.calls.flatMap(([name, input]) =>
        name === 'setOrganizationRelationship' ? [input] : [],
      ),
  }
}
const mere = partnerOf('o2', 'Mere House', ['ReferPatient'], [])
const rowOf = async () =>
  within(await screen.findByRole('table', { name: 'Partners' })).getByRole('row', {
    name: /Mere House/,
  })

describe('the partners of an organisation, for internal staff', () => {
  test('says who may refer patients to whom', async () => {
    await open(() => done([mere]))
    const cells = within(await rowOf()).getAllByRole('cell')
    expect(cells.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Yes', 'No'])
  })

  test('without any it says so; a failure is said', async () => {
    await open(() => done([]))
    expect(await screen.findByText('No partners')).toBeTruthy()
    cleanup()
    await open(() => refused('no'))
    expect(await screen.findByText('The partners could not be loaded')).toBeTruthy()
  })

  test('internal staff are nobody to refer patients to', async () => {
    const portal = await open(() => done([]))
    await portal.user.click(screen.getByRole('button', { name: 'Show users: Lamplight' }))
    await screen.findByRole('heading', { name: 'Users of Lamplight' })
    expect(screen.queryByRole('heading', { name: /^Partners of/ })).toBeNull()
  })

  test.each([
    ['Stop Fen Ward referring to Mere House', 'Stop', ['o1', 'o2', []]],
    ['Allow Mere House to refer to Fen Ward', 'Allow', ['o2', 'o1', ['ReferPatient']]],
  ] as const)('%s: asked first, and sent one way', async (action, yes, [from, to, permissions]) => {
    const portal = await open(() => done([mere]))
    await portal.user.click(
      within(await rowOf()).getByRole('button', { name: 'Actions for Mere House' }),
    )
    await portal.user.click(screen.getByRole('button', { name: action }))
    const sure = within(await screen.findByRole('alertdialog', { name: action }))
    expect(portal.sent()).toEqual([])
    await portal.user.click(sure.getByRole('button', { name: yes }))
    await waitFor(() =>
      expect(portal.sent()).toEqual([
        { organizationId: from, partnerOrganizationId: to, permissions },
      ]),
    )
  })

  test('another one is found by name, neither the organisation itself nor internal staff', async () => {
    const portal = await open(() => done([]))
    await portal.user.click(screen.getByRole('button', { name: 'Add partner' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner' }))
    await portal.user.click(form.getByRole('combobox', { name: /Partner organisation/ }))
    const list = within(form.getByRole('listbox'))
    await list.findByRole('option', { name: 'Mere House' })
    expect(list.getAllByRole('option')).toHaveLength(1)
    await portal.user.click(list.getByRole('option', { name: 'Mere House' }))
    await portal.user.selectOptions(
      form.getByRole('combobox', { name: /Who refers patients/ }),
      'The partner, to Fen Ward',
    )
    await portal.user.click(form.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(portal.sent()).toEqual([
        { organizationId: 'o2', partnerOrganizationId: 'o1', permissions: ['ReferPatient'] },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a refusal is said in the form', async () => {
    const portal = await open(
      () => done([]),
      () =>
        refused('', 'invalid-arguments', [
          { path: 'partnerOrganizationId', message: 'It is the organisation itself' },
        ]),
    )
    await portal.user.click(screen.getByRole('button', { name: 'Add partner' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner' }))
    await portal.user.click(form.getByRole('combobox', { name: /Partner organisation/ }))
    await portal.user.click(await form.findByRole('option', { name: 'Mere House' }))
    await portal.user.click(form.getByRole('button', { name: 'Add' }))
    expect((await form.findAllByText('It is the organisation itself')).length).toBeGreaterThan(0)
  })
})
