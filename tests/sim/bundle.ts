import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { build, type Plugin } from 'vite'

/** A fault planted in the production sources while they are bundled: the sources on disk are never touched. */
export interface Edit {
  /** Path from the root of the project. */
  readonly file: string
  /** Must be there exactly once: a mutant that no longer fits its source is an error, not a pass. */
  readonly find: string
  readonly replace: string
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

const planting = (edits: readonly Edit[]): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  transform: (code, id) => {
    let changed = code
    for (const edit of edits.filter(({ file }) => id === join(root, file))) changed = changed.replace(edit.find, () => edit.replace)
    return changed === code ? null : changed
  },
})

/** The next release of this portal: it writes commands that the last server does not know, and keeps its rows in another store. */
export const nextRelease: readonly Edit[] = [
  { file: 'src/data/note/note.command.ts', find: 'name: \'addPatientNote\',', replace: 'name: \'addPatientNote\',\n  version: 2,' },
  { file: 'src/platform/store/tables.ts', find: 'export const cacheVersion = ', replace: 'export const cacheVersion = 1' },
]

/** The portal's data floor as one script that evaluates to its exports, with `edits` planted. */
export const bundlePortal = async (edits: readonly Edit[] = []): Promise<Script> => {
  for (const { file, find } of edits) {
    const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
    if (count !== 1) throw new Error(`A mutant does not fit its source: ${file} has this ${count} times, not once: ${find}`)
  }
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [planting(edits)],
    build: { write: false, minify: false, target: 'es2023', lib: { entry: join(root, 'tests/sim/entry.ts'), formats: ['iife'], name: 'portal' } },
  })
  const outputs = Array.isArray(made) ? made : [made]
  const chunk = outputs.flatMap((one) => 'output' in one ? one.output : []).find((one) => one.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('Nothing was bundled')
  return new Script(`${chunk.code}\n;portal`, { filename: 'portal.js' })
}
