import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { mutants } from './mutants'
import regressions from './regressions.json'

// The simulation replaces globals and needs a process of its own: these tests start it as a person would.
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (script: string, ...args: readonly string[]): Promise<{ code: number | null; text: string }> => new Promise((resolve) => {
  const child = spawn(process.execPath, [...script === 'main' ? ['--import', 'tsx', 'tests/sim/main.ts'] : ['scripts/sim.mjs'], ...args], { cwd: root })
  let text = ''
  child.stdout.on('data', (part: Buffer) => { text += part.toString() })
  child.stderr.on('data', (part: Buffer) => { text += part.toString() })
  child.on('exit', (code) => resolve({ code, text }))
})
interface Played { readonly seed: number; readonly violation: string | null; readonly traceHash: string }
const played = (text: string): readonly Played[] => text.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Played)

describe('the data engine on a simulated tablet', () => {
  test('loses, doubles and reorders nothing in any of these worlds', async () => {
    const { code, text } = await run('sim', '--seeds', process.env.SIM_SEEDS ?? '60', '--start', process.env.SIM_START ?? '1')
    expect(text).toContain(' 0 violations')
    expect(code, text).toBe(0)
  }, 600_000)

  test('holds against the real resolvers on PGlite as against the model', async () => {
    const { code, text } = await run('sim', '--server', 'pglite', '--seeds', process.env.SIM_REAL_SEEDS ?? '12', '--start', process.env.SIM_START ?? '1')
    expect(text).toContain(' 0 violations')
    expect(code, text).toBe(0)
  }, 900_000)

  test('plays a seed again exactly as before, whatever was played in between', async () => {
    const [one, two] = await Promise.all([run('main', '--seeds', '8', '--start', '1'), run('main', '--seeds', '4', '--start', '2', '--step', '2')])
    const first = new Map(played(one.text).map((seed) => [seed.seed, seed.traceHash]))
    expect(played(two.text).length).toBe(4)
    for (const { seed, traceHash } of played(two.text)) expect(traceHash).toBe(first.get(seed))
  }, 600_000)

  test('every seed that once found a fault finds none', async () => {
    for (const { seed, profile } of regressions) {
      const { text } = await run('main', '--start', String(seed), '--profile', profile)
      expect(played(text)).toMatchObject([{ seed, violation: null }])
    }
  }, 600_000)

  test('finds the bugs that it has once found', async () => {
    const names = mutants.filter(({ proved }) => proved === true).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(1)
    const { code, text } = await run('sim', '--mutant', names.join(','), '--seeds', '120')
    expect(text).toContain(`${names.length} of ${names.length} mutants killed`)
    expect(code, text).toBe(0)
  }, 900_000)

  test('says which seed and how to play it again when something is broken', async () => {
    const { code, text } = await run('sim', '--mutant', 'delete-before-send', '--seeds', '4')
    expect(code).toBe(1)
    expect(text).toMatch(/again: npm run sim -- --seeds 1 --start \d+ --profile any --mutant delete-before-send --log/)
  }, 600_000)
})
