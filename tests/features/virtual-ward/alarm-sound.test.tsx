// @vitest-environment jsdom
import { cleanup, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  longestMuteMs,
  notMuted,
  soundedAlerts,
  soundEveryMs,
} from '../../../src/domain/virtual-ward/alarm'
import { openAlert } from '../alerts'
import {
  act,
  ago,
  answered,
  cardOf,
  clinicalRuntime,
  noon,
  openClinical,
  screen,
} from '../clinical-portal'

let state: 'running' | 'suspended' = 'running'
let tones = 0
class FakeAudio extends EventTarget {
  currentTime = 0
  destination = {}
  get state() {
    return state
  }
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => ({ connect: () => undefined }),
    start: () => void (tones += 1),
    stop: () => undefined,
  })
  createGain = () => ({ gain: { value: 0 } })
  resume = () => {
    state = 'running'
    return Promise.resolve()
  }
  close = () => Promise.resolve()
}
const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString()
const bursts = (): number => tones / 5

beforeEach(() => {
  vi.stubGlobal('AudioContext', FakeAudio)
  state = 'running'
  tones = 0
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

const grave = (id: string, over: Parameters<typeof openAlert>[2] = {}) =>
  openAlert(id, [ago(5)], { severity: 4, ...over })
const held = { acknowledgedAt: ago(1), acknowledgedBy: { id: 'n', firstName: 'N', lastName: 'N' } }
const ward = (alerts: readonly ReturnType<typeof grave>[]) =>
  answered([cardOf('p1', { alerts: [...alerts] }), cardOf('p2')])
const open = async (alerts: readonly ReturnType<typeof grave>[], path = '/virtual-ward') => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(ward(alerts))
  const opened = openClinical(path, { fake, permissions: { permissions: ['view_patients'] } })
  return { ...opened, fake }
}
const turnOn = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Display settings' }))
  await user.click(await screen.findByRole('button', { name: 'Alarm sound' }))
  await user.keyboard('{Escape}')
}

describe('the sound of a desk', () => {
  test('is off until its user turns it on, then sounds at once and each 30 seconds while nobody deals with a grave alert', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: noon })
    const { user, fake } = await open([grave('a')])
    await screen.findAllByRole('article')
    expect(bursts()).toBe(0)
    await turnOn(user)
    await screen.findByText('1 grave alert that nobody deals with')
    expect(bursts()).toBe(1)
    act(() => void vi.advanceTimersByTime(soundEveryMs * 2))
    expect(bursts()).toBe(3)
    act(() => fake.view('virtualWard').set(ward([grave('a', held)])))
    expect(screen.queryByText(/nobody deals with/)).toBeNull()
    act(() => void vi.advanceTimersByTime(soundEveryMs * 2))
    expect(bursts()).toBe(3)
  })

  test('is muted for ten minutes with a reason, which is shown; another alert sounds all the same', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: noon })
    const { user, fake } = await open([grave('a')])
    await turnOn(user)
    await user.selectOptions(
      await screen.findByRole('combobox', { name: /^Mute for 10 minutes/ }),
      'onTelephone',
    )
    await user.click(screen.getByRole('button', { name: 'Mute' }))
    expect(screen.getByText(/^Sound muted until .*on the phone with the patient/)).toBeTruthy()
    const muted = bursts()
    act(() => void vi.advanceTimersByTime(soundEveryMs * 3))
    expect(bursts()).toBe(muted)
    act(() => fake.view('virtualWard').set(ward([grave('a'), grave('b')])))
    expect(await screen.findByText('1 grave alert that nobody deals with')).toBeTruthy()
    expect(bursts()).toBe(muted + 1)
    act(() => void vi.advanceTimersByTime(longestMuteMs))
    expect(await screen.findByText('2 grave alerts that nobody deals with')).toBeTruthy()
    expect(screen.queryByText(/^Sound muted/)).toBeNull()
  })

  test('after a reload it says that the browser plays nothing, until somebody presses', async () => {
    localStorage.setItem('virtual_ward_sound', 'true')
    state = 'suspended'
    const { user } = await open([grave('a')])
    await screen.findByText('The alarm sound is off')
    expect(bursts()).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Turn the sound on' }))
    expect(await screen.findByText('1 grave alert that nobody deals with')).toBeTruthy()
    expect(screen.queryByText('The alarm sound is off')).toBeNull()
    expect(bursts()).toBe(1)
  })

  test('without a connection it says that it hears of nothing new', async () => {
    localStorage.setItem('virtual_ward_sound', 'true')
    const { fake } = await open([])
    await screen.findAllByRole('article')
    expect(screen.queryByText(/^Offline: new alerts/)).toBeNull()
    act(() =>
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }),
    )
    expect(await screen.findByText(/^Offline: new alerts make no sound/)).toBeTruthy()
  })

  test('the wall has the switch too', async () => {
    const { user } = await open([grave('a')], '/virtual-ward?display=wall')
    const foot = within(await screen.findByRole('contentinfo'))
    await user.click(foot.getByRole('button', { name: 'Alarm sound' }))
    expect(await screen.findByText('1 grave alert that nobody deals with')).toBeTruthy()
  })
})

test('what is less grave, held, put off or closed makes no sound; a mute speaks for what sounded then', () => {
  const sounds = (...alerts: readonly ReturnType<typeof grave>[]) =>
    soundedAlerts([{ alerts: [...alerts] }], noon)
  expect(sounds(grave('a'), grave('b', { severity: 3 }), grave('c', held))).toEqual(['a'])
  expect(
    sounds(grave('a', { snoozedUntil: at(10) }), grave('b', { snoozedUntil: at(-1) })),
  ).toEqual(['b'])
  expect(sounds(grave('a', { status: 'closed' }))).toEqual([])
  const mute = { reason: 'other', untilMs: noon + 1, alertIds: ['a'] } as const
  expect(notMuted(['a', 'b'], mute, noon)).toEqual(['b'])
  expect(notMuted(['a', 'b'], mute, noon + 1)).toEqual(['a', 'b'])
  expect(notMuted(['a'], null, noon)).toEqual(['a'])
})
