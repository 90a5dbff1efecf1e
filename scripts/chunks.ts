// Which modules stand in one chunk. The bundler alone makes one for every set of routes that share
// something: sixty for the board, each a question to the service worker at a cold start without a
// line. Here a start fetches five: React, what every page needs, what every page of who is signed
// in needs, the vault with its ciphers, and the board.
import { fileURLToPath } from 'node:url'
import { reachedModules, type ModuleGraph } from './reached-modules'

interface Chunk {
  readonly name: string
  readonly from: readonly string[]
  readonly own?: RegExp
}

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** In the order in which they are had: a module is in the first of these that reaches it. */
const chunks: readonly Chunk[] = [
  { name: 'react', from: ['app/react-first.ts'] },
  { name: 'first', from: ['main.tsx'] },
  { name: 'sign-in', from: ['features/sign-in/LoginScreen.tsx'] },
  // What a reset link opens, where nobody is signed in either: the frame and the rooms are no part
  // of it.
  { name: 'reset', from: ['features/sign-in/AccountActionScreen.tsx'] },
  {
    name: 'signed-in',
    from: [
      'app/shell/StandardFrame.tsx',
      'data/entities.ts',
      'data/patient/index.ts',
      'engine/user/user-runtime.ts',
      'ui/risk/index.ts',
    ],
  },
  { name: 'vault', from: ['platform/vault/browser-vault.ts', 'platform/ciphers/web-ciphers.ts'] },
  // What the board shares with other pages is of every signed-in page: the board is no part of
  // theirs.
  {
    name: 'board',
    from: ['features/virtual-ward/VirtualWardScreen.tsx', 'features/virtual-ward/reads-ahead.ts'],
    own: /\/src\/(features|data|domain)\/virtual-ward\//,
  },
]

const placesOf = (graph: ModuleGraph): ReadonlyMap<string, string> => {
  const places = new Map<string, string>()
  for (const { name, from, own } of chunks)
    for (const id of reachedModules(from.map(source), graph))
      if (!places.has(id)) places.set(id, own === undefined || own.test(id) ? name : 'signed-in')
  return places
}

/** The groups of the build's `output.codeSplitting`. */
export const chunkGroups = () => {
  let places: ReadonlyMap<string, string> | null = null
  return chunks.map(({ name }, at) => ({
    debugName: name,
    priority: chunks.length - at,
    // With what they import they would bring along what a barrel names and nobody of them uses.
    includeDependenciesRecursively: false,
    name: (id: string, graph: ModuleGraph): string | null => {
      places ??= placesOf(graph)
      return places.get(id) === name ? name : null
    },
  }))
}
