import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext, Script } from 'node:vm'
import { build, type Plugin } from 'vite'
import { planted, timesFound, type Edit } from './planting'
import type { Portal } from './tab'

/** The project's root: the simulation is started there (scripts/sim.mjs), and itself bundled. */
const root = process.cwd()

const planting = (edits: readonly Edit[]): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  transform: (code, id) => {
    let changed = code
    for (const edit of edits.filter(({ file }) => id === join(root, file)))
      changed = planted(changed, edit)
    return changed === code ? null : changed
  },
})

/**
 * The next release of this portal: it writes commands that the last server does not know, and keeps
 * its rows in another store.
 */
export const nextRelease: readonly Edit[] = [
  {
    file: 'src/data/note/note.command.ts',
    find: 'defineWaitingCommand(shared, {',
    replace: 'defineWaitingCommand({ ...shared, version: 2 }, {',
  },
  {
    file: 'src/engine/store/tables.ts',
    find: 'const cacheVersion = ',
    replace: 'const cacheVersion = 1',
  },
]

/** The portal's data floor, ready to be evaluated by one tab after the other. */
export interface Bundle {
  /**
   * Evaluates it anew, over the globals of one tab; what has no state of its own (the rules of
   * src/domain, zod) is evaluated once.
   */
  open(realm: Readonly<Record<string, unknown>>): Portal
}

/** Rules, declarations and libraries without state, clock or chance: every tab may share them. */
const stateless =
  /\/src\/domain\/|\/src\/data\/(?!sync\/)[\w-]+\/|\/src\/data\/registry|\/schema\/generated\/|\/node_modules\/(zod|graphql)\//

/** How the bundler hands modules to each other: a few functions without state. */
const bundlersOwn = 'rolldown-runtime.js'

const language = Object.getOwnPropertyNames(runInNewContext('globalThis') as object).filter(
  (name) => name !== 'console' && name !== 'globalThis',
)
const browserOnly = [
  'self',
  'window',
  'document',
  'location',
  'navigator',
  'indexedDB',
  'IDBKeyRange',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'CustomEvent',
  'sessionStorage',
  'localStorage',
  'Worker',
  'importScripts',
  'requestIdleCallback',
  'caches',
]
/** What Node has beyond the language: nobody reaches it but through the globals of a tab. */
const shadowed = [...new Set([...Object.getOwnPropertyNames(globalThis), ...browserOnly])].filter(
  (name) => !language.includes(name) && /^[a-z]\w*$/i.test(name),
)
const parameters = [...shadowed, 'globalThis', 'Date', 'Math', 'require', 'exports', 'module']

const languageValues = Object.fromEntries(
  language.map((name) => [name, (globalThis as unknown as Record<string, unknown>)[name]]),
)
/**
 * The globals of one tab: the language's own, and what it is given. A promise made by name is the
 * page's own affair, as Dexie replaces it within transactions; every realm shares the language's
 * objects, so that what was compiled for one tab is good for all.
 */
export const realmOf = (own: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const realm: Record<string, unknown> = { ...languageValues, Promise: ownPromise(), ...own }
  for (const name of ['globalThis', 'window', 'self']) realm[name] = realm
  return realm
}
/**
 * Dexie writes on the functions of the promise that it finds: each page has its own, and what it
 * makes are the language's promises.
 */
const ownPromise = (): unknown => {
  const made = function (executor: ConstructorParameters<typeof Promise>[0]) {
    return new Promise(executor)
  }
  for (const name of [
    'all',
    'allSettled',
    'any',
    'race',
    'reject',
    'resolve',
    'withResolvers',
  ] as const) {
    const of = (Promise as unknown as Record<string, unknown>)[name]
    if (typeof of === 'function')
      Object.defineProperty(made, name, {
        value: of.bind(Promise),
        writable: true,
        configurable: true,
      })
  }
  Object.defineProperty(made, 'prototype', { value: Promise.prototype })
  return made
}

const never = (what: string) => (): never => {
  throw new Error(`Stateless code asked for ${what}`)
}
/** What is shared has neither clock nor chance. */
const stillRealm = (): Record<string, unknown> => {
  class StillDate extends Date {
    static override now(): number {
      return never('the time')()
    }
  }
  return realmOf({
    Date: StillDate,
    Math: Object.defineProperty(Object.create(Math) as object, 'random', {
      value: never('chance'),
    }),
    Promise,
    URL,
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    structuredClone,
    // A schema is read a few times: compiling it first costs more than it saves, and the portal's
    // CSP forbids it.
    __zod_globalConfig: { jitless: true },
  })
}

type Body = (...values: readonly unknown[]) => void
interface Chunk {
  readonly name: string
  readonly body: Body
  readonly isShared: boolean
}

/** The chunks of a build, as functions of the globals that they run over. */
const readChunks = (
  files: readonly { readonly fileName: string; readonly code: string }[],
): ReadonlyMap<string, Chunk> =>
  new Map(
    files.map(({ fileName, code }) => {
      const body = new Script(`(function (${parameters.join(', ')}) {${code}\n})`, {
        filename: fileName,
      }).runInThisContext() as Body
      return [
        fileName,
        { name: fileName, body, isShared: fileName === 'stateless.js' || fileName === bundlersOwn },
      ]
    }),
  )

const evaluate = (
  chunk: Chunk,
  realm: Readonly<Record<string, unknown>>,
  require: (name: string) => unknown,
): unknown => {
  const module = { exports: {} }
  chunk.body(
    ...shadowed.map((name) => realm[name]),
    realm,
    realm.Date,
    realm.Math,
    require,
    module.exports,
    module,
  )
  return module.exports
}

/** Bundles the portal's data floor, with `edits` planted. */
export const bundlePortal = async (edits: readonly Edit[] = []): Promise<Bundle> => {
  for (const edit of edits) {
    const { file, find } = edit
    const count = timesFound(readFileSync(join(root, file), 'utf8'), edit)
    if (count !== 1)
      throw new Error(
        `A mutant does not fit its source: ${file} has this ${count} times, not once: ${find}`,
      )
  }
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', Promise: 'globalThis.Promise' },
    plugins: [planting(edits)],
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: {
        entry: join(root, 'tests/sim/entry.ts'),
        formats: ['cjs'],
        fileName: () => 'portal.js',
      },
      rolldownOptions: {
        output: {
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [{ name: 'stateless', test: stateless }] },
        },
      },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const files = outputs.filter((one) => one.type === 'chunk')
  const leaning = files.find(
    ({ fileName, imports }) =>
      fileName === 'stateless.js' && imports.some((name) => name !== bundlersOwn),
  )
  if (leaning !== undefined)
    throw new Error(`What is called stateless needs ${leaning.imports.join(', ')}`)
  const chunks = readChunks(files)
  const shared = new Map<string, unknown>()
  const still = stillRealm()
  const nameOf = (asked: string): string => asked.replace(/^(\.{1,2}\/)+/, '')
  const find = (asked: string): Chunk => {
    const chunk = chunks.get(nameOf(asked))
    if (chunk === undefined) throw new Error(`Nothing was bundled as ${asked}`)
    return chunk
  }
  const load = (
    asked: string,
    realm: Readonly<Record<string, unknown>>,
    own: Map<string, unknown>,
  ): unknown => {
    const chunk = find(asked)
    const known = chunk.isShared ? shared : own
    if (!known.has(chunk.name))
      known.set(
        chunk.name,
        evaluate(chunk, chunk.isShared ? still : realm, (name) => load(name, realm, own)),
      )
    return known.get(chunk.name)
  }
  return { open: (realm) => load('portal.js', realm, new Map()) as Portal }
}
