// npm run test:at -- '2026-12-31 23:58': plays the unit, architecture, server and flow tests as if
// they had begun at that instant (UTC). The clock of every process is moved, PostgreSQL's too, and
// goes on from there; what measures durations is not. Debian's libfaketime does it. Chromium
// hangs under it, so that the end-to-end tests cannot be played so.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say, step } from './step.mjs'

const [given = ''] = process.argv.slice(2)
const at = Date.parse(`${given.trim().replace(' ', 'T')}Z`)
if (Number.isNaN(at)) {
  say("Say when, in UTC: npm run test:at -- '2026-12-31 23:58'")
  process.exit(2)
}

const libraries = '/usr/lib'
const find = () =>
  readdirSync(libraries)
    .map((name) => join(libraries, name, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path))
if (find() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  await step('Installing faketime (once)', async () => {
    await run('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    return run('apt-get', ['install', '-y', '-qq', 'faketime'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  })
const library = find()
if (library === undefined) {
  say('This needs libfaketime. On Debian or Ubuntu: sudo apt-get install faketime.')
  process.exit(1)
}
const shift = Math.round((at - Date.now()) / 1000)
process.exit(
  await run(process.execPath, [join(root, 'scripts/test.mjs'), 'unit'], {
    env: {
      ...process.env,
      LD_PRELOAD: library,
      FAKETIME: `${shift < 0 ? '' : '+'}${shift}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
  }),
)
