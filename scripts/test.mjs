// npm test: everything, from a fresh clone. Contract, format, lint, what is unused, types, build and
// its budget, then unit, architecture, server and flow tests (vitest), then the end-to-end tests in
// Chromium. The file of a test that fails is played again, twice. `--changed [--base REV]` plays only
// the tests that a change can reach. Ends with 'N passed, N failed' on a line of its own.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import {
  buildWhenNeeded,
  installChromiumWhenNeeded,
  installPostgresWhenNeeded,
  installWhenNeeded,
  requireNode,
  root,
  run,
  say,
  step,
} from './step.mjs'

requireNode()
const began = Date.now()
if (!(await installWhenNeeded())) {
  say('\n0 passed, 1 failed')
  process.exit(1)
}
const { tsImport } = await import('tsx/esm/api')
const { isTooFlaky, judge, readPlaywright, readVitest, slowest } = await tsImport(
  './testing/results.ts',
  import.meta.url,
)

const names = ['contract', 'format', 'types', 'lint', 'unused', 'budget', 'unit', 'e2e']
const {
  values: { changed: isChanged, base: given },
  positionals: asked,
} = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false }, base: { type: 'string' } },
})
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  say(`npm test knows ${names.join(', ')}; not ${unknown.join(', ')}`)
  process.exit(2)
}
const wanted = (name) => asked.length === 0 || asked.includes(name)
const node = (args, env = {}) => run(process.execPath, args, { env: { ...process.env, ...env } })

/** The test files that what was changed since `base` can reach; null: all of them. */
const reachedFiles = async () => {
  const { reachedTests } = await tsImport('./testing/reach.ts', import.meta.url)
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
  const base =
    given ??
    (git('branch', '--show-current')[0] === 'main' ? 'HEAD' : git('merge-base', 'HEAD', 'main')[0])
  const changed = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const paths = [...git('ls-files'), ...git('ls-files', '--others', '--exclude-standard')].filter(
    (path) => existsSync(join(root, path)),
  )
  const reached = reachedTests(changed, {
    paths,
    readText: (path) => readFileSync(join(root, path), 'utf8'),
  })
  say(`${changed.length} files changed since ${base}; they can reach ${reached.length} test files`)
  return reached
}
const reached = isChanged ? await reachedFiles() : null

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })

const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const flaky = []
const files = []
const times = []
const timed = async (title, work) => {
  const since = Date.now()
  const ok = await step(title, work)
  times.push([title, Date.now() - since])
  return ok
}
const checked = async (name, title, work) => {
  if (!wanted(name)) return
  if (await timed(title, work)) counts.passed += 1
  else {
    counts.failed += 1
    failures.push(title)
  }
}
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
const firstLines = (text) =>
  stripVTControlCharacters(String(text ?? ''))
    .split('\n')
    .slice(0, 6)
    .join('\n    ')
const named = ({ file, title, message }) =>
  `${file}${title === null ? '' : ` › ${title}`}: ${firstLines(message)}`

// Each tool: how it is started, what its report is called, and how that is read.
const vitest = {
  report: 'vitest.json',
  read: readVitest,
  owns: (path) => !path.endsWith('.e2e.ts'),
  start: (report, ...args) =>
    node(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=./scripts/testing/vitest-reporter.mjs',
        ...args,
      ],
      { VITEST_REPORT: report },
    ),
}
const playwright = {
  report: 'e2e.json',
  read: readPlaywright,
  owns: (path) => path.endsWith('.e2e.ts'),
  start: (report, ...args) =>
    node(['node_modules/@playwright/test/cli.js', 'test', ...args], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
}
const alone = (tool, file) =>
  tool === vitest
    ? [file, '--maxWorkers=1']
    : [file, '--workers=1', '--output=test-results/e2e-again']

/** Plays all of a tool's tests, and the files of what failed again: alone, twice. */
const played = async (tool, title) => {
  const chosen = reached?.filter(tool.owns)
  if (chosen?.length === 0) return
  const file = join(results, tool.report)
  const worked = await timed(title, () => tool.start(file, ...(chosen ?? [])))
  const first = tool.read(readReport(file), worked)
  let tries = 0
  const passes = async (file) => {
    const again = join(results, 'again', `${(tries += 1)}-${tool.report}`)
    const isGreen = await timed(`Again, the whole file alone: ${file}`, () =>
      tool.start(again, ...alone(tool, file)),
    )
    const second = tool.read(readReport(again), isGreen)
    return (
      isGreen && second.passed > 0 && second.failures.length === 0 && second.broken.length === 0
    )
  }
  const verdict = await judge(first.failures, passes)
  counts.passed += first.passed + verdict.flaky.filter(({ title: of }) => of !== null).length
  counts.failed += verdict.failed.length + first.broken.length
  counts.skipped += first.skipped
  failures.push(...verdict.failed.map(named), ...first.broken)
  flaky.push(...verdict.flaky)
  files.push(...first.files)
}

await checked('contract', 'Contract: generated types are current', () =>
  node(['scripts/codegen.mjs', '--check']),
)
await Promise.all([
  checked('format', 'Format', () =>
    node(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.']),
  ),
  checked('lint', 'Lint', () =>
    node([
      'node_modules/oxlint/bin/oxlint',
      '--deny-warnings',
      '--report-unused-disable-directives',
    ]),
  ),
  checked('unused', 'Files, exports and packages that nothing uses', () =>
    node(['node_modules/knip/bin/knip.js', '--no-progress']),
  ),
])
/** The bench is a package of its own: its types are checked where it is installed. */
const typesOf = async (...projects) => {
  for (const project of projects) {
    if (!existsSync(join(root, dirname(project), 'node_modules'))) continue
    const code = await node(['node_modules/typescript/bin/tsc', '--noEmit', '-p', project])
    if (code !== 0) return code
  }
  return 0
}
// The compiler needs one core, the bundler the other.
const [, built] = await Promise.all([
  checked('types', 'Types', () => typesOf('tsconfig.json', 'bench/tsconfig.json')),
  wanted('budget') || wanted('e2e') ? buildWhenNeeded() : true,
])
await checked('budget', 'Size budget of the first load', () =>
  built ? node(['scripts/budget.mjs']) : 1,
)

const missing = (what) => {
  counts.failed += 1
  failures.push(what)
}
if (wanted('unit')) {
  if (await installPostgresWhenNeeded())
    await played(vitest, 'Unit, architecture, server and flow tests')
  else missing('PostgreSQL for the tests of the server')
}
if (wanted('e2e')) {
  if (built && (await installChromiumWhenNeeded()))
    await played(playwright, 'End-to-end tests in Chromium')
  else missing(built ? 'Chromium for the end-to-end tests' : 'The build of the portal')
}

const minutes = (ms) => `${(ms / 60_000).toFixed(1)} min`
if (files.length > 0) {
  say('\nThe twenty slowest files (time of their own, two beside each other):')
  for (const { suite, file, ms } of slowest(files, 20))
    say(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${suite.padEnd(6)}  ${file}`)
}
say('\nTime by suite:')
for (const [title, ms] of times) say(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`)
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`)
if (isTooFlaky(flaky)) missing('Flaky tests in too many files')
for (const failure of failures) say(`Failed: ${failure}`)
for (const test of flaky) say(`Flaky, to be mended before new work: ${named(test)}`)
say(`\nAll of it took ${minutes(Date.now() - began)}`)
say(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
