// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { wardsRoom } from '../../../src/features/wards'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const row = {
  ward: { id: 'w1', name: '=Heart' },
  wardDeletedAt: null as string | null,
  day: '2026-04-10',
  occupancy: 14,
  capacity: 20,
  admissions: 3,
  transfersIn: 2,
  discharges: 1,
  lengthOfStayHours: 36,
  alerts: 5,
  minutesToAcknowledge: 7.25,
  checkupsDue: 40,
  checkupsDone: 37,
}
const open = (answer: () => unknown, features: readonly 'wards'[] = ['wards']) =>
  openPortal('/wards/activity', {
    session: signedIn(meOf({ permissions: ['view_wards'], features })),
    rooms: [wardsRoom],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'wardActivity' ? answer() : rest?.(name, input),
      )
    },
  })

test('a row tells the figures of a ward on a day', async () => {
  open(() => done([row]))
  const table = await screen.findByRole('table', { name: 'Ward activity' })
  const cells = [...table.querySelectorAll('tbody th, tbody td')].map((cell) => cell.textContent)
  expect(cells).toEqual([
    '10-Apr-2026',
    '=Heart',
    '14 of 20 (70%)',
    '3',
    '2',
    '1',
    '1.5',
    '5',
    '7.3',
    '37 of 40 (93%)',
  ])
})

test('a ward that was deleted says so beside its name', async () => {
  open(() => done([row, { ...row, wardDeletedAt: '2026-04-10T09:00:00.000Z', day: '2026-04-09' }]))
  const table = await screen.findByRole('table', { name: 'Ward activity' })
  expect([...table.querySelectorAll('tbody th')].map((cell) => cell.textContent)).toEqual([
    '=Heart',
    '=Heart (deleted)',
  ])
})

test('the file has each figure in a column of its own, and runs nothing', async () => {
  const made = vi.fn<(file: Blob) => string>(() => 'blob:activity')
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined })
  const { user } = open(() =>
    done([row, { ...row, capacity: null, checkupsDue: 0, checkupsDone: 0 }]),
  )
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  const lines = ((await made.mock.calls[0]?.[0].text()) ?? '').replaceAll('"', '').split('\r\n')
  expect(lines[0]?.split(',').length).toBeGreaterThanOrEqual(14)
  expect(lines[1]).toBe("10-Apr-2026,'=Heart,14,20,70,3,2,1,1.5,5,7.3,37,40,93")
  expect(lines[2]).toBe("10-Apr-2026,'=Heart,14,,,3,2,1,1.5,5,7.3,0,0,")
})

test('what was not measured is empty, not nothing', async () => {
  open(() =>
    done([
      {
        ...row,
        capacity: null,
        lengthOfStayHours: null,
        minutesToAcknowledge: null,
        checkupsDue: 0,
        checkupsDone: 0,
      },
    ]),
  )
  const table = await screen.findByRole('table', { name: 'Ward activity' })
  const cells = [...table.querySelectorAll('tbody th, tbody td')].map((cell) => cell.textContent)
  expect(cells[2]).toBe('14')
  expect([cells[6], cells[8], cells[9]].every((text) => text !== '0' && text !== '0.0')).toBe(true)
})

test('on paper are all days that the search finds, not the page that is shown', async () => {
  const days = Array.from({ length: 30 }, (_, at) => `2026-04-${String(30 - at).padStart(2, '0')}`)
  const { user } = open(() =>
    done([
      ...days.map((day) => ({ ...row, day })),
      ...days.map((day) => ({ ...row, ward: { id: 'w2', name: 'Frailty' }, day })),
    ]),
  )
  await user.type(await screen.findByRole('searchbox'), 'Frailty')
  const wards = () =>
    [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent)
  await waitFor(() => expect(wards()).toEqual(days.slice(0, 20).map(() => 'Frailty')))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(wards()).toEqual(days.map(() => 'Frailty'))
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(wards()).toHaveLength(10)
})

test('a failure can be asked again', async () => {
  open(() => refused('no'))
  expect(await screen.findByText('The activity of the wards could not be loaded')).toBeTruthy()
})

test('without the wards flag there is no such page', async () => {
  const { at } = open(() => done([row]), [])
  await waitFor(() => expect(at()).not.toContain('activity'))
})
