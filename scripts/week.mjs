// npm run week -- [--seed N] [--hours 168] [--postgres] [--log]
// Plays a week of two organisations with three wards at speed (tests/week): patients, nurses, people on
// call, administrators and a GP as programs over the real server, which is killed now and then. Then it
// is judged by what everybody wrote down. Exit 1 where a check fails, with its lines. `--postgres`:
// on PostgreSQL instead of PGlite. `--log`: all that happened.
import { installPostgresWhenNeeded, installWhenNeeded, run } from './step.mjs'

if (!(await installWhenNeeded())) process.exit(1)
const given = process.argv.slice(2)
if (given.includes('--postgres') && !(await installPostgresWhenNeeded())) process.exit(1)
process.exit(await run(process.execPath, ['--import', 'tsx', 'tests/week/main.ts', ...given]))
