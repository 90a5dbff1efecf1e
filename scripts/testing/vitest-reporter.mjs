// What scripts/test.mjs reads of a run of vitest, as test-results/vitest.json: time and failures by
// file, and errors that belong to no test.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (errors) =>
  errors.map(({ message, stack }) => String(stack ?? message ?? '')).join('\n')
const local = (path) => relative(root, path)

/**
 * The name as `vitest -t` compares it: the names of all describes and of the test, one space
 * between.
 */
const nameOf = (entity) =>
  entity.parent === undefined || entity.parent.type === 'module'
    ? entity.name
    : `${nameOf(entity.parent)} ${entity.name}`

const failuresOf = (module) => {
  const file = local(module.moduleId)
  const failures = [...module.children.allTests()]
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({ file, title: nameOf(test), message: textOf(test.result().errors ?? []) }))
  // A describe that fails does so in its hooks: its tests are not played.
  const suites = [...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({ file, title: nameOf(suite), message: textOf(suite.errors()) }))
  const whole =
    module.errors().length > 0 || (failures.length === 0 && suites.length === 0 && !module.ok())
      ? [{ file, title: null, message: textOf(module.errors()) }]
      : []
  return [...whole, ...suites, ...failures]
}

export default class VitestReporter {
  onTestRunEnd(modules, unhandled, reason) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const apart = new Set(
      modules.filter(({ project }) => project.config.isolate).map(({ moduleId }) => moduleId),
    )
    const count = (state) => tests.filter((one) => one === state).length
    const report = {
      reason,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      files: modules.map((module) => {
        const {
          environmentSetupDuration,
          prepareDuration,
          collectDuration,
          setupDuration,
          duration,
        } = module.diagnostic()
        return {
          file: local(module.moduleId),
          ms:
            environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
          testMs: duration,
        }
      }),
      failures: modules.flatMap(failuresOf),
      // Rejections that nobody took: vitest names the file that was playing. Where files share a
      // process it may be the one before, so that no file is named.
      loose: unhandled.map((error) => ({
        file: apart.has(error.VITEST_TEST_PATH) ? local(error.VITEST_TEST_PATH) : null,
        message: textOf([error]),
      })),
    }
    const file = process.env.VITEST_REPORT ?? `${root}/test-results/vitest.json`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(report))
  }
}
