// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { wardsRoom } from '../../../src/features/wards'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const row = {
  ward: { id: 'w1', name: '=Heart' },
  day: '2026-04-10',
  occupancy: 14,
  admissions: 3,
  transfersIn: 2,
  discharges: 1,
  lengthOfStayHours: 36,
  alerts: 5,
  minutesToAcknowledge: 7.25,
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
  expect(cells).toEqual(['10-Apr-2026', '=Heart', '14', '3', '2', '1', '1.5', '5', '7.3'])
})

test('what was not measured is empty, not nothing', async () => {
  open(() => done([{ ...row, lengthOfStayHours: null, minutesToAcknowledge: null }]))
  const table = await screen.findByRole('table', { name: 'Ward activity' })
  const cells = [...table.querySelectorAll('tbody th, tbody td')].map((cell) => cell.textContent)
  expect([cells[6], cells[8]].every((text) => text !== '0' && text !== '0.0')).toBe(true)
})

test('a failure can be asked again', async () => {
  open(() => refused('no'))
  expect(await screen.findByText('The activity of the wards could not be loaded')).toBeTruthy()
})

test('without the wards flag there is no such page', async () => {
  const { at } = open(() => done([row]), [])
  await waitFor(() => expect(at()).not.toContain('activity'))
})
