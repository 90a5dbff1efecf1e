import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../depth'
import { mutants } from './mutants'

// The simulation replaces globals and needs a process of its own: these tests start it as a person
// would. One process each: vitest plays as many files at once as it has workers, and what takes
// longest is shared among several files.
const root = fileURLToPath(new URL('../..', import.meta.url))
const begin = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['scripts/sim.mjs', '--cores', '1', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

export const run = (
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly text: string }> =>
  new Promise((resolve) => {
    const child = begin(args)
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
    })
    child.stderr?.on('data', (part: Buffer) => {
      text += part.toString()
    })
    child.on('close', (code) => resolve({ code, text }))
  })

interface Played {
  readonly seed: number
  readonly violation: string | null
  readonly traceHash: string
}
/** The seeds of a run with `--json`. */
export const played = (text: string): readonly Played[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Played)

/** A run that the tests of a file share: it plays on while they wait, each for what is its own. */
export interface SharedRun {
  /**
   * The first line that fits, once it is there. Throws with the end of what was said when the run
   * ends without it.
   */
  line(fits: (line: string) => boolean): Promise<string>
  /** What it said and how it ended. */
  end(): Promise<{ readonly code: number | null; readonly text: string }>
}

/** So much of what a run said is shown where it ended without what was waited for. */
const shownLines = 20

/**
 * Starts with the first test of the file and is stopped after the last. Starting one costs as much
 * as a batch of seeds, since everything is bundled anew: a test for each batch, or for each bug,
 * costs nothing this way, and no test takes long.
 */
export const sharedRun = (...args: readonly string[]): SharedRun => {
  const lines: string[] = []
  const told = new EventEmitter()
  let ended: { readonly code: number | null } | null = null
  let child: ChildProcess | null = null
  beforeAll(() => {
    child = begin(args)
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null)
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line)
          told.emit('more')
        })
    child.on('close', (code) => {
      ended = { code }
      told.emit('more')
    })
  })
  afterAll(() => {
    child?.kill()
  })
  return {
    line: async (fits) => {
      for (let at = 0; ; at += 1) {
        while (at >= lines.length) {
          if (ended !== null)
            throw new Error(
              `The simulation ended with ${ended.code} and without this:\n${lines.slice(-shownLines).join('\n')}`,
            )
          await once(told, 'more')
        }
        const line = lines[at]
        if (line !== undefined && fits(line)) return line
      }
    },
    end: async () => {
      for (;;) {
        if (ended !== null) return { code: ended.code, text: lines.join('\n') }
        await once(told, 'more')
      }
    },
  }
}

/**
 * Waits for these seeds of a run with `--json`, and tells those that broke something with how to
 * play them again.
 */
export const brokenIn = async (
  shared: SharedRun,
  seeds: readonly number[],
  again = '',
): Promise<readonly string[]> => {
  const broken: string[] = []
  for (const seed of seeds) {
    const [one] = played(
      await shared.line((line) => line.startsWith(`{"mutant":null,"seed":${seed},`)),
    )
    if (one === undefined || one.violation !== null)
      broken.push(
        `seed ${seed}: ${one?.violation}; again: npm run sim -- --seeds 1 --start ${seed}${again} --log`,
      )
  }
  return broken
}

/** The counted numbers from `first`, `size` together. */
export const batchesOf = (
  first: number,
  count: number,
  size: number,
): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(count / size) }, (_none, at) =>
    Array.from(
      { length: Math.min(size, count - at * size) },
      (_seed, within) => first + at * size + within,
    ),
  )

/**
 * Seeds of a run of `npm test`, and the first of them. The same seeds again find nothing new in an
 * engine that did not change: many are for a night, or for who changed it (`npm run sim -- --seeds
 * N --start S` plays any).
 */
const seeds = Number(process.env.SIM_SEEDS ?? (isFull ? '2000' : '400'))
export const start = Number(process.env.SIM_START ?? '1')
/** Among so many files. */
const shares = 2
/** No test takes longer than some seconds, however slow the machine. */
const seedsOfATest = 20
const testMs = 300_000

/** One of the shares of the worlds, counted from 0. */
export const worldsHold = (share: number): void => {
  const from = Math.floor((seeds * share) / shares)
  const to = Math.floor((seeds * (share + 1)) / shares)
  const shared = sharedRun('--seeds', String(to - from), '--start', String(start + from), '--json')
  test.each(
    batchesOf(start + from, to - from, seedsOfATest).map(
      (batch) => [batch[0], batch.at(-1), batch] as const,
    ),
  )(
    'the data engine loses, doubles and reorders nothing in the worlds %i to %i',
    async (_first, _last, batch) => {
      expect(await brokenIn(shared, batch)).toEqual([])
    },
    testMs,
  )

  test(
    'all of these worlds were played, and enough was written in them',
    async () => {
      const { code, text } = await shared.end()
      expect(text).toContain(`${to - from} seeds, 0 violations`)
      expect(code, text).toBe(0)
    },
    testMs,
  )
}

/**
 * One of the shares of the bugs that the simulation has once found, counted from 0. Each dies at
 * the seed that killed it last, or in the first that does.
 */
export const mutantsDie = (share: number): void => {
  const names = mutants
    .filter(({ proved }) => proved !== undefined)
    .map(({ name }) => name)
    .filter((_name, at) => at % shares === share)
  const shared = sharedRun('--mutant', names.join(','), '--seeds', '120', '--start', String(start))
  test.each(names)(
    'the simulation finds the bug that it has once found: %s',
    async (name) => {
      expect(await shared.line((line) => line.startsWith(`${name}: `))).toContain('killed at seed')
    },
    testMs,
  )

  test(
    'none of these bugs lives',
    async () => {
      expect(names.length).toBeGreaterThan(1)
      const { code, text } = await shared.end()
      expect(text).toContain(`${names.length} of ${names.length} mutants killed`)
      expect(code, text).toBe(0)
    },
    testMs,
  )
}
