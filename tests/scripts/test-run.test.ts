import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCaseHeader } from '../../bench/case-header'
import { reachedTests, type Project } from '../../scripts/testing/reach'
import {
  isTooFlaky,
  judge,
  mostFlaky,
  mostPlayedAgain,
  readPlaywright,
  readVitest,
  slowest,
  type Failure,
  type PlaywrightReport,
  type VitestReport,
} from '../../scripts/testing/results'

const failure = (title: string, file = 'tests/a.test.ts'): Failure => ({
  suite: 'vitest',
  file,
  title,
  message: 'wrong',
})
const failuresIn = (count: number): readonly Failure[] =>
  Array.from({ length: count }, (_none, at) => failure('x', `tests/${at}.test.ts`))
/** Answers of a file that is played again, in order. */
const answers = (...given: readonly boolean[]) => {
  const asked: string[] = []
  const passes = async (file: string): Promise<boolean> => given[asked.push(file) - 1] ?? false
  return { passes, asked }
}

describe('a test that fails', () => {
  test('is flaky when its whole file passes twice alone, and the run is green', async () => {
    const { passes, asked } = answers(true, true)
    expect(await judge([failure('x')], passes)).toMatchObject({
      failed: [],
      flaky: [{ title: 'x', again: 'passed twice' }],
      isGreen: true,
    })
    expect(asked).toEqual(['tests/a.test.ts', 'tests/a.test.ts'])
  })

  test('is played with the tests that it builds on: its file, once for all that failed there', async () => {
    const { passes, asked } = answers(true, true, false)
    const verdict = await judge(
      [failure('x'), failure('y'), failure('z', 'tests/b.test.ts')],
      passes,
    )
    expect(verdict).toMatchObject({
      failed: [{ title: 'z' }],
      flaky: [{ title: 'x' }, { title: 'y' }],
      isGreen: false,
    })
    expect(asked).toEqual(['tests/a.test.ts', 'tests/a.test.ts', 'tests/b.test.ts'])
  })

  test.each([
    { given: [false, true], times: 1 },
    { given: [true, false], times: 2 },
  ])('has failed when its file fails one of the two times: $given', async ({ given, times }) => {
    const again = answers(...given)
    expect(await judge([failure('x')], again.passes)).toMatchObject({
      failed: [{ title: 'x' }],
      flaky: [],
      isGreen: false,
    })
    expect(again.asked).toHaveLength(times)
  })

  test('is played again after the one before it has ended', async () => {
    let [playing, most] = [0, 0]
    await judge(failuresIn(3), async () => {
      most = Math.max(most, (playing += 1))
      await Promise.resolve()
      playing -= 1
      return true
    })
    expect(most).toBe(1)
  })

  test('is one too many where tests of more than three files are flaky', async () => {
    expect((await judge(failuresIn(mostFlaky), async () => true)).isGreen).toBe(true)
    const verdict = await judge(failuresIn(mostFlaky + 1), async () => true)
    expect(verdict).toMatchObject({ failed: [], isGreen: false })
    expect(isTooFlaky(verdict.flaky)).toBe(true)
  })

  test('is not played again among so many that noise is no explanation', async () => {
    const { passes, asked } = answers()
    expect((await judge(failuresIn(mostPlayedAgain + 1), passes)).failed).toHaveLength(
      mostPlayedAgain + 1,
    )
    expect(asked).toEqual([])
  })
})

describe('the report of vitest', () => {
  const report: VitestReport = {
    passed: 3,
    skipped: 1,
    files: [{ file: 'tests/a.test.ts', ms: 5 }],
    failures: [],
    loose: [],
  }

  test('tells what passed and how long each file took', () => {
    expect(readVitest(report, true)).toEqual({
      passed: 3,
      skipped: 1,
      failures: [],
      broken: [],
      files: [{ suite: 'vitest', file: 'tests/a.test.ts', ms: 5 }],
    })
  })

  test('names the file of a rejection that no test took, and counts one of no file as broken', () => {
    const { failures, broken } = readVitest(
      {
        ...report,
        loose: [
          { file: 'tests/a.test.ts', message: 'closed' },
          { file: null, message: 'out of memory' },
        ],
      },
      false,
    )
    expect(failures).toEqual([
      {
        suite: 'vitest',
        file: 'tests/a.test.ts',
        title: null,
        message: 'An error that no test took: closed',
      },
    ])
    expect(broken).toEqual(['An error that belongs to no file: out of memory'])
  })

  test('is broken where the run failed and names nothing, or left no report', () => {
    expect(readVitest(report, false).broken).toEqual(['vitest failed and named no test'])
    expect(readVitest(null, true).broken).toEqual(['vitest ended without a report'])
  })
})

describe('the report of Playwright', () => {
  const spec = (
    title: string,
    status: string,
    more: {
      readonly annotations?: readonly { readonly type: string }[]
      readonly message?: string
    } = {},
  ) => ({
    title,
    file: 'a.e2e.ts',
    tests: [
      {
        status,
        annotations: more.annotations ?? [],
        results: [
          {
            duration: 40,
            ...(more.message === undefined ? {} : { error: { message: more.message } }),
          },
        ],
      },
    ],
  })
  const report = (...specs: readonly ReturnType<typeof spec>[]): PlaywrightReport => ({
    suites: [
      {
        title: 'a.e2e.ts',
        specs: specs.slice(0, 1),
        suites: [{ title: 'a tablet', specs: specs.slice(1) }],
      },
    ],
  })

  test('tells what passed, what was skipped on purpose, and the time of each file', () => {
    expect(
      readPlaywright(
        report(
          spec('opens', 'expected'),
          spec('closes', 'skipped', { annotations: [{ type: 'skip' }] }),
        ),
        true,
      ),
    ).toEqual({
      passed: 1,
      skipped: 1,
      failures: [],
      broken: [],
      files: [{ suite: 'e2e', file: 'tests/e2e/a.e2e.ts', ms: 80 }],
    })
  })

  test('names a failed test with its describe', () => {
    expect(
      readPlaywright(
        report(spec('opens', 'expected'), spec('closes', 'unexpected', { message: 'not closed' })),
        false,
      ).failures,
    ).toEqual([
      { suite: 'e2e', file: 'tests/e2e/a.e2e.ts', title: 'a tablet closes', message: 'not closed' },
    ])
  })

  test('counts a test that was never played as failed, since another fell before it', () => {
    expect(
      readPlaywright(
        report(spec('opens', 'unexpected', { message: 'no' }), spec('closes', 'skipped')),
        false,
      ).failures.map(({ title }) => title),
    ).toEqual(['opens', 'a tablet closes'])
  })

  test('is broken where the servers did not start', () => {
    expect(
      readPlaywright({ suites: [], errors: [{ message: 'The server ended with 1' }] }, false)
        .broken,
    ).toEqual(['The server ended with 1'])
    expect(readPlaywright({ suites: [] }, false).broken).toEqual([
      'Playwright failed and named no test',
    ])
    expect(readPlaywright(null, true).broken).toEqual(['Playwright ended without a report'])
  })
})

test('the slowest files come first, and no more than asked for', () => {
  const files = [5, 9, 7].map((ms) => ({ suite: 'e2e' as const, file: `${ms}`, ms }))
  expect(slowest(files, 2).map(({ ms }) => ms)).toEqual([9, 7])
})

describe('what a change can reach', () => {
  const texts: Readonly<Record<string, string>> = {
    'src/domain/rule.ts': '',
    'src/domain/other.ts': '',
    'src/texts/sync.ts': '',
    'src/features/sync/index.ts': "export const room = { load: () => import('./Screen') }",
    'src/features/sync/Screen.tsx': "import '../../domain/rule'\nimport './Screen.css'",
    'src/features/sync/Screen.css': '',
    'src/main.tsx': "import './features/sync'",
    'server/main.ts': "import './pull'",
    'server/pull.ts': '',
    'workers/own.ts': '',
    'src/platform/link.ts': "new Worker(new URL('../../workers/own.ts', import.meta.url))",
    'docs/guide.md': '',
    'package.json': '',
    'schema/note.graphql': '',
    'vitest.config.ts':
      "setupFiles: ['tests/screens.setup.tsx'], include: ['tests/domain/**/*.test.ts']",
    'tests/screens.setup.tsx': '',
    'playwright.config.ts': "globalSetup: './tests/e2e/server.setup.ts'",
    'tests/e2e/server.setup.ts': '',
    'tests/domain/rule.test.ts': "import { rule } from '../../src/domain/rule'",
    'tests/platform/link.test.ts': "import '../../src/platform/link'",
    'tests/server/http.test.ts': "spawn('node', ['server/main.ts'])",
    'tests/texts/american.test.ts': "import.meta.glob('../../src/texts/*.ts')",
    'tests/architecture/architecture.test.ts': '',
    'tests/e2e/sync.e2e.ts': '',
    'tests/e2e/ward.e2e.ts': '',
  }
  const project: Project = { paths: Object.keys(texts), readText: (path) => texts[path] ?? '' }
  const reach = (...changed: readonly string[]): readonly string[] =>
    reachedTests(changed, project).filter((path) => !path.startsWith('tests/architecture'))
  const [inBrowser, all] = [
    ['tests/e2e/sync.e2e.ts', 'tests/e2e/ward.e2e.ts'],
    Object.keys(texts)
      .filter((path) => /\.(test|e2e)\.ts$/.test(path))
      .toSorted(),
  ]

  test.each([
    [
      'a rule of the portal: its test, and every screen',
      ['src/domain/rule.ts'],
      ['tests/domain/rule.test.ts', ...inBrowser],
    ],
    ['a rule that nobody uses: nothing', ['src/domain/other.ts'], []],
    [
      'a room, since who clicks goes anywhere: every screen',
      ['src/features/sync/index.ts'],
      inBrowser,
    ],
    ['a style sheet of a room: every screen', ['src/features/sync/Screen.css'], inBrowser],
    [
      'the server: what starts it as a process, and every screen',
      ['server/pull.ts'],
      [...inBrowser, 'tests/server/http.test.ts'],
    ],
    ['a worker: what names its address', ['workers/own.ts'], ['tests/platform/link.test.ts']],
    [
      'a text: what reads its folder by a pattern',
      ['src/texts/sync.ts'],
      ['tests/texts/american.test.ts'],
    ],
    [
      'what starts the servers of the end-to-end tests: every screen',
      ['tests/e2e/server.setup.ts'],
      inBrowser,
    ],
    ['a test: itself', ['tests/domain/rule.test.ts'], ['tests/domain/rule.test.ts']],
    ['a deleted file: who still names it', ['src/domain/gone.ts'], []],
    ['a document: nothing', ['docs/guide.md'], []],
  ])('%s', (_what, changed, expected) => {
    expect(reach(...changed)).toEqual(expected)
  })

  test.each(['package.json', 'vitest.config.ts', 'tests/screens.setup.tsx', 'schema/note.graphql'])(
    'everything, where %s changes',
    (path) => {
      expect(reachedTests([path], project)).toEqual(all)
    },
  )
})

describe('the header of a case of the bench', () => {
  test('is read whole, wherever a formatter broke its lines', () => {
    const measures = { says: 'a pull of 5,000 patients', quick: null, smallest: null }
    const inAMinute = { ...measures, quick: { options: ['--engine', 'pglite'], seconds: 60 } }
    expect(readCaseHeader('// Case: a pull of 5,000 patients\nimport x\n')).toEqual(measures)
    expect(
      readCaseHeader('// Case: a pull of\n// 5,000 patients\n// Quick: --engine pglite | 60 s\n'),
    ).toEqual(inAMinute)
    expect(
      readCaseHeader('// Case: a pull of 5,000\n// patients Quick: --engine\n// pglite | 60 s\n'),
    ).toEqual(inAMinute)
    expect(
      readCaseHeader(
        '// Case: a pull of 5,000 patients\n// Quick: --engine pglite | 60 s\n// Smallest:\n// --patients 2\n',
      ),
    ).toEqual({ ...inAMinute, smallest: ['--patients', '2'] })
    expect(readCaseHeader("import x from 'y'\n// Case: further down\n")).toBeNull()
  })

  test('of no case hides what --quick runs', () => {
    const folder = join(import.meta.dirname, '../../bench')
    const headers = readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((source) => source.startsWith('// Case:'))
      .map((source) => ({ names: /^\/\/.*Quick: /m.test(source), ...readCaseHeader(source) }))
    expect(headers.length).toBeGreaterThan(15)
    for (const { names, quick, says } of headers) {
      expect(says).not.toContain('Quick:')
      expect({ says, isQuick: quick !== null }).toEqual({ says, isQuick: names })
    }
  })
})
