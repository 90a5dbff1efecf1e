// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Runtime, SessionState } from '../../../src/engine/define'
import type { Me } from '../../../src/domain/user/me'
import { boardReadsAhead } from '../../../src/features/virtual-ward/reads-ahead'
import { hideToast } from '../../../src/ui/feedback'
import { setClockOffset } from '../../../src/ui/time'
import { meOf, signedIn } from '../../app/fake-portal'
import {
  act,
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  screen,
  serverDown,
  waitFor,
  within,
  type OpenOptions,
} from '../clinical-portal'

const many = (count: number) => Array.from({ length: count }, (_, at) => cardOf(`p${at + 1}`))
const values = (over: object = {}) => ({
  id: 'filter-values',
  revision: 0,
  wards: [
    { id: 'w1', name: 'Willow' },
    { id: 'w2', name: 'Rowan' },
  ],
  neighbors: [],
  ...over,
})
const notLoaded = "Failed to load wards you've been assigned to, this may affect your ward filters"

const openWard = async (
  options: OpenOptions & { readonly has?: object; readonly rows?: ReturnType<typeof many> } = {},
) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('virtualWard').set(answered(options.rows ?? many(3), { total: 34 }))
  if (options.has !== undefined) fake.view('virtualWardFilter').set(answered([values(options.has)]))
  const opened = openClinical('/virtual-ward', {
    ...options,
    fake,
    permissions: { features: ['wards'], ...options.permissions },
  })
  await screen.findByRole('heading', { level: 1, name: 'Virtual Ward' })
  const asked = () =>
    fake.refresh.mock.calls
      .filter(([name]) => name === 'virtualWard')
      .map(([, params]) => params as Record<string, unknown>)
      .at(-1)
  return { ...opened, asked, fake }
}
const kept = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')
const asPractice = (fake: ReturnType<typeof clinicalRuntime>): void => {
  const me = meOf()
  const practice: Me = { ...me, actingOrganization: { ...me.actingOrganization, type: 'practice' } }
  ;(
    fake.runtime as unknown as { session: { set: (state: SessionState) => void } } & Runtime
  ).session.set(signedIn(practice))
}

// Read before anything is waited for: a busy machine takes longer over it than a test may wait.
beforeAll(async () => {
  await import('../../../src/features/virtual-ward/VirtualWardScreen')
})
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  hideToast(notLoaded)
  vi.unstubAllGlobals()
})

test('what a start reads ahead is what the board then reads, whatever this device chose', async () => {
  localStorage.setItem('virtual_ward_page_size', '25')
  localStorage.setItem(
    'virtual_ward_filters',
    JSON.stringify({ history: 24, wardIds: ['w2'], neighborIds: [], onlyOverdue: false }),
  )
  const { fake, principal } = await openWard({ has: {} })
  const asked = fake.refresh.mock.calls.map(([resource, params]) => ({ resource, params }))
  const ahead = boardReadsAhead(principal, '')
  expect(ahead).toHaveLength(3)
  expect(asked).toEqual(expect.arrayContaining([...ahead]))
  expect(ahead[0]?.params).toMatchObject({ take: 25, wardIds: ['w2'], withCheckupsInLastHours: 24 })
  expect(boardReadsAhead(principal, '?display=wall')).toEqual([])
  expect(boardReadsAhead({ ...principal, permissions: new Set() }, '')).toEqual([])
})

describe('the filter', () => {
  test('C181 C191 C625 check-ups of 4 h, 24 h, 3, 7 or 30 days or of any age can be asked for, 3 days unless told otherwise', async () => {
    const { user, asked } = await openWard()
    expect(asked()).toMatchObject({ withCheckupsInLastHours: 72 })
    expect(screen.getByRole('button', { name: 'Sort' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    const history = screen.getByRole('combobox', { name: 'Check-up history' }) as HTMLSelectElement
    expect([...history.options].map(({ text }) => text)).toEqual([
      'Last 4 hours',
      'Last 24 hours',
      'Last 3 days',
      'Last 7 days',
      'Last 30 days',
      'All history',
    ])
    expect(history.value).toBe('72')
    await user.selectOptions(history, '4')
    await waitFor(() => expect(asked()).toMatchObject({ withCheckupsInLastHours: 4 }))
    expect(screen.getByText(/Check-ups of the last 4 hours\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Filter, 1 active' })).toBeTruthy()
    await user.selectOptions(history, 'all')
    await waitFor(() => expect(asked()).not.toHaveProperty('withCheckupsInLastHours'))
    await user.click(screen.getByRole('button', { name: 'Remove filter Check-ups All history' }))
    expect(screen.getByText(/Check-ups of the last 3 days\./)).toBeTruthy()
  })

  test('C184 C192 C378 wards can be ticked, are shown as chips and as text, and the board starts at its first page', async () => {
    const { user, asked } = await openWard({ has: {} })
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(asked()).toMatchObject({ skip: 10 }))
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    expect(screen.queryByRole('checkbox', { name: 'All wards' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Rowan' }))
    await waitFor(() => expect(asked()).toMatchObject({ wardIds: ['w2'], skip: 0 }))
    await user.click(screen.getByRole('checkbox', { name: 'Willow' }))
    await waitFor(() => expect(asked()).toMatchObject({ wardIds: ['w2', 'w1'] }))
    expect(
      screen.getByText(/^Patients on Rowan or Willow\. Check-ups of the last 3 days\./),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove filter Ward Rowan' }))
    await waitFor(() => expect(asked()).toMatchObject({ wardIds: ['w1'] }))
    expect(kept('virtual_ward_filters')).toMatchObject({ wardIds: ['w1'] })
  })

  test('C378 every choice of the filter leads from a later page to the first: history, a care home, a ward, and taking each chip off', async () => {
    const fake = clinicalRuntime()
    asPractice(fake)
    const { user, asked } = await openWard({
      fake,
      has: { neighbors: [{ id: 'h', name: 'Hill Home' }] },
    })
    const fromPageTwo = async (change: () => Promise<void>, expected: object) => {
      await user.click(screen.getByRole('button', { name: 'Next page' }))
      await waitFor(() => expect(asked()).toMatchObject({ skip: 10 }))
      if (screen.queryByRole('region', { name: 'Filter patients' }) === null)
        await user.click(screen.getByRole('button', { name: /^Filter/ }))
      await change()
      await waitFor(() => expect(asked()).toMatchObject({ skip: 0, ...expected }))
    }
    const press = (role: 'button' | 'checkbox', name: string) => () =>
      user.click(screen.getByRole(role, { name }))
    await fromPageTwo(
      () => user.selectOptions(screen.getByRole('combobox', { name: 'Check-up history' }), '4'),
      { withCheckupsInLastHours: 4 },
    )
    await fromPageTwo(press('checkbox', 'Hill Home'), { neighborIds: ['h'] })
    await fromPageTwo(press('checkbox', 'Rowan'), { wardIds: ['w2'] })
    await fromPageTwo(press('button', 'Remove filter Check-ups Last 4 hours'), {
      withCheckupsInLastHours: 72,
      neighborIds: ['h'],
      wardIds: ['w2'],
    })
    await fromPageTwo(press('button', 'Remove filter Ward Rowan'), { neighborIds: ['h'] })
    expect(asked()).not.toHaveProperty('wardIds')
  })

  test('C192 C381 under the legacy behaviour all wards are asked for, and all of no wards is none', async () => {
    const permissions = { features: ['wards', 'virtualWardAllPatientsLegacyBehavior'] } as const
    const { user, screen: view } = await openWard({
      has: {},
      permissions: { features: [...permissions.features] },
    })
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    expect((screen.getByRole('checkbox', { name: 'All wards' }) as HTMLInputElement).checked).toBe(
      true,
    )
    view.unmount()
    localStorage.setItem(
      'virtual_ward_filters',
      JSON.stringify({ history: 72, wardIds: 'all', neighborIds: [] }),
    )
    const none = await openWard({
      has: { wards: [] },
      permissions: { features: [...permissions.features] },
    })
    await none.user.click(screen.getByRole('button', { name: 'Filter' }))
    expect(screen.queryByRole('checkbox', { name: 'All wards' })).toBeNull()
    expect(
      screen.getByText('No wards found. Check that you are assigned to the correct wards.'),
    ).toBeTruthy()
    // No ward is asked for: neither an empty list, nor 'all' as if it were one.
    expect(none.asked()).toMatchObject({ withCheckupsInLastHours: 72 })
    expect(none.asked()).not.toHaveProperty('wardIds')
    // The next choice keeps what the filter now is.
    await none.user.selectOptions(screen.getByRole('combobox', { name: 'Check-up history' }), '4')
    await waitFor(() =>
      expect(kept('virtual_ward_filters')).toMatchObject({ history: 4, wardIds: [] }),
    )
  })

  test('C194 C195 without a ward it says so and gives its advice', async () => {
    const { user } = await openWard({ has: { wards: [] } })
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    expect(
      screen.getByText('No wards found. Check that you are assigned to the correct wards.'),
    ).toBeTruthy()
    expect(screen.getByText("Don't see a ward you expect?")).toBeTruthy()
  })

  test('C193 care homes can be ticked by a practice, and by nobody else', async () => {
    const { user, screen: view } = await openWard({
      has: { neighbors: [{ id: 'h', name: 'Hill Home' }] },
    })
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    expect(screen.queryByRole('checkbox', { name: 'Hill Home' })).toBeNull()
    view.unmount()
    const fake = clinicalRuntime()
    asPractice(fake)
    const practice = await openWard({
      fake,
      has: { wards: [], neighbors: [{ id: 'h', name: 'Hill Home' }] },
    })
    await practice.user.click(screen.getByRole('button', { name: 'Filter' }))
    await practice.user.click(screen.getByRole('checkbox', { name: 'Hill Home' }))
    await waitFor(() => expect(practice.asked()).toMatchObject({ neighborIds: ['h'] }))
    expect(screen.getByText(/^Patients of Hill Home\./)).toBeTruthy()
  })

  test('C380 a stored ward that the user has no longer is not asked for', async () => {
    localStorage.setItem(
      'virtual_ward_filters',
      JSON.stringify({ history: 24, wardIds: ['gone', 'w2'], neighborIds: ['gone'] }),
    )
    const { asked } = await openWard({ has: {} })
    await waitFor(() =>
      expect(asked()).toMatchObject({ wardIds: ['w2'], withCheckupsInLastHours: 24 }),
    )
    expect(asked()).not.toHaveProperty('neighborIds')
  })

  test('wards of another organisation, or of another user’s choice, are never asked for, also before the wards are known; the history window stays', async () => {
    localStorage.setItem(
      'virtual_ward_filters',
      JSON.stringify({
        of: 'elsewhere somebody',
        history: 24,
        wardIds: ['w9'],
        neighborIds: ['n9'],
        onlyOverdue: true,
      }),
    )
    const fake = clinicalRuntime()
    fake.failing.set('virtualWardFilter', serverDown)
    const { asked } = await openWard({ fake })
    await waitFor(() => expect(asked()).toMatchObject({ withCheckupsInLastHours: 24 }))
    for (const narrowed of ['wardIds', 'neighborIds', 'onlyOverdue'])
      expect(asked()).not.toHaveProperty(narrowed)
  })

  test('C598 wards that could not be loaded are said in a toast and in the filter, with a retry', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('virtualWardFilter', serverDown)
    const { user } = await openWard({ fake })
    expect(await screen.findByText(notLoaded)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    const panel = within(screen.getByRole('region', { name: 'Filter patients' }))
    expect(panel.getByText(new RegExp(notLoaded))).toBeTruthy()
    fake.failing.clear()
    fake.view('virtualWardFilter').set(answered([values()]))
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await panel.findByRole('checkbox', { name: 'Rowan' })).toBeTruthy()
  })
})

describe('the order', () => {
  test('C196 C197 C198 C199 C379 facets have a place, a direction and a switch; ends cannot move on; latest vitals stays on; the board starts at page 1', async () => {
    const { user, asked } = await openWard()
    const turn = async () => {
      await user.click(screen.getByRole('button', { name: 'Next page' }))
      await waitFor(() => expect(asked()).toMatchObject({ skip: 10 }))
      await openSort()
    }
    const openSort = async () => {
      if (screen.queryByRole('region', { name: 'Sort patients by' }) === null)
        await user.click(screen.getByRole('button', { name: 'Sort' }))
      panel = within(screen.getByRole('region', { name: 'Sort patients by' }))
    }
    let panel = within(document.body)
    await openSort()
    const names = () => panel.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
    const first = names()[0]?.replace('Sort by ', '') ?? ''
    expect(
      (panel.getByRole('button', { name: `Move ${first} up` }) as HTMLButtonElement).disabled,
    ).toBe(true)
    expect(
      (panel.getByRole('button', { name: 'Move Latest vitals down' }) as HTMLButtonElement)
        .disabled,
    ).toBe(true)
    const vitals = panel.getByRole('checkbox', {
      name: 'Sort by Latest vitals',
    }) as HTMLInputElement
    expect([vitals.checked, vitals.disabled]).toEqual([true, true])
    await turn()
    await user.click(panel.getByRole('checkbox', { name: 'Sort by Last name' }))
    await waitFor(() =>
      expect(asked()).toMatchObject({
        skip: 0,
        sort: expect.arrayContaining([{ field: 'lastName', direction: 'ASC' }]) as unknown,
      }),
    )
    await turn()
    await user.click(panel.getByRole('button', { name: 'Move Last name up' }))
    await waitFor(() => expect(asked()).toMatchObject({ skip: 0 }))
    await turn()
    await user.click(panel.getByRole('button', { name: /^Last name: A to Z\. Reverse order/ }))
    await waitFor(() =>
      expect(asked()?.['sort']).toContainEqual({ field: 'lastName', direction: 'DESC' }),
    )
    const order = ((asked()?.['sort'] as { field: string }[] | undefined) ?? []).map(
      ({ field }) => field,
    )
    expect(order.indexOf('lastName')).toBeLessThan(order.indexOf('ewsScore'))
    expect(asked()).toMatchObject({ skip: 0 })
    expect(screen.getByText(/last name \(Z to A\)/)).toBeTruthy()
    expect(kept('virtual_ward_sort')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Default order' }))
    expect(screen.queryByText(/last name \(/)).toBeNull()
  })

  test('C631 the acuity facet is there with its flag alone', async () => {
    const { user, screen: view } = await openWard()
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    expect(screen.queryByRole('checkbox', { name: 'Sort by Acuity' })).toBeNull()
    view.unmount()
    const flagged = await openWard({ permissions: { features: ['patientAcuityScore'] } })
    await flagged.user.click(screen.getByRole('button', { name: 'Sort' }))
    expect(
      (screen.getByRole('checkbox', { name: 'Sort by Acuity' }) as HTMLInputElement).checked,
    ).toBe(false)
  })
})

describe('the display', () => {
  const openDisplay = async (options: Parameters<typeof openWard>[0] = {}) => {
    const opened = await openWard(options)
    await opened.user.click(screen.getByRole('button', { name: 'Display settings' }))
    return opened
  }

  test('C176 C209 the identity is full, initials, id or hidden; what is not shown is in no name either', async () => {
    const { user, screen: view } = await openDisplay({
      rows: [cardOf('p1', { firstName: 'Zora', lastName: 'Quill' })],
    })
    const card = () => screen.getByRole('article')
    expect(card().textContent).toContain('QUILL, Zora')
    await user.click(screen.getByRole('radio', { name: 'Initials' }))
    expect(within(card()).getByRole('heading', { name: 'ZQ' })).toBeTruthy()
    expect(card().outerHTML).not.toMatch(/Quill|Zora|02-Mar-1944/i)
    await user.click(screen.getByRole('radio', { name: 'ID' }))
    expect(within(card()).getByRole('heading', { name: '943 476 5919' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Hidden' }))
    expect(within(card()).getByRole('heading', { name: 'Identity hidden' })).toBeTruthy()
    expect(view.container.outerHTML).not.toMatch(/Quill|Zora|943 476/i)
    expect(screen.getByRole('button', { name: 'Show more of this patient' })).toBeTruthy()
    expect(kept('virtual_ward_display')).toMatchObject({ identity: 'hidden' })
  })

  test('C632 C633 check-up info, consciousness and oxygen can be hidden, acuity with its flag', async () => {
    const latestAcuityScore = {
      id: 'a',
      revision: 1,
      score: 2,
      reason: null,
      capturedAt: new Date().toISOString(),
      createdAt: new Date().toISOString(),
      createdBy: { id: 'u1', firstName: 'N', lastName: 'O' },
      late: false,
    }
    const { user } = await openDisplay({
      rows: [cardOf('p1', { latestAcuityScore })],
      permissions: { features: ['patientAcuityScore'] },
    })
    const card = within(screen.getByRole('article'))
    expect(card.getByRole('group', { name: 'LOC' })).toBeTruthy()
    for (const name of [
      'Level of consciousness',
      'Oxygen flag',
      'Latest check-up info',
      'Acuity score',
    ])
      await user.click(screen.getByRole('checkbox', { name }))
    expect(card.queryByRole('group', { name: 'LOC' })).toBeNull()
    expect(card.queryByRole('group', { name: 'Oxygen' })).toBeNull()
    expect(card.getAllByRole('group')).toHaveLength(5)
    expect(card.queryByText(/^Check-up .* ago$/)).toBeNull()
    // No value is without its age.
    expect(card.getByText(/^\d.* ago$/)).toBeTruthy()
    expect(card.queryByText(/Acuity 2/)).toBeNull()
  })

  test('C200 C201 C202 C203 C204 the grids are list, two, three and four columns; what the window has no room for is disabled and says so', async () => {
    const grid = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLInputElement
    for (const [width, room] of [
      [1440, [true, true, true, true]],
      [1300, [true, true, true, false]],
      [1000, [true, true, false, false]],
      [800, [true, false, false, false]],
    ] as const) {
      const { screen: view } = await openDisplay({ width })
      expect(
        [/^List/, /^Two columns/, /^Three columns/, /^Four columns/].map(
          (name) => !grid(name).disabled,
        ),
        String(width),
      ).toEqual([...room])
      expect(screen.queryAllByText('Browser window too small')).toHaveLength(
        room.filter((has) => !has).length,
      )
      view.unmount()
    }
  })

  test('C386 a card that is open closes when the grid changes', async () => {
    const { user } = await openDisplay({ rows: many(1) })
    await user.click(screen.getByRole('button', { name: /Show more of/ }))
    expect(screen.getByRole('button', { name: /Show less of/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Display settings' }))
    await user.click(screen.getByRole('radio', { name: 'Two columns' }))
    expect(screen.queryByRole('button', { name: /Show less of/ })).toBeNull()
    expect(screen.getByRole('list', { name: 'Patients' }).getAttribute('data-grid')).toBe(
      'twoColumn',
    )
  })

  test("C177 full width goes beyond the page's width, on every desk, and is kept", async () => {
    const { user, screen: view } = await openDisplay({ width: 1920 })
    const page = () => view.container.querySelector('[data-wide]')?.getAttribute('data-wide')
    expect(page()).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Full width' }))
    expect(page()).toBe('true')
    expect(kept('virtual_ward_full_width')).toBe(true)
    view.unmount()
    const desk = await openDisplay({ width: 1280 })
    expect(screen.getByRole('button', { name: 'Leave full width' })).toBeTruthy()
    desk.screen.unmount()
    await openDisplay({ width: 768 })
    expect(screen.queryByRole('button', { name: /ull width/ })).toBeNull()
  })

  test('C178 full screen is offered where the browser has it', async () => {
    const { screen: view } = await openDisplay()
    expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull()
    view.unmount()
    const request = vi.fn(async () => undefined)
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null })
    document.documentElement.requestFullscreen = request
    const { user } = await openDisplay()
    await user.click(screen.getByRole('button', { name: 'Full screen' }))
    expect(request).toHaveBeenCalledOnce()
    Object.defineProperty(document, 'fullscreenElement', {
      configurable: true,
      value: document.documentElement,
    })
    await act(async () => void document.dispatchEvent(new Event('fullscreenchange')))
    expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeTruthy()
    Reflect.deleteProperty(document, 'fullscreenEnabled')
    Reflect.deleteProperty(document, 'fullscreenElement')
  })

  test('without a connection a search also names who is not on this board, of the names that the device keeps', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    const name = (id: string, lastName: string) => ({
      id,
      firstName: 'Ada',
      lastName,
      birthDate: '1948-03-02',
      nationalIdentifier: null,
      ward: null,
    })
    const rows = [name('p1', 'Smithson'), name('x', 'Smithson'), name('y', 'Cole')]
    fake.kept.set('patientNames', { value: { rows, total: 3 }, at: Date.now() - 60_000 })
    const permissions = ['view_patients', 'view_patient_archive'] as const
    const { user } = await openWard({ fake, permissions: { permissions } })
    expect(screen.queryByRole('region', { name: 'Also found, not on this board' })).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'Smithson{Enter}')
    const found = within(
      await screen.findByRole('region', { name: 'Also found, not on this board' }),
    )
    expect(found.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/patient/x',
    ])
    expect(found.getByText(/Their records may not be on this device/)).toBeTruthy()
  })

  test('without a connection whoever is on another page of the board is not told to be missing from it', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    const cards = Array.from({ length: 30 }, (_, at) =>
      cardOf(`p${at}`, { firstName: 'Ada', lastName: `Smithson${at}` }),
    )
    const names = [...cards, cardOf('x', { firstName: 'Ada', lastName: 'Smithson' })]
    const rows = names.map(({ id, firstName, lastName }) => ({
      id,
      firstName,
      lastName,
      birthDate: '1948-03-02',
      nationalIdentifier: null,
      ward: null,
    }))
    fake.kept.set('patientNames', { value: { rows, total: rows.length }, at: Date.now() - 60_000 })
    // As the store would tell it: a page of ten of them.
    fake.view('a page').set(answered(cards.slice(0, 10), { total: 30 }))
    const watch = (resource: { readonly name: string }, params: { readonly take?: number }) =>
      fake.view(
        resource.name === 'virtualWard' && (params.take ?? 0) <= 50 ? 'a page' : resource.name,
      )
    Object.assign(fake.runtime, { watch })
    const permissions = ['view_patients', 'view_patient_archive'] as const
    const { user } = await openWard({ fake, rows: cards, permissions: { permissions } })
    await user.type(screen.getByRole('searchbox'), 'Smithson{Enter}')
    const found = within(
      await screen.findByRole('region', { name: 'Also found, not on this board' }),
    )
    expect(found.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/patient/x',
    ])
  })

  test('C635 C636 every choice is kept under a key that starts with virtual_ward, and comes back; the searched text is not', async () => {
    const { user, screen: view } = await openDisplay({ has: {}, width: 1920 })
    await user.click(screen.getByRole('radio', { name: 'Initials' }))
    await user.click(screen.getByRole('button', { name: 'Full width' }))
    await user.selectOptions(screen.getByLabelText('Refresh every'), '30')
    await user.selectOptions(screen.getByLabelText('Patients per page'), '25')
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    await user.click(screen.getByRole('checkbox', { name: 'Sort by Last name' }))
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(screen.getByRole('checkbox', { name: 'Rowan' }))
    await user.type(screen.getByRole('searchbox'), 'Smithson{Enter}')
    const keys = ['display', 'filters', 'full_width', 'page_size', 'refresh_seconds', 'sort'].map(
      (name) => `virtual_ward_${name}`,
    )
    expect(
      Object.keys(localStorage)
        .filter((key) => key.startsWith('virtual_ward'))
        .toSorted(),
    ).toEqual(keys)
    expect(JSON.stringify({ ...localStorage })).not.toContain('Smithson')
    view.unmount()
    const again = await openDisplay({ has: {}, width: 1920 })
    expect(screen.getAllByRole('heading', { name: 'JS' }).length).toBeGreaterThan(0)
    await waitFor(() => expect(again.asked()).toMatchObject({ take: 25, wardIds: ['w2'] }))
    expect(again.asked()?.['sort']).toContainEqual({ field: 'lastName', direction: 'ASC' })
    expect(screen.getByRole('button', { name: 'Leave full width' })).toBeTruthy()
    expect((screen.getByLabelText('Refresh every') as HTMLSelectElement).value).toBe('30')
  })
})

test('C215 an open card leads to its ward', async () => {
  const { user } = await openWard({ rows: many(1) })
  await user.click(screen.getByRole('button', { name: /Show more of/ }))
  expect(screen.getByRole('link', { name: 'Ward Willow' }).getAttribute('href')).toBe('/wards/w1')
})

describe('the next observation', () => {
  const hour = 3_600_000
  const scored = (hoursAgo: number, totalScore: number, riskLevel: number) => {
    const endedAt = ago(hoursAgo * 60)
    const checkup = checkupOf('c', { endedAt, receivedAt: endedAt })
    return {
      ...checkup,
      ewsScores:
        checkup.ewsScores === null
          ? null
          : {
              ...checkup.ewsScores,
              totalScore,
              riskLevel,
              RRScore: 2,
              HRScore: 2,
              SpO2Score: Math.max(0, totalScore - 4),
            },
    }
  }

  const names = () =>
    screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  const openBoth = () =>
    openWard({
      rows: [
        cardOf('p1', { latestCheckup: scored(3, 5, 3) }),
        cardOf('p2', { latestCheckup: scored(3, 1, 1) }),
      ],
    })

  test('is on the card with what asks for it, and says when its time has passed', async () => {
    await openWard({
      rows: [
        cardOf('p1', { latestCheckup: scored(3, 5, 3) }),
        cardOf('p2', { latestCheckup: null }),
      ],
    })
    const [late, none] = screen.getAllByRole('article')
    expect(late?.textContent).toMatch(/Overdue 2\sh, due \d\d:\d\d \(EWS\)/)
    expect(none?.textContent).not.toMatch(/verdue|Next/)
  })

  test('patients whose next observation is overdue can be asked for alone', async () => {
    const { user, view } = await openBoth()
    // The device has the board whole.
    await act(async () => view('virtualWard').set(answered(view('virtualWard').get().rows)))
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(
      screen.getByRole('checkbox', { name: 'Only patients whose next observation is overdue' }),
    )
    expect(names()).toEqual(['SMITH-P1, John'])
    expect(screen.getByText('1 – 1 of 1')).toBeTruthy()
    // The clock alone makes the other one late: nothing came in.
    await act(async () => setClockOffset(5 * hour))
    expect(names()).toEqual(['SMITH-P1, John', 'SMITH-P2, John'])
    await act(async () => setClockOffset(0))
    expect(view('virtualWard').get().rows).toHaveLength(2)
    expect(screen.getByText(/^Patients whose next observation is overdue\./)).toBeTruthy()
    expect(kept('virtual_ward_filters')).toMatchObject({ onlyOverdue: true })
    await user.click(screen.getByRole('button', { name: 'Remove filter Next observation overdue' }))
    expect(screen.getByText(/^All patients you can see\./)).toBeTruthy()
  })

  /** The board of those who are overdue, of which the device has every row. */
  const openOverdue = async (rows: ReturnType<typeof many>) => {
    localStorage.setItem(
      'virtual_ward_filters',
      JSON.stringify({ history: 72, wardIds: [], neighborIds: [], onlyOverdue: true }),
    )
    const opened = await openWard()
    const tell = (next: ReturnType<typeof many>) =>
      act(async () => opened.view('virtualWard').set(answered(next)))
    await tell(rows)
    return { ...opened, tell }
  }

  test('the last page of those who are overdue holds the last of them; where a page is left empty, the one before is shown', async () => {
    const late = Array.from({ length: 22 }, (_, at) =>
      cardOf(`p${at + 1}`, { latestCheckup: scored(3, 5, 3) }),
    )
    const quiet = cardOf('p23', { latestCheckup: scored(3, 1, 1) })
    const { user, tell } = await openOverdue([quiet, ...late])
    expect(screen.getByText('1 – 10 of 22')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(names()).toEqual(['SMITH-P21, John', 'SMITH-P22, John'])
    expect(screen.getByText('21 – 22 of 22')).toBeTruthy()
    // Two are looked after meanwhile: twenty fill two pages and no third.
    await tell([quiet, ...late.slice(0, 20)])
    expect(screen.getByText('11 – 20 of 20')).toBeTruthy()
    expect(names()).toEqual(
      late.slice(10, 20).map(({ lastName }) => `${lastName.toUpperCase()}, John`),
    )
    expect((screen.getByRole('button', { name: 'Next page' }) as HTMLButtonElement).disabled).toBe(
      true,
    )
  })

  test('where nobody is overdue the way out of the empty board takes that filter off', async () => {
    const { user } = await openOverdue([cardOf('p1', { latestCheckup: scored(3, 1, 1) })])
    expect(
      screen.getByText('No patients match the filter. Remove it to see all patients.'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove filter' }))
    expect(names()).toEqual(['SMITH-P1, John'])
    expect(kept('virtual_ward_filters')).toMatchObject({ onlyOverdue: false })
  })
})

describe('the last day and the last look', () => {
  const hour = 3_600_000
  const scored = (id: string, endedHoursAgo: number, total: number) => {
    const checkup = checkupOf(`${id}-c`, {
      patientId: id,
      endedAt: ago(endedHoursAgo * 60),
      receivedAt: ago(endedHoursAgo * 60),
    })
    return {
      ...checkup,
      ewsScores: checkup.ewsScores === null ? null : { ...checkup.ewsScores, totalScore: total },
    }
  }
  const trend = [
    { endedAt: ago(30 * 60), totalScore: 9, riskLevel: 4 },
    { endedAt: ago(6 * 60), totalScore: 2, riskLevel: 1 },
    { endedAt: ago(60), totalScore: 5, riskLevel: 3 },
  ]

  test('a card draws the totals of the last 24 h and says them', async () => {
    await openWard({ rows: [cardOf('p1', { trend, latestCheckup: scored('p1', 1, 5) })] })
    expect(screen.getByRole('img', { name: 'Score over 24 hours: 2, last 5' })).toBeTruthy()
  })

  test('what came since the user last looked is marked on its card and counted, until it is said to be seen', async () => {
    localStorage.setItem('board_looked user-1', String(Date.now() - 3 * hour))
    const { user } = await openWard({
      rows: [
        cardOf('p1', { trend, latestCheckup: scored('p1', 1, 5) }),
        cardOf('p2', { latestCheckup: scored('p2', 4, 1) }),
      ],
    })
    const [worse, same] = screen.getAllByRole('article')
    expect(worse?.textContent).toContain('▲ 2 → 5')
    expect(same?.textContent).not.toContain('since you last looked')
    expect(
      screen.getByText(/^1 patient here has a new reading since you last looked at/),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Mark as seen' }))
    expect(screen.queryByText(/since you last looked/)).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('board_looked'))).toEqual([
      'board_looked user-1',
    ])
  })

  test('a user who opens a record and comes back finds the others still marked', async () => {
    localStorage.setItem('board_looked user-1', String(Date.now() - 3 * hour))
    const rows = ['p1', 'p2'].map((id) => cardOf(id, { trend, latestCheckup: scored(id, 1, 5) }))
    const first = await openWard({ rows })
    expect(screen.getByText(/^2 patients here have a new reading/)).toBeTruthy()
    first.screen.unmount()
    await openWard({ rows })
    expect(screen.getByText(/^2 patients here have a new reading/)).toBeTruthy()
  })

  test('a user who never looked here sees nothing marked', async () => {
    await openWard({ rows: [cardOf('p1', { trend, latestCheckup: scored('p1', 1, 5) })] })
    expect(screen.queryByText(/since you last looked/)).toBeNull()
  })
})
