/** Which test files a change can reach. Errs towards too many: what it leaves out is left out by `npm run test:changed` alone, never by `npm test`. */
import { posix } from 'node:path'

/** Source text by path, relative to the project; and every path of the project, sources or not. */
export interface Project { readonly paths: readonly string[]; readText(path: string): string }

const isCode = (path: string): boolean => /\.(ts|tsx|mjs|css)$/.test(path)
const isTest = (path: string): boolean => /^tests\/.*\.(test\.tsx?|e2e\.ts)$/.test(path) && !path.startsWith('tests/architecture/planted/')
const isScreenTest = (path: string): boolean => path.endsWith('.e2e.ts')

/** A change of these can reach everything. */
const everywhere = /^(package(-lock)?\.json|\.npmrc|tsconfig\.json|vite\.config\.ts|vitest\.config\.ts|playwright\.config\.ts|tests\/(global-setup|depth)\.ts|scripts\/(step|test)\.mjs)$/

/** Tests that read the project's files themselves. */
const readsAll = /^tests\/(architecture|domain\/text)/

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx', '.mjs']
const literal = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g

/** Every file that a text names: relative to itself, as an import or a worker's address, or from the root, as a process is started. */
const namedIn = (path: string, text: string, known: ReadonlySet<string>): readonly string[] => {
  const found = new Set<string>()
  for (const [, , raw = ''] of text.matchAll(literal)) {
    const name = raw.replace(/\?.*$/, '')
    if (!/^[\w./@-]+$/.test(name) || !name.includes('/')) continue
    for (const base of [posix.join(posix.dirname(path), name), posix.normalize(name)]) for (const ending of endings) if (known.has(base + ending)) found.add(base + ending)
  }
  return [...found]
}

/** The parts of the portal that every page in the browser is made of, as a build takes them. */
const portal = ['src/main.tsx', 'workers/service-worker.ts', 'index.html', 'server/main.ts', 'server/demonstration/simulator.ts']

/** Rooms that every end-to-end test goes through; of the others only the tests that name an address of theirs. */
const throughAll = new Set(['sign-in', 'virtual-ward', 'patient', 'checkup'])
const roomOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** First parts of the addresses that a room declares, such as '/account'; literally, or as a function of `src/ui/paths.ts`. */
const addressesOf = (room: string, { paths, readText }: Project): readonly string[] => {
  const text = paths.filter((path) => path.startsWith(`src/features/${room}/index.`)).map(readText).join('\n')
  const declared = paths.includes('src/ui/paths.ts') ? readText('src/ui/paths.ts') : ''
  const called = [...text.matchAll(/\bpaths\.(\w+)\(/g)].flatMap(([, name = '']) => declared.match(new RegExp(`\\b${name}: \\(.*`)) ?? [])
  return [...`${text}\n${called.join('\n')}`.matchAll(/['"`](\/[a-z][\w-]*)/g)].map(([, address = '']) => address)
}

/**
 * The test files that can tell a change of these files, in the order of their names.
 * @param changed paths relative to the project, deleted ones too.
 */
export const reachedTests = (changed: readonly string[], project: Project): readonly string[] => {
  const tests = project.paths.filter(isTest).toSorted()
  if (changed.some((path) => everywhere.test(path))) return tests
  const known = new Set([...project.paths, ...changed])
  const users = new Map<string, string[]>()
  for (const path of project.paths.filter(isCode)) {
    for (const used of namedIn(path, project.readText(path), known)) users.set(used, [...(users.get(used) ?? []), path])
  }
  const from = (start: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(start)
    for (const path of reached) for (const user of users.get(path) ?? []) reached.add(user)
    return reached
  }
  const reached = from(changed)
  const visits = (test: string, room: string): boolean => {
    const addresses = throughAll.has(room) ? [] : addressesOf(room, project)
    return addresses.length === 0 || addresses.some((address) => project.readText(test).includes(address))
  }
  // One file at a time: what it reaches tells whether it changes the portal, and its room which pages.
  const browser = changed.flatMap((path) => {
    const room = roomOf(path)
    const inPortal = path.startsWith('public/') || path.startsWith('schema/') || path.startsWith('server/') || portal.some((part) => from([path]).has(part))
    return inPortal ? [room === undefined ? () => true : (test: string) => visits(test, room)] : []
  })
  return tests.filter((test) => reached.has(test)
    || (readsAll.test(test) && changed.some((path) => !path.startsWith('docs/')))
    || (isScreenTest(test) && browser.some((reaches) => reaches(test))))
}
