// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EhrIntegration } from '../../../src/data/ehr-integration'
import type { Permission } from '../../../src/domain/access/permissions'
import { pathwaysRoom } from '../../../src/features/pathways'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'
import { integrationOf } from '../integrations/integration-fixtures'
import { copd } from './pathway-fixtures'

beforeAll(() => import('../../../src/features/pathways/PathwayScreen'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const view: readonly Permission[] = ['view_care_pathways', 'view_ehr_integrations']
const edit: readonly Permission[] = [...view, 'edit_ehr_integrations']
const approver = { id: 'user-2', email: 'gp@eastgate.example' }

interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly 'ehrIntegrations'[]
  readonly integrations?: readonly EhrIntegration[]
  readonly isSetUp?: boolean
  readonly answers?: Readonly<Record<string, () => unknown>>
}
const open = ({
  permissions = edit,
  features = ['ehrIntegrations'],
  integrations = [integrationOf('one')],
  isSetUp = true,
  answers = {},
}: Given = {}) => {
  const portal = openPortal('/pathways/copd/integrations', {
    session: signedIn(meOf({ permissions, features })),
    rooms: [pathwaysRoom],
    prepare: ({ ask, run }) => {
      const told: Readonly<Record<string, () => unknown>> = {
        carePathway: () => done(copd),
        ehrIntegrations: () => done({ integrations, isSetUp }),
        ...answers,
      }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) => told[name]?.() ?? rest?.(name, input))
      run.mockImplementation(async (name) => told[name]?.() ?? done(null))
    },
  })
  return {
    ...portal,
    sent: (name: string) =>
      portal.run.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
    asked: () => portal.ask.mock.calls.filter(([name]) => name === 'ehrIntegrations'),
  }
}
type Portal = ReturnType<typeof open>
const table = async () =>
  within(await screen.findByRole('table', { name: 'Integrations of this pathway' }))
const press = async ({ user }: Portal, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const choose = async (portal: Portal, label: string) => {
  await press(portal, 'Actions for Record one')
  await press(portal, label)
}
const reasonOf = async (portal: Portal, label: string): Promise<string | null> => {
  await press(portal, 'Actions for Record one')
  const item = await screen.findByRole('button', { name: label })
  const id = item.getAttribute('aria-describedby')
  expect(item.getAttribute('aria-disabled')).toBe(String(id !== null))
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}

describe('the tab', () => {
  test('O136 C263 lists name, type, trigger, created, updated and the automatic approver’s e-mail', async () => {
    open({
      integrations: [
        integrationOf('one', { authorizedAutomaticApprover: approver }),
        integrationOf('two', {
          integrationType: 'CareNote',
          triggerType: 'PeriodicSummary',
          triggerConfig: { rrule: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0;BYSECOND=0' },
        }),
      ],
    })
    const headings = (await table()).getAllByRole('columnheader').map((one) => one.textContent)
    expect(headings.slice(0, 6)).toEqual([
      'Name',
      'Type',
      'Trigger',
      'Created',
      'Updated',
      'Automatic approver',
    ])
    const cells = async (name: RegExp) =>
      [...(await table()).getByRole('row', { name }).querySelectorAll('th, td')]
        .slice(0, 6)
        .map((cell) => cell.textContent)
    expect(await cells(/^Record one/)).toEqual([
      'Record one',
      'Pre-approved message',
      'By hand',
      '5 January 2026, 14:32',
      '7 February 2026, 09:05',
      'gp@eastgate.example',
    ])
    expect((await cells(/^Record two/)).slice(1, 3)).toEqual([
      'Care note',
      expect.stringMatching(/^Periodic summary: .*08:00/u),
    ])
    expect((await cells(/^Record two/))[5]).toMatch(/^[–—]/u)
  })

  const without: readonly [string, Given][] = [
    ['the feature', { features: [] }],
    ['the permission', { permissions: ['view_care_pathways'] }],
  ]
  test.each(without)('O127 C262 is not there without %s', async (_what, given) => {
    const { at, asked } = open(given)
    await waitFor(() => expect(at()).toBe('/pathways/copd/checkuptypes'))
    expect(screen.queryByRole('tab', { name: 'Integrations' })).toBeNull()
    expect(asked()).toEqual([])
  })

  test('O127 is there with both, and asks for its own pathway', async () => {
    const { asked } = open()
    expect(await screen.findByRole('tab', { name: 'Integrations', selected: true })).toBeTruthy()
    await table()
    expect(asked()[0]).toEqual(['ehrIntegrations', { carePathwayId: 'copd', triggerType: null }])
  })

  test('says that there is none, and that it failed', async () => {
    open({ integrations: [] })
    expect(await screen.findByText('There are no integrations for this pathway')).toBeTruthy()
    cleanup()
    open({ answers: { ehrIntegrations: () => refused('Down') } })
    expect(await screen.findByText('Failed to load integrations')).toBeTruthy()
  })
})

describe('the approver', () => {
  test('O137 C264 O355 each row has register and remove for who may, and nothing for others', async () => {
    const portal = open()
    await press(portal, 'Actions for Record one')
    const items = (await table()).getAllByRole('listitem')
    expect(items.map((item) => within(item).getByRole('button').textContent)).toEqual([
      'Register as automatic approver',
      'Remove automatic approver',
    ])
    cleanup()
    open({ permissions: view })
    await table()
    expect(screen.queryByRole('button', { name: 'Actions for Record one' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Set up pre-approved messages' })).toBeNull()
  })

  test('O286 C460 registering is disabled until the user’s messages are set up', async () => {
    expect(await reasonOf(open({ isSetUp: false }), 'Register as automatic approver')).toBe(
      'Set up pre-approved messages first',
    )
    cleanup()
    expect(await reasonOf(open(), 'Register as automatic approver')).toBeNull()
  })

  test('it is disabled for a type that is filed in nobody’s name', async () => {
    const portal = open({ integrations: [integrationOf('one', { integrationType: 'CareNote' })] })
    expect(await reasonOf(portal, 'Register as automatic approver')).toBe(
      'This type of integration needs no approver',
    )
  })

  test('O287 removing is disabled where there is no approver', async () => {
    expect(await reasonOf(open(), 'Remove automatic approver')).toBe(
      'There is no automatic approver',
    )
    cleanup()
    const portal = open({
      integrations: [integrationOf('one', { authorizedAutomaticApprover: approver })],
    })
    expect(await reasonOf(portal, 'Remove automatic approver')).toBeNull()
  })

  test('O284 C265 O445 C593 registering asks first, and then says that it was done', async () => {
    const portal = open({
      integrations: [integrationOf('one', { authorizedAutomaticApprover: approver })],
    })
    await choose(portal, 'Register as automatic approver')
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Register as automatic approver?' }),
    )
    expect(question.getByText('You take the place of gp@eastgate.example.')).toBeTruthy()
    expect(portal.sent('registerEhrIntegrationAutoApprover')).toEqual([])
    await portal.user.click(question.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText('Successfully registered as approver')).toBeTruthy()
    expect(portal.sent('registerEhrIntegrationAutoApprover')).toEqual([{ ehrIntegrationId: 'one' }])
  })

  test('O444 C592 a registration that fails says so', async () => {
    const portal = open({ answers: { registerEhrIntegrationAutoApprover: () => refused('Down') } })
    await choose(portal, 'Register as automatic approver')
    await press(portal, 'Register')
    expect(await screen.findByText('Failed to register as approver')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('O285 C266 O447 C595 removing asks first, and then says that it was done', async () => {
    const portal = open({
      integrations: [integrationOf('one', { authorizedAutomaticApprover: approver })],
    })
    await choose(portal, 'Remove automatic approver')
    await screen.findByRole('alertdialog', { name: 'Remove automatic approver?' })
    expect(portal.sent('removeEhrIntegrationAutoApprover')).toEqual([])
    await press(portal, 'Remove')
    expect(await screen.findByText('Successfully removed auto approval')).toBeTruthy()
    expect(portal.sent('removeEhrIntegrationAutoApprover')).toEqual([{ ehrIntegrationId: 'one' }])
  })

  test('O446 C594 a removal that fails says so', async () => {
    const portal = open({
      integrations: [integrationOf('one', { authorizedAutomaticApprover: approver })],
      answers: { removeEhrIntegrationAutoApprover: () => refused('Down') },
    })
    await choose(portal, 'Remove automatic approver')
    await press(portal, 'Remove')
    expect(await screen.findByText('Failed to remove auto approval')).toBeTruthy()
  })

  const said: readonly [string, unknown, string][] = [
    ['done', done(null), 'Successfully registered as approver'],
    ['failed', refused('Down'), 'Failed to register as approver'],
  ]
  test.each(said)('O466 what is %s is said for 4 seconds', async (_what, answer, text) => {
    const portal = open({ answers: { registerEhrIntegrationAutoApprover: () => answer } })
    await choose(portal, 'Register as automatic approver')
    const confirm = await screen.findByRole('button', { name: 'Register' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    confirm.click()
    await screen.findByText(text)
    await act(() => vi.advanceTimersByTimeAsync(3_800))
    expect(screen.queryByText(text)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.queryByText(text)).toBeNull()
  })

  test('messages are set up after who agrees read what that means, and stopped again', async () => {
    const portal = open({
      isSetUp: false,
      answers: { setUpPreApprovedMessages: () => done(true) },
    })
    await press(portal, 'Set up pre-approved messages')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/filed in other systems in your name/)).toBeTruthy()
    await portal.user.click(question.getByRole('button', { name: 'I agree' }))
    expect(await screen.findByText('Pre-approved messages are set up')).toBeTruthy()
    expect(portal.sent('setUpPreApprovedMessages')).toEqual([{ isSetUp: true }])
    cleanup()
    const other = open({ answers: { setUpPreApprovedMessages: () => done(false) } })
    await press(other, 'Stop pre-approved messages')
    await press(other, 'Stop')
    await waitFor(() =>
      expect(other.sent('setUpPreApprovedMessages')).toEqual([{ isSetUp: false }]),
    )
  })
})
