// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alertSchema } from '../../../src/domain/alerts/alert'
import { act, answered, cardOf, clinicalRuntime, openClinical, screen, serverDown, within } from '../clinical-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const alert = (id: string) => alertSchema.parse({
  id, revision: 1, type: 'AlertRule', status: 'open', startedAt: '2026-01-05T13:00:00.000Z', latestAt: '2026-01-05T14:00:00.000Z', severity: 3,
  alertRule: { id: 'r', name: 'Low oxygen saturation', type: 'new-checkup', description: 'Oxygen may be needed.', condition: { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 90 } },
  checkupScheduleEvent: null, checkup: null, continuousMonitoring: null, count: 1, triggers: [{ id: `${id}-1`, startedAt: '2026-01-05T14:00:00.000Z' }],
  closedAt: null, closedBy: null, acknowledgedAt: null, acknowledgedBy: null, snoozedUntil: null, snoozedBy: null, escalatedAt: null,
})
const open = async (over: Parameters<typeof cardOf>[1] = {}, connection: object = {}) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', over), cardOf('p2')]))
  fake.connection.set({ state: 'live', isTold: true, lastContactAt: Date.now(), waiting: 0, refused: 0, ...connection })
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findAllByRole('heading', { level: 2 })
  return { fake, tiles: screen.getAllByRole('listitem') }
}

test('a tile says who by initials, the total, and how many alerts are open; nothing on it can be pressed', async () => {
  const { tiles: [first, second] } = await open({ alerts: [alert('a'), alert('b')] })
  if (first === undefined || second === undefined) throw new Error('Two tiles were expected')
  expect(within(first).getByText('2 open alerts')).toBeTruthy()
  expect(first.dataset['status']).toBe('negative')
  expect(within(first).queryByText(/Smith/)).toBeNull()
  expect(within(first).getByRole('img', { name: /0/ })).toBeTruthy()
  expect(within(second).queryByText(/open alert/)).toBeNull()
  for (const tile of [first, second]) expect(within(tile).queryAllByRole('button').length + within(tile).queryAllByRole('link').length).toBe(0)
})

test('a wall that is not live says so, and so does each of its tiles; live again, they do not', async () => {
  const { fake, tiles } = await open({}, { state: 'offline', isTold: false })
  expect(screen.getByRole('alert').textContent).toMatch(/NOT LIVE since \d\d:\d\d/)
  for (const tile of tiles) expect(tile.textContent).toMatch(/As of \d\d:\d\d/)
  act(() => fake.connection.set({ state: 'live', isTold: true, lastContactAt: Date.now(), waiting: 0, refused: 0 }))
  expect(screen.queryByRole('alert')).toBeNull()
  for (const tile of screen.getAllByRole('listitem')) expect(tile.textContent).not.toMatch(/As of/)
})

test('nobody is said only of an answer: before one the shape of tiles stands there, without a line and with a failure their words', async () => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([], { asOf: null, checkedAt: null, total: null }))
  fake.connection.set({ state: 'live', isTold: true, lastContactAt: Date.now(), waiting: 0, refused: 0 })
  openClinical('/virtual-ward?display=wall', { fake })
  await screen.findByText('No data yet')
  expect(screen.queryByText(/Nobody is admitted/)).toBeNull()
  act(() => fake.view('virtualWard').set(answered([], { asOf: null, checkedAt: null, total: null, problem: serverDown })))
  expect(screen.getByText('This display keeps trying by itself.')).toBeTruthy()
  act(() => fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }))
  expect(screen.getByText(/No ward is kept on this device/)).toBeTruthy()
  act(() => { fake.connection.set({ state: 'live', isTold: true, lastContactAt: Date.now(), waiting: 0, refused: 0 }); fake.view('virtualWard').set(answered([])) })
  expect(screen.getByText(/Nobody is admitted/)).toBeTruthy()
})
