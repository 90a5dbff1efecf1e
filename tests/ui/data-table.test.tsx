// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Permission } from '../../src/domain/access/permissions'
import type { Principal } from '../../src/domain/access/principal'
import { problem, type ProblemKind } from '../../src/domain/problem'
import { PrincipalProvider } from '../../src/ui/access'
import type { Asked } from '../../src/ui/feedback'
import {
  DataTable,
  useTableQuery,
  type Column,
  type DataTableProps,
  type ListPage,
} from '../../src/ui/table'
import { show } from './screen'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanup()
})

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly visits: number | null
}
const people: readonly Person[] = [
  { id: 'b', name: 'Björn Berg', email: 'bjorn@a.example', visits: 10 },
  { id: 'a', name: 'Ada Ash', email: 'ada@a.example', visits: 9 },
  { id: 'c', name: 'Cem Can', email: 'cem@a.example', visits: null },
]
const columns: readonly Column<Person>[] = [
  { id: 'email', heading: 'Email', cell: ({ email }) => email },
  {
    id: 'name',
    heading: 'Name',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
    rowHeader: true,
  },
  {
    id: 'visits',
    heading: 'Visits',
    cell: ({ visits }) => visits,
    sortBy: ({ visits }) => visits,
    align: 'end',
  },
  { id: 'secret', heading: 'Secret', cell: () => 'x', shown: false },
]
const answered = <Value,>(value: Value | null, over: Partial<Asked<Value>> = {}): Asked<Value> => ({
  value,
  at: value === null ? null : Date.now(),
  problem: null,
  fetching: false,
  offline: false,
  refresh: async () => undefined,
  ...over,
})
const failing = (kind: ProblemKind) => ({ problem: problem(kind, 'It was said') })

const nurse = (...permissions: readonly Permission[]): Principal => ({
  kind: 'user',
  userId: 'u',
  organizationId: 'o',
  isInternalStaff: false,
  isSelfCare: false,
  acceptedTerms: true,
  permissions: new Set(permissions),
  features: new Set(),
})
const as = (principal: Principal, children: ReactNode) => (
  <PrincipalProvider principal={principal}>{children}</PrincipalProvider>
)

const table = (over: Partial<DataTableProps<Person>> = {}) => (
  <DataTable
    caption="People"
    columns={columns}
    answer={answered(people)}
    rowKey={({ id }) => id}
    rowName={({ name }) => name}
    empty={{ title: 'No people yet', text: 'Add the first one.' }}
    failed="The people could not be loaded"
    {...over}
  />
)
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const At = () => <output data-testid="at">{useLocation().pathname}</output>

describe('DataTable', () => {
  test('shows the columns that are shown, the row header as such, and a dash for what is missing', () => {
    show(table())
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Email',
      'Name',
      'Visits',
    ])
    expect(names()).toEqual(['Björn Berg', 'Ada Ash', 'Cem Can'])
    const row = screen.getByRole('row', { name: /Cem Can/ })
    expect(within(row).getByText('Not recorded')).toBeTruthy()
    expect(screen.getByText('3 rows')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: /^Pages/ })).toBeNull()
  })

  test('sorts by a press on a heading, the other way by the next, what is missing last in both', async () => {
    show(table())
    const user = userEvent.setup()
    const visits = screen.getByRole('button', { name: 'Visits' })
    expect(visits.parentElement?.getAttribute('aria-sort')).toBe('none')
    await user.click(visits)
    expect(names()).toEqual(['Ada Ash', 'Björn Berg', 'Cem Can'])
    expect(visits.parentElement?.getAttribute('aria-sort')).toBe('ascending')
    await user.click(visits)
    expect(names()).toEqual(['Björn Berg', 'Ada Ash', 'Cem Can'])
    expect(visits.parentElement?.getAttribute('aria-sort')).toBe('descending')
    expect(screen.queryByRole('button', { name: 'Email' })).toBeNull()
  })

  test('searches 300 ms after the last key, whatever case and accents, and says when nothing matches', async () => {
    vi.useFakeTimers()
    show(table({ search: { label: 'Search people', of: ({ name }) => name } }))
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
    type('BERG bjor')
    act(() => vi.advanceTimersByTime(299))
    expect(names()).toHaveLength(3)
    act(() => vi.advanceTimersByTime(1))
    expect(names()).toEqual(['Björn Berg'])
    type('nobody')
    act(() => vi.advanceTimersByTime(300))
    expect(screen.getByText('Nothing matches ‘nobody’')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)
    expect(names()).toHaveLength(3)
  })

  test('search, tools and the buttons of its pages are not printed; which rows these are is', () => {
    show(
      table({
        pageSize: 2,
        pageSizes: [2, 10],
        search: { label: 'Search people', of: ({ name }) => name },
        tools: <button type="button">Save as CSV</button>,
      }),
    )
    const isPrinted = (part: Element) => part.closest('[data-print="off"]') === null
    for (const control of [
      screen.getByRole('searchbox'),
      screen.getByRole('combobox'),
      screen.getByRole('button', { name: 'Save as CSV' }),
      screen.getByRole('button', { name: 'Next page' }),
    ])
      expect(isPrinted(control)).toBe(false)
    expect(isPrinted(screen.getByText('1 – 2 of 3'))).toBe(true)
    expect(isPrinted(screen.getByRole('table'))).toBe(true)
  })

  test('pages by itself; another order begins at the first page; fewer rows leave no empty page', async () => {
    const view = show(table({ pageSize: 2 }))
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(names()).toEqual(['Cem Can'])
    expect(screen.getByText('3 – 3 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['Ada Ash', 'Björn Berg'])
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    view.unmount()
    const Shrinking = () => {
      const [all, setAll] = useState(people)
      return (
        <>
          <button onClick={() => setAll(people.slice(0, 2))}>Remove one</button>
          {table({ pageSize: 2, answer: answered(all) })}
        </>
      )
    }
    show(<Shrinking />)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(screen.getByRole('button', { name: 'Remove one' }))
    expect(names()).toEqual(['Björn Berg', 'Ada Ash'])
  })

  test('asks the server for page, order, size and search, and steps back from a page that is no more', async () => {
    const asked: unknown[] = []
    const Listed = ({ total }: { readonly total: number }) => {
      const server = useTableQuery({ take: 10, sort: { column: 'email', descending: true } })
      asked.push(server.query)
      const answer: Asked<ListPage<Person>> = answered({ rows: people, total })
      return table({
        answer,
        server,
        columns: columns.map((column) => ({ ...column, sortable: column.id === 'email' })),
        pageSizes: [10, 25, 50],
        search: { label: 'Search people' },
      })
    }
    const view = show(<Listed total={95} />)
    const user = userEvent.setup()
    expect(screen.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(asked.at(-1)).toMatchObject({ skip: 90, take: 10 })
    view.unmount()
    asked.length = 0
    const Changing = () => {
      const [total, setTotal] = useState(95)
      return (
        <>
          <button onClick={() => setTotal(80)}>Shrink</button>
          <Listed total={total} />
        </>
      )
    }
    show(<Changing />)
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    await user.click(screen.getByRole('button', { name: 'Shrink' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ skip: 70 }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    expect(asked.at(-1)).toMatchObject({ skip: 0, take: 25, search: '' })
    await user.type(screen.getByRole('searchbox'), 'ad{Enter}')
    expect(asked.at(-1)).toMatchObject({ skip: 0, take: 25, search: 'ad' })
  })

  test('a row leads where its link leads, but for a press on something of its own', async () => {
    const pressed = vi.fn()
    show(
      <>
        <At />
        {table({
          rowLink: ({ id }) => `/people/${id}`,
          buttons: () => [{ label: 'Call', onSelect: pressed }],
        })}
      </>,
    )
    const user = userEvent.setup()
    expect(screen.getByRole('link', { name: 'Ada Ash' }).getAttribute('href')).toBe('/people/a')
    await user.click(screen.getAllByRole('button', { name: 'Call' })[0] as HTMLElement)
    expect(pressed).toHaveBeenCalledOnce()
    expect(screen.getByTestId('at').textContent).toBe('/')
    await user.click(screen.getByText('cem@a.example'))
    expect(screen.getByTestId('at').textContent).toBe('/people/c')
  })

  test('the menu of a row holds what this user may do; what cannot be done now says why', async () => {
    const removed = vi.fn()
    const changed = vi.fn()
    show(
      as(
        nurse('create_users'),
        table({
          menu: ({ name }) => [
            {
              label: 'Edit',
              onSelect: changed,
              action: 'user.change',
              disabled: 'This needs a connection.',
            },
            { label: 'Remove', onSelect: () => removed(name), action: 'user.change', danger: true },
            { label: 'Create key', onSelect: changed, action: 'api-key.create' },
          ],
        }),
      ),
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Actions for Ada Ash' }))
    expect(screen.queryByRole('button', { name: /Create key/ })).toBeNull()
    const edit = screen.getByRole('button', {
      name: 'Edit',
      description: 'This needs a connection.',
    })
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    await user.click(edit)
    expect(changed).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(removed).toHaveBeenCalledWith('Ada Ash')
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })

  test('a user who may do nothing with a row has no menu, and a disabled button does nothing', async () => {
    const pressed = vi.fn()
    show(
      as(
        nurse(),
        table({
          menu: () => [{ label: 'Edit', onSelect: pressed, action: 'user.change' }],
          buttons: () => [{ label: 'Send', onSelect: pressed, disabled: 'Sent already' }],
        }),
      ),
    )
    expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
    const send = screen.getAllByRole('button', { name: 'Send' })[0] as HTMLElement
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await userEvent.setup().click(send)
    expect(pressed).not.toHaveBeenCalled()
  })

  test('selects rows and the page, counts them, and lets go of what is not on the page any more', async () => {
    const Selecting = () => {
      const [selected, onChange] = useState<ReadonlySet<string>>(new Set())
      return (
        <>
          <output data-testid="keys">{[...selected].toSorted().join()}</output>
          {table({ selection: { selected, onChange }, pageSize: 2 })}
        </>
      )
    }
    show(<Selecting />)
    const user = userEvent.setup()
    const page = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Select all rows on this page',
    })
    await user.click(screen.getByRole('checkbox', { name: 'Select Ada Ash' }))
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(page.indeterminate).toBe(true)
    await user.click(page)
    expect(screen.getByTestId('keys').textContent).toBe('a,b')
    expect(page.checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('0 selected')).toBeTruthy()
    expect(screen.getByTestId('keys').textContent).toBe('')
  })

  test('loading is seen and told after 500 ms, in the shape of the table', () => {
    vi.useFakeTimers()
    show(table({ answer: answered<readonly Person[]>(null, { fetching: true }) }))
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
    expect(screen.queryByText('Loading')).toBeNull()
    act(() => vi.advanceTimersByTime(499))
    expect(screen.queryByText('Loading')).toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(screen.queryByText('No people yet')).toBeNull()
  })

  test('an empty list says why and what to do next, not that nothing matches', () => {
    show(table({ answer: answered<readonly Person[]>([]) }))
    expect(screen.getByRole('heading', { name: 'No people yet' })).toBeTruthy()
    expect(screen.getByText('Add the first one.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('a list that could not be loaded says so and is asked again; earlier rows stay beside it', async () => {
    const refresh = vi.fn(async () => undefined)
    const view = show(
      table({ answer: answered<readonly Person[]>(null, { ...failing('server'), refresh }) }),
    )
    expect(screen.getByRole('alert').textContent).toContain('The people could not be loaded')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(refresh).toHaveBeenCalledOnce()
    view.unmount()
    show(table({ answer: answered(people, failing('server')) }))
    expect(screen.getByRole('alert').textContent).toContain('what this device last received')
    expect(names()).toHaveLength(3)
    cleanup()
    show(table({ answer: answered<readonly Person[]>([], failing('server')) }))
    expect(screen.getByRole('heading', { name: 'The people could not be loaded' })).toBeTruthy()
    expect(screen.queryByText('No people yet')).toBeNull()
  })

  test('offline the rows stay with their age; without any it says that it is not kept, not that it failed', () => {
    const at = Date.now() - 20 * 60_000
    const view = show(
      table({ answer: answered(people, { offline: true, at, ...failing('network') }) }),
    )
    expect(screen.getByText('Offline. This is what was last received.')).toBeTruthy()
    expect(document.body.textContent).toMatch(/20 min ago · May be out of date/)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(names()).toHaveLength(3)
    view.unmount()
    show(
      table({
        answer: answered<readonly Person[]>(null, { offline: true, ...failing('network') }),
      }),
    )
    expect(screen.getByRole('heading', { name: 'Not available offline' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a user who may not see the list sees no row of it, whether the rules or the server say so', () => {
    const view = show(as(nurse(), table({ view: 'api-key.view' })))
    expect(screen.getByRole('heading', { name: 'You cannot see this' })).toBeTruthy()
    expect(screen.queryByText('Ada Ash')).toBeNull()
    view.unmount()
    show(table({ answer: answered(people, failing('forbidden')) }))
    expect(screen.getByRole('heading', { name: 'You cannot see this' })).toBeTruthy()
    expect(screen.queryByText('Ada Ash')).toBeNull()
  })

  test('under 1160 px the rows of a table of many columns are cards, those of a short one are not', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(max-width: 1159px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const of = (count: number): readonly Column<Person>[] =>
      Array.from({ length: count }, (_, at) => ({
        id: `c${at}`,
        heading: `Column ${at}`,
        cell: ({ name }: Person) => `${name} ${at}`,
      }))
    const view = show(table({ columns: of(6) }))
    expect(screen.getAllByRole('columnheader')).toHaveLength(6)
    view.unmount()
    show(table({ columns: of(7) }))
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(screen.getAllByRole('columnheader')).toHaveLength(7)
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })

  test('a card is titled with the whole name, and all of the page can be selected', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(max-width: 639px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const onChange = vi.fn<(selected: ReadonlySet<string>) => void>()
    const first: Column<Person> = {
      id: 'first',
      heading: 'First name',
      cell: ({ name }) => name.split(' ')[0],
      rowHeader: true,
    }
    show(table({ columns: [first], selection: { selected: new Set(['a']), onChange } }))
    const titles = screen.getAllByRole('heading', { level: 3 })
    expect(titles.map(({ textContent }) => textContent)).toEqual(people.map(({ name }) => name))
    await userEvent.click(screen.getByLabelText('Select all rows on this page'))
    expect([...(onChange.mock.lastCall?.[0] ?? [])].toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('under 640 px the rows are cards with the same links, actions, selection and order', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(max-width: 639px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    show(
      table({
        rowLink: ({ id }) => `/people/${id}`,
        menu: () => [{ label: 'Edit', onSelect: () => undefined }],
        buttons: () => [{ label: 'Call', onSelect: () => undefined }],
        selection: { selected: new Set(['a']), onChange: () => undefined },
      }),
    )
    expect(screen.queryByRole('table')).toBeNull()
    const user = userEvent.setup()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, descending')
    const cards = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Cem Can',
      'Björn Berg',
      'Ada Ash',
    ])
    const ada = cards[2] as HTMLElement
    expect(within(ada).getByRole('link', { name: 'Ada Ash' }).getAttribute('href')).toBe(
      '/people/a',
    )
    expect(
      within(ada).getByRole<HTMLInputElement>('checkbox', { name: 'Select Ada Ash' }).checked,
    ).toBe(true)
    expect(within(ada).getByRole('button', { name: 'Actions for Ada Ash' })).toBeTruthy()
    expect(within(ada).getByText('Email').nextSibling?.textContent).toBe('ada@a.example')
    expect(within(cards[0] as HTMLElement).getByText('Not recorded')).toBeTruthy()
  })

  test('the table scrolls in a region that keys reach', async () => {
    show(table())
    await userEvent.setup().tab()
    await userEvent.setup().tab()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' }))
  })
})
