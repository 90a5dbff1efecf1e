import { describe, expect, test } from 'vitest'
import { played, run, start } from './proof'
import regressions from './regressions.json'

describe('the simulation of the data engine', () => {
  test('holds against the real resolvers on PGlite as against the model', async () => {
    const { code, text } = await run('--server', 'pglite', '--seeds', process.env.SIM_REAL_SEEDS ?? '12', '--start', String(start))
    expect(text).toContain(' 0 violations')
    expect(code, text).toBe(0)
  }, 900_000)

  test('plays a seed again exactly as before, whatever was played in between', async () => {
    const one = await run('--seeds', '8', '--start', '1', '--json')
    const two = await run('--list', '8,2,6,4', '--json')
    const first = new Map(played(one.text).map((seed) => [seed.seed, seed.traceHash]))
    expect(played(two.text).length).toBe(4)
    for (const { seed, traceHash } of played(two.text)) expect(traceHash).toBe(first.get(seed))
  }, 600_000)

  test('finds no fault in any seed that once found one', async () => {
    // One run for each profile: starting one costs more than a seed.
    for (const profile of new Set(regressions.map((one) => one.profile))) {
      const seeds = [...new Set(regressions.flatMap((one) => one.profile === profile ? [one.seed] : []))]
      const { text } = await run('--list', seeds.join(','), '--profile', profile, '--json')
      expect(played(text).toSorted((a, b) => a.seed - b.seed)).toMatchObject(seeds.toSorted((a, b) => a - b).map((seed) => ({ seed, violation: null })))
    }
  }, 600_000)

  test('says which seed and how to play it again when something is broken', async () => {
    const { code, text } = await run('--mutant', 'delete-before-send', '--seeds', '4')
    expect(code).toBe(1)
    expect(text).toMatch(/again: npm run sim -- --seeds 1 --start \d+ --profile any --mutant delete-before-send --log/)
  }, 600_000)
})
