import { expect, test } from 'vitest'
import { createServerTime } from '../../../src/engine/connection/server-clock'

const hour = 3_600_000
const start = Date.parse('2026-03-02T08:00:00Z')

/** A tablet with its two clocks: asleep the one that nobody can set stands still. */
const tablet = (wallStart = start) => {
  let monotonic = 0
  let wall = wallStart
  let visible = true
  const leaving: (() => void)[] = []
  const hints: (() => void)[] = []
  const subscribe = (list: (() => void)[]) => (listener: () => void) => {
    list.push(listener)
    return () => undefined
  }
  const time = createServerTime({
    clock: { now: () => wall, monotonic: () => monotonic },
    device: { isVisible: () => visible, onLeave: subscribe(leaving), onHint: subscribe(hints) },
  })
  return {
    time,
    awake: (ms: number) => {
      monotonic += ms
      wall += ms
    },
    asleep: (ms: number) => {
      wall += ms
    },
    setClock: (by: number) => {
      wall += by
    },
    hide: () => {
      visible = false
      for (const tell of leaving) tell()
    },
    show: () => {
      visible = true
      for (const tell of hints) tell()
    },
  }
}

test('a tablet that slept knows how late it is, offline, however often and in whatever order it slept and woke', () => {
  const { time, awake, asleep, hide, show } = tablet()
  expect(time.now()).toBeNull()
  time.anchor(start)
  awake(60_000)
  hide()
  awake(5_000)
  asleep(2 * hour)
  // A page in the background works on before anybody looks at it.
  expect(time.now()).toBe(start + 65_000 + 2 * hour)
  awake(5_000)
  show()
  expect(time.now()).toBe(start + 70_000 + 2 * hour)
  for (let nap = 0; nap < 10; nap += 1) {
    hide()
    asleep(30 * 60_000)
    show()
    awake(60_000)
  }
  expect(time.now()).toBe(start + 70_000 + 2 * hour + 10 * 31 * 60_000)
})

test('a clock that is set while the page is visible changes nothing; nor does one set back, or ahead by weeks, while it is hidden', () => {
  const { time, awake, setClock, hide, show } = tablet()
  time.anchor(start)
  setClock(365 * 24 * hour)
  awake(60_000)
  expect(time.now()).toBe(start + 60_000)
  for (const by of [-365 * 24 * hour, -hour, 30 * 24 * hour]) {
    hide()
    setClock(by)
    awake(1_000)
    show()
  }
  expect(time.now()).toBe(start + 63_000)
})

test('an answer puts right what was mistaken, and never carries its own way into the estimate', () => {
  const { time, awake, asleep, setClock, hide, show } = tablet()
  time.anchor(start)
  // It slept without having been hidden.
  asleep(hour)
  expect(time.now()).toBe(start)
  time.heard(start + hour)
  expect(time.now()).toBe(start + hour)
  // An answer that was on its way for 40 s, or was told to the second, says nothing new.
  awake(40_900)
  time.heard(start + hour + 500)
  expect(time.now()).toBe(start + hour + 40_900)
  // Somebody's hand, out of sight, taken for sleep.
  hide()
  setClock(3 * hour)
  show()
  expect(time.now()).toBe(start + 4 * hour + 40_900)
  time.heard(start + hour + 41_000)
  expect(time.now()).toBe(start + hour + 41_000)
})

test('before the first word of the server nothing is known, whatever answers say', () => {
  const { time, awake } = tablet()
  time.heard(start)
  awake(1_000)
  expect(time.now()).toBeNull()
})
