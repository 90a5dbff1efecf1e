// npm test: everything, from a fresh clone. Types, lint, contract, then unit, architecture, server and flow tests (vitest),
// then the build, its budget and the end-to-end tests in Chromium. Ends with 'N passed, N failed' on a line of its own.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWhenNeeded, installChromiumWhenNeeded, installPostgresWhenNeeded, installWhenNeeded, requireNode, root, run, say, step } from './step.mjs'

requireNode()
const began = Date.now()
const only = new Set(process.argv.slice(2)) // e.g. npm test -- unit e2e
const wanted = (name) => only.size === 0 || only.has(name)
const node = (file, ...args) => run(process.execPath, [file, ...args])
const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []

const checked = async (name, title, work) => {
  if (!wanted(name)) return
  if (await step(title, work)) counts.passed += 1
  else { counts.failed += 1; failures.push(title) }
}
const report = (file) => { const path = join(root, 'test-results', file); return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null }

/** The failed tests by name with the beginning of what was wrong: CI shows the end of its log, and a failure stands far above it. */
const firstLines = (text) => stripVTControlCharacters(String(text ?? '')).split('\n').slice(0, 6).join('\n    ')
const failedUnits = (result) => (result?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => `${test.fullName}: ${firstLines(test.failureMessages?.[0])}`)
  return (failed.length === 0 && status === 'failed' ? [firstLines(message)] : failed).map((line) => `${name.replace(`${root}/`, '')} › ${line}`)
})
const failedScreens = (suites = []) => suites.flatMap(({ suites: inner, specs = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title, tests }) => `${file} › ${title}: ${firstLines(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message)}`),
  ...failedScreens(inner),
])

if (!await installWhenNeeded()) { say('\n0 passed, 1 failed'); process.exit(1) }
rmSync(join(root, 'test-results'), { recursive: true, force: true })

await checked('contract', 'Contract: generated types are current', () => node('scripts/codegen.mjs', '--check'))
await checked('types', 'Types', () => node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'))
await checked('lint', 'Lint', () => node('node_modules/oxlint/bin/oxlint', '--deny-warnings'))

if (wanted('unit')) {
  const ok = await installPostgresWhenNeeded() && await step('Unit, architecture, server and flow tests', () =>
    node('node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'))
  const result = report('vitest.json')
  counts.passed += result?.numPassedTests ?? 0
  counts.failed += result?.numFailedTests ?? 0
  counts.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0)
  failures.push(...failedUnits(result))
  if (!ok) { failures.push('Unit, architecture, server and flow tests'); if (!result?.numFailedTests) counts.failed += 1 }
}

if (wanted('budget') || wanted('e2e')) {
  const built = await buildWhenNeeded()
  await checked('budget', 'Size budget of the first load', () => node('scripts/budget.mjs'))
  if (wanted('e2e')) {
    const ok = built && await installChromiumWhenNeeded() && await step('End-to-end tests in Chromium', () =>
      run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'test-results/e2e.json' } }))
    const stats = report('e2e.json')?.stats
    counts.passed += stats?.expected ?? 0
    counts.failed += (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
    counts.skipped += stats?.skipped ?? 0
    failures.push(...failedScreens(report('e2e.json')?.suites))
    if (!ok) { failures.push('End-to-end tests in Chromium'); if (!stats?.unexpected) counts.failed += 1 }
  }
}

for (const failure of failures) say(`Failed: ${failure}`)
say(`\nAll of it took ${((Date.now() - began) / 60_000).toFixed(1)} min`)
say(`${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
