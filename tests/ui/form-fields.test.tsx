// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../src/domain/problem'
import type { Edition } from '../../src/texts'
import {
  CommandFormView,
  EntityPicker,
  useCommandForm,
  type EntityOption,
  type EntitySearch,
  type FieldSpec,
  type FieldValue,
} from '../../src/ui/form-kit'
import { piecesOf, valueOfPieces } from '../../src/ui/form-kit/date-time-pieces'
import { nextOption } from '../../src/ui/form-kit/EntityPicker'
import { searchRestMs } from '../../src/ui/form-kit/use-entity-search'
import { show } from './screen'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const user = userEvent.setup()
const sent = vi.fn(async (_input: unknown) => ({ kind: 'done' as const, value: null }))
beforeEach(() => sent.mockClear())

function One({
  field,
  before = '',
}: {
  readonly field: FieldSpec<'value'>
  readonly before?: FieldValue
}) {
  const form = useCommandForm<{ readonly value: FieldValue }, unknown, null>({
    command: { run: sent },
    fields: [field],
    before: { value: before },
  })
  return <CommandFormView form={form} />
}
const open = (field: FieldSpec<'value'>, before: FieldValue = '', edition: Edition = 'en-GB') =>
  show(<One field={field} before={before} />, edition)
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** What was sent for a field, or what is said of it. */
const outcome = async () => {
  await save()
  const said = document.querySelector('[id$="-error"]')?.textContent
  return said ?? (sent.mock.lastCall?.[0] as { readonly value: unknown } | undefined)?.value
}

describe('a date', () => {
  const field = { kind: 'date', name: 'value', label: 'Date of birth' } as const

  test('is typed as the edition writes it, sent as ISO, and shown again as it is written', async () => {
    open(field, '1944-03-02')
    expect(input('Date of birth').value).toBe('02/03/1944')
    await user.clear(input('Date of birth'))
    await user.type(input('Date of birth'), '5.3.1944')
    expect(await outcome()).toBe('1944-03-05')
    expect(input('Date of birth').value).toBe('05/03/1944')
    cleanup()
    open(field, '1944-03-02', 'en-US')
    expect(input('Date of birth').value).toBe('03/02/1944')
    await user.clear(input('Date of birth'))
    await user.type(input('Date of birth'), '3/5/1944')
    expect(await outcome()).toBe('1944-03-05')
  })

  test('that is not valid says how one is typed; nothing typed is null', async () => {
    open(field)
    expect(await outcome()).toBeNull()
    await user.type(input('Date of birth'), '31/02/1944')
    expect(await outcome()).toBe('Enter a date such as 31/01/2026')
    cleanup()
    open(field, '', 'en-US')
    await user.type(input('Date of birth'), '31/01/1944')
    expect(await outcome()).toBe('Enter a date such as 01/31/2026')
  })

  test('can be chosen in a calendar, which begins at the day that is typed', async () => {
    open(field, '1944-03-02')
    await user.click(screen.getByRole('button', { name: 'Calendar for “Date of birth”' }))
    const day = await screen.findByRole('button', { name: '9 March 1944' })
    await user.click(day)
    expect(input('Date of birth').value).toBe('09/03/1944')
    expect(screen.queryByRole('button', { name: '9 March 1944' })).toBeNull()
    expect(await outcome()).toBe('1944-03-09')
  })
})

describe('a date and time', () => {
  const field = {
    kind: 'dateTime',
    name: 'value',
    label: 'Admitted',
    zone: 'Europe/London',
  } as const

  test('is of the zone that is named, whatever the device is in, and shown in the edition', async () => {
    open(field, '2026-07-01T12:30:00.000Z')
    expect(screen.getByRole('group', { name: 'Admitted' })).toBeTruthy()
    expect([input('Date').value, input('Time').value]).toEqual(['01/07/2026', '13:30'])
    await user.clear(input('Time'))
    await user.type(input('Time'), '9:05')
    expect(await outcome()).toBe('2026-07-01T08:05:00.000Z')
    cleanup()
    open({ ...field, zone: 'America/New_York' }, '2026-07-01T12:30:00.000Z', 'en-US')
    expect([input('Date').value, input('Time').value]).toEqual(['07/01/2026', '8:30 AM'])
  })

  test('that the clocks skip is refused; one that comes twice is asked for', async () => {
    open(field)
    await user.type(input('Date'), '29/03/2026')
    await user.type(input('Time'), '01:30')
    expect(await outcome()).toContain('The clocks go forward over this time')
    await user.clear(input('Date'))
    await user.type(input('Date'), '25/10/2026')
    expect(await outcome()).toContain('this time comes twice that day')
    const which = screen.getByRole('combobox')
    expect([...which.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Choose…',
      'The first one BST',
      'The second one GMT',
    ])
    await user.selectOptions(which, 'The second one GMT')
    expect(await outcome()).toBe('2026-10-25T01:30:00.000Z')
    await user.clear(input('Time'))
    await user.type(input('Time'), '01:31')
    expect(await outcome()).toContain('this time comes twice that day')
  })

  test('what is typed so far is kept piece by piece', () => {
    const piece = constantFrom('', '1/2/2026', '01:30', 'x')
    assert(
      property(
        piece,
        piece,
        constantFrom(undefined, 0 as const, 1 as const),
        (date, time, chosen) => {
          const pieces = { date, time, ...(chosen === undefined ? {} : { chosen }) }
          const value = valueOfPieces(pieces)
          if (date === '' && time === '') expect(value).toBe('')
          else expect(piecesOf(value, 'en-GB')).toEqual(pieces)
        },
      ),
    )
  })
})

describe('an identifier', () => {
  const field = {
    kind: 'identifier',
    name: 'value',
    label: 'NHS number',
    scheme: 'NhsNumber',
  } as const

  test('F11j a number of the test range is told, and taken', async () => {
    open(field)
    const words = 'Numbers that begin with 999 are for tests: no patient has one'
    await user.type(input('NHS number'), '999000001')
    expect(screen.queryByText(words)).toBeNull()
    await user.type(input('NHS number'), '8')
    expect(screen.getByText(words)).toBeTruthy()
    expect(await outcome()).toBe('9990000018')
  })

  test('O211 is grouped 3-3-4 while it is typed, and sent as ten digits', async () => {
    open(field)
    const seen: string[] = []
    for (const digit of '9434765919') {
      await user.type(input('NHS number'), digit)
      seen.push(input('NHS number').value)
    }
    expect(seen[3]).toBe('943 4')
    expect(seen.at(-1)).toBe('943 476 5919')
    expect(await outcome()).toBe('9434765919')
  })

  test.each([
    ['943 476 591', 'It has 10 digits'],
    ['943 476 591A', 'It has digits only'],
    ['444 444 4444', 'This is no patient’s number: enter theirs, or leave the field empty'],
    ['943 476 5918', 'One of the digits is wrong: compare it with the patient’s papers'],
  ])('%s is told apart: %s', async (typed, said) => {
    open(field)
    await user.type(input('NHS number'), typed)
    expect(await outcome()).toBe(said)
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('other fields', () => {
  test('a telephone says how it is typed in the edition, and is sent as digits', async () => {
    const field = { kind: 'telephone', name: 'value', label: 'Telephone' } as const
    open(field)
    expect(
      screen.getByText('Enter the number starting with 0, without the country code (+44)'),
    ).toBeTruthy()
    await user.type(input('Telephone'), '+44 20 7946 0018')
    expect(await outcome()).toBe('02079460018')
    cleanup()
    open(field, '', 'en-US')
    expect(screen.getByText('Enter the number without the country code (+1)')).toBeTruthy()
    await user.type(input('Telephone'), '+44 20 7946 0018')
    expect(await outcome()).toBe('Enter a US number, without a country code')
  })

  test('several of a list are ticked; what cannot be chosen says why', async () => {
    open(
      {
        kind: 'multiSelect',
        name: 'value',
        label: 'Wards',
        required: true,
        options: [
          { value: 'a', label: 'Cedar' },
          { value: 'b', label: 'Willow', disabled: true, reason: 'Closed' },
          { value: 'c', label: 'Birch' },
        ],
      },
      [],
    )
    expect(await outcome()).toBe('Choose “Wards”')
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Cedar' }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Willow/ }).disabled).toBe(true)
    expect(screen.getByText('Closed')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Birch' }))
    await user.click(screen.getByRole('checkbox', { name: 'Cedar' }))
    await user.click(screen.getByRole('checkbox', { name: 'Birch' }))
    expect(await outcome()).toEqual(['a'])
  })

  test('a full name must be that of the person, and is never sent', async () => {
    open({
      kind: 'fullName',
      name: 'value',
      label: 'Name',
      required: true,
      person: { firstName: 'Siobhán', lastName: 'O’Brien' },
      missing: 'Patient name must be confirmed',
      mismatch: 'Patient name must match',
    })
    expect(await outcome()).toBe('Patient name must be confirmed')
    await user.type(input('Name'), 'Siobhan O’Brien')
    expect(await outcome()).toBe('Patient name must match')
    await user.clear(input('Name'))
    await user.type(input('Name'), "siobhán o'brien ")
    await save()
    expect(sent).toHaveBeenCalledExactlyOnceWith({}, undefined)
  })

  test('an email must be valid; a switch is sent as it is', async () => {
    open({ kind: 'email', name: 'value', label: 'Email' })
    await user.type(input('Email'), 'nurse@riverside')
    expect(await outcome()).toBe('Enter an email address such as name@example.org')
    await user.type(input('Email'), '.example ')
    expect(await outcome()).toBe('nurse@riverside.example')
    cleanup()
    open({ kind: 'switch', name: 'value', label: 'Own kit' }, false)
    expect(await outcome()).toBe(false)
    await user.click(screen.getByRole('checkbox', { name: 'Own kit' }))
    expect(await outcome()).toBe(true)
  })
})

describe('a picker', () => {
  const wards: readonly EntityOption[] = [
    { id: '1', label: 'Cedar Ward', detail: '4 patients' },
    { id: '2', label: 'Willow Ward', reason: 'It is this patient’s ward' },
    { id: '3', label: 'Birch Ward' },
  ]
  const search = vi.fn<EntitySearch>()
  const chosen = vi.fn()
  beforeEach(() => {
    chosen.mockReset()
    search.mockReset()
    search.mockImplementation(async (text) => ({
      kind: 'done',
      value: wards.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
    }))
  })
  function Picker() {
    const [value, setValue] = useState<Pick<EntityOption, 'id' | 'label'> | null>(null)
    return (
      <EntityPicker
        id="ward"
        label="Ward"
        noneFound="No wards found"
        search={search}
        value={value}
        onChange={(next) => {
          chosen(next?.id ?? null)
          setValue(next)
        }}
      />
    )
  }
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Ward' })
  const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')

  test('opens on a press, is moved by arrows past what is closed, and chosen with Enter; the form is not sent', async () => {
    const onSubmit = vi.fn()
    show(
      <form autoComplete="off" onSubmit={onSubmit}>
        <Picker />
      </form>,
    )
    await user.click(box())
    await screen.findByRole('option', { name: /Cedar/ })
    expect(screen.getByText('3 results')).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    expect(active()?.textContent).toContain('Cedar Ward')
    await user.keyboard('{ArrowDown}')
    expect(active()?.textContent).toContain('Birch Ward')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toHaveBeenCalledExactlyOnceWith('3')
    expect(box().value).toBe('Birch Ward')
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('what is closed says why and is not chosen by a press; Escape closes the list and nothing around it', async () => {
    show(<Picker />)
    const onKey = vi.fn()
    document.addEventListener('keydown', onKey)
    await user.click(box())
    const closed = await screen.findByRole('option', { name: /Willow/ })
    expect(closed.getAttribute('aria-disabled')).toBe('true')
    expect(within(closed).getByText('It is this patient’s ward')).toBeTruthy()
    await user.click(closed)
    expect(chosen).not.toHaveBeenCalled()
    onKey.mockClear()
    fireEvent.keyDown(box(), { key: 'Escape' })
    document.removeEventListener('keydown', onKey)
    expect(box().getAttribute('aria-expanded')).toBe('false')
  })

  test('says when nothing is found, and when the search failed, with a way to try again', async () => {
    show(<Picker />)
    await user.type(box(), 'zz')
    expect(await screen.findByText('No wards found')).toBeTruthy()
    search.mockResolvedValueOnce({ kind: 'refused', problem: problem('network', 'No answer') })
    await user.type(box(), 'z')
    const again = await screen.findByRole('button', { name: 'Try again' })
    search.mockResolvedValueOnce({ kind: 'done', value: wards })
    await user.click(again)
    await user.click(await screen.findByRole('option', { name: /Cedar/ }))
    expect(chosen).toHaveBeenLastCalledWith('1')
    await user.click(screen.getByRole('button', { name: 'Clear “Cedar Ward”' }))
    expect(chosen).toHaveBeenLastCalledWith(null)
    expect(box().value).toBe('')
  })

  test('searches when typing rests, and never shows the answer to another text', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answers = new Map<string, (label: string) => void>()
    search.mockImplementation(
      (text) =>
        new Promise((resolve) => {
          answers.set(text, (label) => resolve({ kind: 'done', value: [{ id: label, label }] }))
        }),
    )
    show(<Picker />)
    const type = (value: string) => fireEvent.change(box(), { target: { value } })
    type('c')
    await act(() => vi.advanceTimersByTimeAsync(searchRestMs - 1))
    type('ce')
    await act(() => vi.advanceTimersByTimeAsync(searchRestMs))
    type('w')
    await act(() => vi.advanceTimersByTimeAsync(searchRestMs))
    expect([...answers.keys()]).toEqual(['ce', 'w'])
    expect(search.mock.calls[0]?.[1].aborted).toBe(true)
    await act(async () => answers.get('ce')?.('Cedar'))
    expect(screen.queryByText('Cedar')).toBeNull()
    expect(screen.getByText('Searching…')).toBeTruthy()
    await act(async () => answers.get('w')?.('Willow'))
    expect(screen.getByRole('option', { name: 'Willow' })).toBeTruthy()
  })

  test('the arrows never come to rest on what is closed', () => {
    const options = array(record({ reason: constantFrom(undefined, 'closed') })).map((all) =>
      all.map(({ reason }) => (reason === undefined ? {} : { reason })),
    )
    assert(
      property(
        options,
        integer({ min: -1, max: 20 }),
        constantFrom(1 as const, -1 as const),
        (all, at, step) => {
          const next = nextOption(all, at, step)
          if (next === at) return
          expect(all[next]).toEqual({})
          expect((next - at) * step).toBeGreaterThan(0)
        },
      ),
    )
  })
})
