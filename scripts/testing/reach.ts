/**
 * Which test files a change can reach. Errs towards too many: what it leaves out is left out by
 * `npm run test:changed` alone, never by `npm test`.
 */
import { posix } from 'node:path'

/** Source text by path, relative to the project; and every path of the project, sources or not. */
export interface Project {
  readonly paths: readonly string[]
  readText(path: string): string
}

const isCode = (path: string): boolean => /\.(ts|tsx|mjs|css)$/.test(path)
const isTest = (path: string): boolean =>
  /^tests\/.*\.(test\.tsx?|e2e\.ts)$/.test(path) && !path.startsWith('tests/architecture/planted/')
const isScreenTest = (path: string): boolean => path.endsWith('.e2e.ts')

/** A change of these can reach everything: the runners' settings and the commands. */
const settings =
  /^(tsconfig\.json|vite\.config\.ts|vitest\.config\.ts|playwright\.config\.ts|scripts\/(step|test)\.mjs|tests\/depth\.ts)$/
/**
 * What no source names as a module does: packages, the contract, records and other data. Documents
 * are read by nobody.
 */
const isData = (path: string): boolean => !isCode(path) && !/\.md$/.test(path)

/** Tests that read the project's files themselves. */
const readsAll = /^tests\/(architecture|domain\/text)/

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx', '.mjs']
const literal = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g

/**
 * Every file that a text names: relative to itself, as an import or a worker's address; from the
 * root, as a process is started; or all that a pattern such as `../src/texts/*.ts` begins with.
 */
const namedIn = (path: string, text: string, known: ReadonlySet<string>): readonly string[] => {
  const found = new Set<string>()
  for (const [, , raw = ''] of text.matchAll(literal)) {
    const name = raw.replace(/\?.*$/, '')
    if (!/^[\w./@*{},-]+$/.test(name) || !name.includes('/')) continue
    for (const base of [posix.join(posix.dirname(path), name), posix.normalize(name)]) {
      const [begin = ''] = base.split(/[*{]/)
      // The settings name the tests by patterns, and read none of them.
      if (begin !== base && /^\w+\/\w/.test(begin) && !settings.test(path))
        for (const one of known) if (one.startsWith(begin)) found.add(one)
      for (const ending of endings) if (known.has(base + ending)) found.add(base + ending)
    }
  }
  return [...found]
}

/** The parts of the portal that every page in the browser is made of, as a build takes them. */
const portal = [
  'src/main.tsx',
  'workers/service-worker.ts',
  'index.html',
  'server/main.ts',
  'server/demonstration/simulator.ts',
]

/**
 * The test files that can tell a change of these files, in the order of their names.
 * @param changed paths relative to the project, deleted ones too.
 */
export const reachedTests = (changed: readonly string[], project: Project): readonly string[] => {
  const tests = project.paths.filter(isTest).toSorted()
  const known = new Set([...project.paths, ...changed])
  const users = new Map<string, string[]>()
  for (const path of project.paths.filter(isCode)) {
    for (const used of namedIn(path, project.readText(path), known))
      users.set(used, [...(users.get(used) ?? []), path])
  }
  const reached = new Set(changed)
  for (const path of reached) for (const user of users.get(path) ?? []) reached.add(user)
  const hasChanged = (fits: (path: string) => boolean): boolean => changed.some(fits)
  const namedBySettings = (path: string): boolean =>
    !isTest(path) && (users.get(path) ?? []).includes('vitest.config.ts')
  if (
    hasChanged(isData) ||
    hasChanged((path) => settings.test(path)) ||
    hasChanged(namedBySettings)
  )
    return tests
  // Whoever clicks goes anywhere: a change of the portal, of its server or of what starts them
  // reaches every test in the browser.
  const inBrowser =
    hasChanged((path) => path.startsWith('server/')) ||
    ['playwright.config.ts', ...portal].some((part) => reached.has(part))
  return tests.filter(
    (test) =>
      reached.has(test) ||
      (readsAll.test(test) && hasChanged(isCode)) ||
      (isScreenTest(test) && inBrowser),
  )
}
