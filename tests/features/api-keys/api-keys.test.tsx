// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ApiKey } from '../../../src/data/api-key'
import { apiKeysTexts } from '../../../src/texts/api-keys'
import type { Permission } from '../../../src/domain/access/permissions'
import { problem } from '../../../src/domain/problem'
import { hideToast } from '../../../src/ui/feedback'
import { setClockOffset } from '../../../src/ui/time'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const all: readonly Permission[] = [
  'view_integration_api_keys',
  'create_integration_api_keys',
  'delete_integration_api_keys',
]
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
const hour = 3_600_000
const keyOf = (id: string, over: Partial<ApiKey> = {}): ApiKey => ({
  id,
  apiKey: id,
  deletedAt: null,
  createdAt: '2026-01-05T14:32:00.000Z',
  createdBy: { firstName: 'Margaret', lastName: 'Adeyemi' },
  ...over,
})
const three = (): readonly ApiKey[] => [
  keyOf('key-active', { createdBy: null }),
  keyOf('key-expiring', { deletedAt: inMs(24 * hour) }),
  keyOf('key-expired', { deletedAt: inMs(-hour) }),
]

interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly 'integrationApi'[]
  /** What the server answers, by the name of the call or command. */
  readonly answers?: Readonly<Record<string, () => unknown>>
}
/** The page as somebody opens it who may do everything with keys. */
const open = ({ permissions = all, features, answers = {} }: Given = {}) => {
  const me = meOf({ permissions, features: features ?? ['integrationApi'] })
  const portal = openPortal('/settings/api-keys', {
    session: signedIn(me),
    prepare: ({ ask, run }) => {
      const told: Given['answers'] = { apiKeys: () => done(three()), ...answers }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) => told[name]?.() ?? rest?.(name, input))
      run.mockImplementation(async (name) => told[name]?.() ?? done(null))
    },
  })
  return {
    ...portal,
    sent: (name: string) =>
      portal.run.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
    asked: () => portal.ask.mock.calls.filter(([name]) => name === 'apiKeys').length,
  }
}
type Portal = ReturnType<typeof open>
const textOf = ({ textContent }: HTMLElement): string => textContent
const table = () => screen.findByRole('table', { name: 'Manage Api Keys' })
const rowOf = async (name: string) =>
  within(await table()).getByRole('row', { name: new RegExp(`^${name}\\b`) })
const press = async (
  { user }: Portal,
  name: string | RegExp,
  within_ = screen as ReturnType<typeof within>,
) => user.click(await within_.findByRole('button', { name }))
/** Opens a row's menu and chooses from it. */
const choose = async (portal: Portal, row: string, label: string) => {
  await press(portal, `Actions for ${row}`)
  await press(portal, label)
}
const choices = async (portal: Portal, row: string): Promise<readonly string[]> => {
  const menu = within(await rowOf(row)).queryByRole('button', { name: `Actions for ${row}` })
  if (menu === null) return []
  await portal.user.click(menu)
  const found = within(await rowOf(row))
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('button').textContent)
  await portal.user.keyboard('{Escape}')
  return found
}
const dialog = (name: string, role: 'dialog' | 'alertdialog' = 'alertdialog') =>
  screen.findByRole(role, { name })
const made = () => done({ ...keyOf('lk_new'), secret: 'a-secret-that-is-shown-once' })

describe('the page', () => {
  test('C232 C234 /settings/api-keys shows the keys under its title', async () => {
    const { at } = open()
    expect(await screen.findByRole('heading', { level: 2, name: 'Manage Api Keys' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'API Keys', selected: true })).toBeTruthy()
    expect(within(await table()).getAllByRole('row')).toHaveLength(4)
    expect(at()).toBe('/settings/api-keys')
  })

  test.each<[string, Given]>([
    ['the flag', { features: [] }],
    ['the permission', { permissions: all.slice(1) }],
  ])(
    'C233 without %s the address leads elsewhere, and no key is asked for',
    async (_what, given) => {
      const { at, asked } = open(given)
      await waitFor(() => expect(at()).not.toContain('api-keys'))
      expect(asked()).toBe(0)
    },
  )

  test('C239 C240 C241 C402 five columns: the secret is 24 bullets, the expiry a date, "Expired" or "Never"', async () => {
    open()
    const headings = within(await table()).getAllByRole('columnheader')
    expect(headings.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
      'Api Key',
      'HMAC Secret',
      'Created By',
      'Created At',
      'Expires At',
    ])
    const cells = async (name: string) =>
      [...(await rowOf(name)).querySelectorAll('th, td')]
        .slice(0, 5)
        .map((cell) => cell.textContent)
    const bullets = `${'•'.repeat(24)}Hidden: it was shown once, when the key was made`
    const createdAt = expect.stringMatching(/^5 January 2026, \d\d:32$/)
    expect(await cells('key-active')).toEqual([
      'key-active',
      bullets,
      expect.stringMatching(/^[–—]/),
      createdAt,
      'Never',
    ])
    const day = new Date(Date.now() + 24 * hour)
    expect(await cells('key-expiring')).toEqual([
      'key-expiring',
      bullets,
      'Margaret Adeyemi',
      createdAt,
      expect.stringContaining(
        `${day.getDate()} ${day.toLocaleString('en', { month: 'long' })} ${day.getFullYear()}`,
      ),
    ])
    expect((await cells('key-expired')).at(-1)).toBe('Expired')
    expect(screen.getAllByText(bullets.slice(0, 24))).toHaveLength(3)
  })

  test('C402 a key that is shown when its time comes reads Expired then, and offers nothing', async () => {
    open({ answers: { apiKeys: () => done([keyOf('key-soon', { deletedAt: inMs(hour) })]) } })
    expect(textOf(await rowOf('key-soon'))).not.toContain('Expired')
    expect(await screen.findByRole('button', { name: 'Actions for key-soon' })).toBeTruthy()
    onTestFinished(() => setClockOffset(0))
    act(() => setClockOffset(hour + 1_000))
    expect(textOf(await rowOf('key-soon'))).toContain('Expired')
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  test('C242 C243 C244 keys are added above the table; a row offers expiry, and its undoing while it is to come', async () => {
    const portal = open()
    expect(await screen.findByRole('button', { name: 'Add key' })).toBeTruthy()
    expect(await choices(portal, 'key-active')).toEqual(['Expire key'])
    expect(await choices(portal, 'key-expiring')).toEqual(['Expire key', 'Undo expiry'])
    expect(await choices(portal, 'key-expired')).toEqual([])
  })

  describe('C472 C473 by permission', () => {
    test.each<[string, readonly Permission[], boolean, readonly string[]]>([
      ['only see keys', [], false, []],
      ['add keys', ['create_integration_api_keys'], true, []],
      ['expire keys', ['delete_integration_api_keys'], false, ['Expire key', 'Undo expiry']],
    ])('who may %s is offered that and nothing else', async (_who, more, adds, offered) => {
      const portal = open({ permissions: ['view_integration_api_keys', ...more] })
      await table()
      expect(screen.queryByRole('button', { name: 'Add key' }) !== null).toBe(adds)
      expect(await choices(portal, 'key-expiring')).toEqual(offered)
    })
  })

  test('C561 C562 keys that could not be loaded are told as a message and in the place of the table, and are asked for again', async () => {
    let works = false
    const portal = open({
      answers: { apiKeys: () => (works ? done(three()) : refused('The server failed')) },
    })
    expect(await screen.findByText('Failed to API keys. Press retry to try again.')).toBeTruthy()
    expect(screen.getByText('An error occurred while loading API keys')).toBeTruthy()
    works = true
    await press(portal, 'Try again')
    expect(within(await table()).getAllByRole('row')).toHaveLength(4)
    expect(screen.queryByText(/Failed to API keys/)).toBeNull()
  })

  test('C561 while it goes on failing the message comes once, and again after it had worked', async () => {
    let works = false
    let failures = 0
    const portal = open({
      answers: {
        apiKeys: () => (works ? done(three()) : refused(`Failure ${(failures += 1)}`)),
      },
    })
    const message = () => screen.queryByText('An error occurred while loading API keys')
    await waitFor(() => expect(message()).not.toBeNull())
    act(() => hideToast('api keys'))
    await press(portal, 'Try again')
    await screen.findByText(/Failure 2/)
    expect(message()).toBeNull()
    works = true
    await press(portal, 'Try again')
    await table()
    works = false
    const online = portal.connection.get()
    act(() => portal.connection.set({ ...online, state: 'offline', isOffline: true }))
    act(() => portal.connection.set(online))
    await waitFor(() =>
      expect(screen.getAllByText('An error occurred while loading API keys')).toHaveLength(2),
    )
  })

  test('without a connection the keys stay with their age, and every button says why it does nothing', async () => {
    const portal = open()
    await table()
    act(() =>
      portal.connection.set({ ...portal.connection.get(), state: 'offline', isOffline: true }),
    )
    expect(await screen.findByText(/what was last received/)).toBeTruthy()
    expect(screen.getByText(/Data from/)).toBeTruthy()
    const add = screen.getByRole('button', { name: 'Add key' })
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await portal.user.click(add)
    await press(portal, 'Actions for key-expiring')
    for (const name of ['Expire key', 'Undo expiry']) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(
        document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      ).toMatch(/needs a connection/)
      await portal.user.click(button)
    }
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(portal.run).not.toHaveBeenCalled()
  })

  test('without a key it says so', async () => {
    open({ answers: { apiKeys: () => done([]) } })
    expect(await screen.findByText('There are no API keys')).toBeTruthy()
  })

  test('the US edition writes organization and its dates', async () => {
    localStorage.setItem('lamplight.edition', 'en-US')
    onTestFinished(() => localStorage.removeItem('lamplight.edition'))
    open()
    expect(await screen.findByText(/to this organization with a key/)).toBeTruthy()
    expect(textOf(await rowOf('key-active'))).toMatch(/January 5, 2026, \d{1,2}:32 [AP]M/)
  })
})

describe('adding a key', () => {
  const add = async (portal: Portal) => {
    await press(portal, 'Add key')
    await press(portal, 'Add key', within(await dialog('Add an API key')))
  }

  test('C245 C246 C247 the secret is shown once, in a dialog that neither Escape nor a press beside it closes', async () => {
    const portal = open({ answers: { createIntegrationApiKey: made } })
    await add(portal)
    const shown = await dialog('The API key was made')
    expect(textOf(shown)).toContain('lk_new')
    expect(textOf(shown)).toContain('a-secret-that-is-shown-once')
    await portal.user.keyboard('{Escape}')
    expect(document.contains(shown)).toBe(true)
    await portal.user.click(shown)
    expect(document.contains(shown)).toBe(true)
    act(() => {
      shown.dispatchEvent(new Event('cancel', { cancelable: true }))
    })
    expect(document.contains(shown)).toBe(true)
    expect(within(shown).queryByRole('button', { name: 'Close' })).toBeNull()
    await press(portal, 'I have copied it', within(shown))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.body.textContent).not.toContain('a-secret-that-is-shown-once')
  })

  test('before the key exists Escape closes the dialog, and nothing is made', async () => {
    const portal = open()
    await press(portal, 'Add key')
    await dialog('Add an API key')
    await portal.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(portal.sent('createIntegrationApiKey')).toEqual([])
  })

  test('C557 C558 a key too many is told in the server’s words, and the dialog closes', async () => {
    const message = 'Maximum number of active API keys exceeded'
    const portal = open({
      answers: {
        createIntegrationApiKey: () => ({
          kind: 'refused',
          problem: problem('conflict:api-key-limit', message),
        }),
      },
    })
    await add(portal)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  for (const kind of ['server', 'conflict'] as const)
    test(`C559 any other failure (${kind}) is told as one, and the dialog stays to try again`, async () => {
      const portal = open({
        answers: { createIntegrationApiKey: () => refused('It was not done', kind) },
      })
      await add(portal)
      const shown = await dialog('Add an API key')
      await waitFor(() =>
        expect(textOf(shown)).toContain('An error occurred while creating API key'),
      )
    })

  test('C417 a key whose secret was lost with its answer is named, and can be expired there', async () => {
    const portal = open({
      answers: { createIntegrationApiKey: () => done({ ...keyOf('lk_new'), secret: null }) },
    })
    await add(portal)
    const lost = await dialog('The secret of the new key was lost')
    expect(textOf(lost)).toContain('The key lk_new was made')
    expect(portal.sent('expireIntegrationApiKey')).toEqual([])
    await press(portal, 'Expire it', within(lost))
    await waitFor(() =>
      expect(portal.sent('expireIntegrationApiKey')).toEqual([{ id: 'lk_new', expiresAt: null }]),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('while a secret is made or shown, another page is asked about first', async () => {
    let answer: (made: unknown) => void = () => undefined
    const portal = open({
      answers: {
        createIntegrationApiKey: () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    })
    await add(portal)
    const leave = () => act(() => portal.router.navigate('/account'))
    await leave()
    await press(
      portal,
      'Keep checking',
      within(await dialog('Close without knowing whether this was saved?')),
    )
    await leave()
    await dialog('Close without knowing whether this was saved?')
    await act(async () => answer(made()))
    const shown = await dialog('The API key was made')
    expect(screen.queryByText('Close without knowing whether this was saved?')).toBeNull()
    expect(textOf(shown)).toContain('a-secret-that-is-shown-once')
    await leave()
    await press(portal, 'Go back to it', within(await dialog('Leave without the secret?')))
    expect(textOf(shown)).toContain('a-secret-that-is-shown-once')
    await press(portal, 'I have copied it', within(shown))
    await leave()
    await waitFor(() => expect(portal.at()).toBe('/account'))
  })

  test('a key that is made after its page was left is named, and its secret is shown nowhere', async () => {
    let answer: (made: unknown) => void = () => undefined
    const portal = open({
      answers: {
        createIntegrationApiKey: () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    })
    await add(portal)
    await act(() => portal.router.navigate('/account'))
    await press(
      portal,
      'Close anyway',
      within(await dialog('Close without knowing whether this was saved?')),
    )
    await waitFor(() => expect(screen.queryByText('Manage Api Keys')).toBeNull())
    await act(async () => answer(made()))
    expect(await screen.findByText(/The key lk_new was made after you left/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('a-secret-that-is-shown-once')
  })
})

describe('expiring a key', () => {
  const title = 'Expire the API key'
  const expireIn = async (portal: Portal, option: string) => {
    await choose(portal, 'key-active', 'Expire key')
    const when = within(await dialog(title, 'dialog'))
    await portal.user.selectOptions(when.getByRole('combobox', { name: 'When' }), option)
    await press(portal, 'Continue', when)
    return dialog(title)
  }

  test('C416 it can expire immediately, or in 1 to 168 hours', async () => {
    const portal = open()
    await choose(portal, 'key-active', 'Expire key')
    const options = within(await dialog(title, 'dialog')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Immediately',
      'In 1 hour',
      ...[2, 3, 6, 12, 24, 48].map((hours) => `In ${hours} hours`),
      'In 168 hours (7 days)',
    ])
  })

  test('C417 C420 immediately: asked first, and sent without an instant, so that the server’s clock counts', async () => {
    const portal = open()
    const sure = await expireIn(portal, 'Immediately')
    expect(textOf(sure)).toContain('key-active')
    expect(textOf(sure)).toContain(
      'Are you sure you want to set this API key to expire immediately?',
    )
    expect(portal.sent('expireIntegrationApiKey')).toEqual([])
    await press(portal, 'Expire key', within(sure))
    await waitFor(() =>
      expect(portal.sent('expireIntegrationApiKey')).toEqual([
        expect.objectContaining({ id: 'key-active', expiresAt: null }),
      ]),
    )
  })

  test('C417 C419 later: asked first with how long it is until then', async () => {
    const portal = open()
    const sure = await expireIn(portal, 'In 48 hours')
    expect(textOf(sure)).toContain(
      'Are you sure you want to set this API key to expire in 48 hours',
    )
    expect(portal.sent('expireIntegrationApiKey')).toEqual([])
    await press(portal, 'Expire key', within(sure))
    await waitFor(() => expect(portal.sent('expireIntegrationApiKey')).toHaveLength(1))
    const [input] = portal.sent('expireIntegrationApiKey') as { id: string; expiresAt: string }[]
    expect(Math.abs(Date.parse(input?.expiresAt ?? '') - Date.now() - 48 * hour)).toBeLessThan(
      60_000,
    )
  })

  test('C401 the hours count from the answer, however long the question was open', async () => {
    const portal = open()
    const sure = await expireIn(portal, 'In 1 hour')
    onTestFinished(() => setClockOffset(0))
    act(() => setClockOffset(hour / 2))
    await press(portal, 'Expire key', within(sure))
    await waitFor(() => expect(portal.sent('expireIntegrationApiKey')).toHaveLength(1))
    const [input] = portal.sent('expireIntegrationApiKey') as { expiresAt: string }[]
    expect(Math.abs(Date.parse(input?.expiresAt ?? '') - Date.now() - 1.5 * hour)).toBeLessThan(
      60_000,
    )
  })

  test('C560 a failure is told, and nothing else is said', async () => {
    const portal = open({ answers: { expireIntegrationApiKey: () => refused('No') } })
    const sure = await expireIn(portal, 'In 1 hour')
    await press(portal, 'Expire key', within(sure))
    await waitFor(() => expect(textOf(sure)).toContain('An error occurred while expiring API key'))
  })

  test('C418 C421 undoing it is asked first, and then done', async () => {
    const portal = open()
    await choose(portal, 'key-expiring', 'Undo expiry')
    const sure = await dialog('Undo expiry')
    expect(textOf(sure)).toContain('key-expiring')
    expect(textOf(sure)).toContain('Are you sure you want to undo expiry of this API key?')
    expect(portal.sent('undoExpireIntegrationApiKey')).toEqual([])
    await press(portal, 'Undo expiry', within(sure))
    await waitFor(() =>
      expect(portal.sent('undoExpireIntegrationApiKey')).toEqual([{ id: 'key-expiring' }]),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('answering no changes nothing', async () => {
    const portal = open()
    const sure = await expireIn(portal, 'In 6 hours')
    await press(portal, 'Cancel', within(sure))
    await choose(portal, 'key-expiring', 'Undo expiry')
    await portal.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(portal.run).not.toHaveBeenCalled()
  })
})

test('the texts of both editions have the same parts', () => {
  expect(Object.keys(apiKeysTexts('en-US'))).toEqual(Object.keys(apiKeysTexts('en-GB')))
})
