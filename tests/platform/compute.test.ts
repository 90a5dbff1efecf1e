import { describe, expect, test } from 'vitest'
import { openCompute } from '../../src/platform/compute'
import type { Link } from '../../src/platform/compute/link'
import { manualClock } from '../engine/manual-clock'

interface Api {
  double(value: number): Promise<number>
}

/** A stand for workers: each is what `make` says at its start; deaths are dealt by hand. */
const stand = (make: () => Api = () => ({ double: (value) => Promise.resolve(value * 2) })) => {
  const clock = manualClock()
  const ended: number[] = []
  const deaths: (() => void)[] = []
  let started = 0
  const compute = openCompute<Api>({
    clock,
    start: (died) => {
      const mine = (started += 1)
      deaths.push(died)
      const api = make()
      const link: Link<Api> = {
        use: (use) => use(api as never, ((value: unknown) => value) as never),
        end: () => ended.push(mine),
      }
      return Promise.resolve(link)
    },
  })
  return { clock, compute, ended, die: () => deaths.at(-1)?.(), started: () => started }
}
const hanging = (): Api => ({ double: () => new Promise(() => undefined) })
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })

describe('work for a worker', () => {
  test("is the page's to do where there are no workers", async () => {
    expect(await openCompute<Api>({ clock: manualClock() }).run((api) => api.double(2))).toEqual({
      kind: 'absent',
    })
  })

  test('is done by one worker, started by its first use', async () => {
    const { compute, started } = stand()
    expect(started()).toBe(0)
    expect(await compute.run((api) => api.double(2))).toEqual({ kind: 'done', value: 4 })
    expect(await compute.run((api) => api.double(3))).toEqual({ kind: 'done', value: 6 })
    expect(started()).toBe(1)
  })

  test('rejects as the work does, and the worker stays', async () => {
    const { compute, ended } = stand(() => ({ double: () => Promise.reject(new Error('no')) }))
    await expect(compute.run((api) => api.double(1))).rejects.toThrow('no')
    expect(ended).toEqual([])
  })

  test('goes back to the page when the worker dies under it, and the next use starts another', async () => {
    let make = hanging
    const { compute, ended, die, started } = stand(() => make())
    const work = compute.run((api) => api.double(2))
    await settled()
    make = () => ({ double: (value) => Promise.resolve(value * 2) })
    die()
    expect(await work).toEqual({ kind: 'absent' })
    await settled()
    expect(ended).toEqual([1])
    expect(await compute.run((api) => api.double(4))).toEqual({ kind: 'done', value: 8 })
    expect(started()).toBe(2)
  })

  test('goes back to the page when the worker is silent for half a minute', async () => {
    const { clock, compute, ended } = stand(hanging)
    const work = compute.run((api) => api.double(2))
    await clock.advance(29_000)
    expect(ended).toEqual([])
    await clock.advance(2_000)
    expect(await work).toEqual({ kind: 'absent' })
    expect(ended).toEqual([1])
  })

  test('is not given to workers any more when three have died', async () => {
    const { compute, die, started } = stand(hanging)
    for (let death = 0; death < 3; death += 1) {
      const work = compute.run((api) => api.double(1))
      await settled()
      die()
      expect(await work).toEqual({ kind: 'absent' })
    }
    expect(await compute.run((api) => api.double(1))).toEqual({ kind: 'absent' })
    expect(started()).toBe(3)
  })

  test('is over at once when the worker is ended, also while it starts: nothing of it is done in the page', async () => {
    const { compute, ended, started } = stand(hanging)
    const starting = compute.run((api) => api.double(1))
    compute.end()
    expect(await starting).toEqual({ kind: 'ended' })
    const working = compute.run((api) => api.double(1))
    await settled()
    compute.end()
    expect(await working).toEqual({ kind: 'ended' })
    await settled()
    expect(ended).toEqual([1, 2])
    expect(started()).toBe(2)
  })
})
