/**
 * What a run of tests has shown, whichever tool played it. Read from the reports that the tools
 * leave; pure, so that it can be tested.
 */

/** A test that did not pass; `title` is null where a whole file failed before its tests. */
export interface Failure {
  readonly suite: 'vitest' | 'e2e'
  readonly file: string
  readonly title: string | null
  readonly message: string
}
export interface FileTime {
  readonly suite: 'vitest' | 'e2e'
  readonly file: string
  readonly ms: number
}
export interface Results {
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  /** What is wrong and belongs to no file: playing a test again tells nothing about it. */
  readonly broken: readonly string[]
  readonly files: readonly FileTime[]
}

/** The report of `vitest-reporter.mjs`. */
export interface VitestReport {
  readonly passed: number
  readonly skipped: number
  readonly files: readonly { readonly file: string; readonly ms: number }[]
  readonly failures: readonly {
    readonly file: string
    readonly title: string | null
    readonly message: string
  }[]
  readonly loose: readonly { readonly file: string | null; readonly message: string }[]
}

/** The parts of Playwright's JSON report that are read here. */
export interface PlaywrightSuite {
  readonly title?: string
  readonly file?: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly PlaywrightSpec[]
}
interface PlaywrightSpec {
  readonly title: string
  readonly file: string
  readonly tests: readonly {
    readonly status: string
    readonly annotations?: readonly { readonly type: string }[]
    readonly results: readonly {
      readonly duration: number
      readonly error?: { readonly message?: string }
    }[]
  }[]
}
export interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[]
  readonly errors?: readonly { readonly message?: string }[]
}

const missing = (what: string): Results => ({
  passed: 0,
  skipped: 0,
  failures: [],
  broken: [`${what} ended without a report`],
  files: [],
})

/**
 * @param worked whether the process ended with 0. A run that failed and names no failure is broken.
 */
export const readVitest = (report: VitestReport | null, worked: boolean): Results => {
  if (report === null) return missing('vitest')
  const failures: readonly Failure[] = [
    ...report.failures.map((failure) => ({ suite: 'vitest' as const, ...failure })),
    ...report.loose.flatMap(({ file, message }) =>
      file === null
        ? []
        : [
            {
              suite: 'vitest' as const,
              file,
              title: null,
              message: `An error that no test took: ${message}`,
            },
          ],
    ),
  ]
  const loose = report.loose.flatMap(({ file, message }) =>
    file === null ? [`An error that belongs to no file: ${message}`] : [],
  )
  const silent =
    !worked && failures.length === 0 && loose.length === 0
      ? ['vitest failed and named no test']
      : []
  return {
    passed: report.passed,
    skipped: report.skipped,
    failures,
    broken: [...loose, ...silent],
    files: report.files.map(({ file, ms }) => ({ suite: 'vitest', file, ms })),
  }
}

interface Played {
  readonly file: string
  readonly title: string
  readonly spec: PlaywrightSpec
}
/**
 * Playwright's first level is the file; the names of describes stand before the test's, one space
 * between.
 */
const specsOf = (
  suite: PlaywrightSuite,
  above: readonly string[],
  depth = 0,
): readonly Played[] => {
  const names = depth === 0 ? above : [...above, suite.title ?? '']
  return [
    ...(suite.specs ?? []).map((spec) => ({
      file: spec.file,
      title: [...names, spec.title].join(' '),
      spec,
    })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, names, depth + 1)),
  ]
}

/** @param folder where the files are that Playwright names, relative to the project. */
export const readPlaywright = (
  report: PlaywrightReport | null,
  worked: boolean,
  folder = 'tests/e2e',
): Results => {
  if (report === null) return missing('Playwright')
  const played = (report.suites ?? []).flatMap((suite) => specsOf(suite, []))
  const failures: Failure[] = []
  let [passed, skipped] = [0, 0]
  const time = new Map<string, number>()
  for (const { file: name, title, spec } of played) {
    const file = `${folder}/${name}`
    for (const test of spec.tests) {
      time.set(
        file,
        (time.get(file) ?? 0) + test.results.reduce((sum, { duration }) => sum + duration, 0),
      )
      const isSkipped =
        test.status === 'skipped' &&
        (test.annotations ?? []).some(({ type }) => type === 'skip' || type === 'fixme')
      if (test.status === 'expected') passed += 1
      else if (isSkipped) skipped += 1
      else
        failures.push({
          suite: 'e2e',
          file,
          title,
          message:
            test.results.find(({ error }) => error !== undefined)?.error?.message ??
            'was not played',
        })
    }
  }
  const errors = (report.errors ?? []).map(({ message }) => message ?? 'Playwright failed')
  const silent =
    !worked && failures.length === 0 && errors.length === 0
      ? ['Playwright failed and named no test']
      : []
  return {
    passed,
    skipped,
    failures,
    broken: [...errors, ...silent],
    files: [...time].map(([file, ms]) => ({ suite: 'e2e', file, ms })),
  }
}

/** A test that failed, and passed when its file was played again, both times. */
export interface Flaky extends Failure {
  readonly again: 'passed twice'
}
export interface Verdict {
  readonly failed: readonly Failure[]
  readonly flaky: readonly Flaky[]
  readonly isGreen: boolean
}

const filesOf = (failures: readonly Failure[]): readonly string[] => [
  ...new Set(failures.map(({ file }) => file)),
]
/** Flaky tests in more files than this fail a run. */
export const mostFlaky = 3
/** With failures in more files than this the cause is no noise: none is played again. */
export const mostPlayedAgain = 6
/** Whether so many tests are flaky that the run says nothing. */
export const isTooFlaky = (flaky: readonly Failure[]): boolean => filesOf(flaky).length > mostFlaky

/**
 * Plays each file with a failure again, whole, since its tests may build on each other; by `passes`
 * (true: all of it passed), one file after the other, until it fails or has passed twice.
 */
export const judge = async (
  failures: readonly Failure[],
  passes: (file: string) => Promise<boolean>,
): Promise<Verdict> => {
  const files = filesOf(failures)
  if (files.length > mostPlayedAgain) return { failed: failures, flaky: [], isGreen: false }
  const green = new Set<string>()
  for (const file of files) if ((await passes(file)) && (await passes(file))) green.add(file)
  const failed = failures.filter(({ file }) => !green.has(file))
  const flaky = failures
    .filter(({ file }) => green.has(file))
    .map((failure) => ({ ...failure, again: 'passed twice' as const }))
  return { failed, flaky, isGreen: failed.length === 0 && !isTooFlaky(flaky) }
}

/** The files that took the longest, the longest first. */
export const slowest = (files: readonly FileTime[], most: number): readonly FileTime[] =>
  files.toSorted((a, b) => b.ms - a.ms).slice(0, most)
