import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { notSaved } from '../../../src/engine/store/guard'
import { live } from '../../../src/engine/store/live'

/**
 * Found by seeds 33 and 513 of the simulation: the count of what waits stood still until a reload,
 * words of a lost patient stayed.
 */
test.each([
  [
    'lost the database at both attempts',
    () => notSaved(new DOMException('Connection lost', 'UnknownError')),
  ],
  ['was aborted, which Dexie keeps to itself', () => new DOMException('Aborted', 'AbortError')],
  ['found the database closed, likewise', () => new DOMException('Closed', 'DatabaseClosedError')],
])('a reading that %s goes on once it is back', async (_case, error) => {
  let reads = 0
  let again: () => void = () => undefined
  const shown: string[] = []
  const failed = vi.fn()
  const stop = live(
    () => {
      reads += 1
      return reads === 1 ? Promise.reject(error()) : Promise.resolve('there')
    },
    (value) => shown.push(value),
    failed,
    (call) => {
      again = call
      return () => undefined
    },
  )
  await expect.poll(() => failed.mock.calls.length).toBe(1)
  again()
  await expect.poll(() => shown).toEqual(['there'])
  stop()
})
