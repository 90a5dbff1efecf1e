// npm run new-room NAME: writes an online room that runs. NAME is one of its things in lower-case
// words with hyphens, e.g. door-code. docs/add-a-room.md says what to do next.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editsOf } from './new-room/edits.mjs'
import { namesOf } from './new-room/names.mjs'
import { serverFiles } from './new-room/server-files.mjs'
import { screenFiles } from './new-room/screen-files.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [name = ''] = process.argv.slice(2)
if (!/^[a-z]+(-[a-z]+)*$/.test(name))
  fail('Say the name of one thing, in lower-case words with hyphens: npm run new-room door-code')
const names = namesOf(name, new Date())
const made = { ...serverFiles(names), ...screenFiles(names) }
const taken = Object.keys(made).filter((path) => existsSync(join(root, path)))
if (taken.length > 0) fail(`These files exist already:\n${taken.join('\n')}`)

// Everything is read and worked out before anything is written.
const edited = editsOf(names).map(({ path, changes }) => {
  let text = readFileSync(join(root, path), 'utf8')
  for (const { before, insert } of changes) {
    const at = text.indexOf(before)
    if (at === -1) fail(`${path} has no place that reads: ${before.trim()}`)
    text = text.slice(0, at) + insert + text.slice(at)
  }
  return [path, text]
})
const files = [...Object.entries(made), ...edited]
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const node = (script, ...args) =>
  execFileSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
node('scripts/codegen.mjs')
node(
  'node_modules/prettier/bin/prettier.cjs',
  '--write',
  '--log-level=warn',
  ...files.map(([path]) => path).filter((path) => !path.endsWith('.sql')),
)
process.stdout.write(
  `Made:\n${Object.keys(made).join('\n')}\n\nEdited:\n${edited.map(([path]) => path).join('\n')}\n\n` +
    `The screen is /settings/${names.kebabs}. Its migration is ${names.migration}: number it anew if another branch has that number.\n`,
)
