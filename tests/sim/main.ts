import { bundlePortal, nextRelease, type Bundle } from './bundle'
import { mutants } from './mutants'
import { mixes, profiles, storyNames, type Mix, type Profile } from './profiles'
import { play } from './scenario'

// One process of the simulation: plays seeds and prints a line of JSON for each. scripts/sim.mjs
// starts several.
const argument = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const number = (name: string, otherwise: number): number => Number(argument(name) ?? otherwise)

const profileOf = (text: string): Profile | Mix => {
  const found = [...mixes, ...profiles, ...storyNames].find((one) => one === text)
  if (found === undefined)
    throw new Error(
      `No profile is called ${text}: ${[...mixes, ...profiles, ...storyNames].join(', ')}`,
    )
  return found
}

const first = number('start', 1)
const step = number('step', 1)
const count = number('seeds', 1)
/** These seeds and no others, where they are named. */
const list =
  argument('list')?.split(',').map(Number) ??
  Array.from({ length: count }, (_none, at) => first + at * step)
const profile = profileOf(argument('profile') ?? 'any')
const keepLog = process.argv.includes('--log')
if (!keepLog) Error.stackTraceLimit = 0
// What a page forgets to listen to goes to its browser's console: no end of the run.
process.on('unhandledRejection', (thrown) => {
  if (keepLog) process.stdout.write(`  unheard: ${String(thrown)}\n`)
})
const isReal = argument('server') === 'pglite'
const stopAtFirst = process.argv.includes('--first')

/** Plays the seeds, with the bug of a mutant or none. */
const playAll = async (name: string | null): Promise<void> => {
  const mutant = mutants.find((one) => one.name === name)
  if (name !== null && mutant === undefined)
    throw new Error(`No mutant is called ${name}: ${mutants.map((one) => one.name).join(', ')}`)
  const script = await bundlePortal(mutant?.edits)
  let bundled: Promise<Bundle> | null = null
  const newer = (): Promise<Bundle> =>
    (bundled ??= bundlePortal([...(mutant?.edits ?? []), ...nextRelease]))
  const real = isReal ? await (await import('./real-server')).openBackend() : undefined
  // The seed that killed it last is played first: others only where it tells another story by now.
  const known = stopAtFirst && mutant?.proved !== undefined ? [mutant.proved] : []
  for (const seed of [...known, ...list.filter((one) => !known.includes(one))]) {
    const run = await play({
      seed,
      profile: profile === 'any' ? (mutant?.profile ?? profile) : profile,
      script,
      newer,
      keepLog,
      ...(real === undefined ? {} : { real }),
      ...(mutant?.bugs === undefined ? {} : { bugs: mutant.bugs }),
    })
    if (keepLog) for (const line of run.log) process.stdout.write(`${line}\n`)
    process.stdout.write(`${JSON.stringify({ mutant: name, ...run, log: undefined })}\n`)
    if (run.violation !== null && stopAtFirst) return
  }
}

for (const name of argument('mutant')?.split(',') ?? [null]) await playAll(name)
// What is written to a pipe that is full waits in this process.
process.stdout.write('', () => process.exit(0))
