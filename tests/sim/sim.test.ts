import { describe, expect, test } from 'vitest'
import { isFull } from '../depth'
import { batchesOf, brokenIn, played, run, sharedRun, start } from './proof'
import regressions from './regressions.json'

/** Many times what a batch takes on two busy cores. */
const testMs = 300_000

describe('the simulation against the real server', () => {
  const seeds = Number(process.env.SIM_REAL_SEEDS ?? (isFull ? '12' : '8'))
  const shared = sharedRun(
    '--server',
    'pglite',
    '--seeds',
    String(seeds),
    '--start',
    String(start),
    '--json',
  )
  test.each(batchesOf(start, seeds, 4).map((batch) => [batch[0], batch.at(-1), batch] as const))(
    'holds against the real resolvers on PGlite as against the model, in the worlds %i to %i',
    async (_first, _last, batch) => {
      expect(await brokenIn(shared, batch, ' --server pglite')).toEqual([])
    },
    testMs,
  )

  test(
    'all of these worlds were played',
    async () => {
      const { code, text } = await shared.end()
      expect(text).toContain(`${seeds} seeds, 0 violations`)
      expect(code, text).toBe(0)
    },
    testMs,
  )
})

describe('the simulation of the data engine', () => {
  test(
    'plays a seed again exactly as before, whatever was played in between',
    async () => {
      const one = await run('--seeds', '8', '--start', '1', '--json')
      const two = await run('--list', '8,2,6,4', '--json')
      const first = new Map(played(one.text).map((seed) => [seed.seed, seed.traceHash]))
      expect(played(two.text).length).toBe(4)
      for (const { seed, traceHash } of played(two.text)) expect(traceHash).toBe(first.get(seed))
    },
    testMs,
  )

  // One run for each profile: starting one costs more than a seed.
  test.each([...new Set(regressions.map((one) => one.profile))])(
    'finds no fault in any seed of the profile %s that once found one',
    async (profile) => {
      const seeds = [
        ...new Set(regressions.flatMap((one) => (one.profile === profile ? [one.seed] : []))),
      ]
      const { text } = await run('--list', seeds.join(','), '--profile', profile, '--json')
      expect(played(text).toSorted((a, b) => a.seed - b.seed)).toMatchObject(
        seeds.toSorted((a, b) => a - b).map((seed) => ({ seed, violation: null })),
      )
    },
    testMs,
  )

  test(
    'says which seed and how to play it again when something is broken',
    async () => {
      const { code, text } = await run('--mutant', 'delete-before-send', '--seeds', '4')
      expect(code).toBe(1)
      expect(text).toMatch(
        /again: npm run sim -- --seeds 1 --start \d+ --profile any --mutant delete-before-send --log/,
      )
    },
    testMs,
  )
})
