// npm run kill -- --engine pglite|postgres --kills N [--port P] [--most-minutes M]
// Starts the real server on a database of its own, kills it with SIGKILL again and again while tablets write through it, and
// compares everything that was acknowledged with the database at the end. Exit 1 unless all is there, once, in order.
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { run, say } from './step.mjs'

const { values } = parseArgs({ options: {
  engine: { type: 'string', default: 'pglite' }, kills: { type: 'string', default: '25' }, port: { type: 'string', default: '8170' }, 'most-minutes': { type: 'string' },
} })
// The server as one file starts in half the time, so that more of the hour is load.
const outDir = `.cache/kill-${values.port}`
await build({ configFile: false, publicDir: false, logLevel: 'error', ssr: { external: ['@electric-sql/pglite'], noExternal: true }, build: { ssr: 'server/main.ts', outDir, emptyOutDir: true, target: 'node20' } })
const code = await run(process.execPath, ['--import', 'tsx', 'tests/reliability/main.ts', '--engine', values.engine, '--kills', values.kills, '--port', values.port,
  '--entry', `${outDir}/main.js`, ...(values['most-minutes'] === undefined ? [] : ['--most-minutes', values['most-minutes']])])
say(code === 0 ? 'Everything that was acknowledged is there, once and in order.' : 'NOT right: see the report above.')
process.exit(code)
