// npm run bench                      names the cases
// npm run bench -- push pull         runs these, one after the other, each in a process of its own
// npm run bench -- push --engine pglite --commands 400      what follows -- options is handed to every case
// A case is a file that prints what it measured. Times are of this machine in this minute: compare ratios of one run.
import { run, say, step } from './step.mjs'

/** Another case is one more row. */
const cases = {
  push: { says: 'commands per second through syncPush (PGlite and PostgreSQL)', file: 'tests/bench/push.ts' },
  drain: { says: 'back online with 100 waiting notes: how long until all are with the server', file: 'tests/bench/drain.ts' },
  saved: { says: "'Saved on this device' in Chromium beside a bare strict write, with a line and without; then the drain", file: 'tests/bench/saved.ts' },
  'first-sync': { says: 'the first sync of 200 patients in Chromium, throttled: how long the page is held at once', file: 'tests/bench/first-sync.ts' },
  store: { says: 'the local store in Chromium: the board from a cold start, and opening one patient of 5,000 against one of 50', file: 'tests/bench/store.ts' },
  board: { says: 'a page of 50 of the virtual ward, 5,000 patients, and again with ten times the history', file: 'tests/bench/board.ts' },
  pokes: { says: 'a reading that a device sends: how long until it stands on two boards that nobody touches', file: 'tests/bench/pokes.ts' },
  pull: { says: 'a quiet delta pull of ROSTER and PATIENT, 5,000 patients', file: 'tests/bench/pull.ts' },
}

const args = process.argv.slice(2)
const end = args.findIndex((arg) => arg.startsWith('-'))
const names = end < 0 ? args : args.slice(0, end)
const options = end < 0 ? [] : args.slice(end)
const unknown = names.filter((name) => !Object.hasOwn(cases, name))
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) say(`No case is called ${unknown.join(', ')}.`)
  for (const [name, { says }] of Object.entries(cases)) say(`  npm run bench -- ${name.padEnd(12)} ${says}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}
let failed = 0
for (const name of names) {
  const ok = await step(`${name}: ${cases[name].says}`, () => run(process.execPath, ['--import', 'tsx', cases[name].file, ...options]))
  if (!ok) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
