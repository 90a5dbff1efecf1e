// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import type { IntegrationToken } from '../../../src/domain/integration-token/token'
import { problem } from '../../../src/domain/problem'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const flags: readonly Feature[] = ['ehrIntegrations', 'ehrIntegrationsNourish']
const token: IntegrationToken = {
  id: 'token-1',
  type: 'CareRecord',
  createdAt: '2026-01-05T14:32:00.000Z',
  createdBy: { id: 'm', firstName: 'Margaret', lastName: 'Adeyemi', email: null },
  lastUsedAt: '2026-01-06T08:05:00.000Z',
}

interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  /** The active token, when it is asked for. */
  readonly active?: () => IntegrationToken | null
  /** What the server answers, by the name of the call or command. */
  readonly answers?: Readonly<Record<string, () => unknown>>
}
const open = ({
  permissions = ['edit_ehr_integrations'],
  features = flags,
  active = () => token,
  answers = {},
}: Given = {}) => {
  const portal = openPortal('/settings/integration-tokens', {
    session: signedIn(meOf({ permissions, features })),
    prepare: ({ ask, run }) => {
      const told: Given['answers'] = {
        activeIntegrationToken: () => done({ token: active() }),
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
    asked: () => portal.ask.mock.calls.filter(([name]) => name === 'activeIntegrationToken').length,
  }
}
type Portal = ReturnType<typeof open>
const card = () => screen.findByRole('region', { name: 'Care record integration' })
const press = async (
  { user }: Portal,
  name: string,
  inside = screen as ReturnType<typeof within>,
) => user.click(await inside.findByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('alertdialog', { name })
const alertOf = async (): Promise<HTMLElement> => within(await card()).findByRole('status')

describe('the page', () => {
  test('C005 C237 /settings/integration-tokens is a tab of the settings for who may change integrations', async () => {
    const { at } = open()
    expect(
      await screen.findByRole('heading', { level: 2, name: 'Integration Tokens' }),
    ).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Integration Tokens', selected: true })).toBeTruthy()
    expect(at()).toBe('/settings/integration-tokens')
  })

  test('C238 without each of the two flags, or the permission, /settings/integration-tokens leads elsewhere, and no token is asked for', async () => {
    const lacking: readonly Given[] = [
      { features: ['ehrIntegrationsNourish'] },
      { features: ['ehrIntegrations'] },
      { permissions: ['view_ehr_integrations'] },
    ]
    for (const given of lacking) {
      const { at, asked } = open(given)
      await waitFor(() => expect(at()).not.toContain('integration-tokens'))
      expect(asked()).toBe(0)
      cleanup()
    }
  })

  test('C251 without a token a warning says so, and a token can be generated', async () => {
    open({ active: () => null })
    const warning = await alertOf()
    expect(warning.dataset['kind']).toBe('warning')
    expect(warning.textContent).toContain('There is no active token.')
    expect(screen.getByRole('button', { name: 'Generate' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })

  test('C252 with an active one a success alert says when it was made and by whom, and under it when it was used', async () => {
    open()
    const success = await alertOf()
    expect(success.dataset['kind']).toBe('success')
    expect(success.textContent).toMatch(
      /A token is active\. Generated on 5 January 2026, \d\d:32 by Margaret Adeyemi\./,
    )
    expect((await card()).textContent).toMatch(/Last used on 6 January 2026, \d\d:05\./)
    expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull()
  })

  test('C252 who has no name is named by the address, and a token that nobody used says so', async () => {
    open({
      active: () => ({
        ...token,
        createdBy: { id: 'm', firstName: null, lastName: null, email: 'm@example.test' },
        lastUsedAt: null,
      }),
    })
    expect((await alertOf()).textContent).toContain('by m@example.test')
    expect((await card()).textContent).toContain('It has not been used yet.')
  })

  test('C565 a token that could not be loaded is told in the server’s words as a message, and is asked for again', async () => {
    let works = false
    const portal = open({
      answers: {
        activeIntegrationToken: () =>
          works ? done({ token }) : refused('The token table is being moved'),
      },
    })
    await waitFor(() =>
      expect(screen.getAllByText('The token table is being moved').length).toBeGreaterThan(1),
    )
    expect(screen.getByText('The token was not loaded')).toBeTruthy()
    works = true
    await press(portal, 'Try again')
    expect((await alertOf()).textContent).toContain('A token is active.')
  })

  test('without a connection the card stays with its age, and its button says why it does nothing', async () => {
    const portal = open()
    await alertOf()
    act(() =>
      portal.connection.set({ ...portal.connection.get(), state: 'offline', isOffline: true }),
    )
    const button = await screen.findByRole('button', { name: 'Remove' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    await portal.user.click(button)
    expect(await screen.findByText(/needs a connection/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('the US edition writes organization and its dates', async () => {
    localStorage.setItem('lamplight.edition', 'en-US')
    onTestFinished(() => localStorage.removeItem('lamplight.edition'))
    open()
    expect(await screen.findByText(/patients of this organization/)).toBeTruthy()
    expect((await alertOf()).textContent).toMatch(/January 5, 2026, \d{1,2}:32 [AP]M/)
  })
})

describe('generating a token', () => {
  const text = 'lit_a-token-that-is-shown-once'
  const generate = async (portal: Portal) => {
    await press(portal, 'Generate')
    await press(portal, 'Generate', within(await dialog('Generate a token')))
  }

  test('C253 C403 it is shown once in plain text, in a dialog that Escape does not close, and is active from then on', async () => {
    let active: IntegrationToken | null = null
    const portal = open({
      active: () => active,
      answers: {
        createEhrIntegrationToken: () => {
          active = token
          return done({ plainTextToken: text, token })
        },
      },
    })
    await generate(portal)
    const shown = await dialog('The token was generated')
    expect(shown.textContent).toContain(text)
    expect(portal.sent('createEhrIntegrationToken')).toEqual([
      { integrationTokenType: 'CareRecord' },
    ])
    await portal.user.keyboard('{Escape}')
    expect(document.contains(shown)).toBe(true)
    await press(portal, 'I have copied it', within(shown))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.body.textContent).not.toContain(text)
  })

  test('a token whose text was lost with its answer can be removed at once', async () => {
    const portal = open({
      active: () => null,
      answers: { createEhrIntegrationToken: () => done({ plainTextToken: null, token }) },
    })
    await generate(portal)
    await press(portal, 'Remove it', within(await dialog('The new token was lost')))
    await waitFor(() =>
      expect(portal.sent('removeEhrIntegrationToken')).toEqual([{ id: 'token-1' }]),
    )
  })

  test('C565 what the server says of a refusal is a message, and the dialog closes', async () => {
    const said = 'There is an active token already. Remove it before you generate another'
    const portal = open({
      active: () => null,
      answers: {
        createEhrIntegrationToken: () => ({ kind: 'refused', problem: problem('conflict', said) }),
      },
    })
    await generate(portal)
    expect(await screen.findByText(said)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('removing a token', () => {
  test('C254 it is asked first, and Cancel removes nothing', async () => {
    const portal = open()
    await press(portal, 'Remove')
    const sure = within(await dialog('Remove the token'))
    await press(portal, 'Cancel', sure)
    expect(portal.sent('removeEhrIntegrationToken')).toEqual([])
    await press(portal, 'Remove')
    await press(portal, 'Remove', within(await dialog('Remove the token')))
    await waitFor(() =>
      expect(portal.sent('removeEhrIntegrationToken')).toEqual([{ id: 'token-1' }]),
    )
    expect(await screen.findByText('The token was removed')).toBeTruthy()
  })

  test('C565 a refusal is told in the server’s words as a message', async () => {
    const portal = open({
      answers: { removeEhrIntegrationToken: () => refused('Nobody may do this today') },
    })
    await press(portal, 'Remove')
    await press(portal, 'Remove', within(await dialog('Remove the token')))
    expect(await screen.findByText('Nobody may do this today')).toBeTruthy()
  })
})
