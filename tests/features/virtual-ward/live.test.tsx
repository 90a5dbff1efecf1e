// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  act,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  screen,
} from '../clinical-portal'

const drawn = vi.hoisted(() => [] as string[])
vi.mock('../../../src/features/virtual-ward/card-data.view', async (original) => {
  const module =
    await original<typeof import('../../../src/features/virtual-ward/card-data.view')>()
  return {
    ...module,
    shownData: (...args: Parameters<typeof module.shownData>) => {
      drawn.push(args[0].id)
      return module.shownData(...args)
    },
  }
})

const hour = 3_600_000
const zone = process.env.TZ
beforeEach(() => {
  localStorage.clear()
  drawn.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const open = async (rows: ReturnType<typeof cardOf>[]) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered(rows))
  const opened = openClinical('/virtual-ward', { fake })
  await screen.findAllByRole('article')
  return { ...opened, fake }
}
const at = (id: string, endedAt: string, pulse = 72) =>
  cardOf(id, {
    latestCheckup: checkupOf(`${id}-c`, {
      patientId: id,
      endedAt,
      receivedAt: endedAt,
      pulseRate: { value: pulse, source: 'cuff', isManual: false },
    }),
  })

test("what comes in for one patient draws that patient's card anew and no other (counted over 200)", async () => {
  const rows = Array.from({ length: 200 }, (_, n) => at(`p${n}`, new Date().toISOString()))
  const { fake } = await open(rows)
  expect(new Set(drawn).size).toBe(200)
  drawn.length = 0
  const changed = rows.map((row) =>
    row.id === 'p77' ? at('p77', new Date().toISOString(), 133) : row,
  )
  await act(async () => fake.view('virtualWard').set(answered(changed)))
  expect(drawn).toEqual(['p77'])
  drawn.length = 0
  await act(async () =>
    fake.view('virtualWard').set(answered(changed, { checkedAt: Date.now() + 1 })),
  )
  expect(drawn).toEqual([])
})

test('a minute that passes changes the words of an age, and draws no card anew', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    now: Date.parse('2026-11-22T10:00:00Z'),
    shouldAdvanceTime: true,
  })
  await open(Array.from({ length: 20 }, (_, n) => at(`p${n}`, '2026-11-22T09:55:10Z')))
  expect(screen.getAllByText('Check-up 4 min ago')).toHaveLength(20)
  drawn.length = 0
  await act(async () => vi.advanceTimersByTimeAsync(90_000))
  expect(screen.getAllByText('Check-up 6 min ago')).toHaveLength(20)
  expect(drawn).toEqual([])
})

test("however fast pages and filters change, a card shows its own patient's values and no other's", async () => {
  const pulseOf = (n: number): number => 40 + n
  const patients = Array.from({ length: 30 }, (_, n) => ({
    ...at(`p${n}`, new Date().toISOString(), pulseOf(n)),
    lastName: `Number${n}`,
  }))
  const { fake } = await open(patients.slice(0, 5))
  let seed = 7
  const next = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  for (let turn = 0; turn < 40; turn += 1) {
    const from = next(25)
    const page = patients.slice(from, from + 1 + next(5)).toSorted(() => next(3) - 1)
    // Some switches come before the last one was drawn.
    if (next(3) === 0) fake.view('virtualWard').set(answered(patients.slice(0, 2)))
    await act(async () => fake.view('virtualWard').set(answered(page)))
    const shown = [...document.querySelectorAll('article')].map((card) => [
      card.querySelector('h3')?.textContent,
      card.querySelector('[aria-label="Pulse"]')?.textContent,
    ])
    expect(shown).toEqual(
      page.map(({ lastName, latestCheckup }) => [
        `${lastName.toUpperCase()}, John`,
        `Pulse${latestCheckup?.pulseRate?.value}/min`,
      ]),
    )
  }
})

describe('ages tick by elapsed time, here, whatever the wall shows', () => {
  for (const [where, timeZone, start] of [
    ['London on the night when clocks go forward', 'Europe/London', '2026-03-28T23:30:00Z'],
    ['London on the night when clocks go back', 'Europe/London', '2026-10-24T22:30:00Z'],
    ['New York on the night when clocks go forward', 'America/New_York', '2026-03-08T04:30:00Z'],
  ] as const)
    test(`${where}: over midnight and the change, and through a sleep`, async () => {
      process.env.TZ = timeZone
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(start) })
      await open([at('p1', new Date(Date.parse(start) - 30 * 60_000).toISOString())])
      const told = () => screen.getByText(/^Check-up .* ago$/).textContent
      expect(told()).toBe('Check-up 30 min ago')
      vi.setSystemTime(Date.parse(start) + 4 * hour)
      await act(async () => vi.advanceTimersByTime(30_000))
      expect(told()).toBe('Check-up 4 h 30 min ago')
      expect(screen.getByRole('group', { name: 'Pulse' }).getAttribute('data-state')).toBe('normal')
      // The lid is closed for twenty hours: no timer runs, and the first look tells the truth.
      vi.setSystemTime(Date.parse(start) + 24 * hour)
      await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
      expect(told()).toBe('Check-up 1 d ago')
      expect(screen.getByRole('group', { name: 'Pulse' }).getAttribute('data-state')).toBe('stale')
      expect(screen.getByRole('group', { name: 'Pulse' }).textContent).toContain('1 d ago')
      expect(screen.getByText('Risk not known: last score out of date')).toBeTruthy()
      expect(
        screen
          .getByRole('img', { name: /^Early-warning score 0.*Stale, 1 d ago/ })
          .getAttribute('data-state'),
      ).toBe('stale')
    })
})
