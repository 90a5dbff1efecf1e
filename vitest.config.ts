import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What draws on a page of jsdom. Making one, and reading all the rooms, takes several times as long
 * as the tests of a file.
 */
const screens = ['tests/{app,features,ui}/**/*.test.{ts,tsx}', 'tests/data/{hooks,answer}.test.tsx']
/** Rules without state, clock or page: nothing that one file could leave to the next. */
const rules = ['tests/domain/**/*.test.ts']
/**
 * The server in process, each file on a database of its own: what one leaves is in that database.
 * PGlite and the schema are compiled once.
 */
const served = ['tests/server/**/*.test.ts', 'tests/access/**/*.test.ts']
/**
 * What needs a process of its own all the same: it replaces a module that others hold already when
 * another file was before it, needs Dexie to find databases when it is first read, or is on a device in
 * another zone.
 */
const alone = [
  'tests/features/clinical-zone/clinical-zone.test.tsx',
  'tests/features/virtual-ward/live.test.tsx',
  'tests/features/patient/score-trend.test.tsx',
  'tests/features/sync/screen.test.tsx',
  'tests/app/readiness.test.tsx',
]
const servedAlone = [
  'tests/server/jobs/stopped-data.test.ts',
  'tests/server/integration-reading.test.ts',
]

/**
 * What takes longest begins first, so that no worker is left alone with it at the end. A fresh
 * clone knows no times of an earlier run, and sorts by size alone.
 */
const long =
  /tests\/(sim|reliability|demonstration|week)\/|tests\/scripts\/bench\.|tests\/server\/(http|jobs\/two-servers)\./
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => long.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !long.test(moduleId)),
    ]
  }
}

const project = (
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration => ({
  plugins: [react()],
  define: { __GIT_HASH__: JSON.stringify('test') },
  // Vite would load graphql's ES build for our files and Node its CommonJS build for Yoga: two
  // realms, which graphql refuses.
  resolve: {
    alias: [
      {
        find: /^graphql$/,
        replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)),
      },
    ],
  },
  test: {
    name,
    pool: 'forks',
    maxWorkers: 2,
    // Many times what a test takes on a machine that is slow and busy: a time-out is to tell of
    // what never ends, and of nothing else.
    testTimeout: 90_000,
    hookTimeout: 240_000,
    // What is waited for is often done by PGlite or is the derivation of a key: vitest's own second
    // is short on two busy cores.
    expect: { poll: { timeout: 30_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    ...test,
  },
})

/**
 * Everything but the screens in a real browser (those are Playwright's, tests/e2e), in projects by
 * what their files may share. Files of the first run in separate processes: fake-indexeddb, Dexie
 * and timers are global. The files of the others share one process after the other, and what they
 * read is read once; tests/screens.setup.tsx leaves each file the page as the first one found it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: ['tests/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('apart', {
        include: ['tests/**/*.test.{ts,tsx}'],
        exclude: [
          'tests/e2e/**',
          'tests/architecture/planted/**',
          'node_modules/**',
          ...rules,
          ...screens,
          ...served,
        ],
      }),
      project('server', { include: served, exclude: servedAlone, isolate: false }),
      project('server alone', { include: servedAlone }),
      project('rules', { include: rules, isolate: false }),
      project('screens', {
        include: screens,
        exclude: alone,
        isolate: false,
        environment: 'jsdom',
        setupFiles: ['tests/screens.setup.tsx'],
      }),
      project('screens alone', {
        include: alone,
        environment: 'jsdom',
        setupFiles: ['tests/screens.setup.tsx'],
      }),
    ],
  },
})
