import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from './mutants'

// The simulation replaces globals and needs a process of its own: these tests start it as a person would. One process each: vitest plays as many files
// at once as it has workers, and what takes longest is shared among several files.
const root = fileURLToPath(new URL('../..', import.meta.url))
export const run = (...args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> => new Promise((resolve) => {
  const child = spawn(process.execPath, ['scripts/sim.mjs', '--cores', '1', ...args], { cwd: root })
  let text = ''
  child.stdout.on('data', (part: Buffer) => { text += part.toString() })
  child.stderr.on('data', (part: Buffer) => { text += part.toString() })
  child.on('exit', (code) => resolve({ code, text }))
})

interface Played { readonly seed: number; readonly violation: string | null; readonly traceHash: string }
/** The seeds of a run with `--json`. */
export const played = (text: string): readonly Played[] => text.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Played)

/** Seeds of a run of `npm test`, and the first of them. */
const seeds = Number(process.env.SIM_SEEDS ?? '2000')
export const start = Number(process.env.SIM_START ?? '1')
/** Among so many files. */
const shares = 2

/** One of the shares of the worlds, counted from 0. */
export const worldsHold = (share: number): void => {
  test('the data engine loses, doubles and reorders nothing in any of these worlds', async () => {
    const from = Math.floor(seeds * share / shares)
    const to = Math.floor(seeds * (share + 1) / shares)
    const { code, text } = await run('--seeds', String(to - from), '--start', String(start + from))
    expect(text).toContain(' 0 violations')
    expect(code, text).toBe(0)
  }, 1_200_000)
}

/** One of the shares of the bugs that the simulation has once found, counted from 0. */
export const mutantsDie = (share: number): void => {
  test('the simulation finds the bugs that it has once found', async () => {
    const names = mutants.filter(({ proved }) => proved !== undefined).map(({ name }) => name).filter((_name, at) => at % shares === share)
    expect(names.length).toBeGreaterThan(1)
    const { code, text } = await run('--mutant', names.join(','), '--seeds', '120', '--start', String(start))
    expect(text).toContain(`${names.length} of ${names.length} mutants killed`)
    expect(code, text).toBe(0)
  }, 1_200_000)
}
