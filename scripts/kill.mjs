// npm run kill -- --engine pglite|postgres --kills N [--most-minutes M] [--part 50] [--seed S]
// Starts the real server on a database of its own, kills it with SIGKILL again and again while
// tablets write through it, and compares everything that was acknowledged with the database after
// every part of the run. Exit 1 unless all is there, once, in order.
//
// npm run kill -- --browser --kills N [--saves N] [--seed S] [--most-minutes M]
// The same with the browser: a real Chromium on one profile is killed while a nurse writes notes
// through the screen, online and offline. `saves`: first measures how long 'Saved on this device'
// takes, over so many notes.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  buildWhenNeeded,
  installChromiumWhenNeeded,
  installPostgresWhenNeeded,
  installWhenNeeded,
  run,
  say,
} from './step.mjs'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pglite' },
    kills: { type: 'string', default: '25' },
    'most-minutes': { type: 'string' },
    part: { type: 'string', default: '50' },
    browser: { type: 'boolean', default: false },
    saves: { type: 'string', default: '120' },
    seed: { type: 'string' },
  },
})
const minutes =
  values['most-minutes'] === undefined ? [] : ['--most-minutes', values['most-minutes']]
if (!(await installWhenNeeded())) process.exit(1)
if (values.browser) {
  if (!(await buildWhenNeeded()) || !(await installChromiumWhenNeeded())) process.exit(1)
  const killed = await run(process.execPath, [
    '--import',
    'tsx',
    'tests/reliability/browser-main.ts',
    '--kills',
    values.kills,
    '--saves',
    values.saves,
    '--seed',
    values.seed ?? '1',
    ...minutes,
  ])
  say(
    killed === 0
      ? 'Everything that the screen confirmed is there, once and in order.'
      : 'NOT right: see the report above.',
  )
  process.exit(killed)
}
if (values.engine === 'postgres' && !(await installPostgresWhenNeeded())) process.exit(1)
const { build } = await import('vite')
/** The programs of its threads stay where their sources are: the one file does not hold them. */
const threads = {
  name: 'threads-of-the-sources',
  enforce: 'pre',
  transform: (code, id) => {
    const asked = /new URL\('\.\/start-thread\.mjs', import\.meta\.url\)/
    return asked.test(code)
      ? code.replace(asked, `new URL('${pathToFileURL(join(dirname(id), 'start-thread.mjs'))}')`)
      : null
  },
}
// The server as one file starts in half the time, so that more of the hour is load.
mkdirSync('.cache', { recursive: true })
const outDir = mkdtempSync('.cache/kill-')
await build({
  configFile: false,
  publicDir: false,
  plugins: [threads],
  logLevel: 'error',
  ssr: { external: ['@electric-sql/pglite'], noExternal: true },
  build: { ssr: 'server/main.ts', outDir, emptyOutDir: true, target: 'node20' },
})
// It reads this beside itself.
copyFileSync('server/identity/common-passwords.txt', `${outDir}/common-passwords.txt`)
const code = await run(process.execPath, [
  '--import',
  'tsx',
  'tests/reliability/main.ts',
  '--engine',
  values.engine,
  '--kills',
  values.kills,
  '--entry',
  `${outDir}/main.js`,
  '--part',
  values.part,
  ...(values.seed === undefined ? [] : ['--seed', values.seed]),
  ...minutes,
])
rmSync(outDir, { recursive: true, force: true })
say(
  code === 0
    ? 'Everything that was acknowledged is there, once and in order.'
    : 'NOT right: see the report above.',
)
process.exit(code)
