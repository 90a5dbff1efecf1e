import { expect, test } from 'vitest'
import { source } from '../../../src/engine/define'
import { createFirstSync, type FirstSync } from '../../../src/engine/pull/prefetch'
import type { CacheStore } from '../../../src/engine/store'
import { manualClock } from '../manual-clock'

/** Tabs of one device; each has the store of that name open, or none. */
const tabs = (...names: readonly (string | null)[]) => {
  const clock = manualClock()
  const listeners = new Set<(message: unknown) => void>()
  const device = {
    channel: (_name: string, listener: (message: unknown) => void) => {
      listeners.add(listener)
      return {
        post: (message: unknown) => {
          for (const other of listeners) if (other !== listener) other(structuredClone(message))
        },
        close: () => void listeners.delete(listener),
      }
    },
  }
  const made = names.map((name) => {
    const own = source<FirstSync | null>(null)
    const { shown, start } = createFirstSync({
      own,
      clock,
      device,
      store: () => (name === null ? null : ({ name } as CacheStore)),
    })
    return { own, shown, stop: start() }
  })
  return {
    clock,
    device,
    tab: (at: number) =>
      made[at] ??
      (() => {
        throw new Error('No such tab')
      })(),
  }
}
const at = (done: number): FirstSync => ({ done, total: 200, scope: `PATIENT:p${done}` })

test('every tab with the same store shows how far the one has come that asks, and nobody else does', () => {
  const { tab } = tabs('a', 'a', 'b', null)
  tab(0).own.set(at(34))
  expect([0, 1, 2, 3].map((nth) => tab(nth).shown.get())).toEqual([at(34), at(34), null, null])
  tab(0).own.set(null)
  expect([0, 1].map((nth) => tab(nth).shown.get())).toEqual([null, null])
})

test('what was heard is believed for a while: a tab that was closed in the middle leaves no bar behind', async () => {
  const { clock, tab } = tabs('a', 'a')
  tab(0).own.set(at(34))
  await clock.advance(14_000)
  tab(0).own.set(at(35))
  await clock.advance(14_000)
  expect(tab(1).shown.get()).toEqual(at(35))
  tab(0).stop()
  await clock.advance(2_000)
  expect(tab(1).shown.get()).toBeNull()
})

test('a tab that takes over shows its own, and a quiet one says nothing', () => {
  const { tab } = tabs('a', 'a')
  tab(0).own.set(at(34))
  tab(1).own.set(at(40))
  expect([tab(0).shown.get(), tab(1).shown.get()]).toEqual([at(34), at(40)])
  tab(1).own.set(null)
  expect(tab(1).shown.get()).toBeNull()
})

test('what is not such a message changes nothing', () => {
  const { device, tab } = tabs('a')
  const { post } = device.channel('any', () => undefined)
  for (const message of [null, 'asking', { store: 'a' }, { store: 'a', shown: { done: '1' } }])
    post(message)
  expect(tab(0).shown.get()).toBeNull()
})
