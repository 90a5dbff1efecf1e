// npm run sim -- --seeds N --start S [--profile any|swarm|uniform|directed]
//   [--server model|pglite] [--mutant NAME|all] [--log] [--list 1,2,3] [--json]
// Plays seeds of the deterministic simulation (tests/sim) on every core. Exit 1 on a violation,
// with the seed and how to play it again. `--mutant NAME` plants a known bug, which must be found;
// `--mutant all` (or NAME,NAME) tries each: exit 1 if one lives.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installWhenNeeded, root, say } from './step.mjs'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    start: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'any' },
    mutant: { type: 'string' },
    log: { type: 'boolean', default: false },
    cores: { type: 'string' },
    'most-seconds': { type: 'string' },
    server: { type: 'string', default: 'model' },
    list: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
// Only where nothing is installed: the tests start several of these beside each other.
if (!existsSync(join(root, 'node_modules/vite')) && !(await installWhenNeeded())) process.exit(1)
const { build } = await import('vite')
const list = values.list?.split(',')
const seeds = list?.length ?? Number(values.seeds)
const start = Number(values.start)
const began = Date.now()
const deadline =
  values['most-seconds'] === undefined ? Infinity : began + Number(values['most-seconds']) * 1000
const cores = Math.max(1, Math.min(seeds, Number(values.cores ?? availableParallelism())))

/**
 * The simulation itself, bundled: tsx names every function anew each time it is made, and is
 * started in every process. What plays against the real server runs from its sources, as the server
 * does.
 */
const home = join(root, 'node_modules', '.made', 'tests', 'sim')
mkdirSync(home, { recursive: true })
const made = values.server === 'model' ? mkdtempSync(join(home, 'run-')) : null
if (made !== null) {
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, 'tests/sim/main.ts'),
      outDir: made,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        external: (id) => /^[a-z@]/.test(id) || id.endsWith('/real-server'),
        output: { entryFileNames: 'main.mjs' },
      },
    },
  })
}
const program = made === null ? ['--import', 'tsx', 'tests/sim/main.ts'] : [join(made, 'main.mjs')]
/** What lives for a step is never moved to where whole runs live. */
const memory = ['--min-semi-space-size=128', '--max-semi-space-size=128']

/** Starts one process; each line of JSON is a played seed. Resolves to its exit code. */
const worker = (args, onRun) =>
  new Promise((resolve) => {
    // A process per core already: V8's helpers would only take turns with them.
    const child = spawn(process.execPath, ['--single-threaded', ...memory, ...program, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const stop = setTimeout(() => child.kill(), Math.min(2 ** 31 - 1, deadline - Date.now()))
    let timedOut = false
    stop.unref()
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) {
        onRun(JSON.parse(line))
        timedOut = Date.now() > deadline
      } else say(line)
    })
    // Not 'exit': what it has written may still be on its way.
    child.on('close', (code, signal) => {
      clearTimeout(stop)
      resolve(timedOut || signal === 'SIGTERM' ? 0 : (code ?? 1))
    })
  })

if (values.mutant === 'all' || values.mutant?.includes(',')) {
  const { mutants: all } = await import('tsx/esm/api').then(({ tsImport }) =>
    tsImport('../tests/sim/mutants.ts', import.meta.url),
  )
  const wanted = values.mutant === 'all' ? null : values.mutant.split(',')
  const mutants = all.filter(
    ({ name, escapes, harmless }) =>
      escapes === undefined && harmless === undefined && (wanted === null || wanted.includes(name)),
  )
  for (const { name, escapes } of all)
    if (escapes !== undefined) say(`${name}: known to escape: ${escapes}`)
  for (const { name, harmless } of all)
    if (harmless !== undefined) say(`${name}: harmless: ${harmless}`)
  const played = new Map(mutants.map(({ name }) => [name, 0]))
  const killed = new Set()
  // One process per core tries its share: starting one costs more than most mutants live.
  const codes = await Promise.all(
    Array.from({ length: cores }, (_none, at) =>
      worker(
        [
          '--mutant',
          mutants
            .filter((_mutant, index) => index % cores === at)
            .map(({ name }) => name)
            .join(','),
          '--first',
          '--seeds',
          String(seeds),
          '--start',
          String(start),
          '--profile',
          values.profile,
        ],
        ({ mutant, seed, profile, violation }) => {
          played.set(mutant, (played.get(mutant) ?? 0) + 1)
          if (violation === null) return
          killed.add(mutant)
          say(`${mutant}: killed at seed ${seed} (${profile}) by ${violation.split(':')[0]}`)
        },
      ),
    ),
  )
  const lived = mutants.map(({ name }) => name).filter((name) => !killed.has(name))
  for (const name of lived)
    say(`${name}: LIVED through ${played.get(name)} seeds (exits ${codes.join(', ')})`)
  say(
    `\n${mutants.length - lived.length} of ${mutants.length} mutants killed within ${seeds} seeds from ${start}; ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  process.exit(lived.length === 0 ? 0 : 1)
}

const totals = { played: 0, steps: 0, virtualMs: 0, confirmed: 0, effects: 0 }
const broken = []
const codes = await Promise.all(
  Array.from({ length: cores }, (_none, at) =>
    worker(
      [
        ...(list === undefined
          ? [
              '--seeds',
              String(Math.ceil((seeds - at) / cores)),
              '--start',
              String(start + at),
              '--step',
              String(cores),
            ]
          : ['--list', list.filter((_seed, index) => index % cores === at).join()]),
        '--profile',
        values.profile,
        '--server',
        values.server,
        ...(values.mutant === undefined ? [] : ['--mutant', values.mutant, '--first']),
        ...(values.log ? ['--log'] : []),
      ],
      (run) => {
        totals.played += 1
        for (const key of ['steps', 'virtualMs', 'confirmed', 'effects']) totals[key] += run[key]
        if (values.log || values.json || seeds === 1) say(JSON.stringify(run))
        if (run.violation === null) return
        broken.push(run)
        say(`seed ${run.seed} (${run.profile}): ${run.violation}`)
        say(
          `  again: npm run sim -- --seeds 1 --start ${run.seed} --profile ${values.profile}${values.server === 'model' ? '' : ` --server ${values.server}`}${values.mutant === undefined ? '' : ` --mutant ${values.mutant}`} --log`,
        )
      },
    ),
  ),
)
const seconds = (Date.now() - began) / 1000
// A world in which nothing can be written finds nothing.
const isIdle =
  list === undefined &&
  totals.confirmed < totals.played &&
  values.mutant === undefined &&
  totals.played >= 20
if (isIdle) say('Too little was written for this to mean anything')
say(
  `${totals.played} seeds, ${broken.length} violations; ${totals.confirmed} confirmed writes, ${totals.effects} effects, ${Math.round(totals.virtualMs / 3_600_000)} virtual hours, ${totals.steps} steps; ` +
    `${seconds.toFixed(1)} s, ${(totals.played / seconds).toFixed(1)} seeds/s on ${cores} cores`,
)
process.exit(
  broken.length === 0 && !isIdle && codes.every((code) => code === 0) && totals.played > 0 ? 0 : 1,
)
