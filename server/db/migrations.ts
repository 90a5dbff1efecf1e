import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely'

const home = join(import.meta.dirname, 'migrations')

/** The SQL of a migration: a file, or the files of a directory in the order of their names. */
const read = (path: string): string =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .map((name) => read(join(path, name)))
        .join('\n')
    : readFileSync(path, 'utf8')

/**
 * Every step of the schema by its name, in the order in which they run: the baseline, then each file
 * of server/db/migrations. A step never changes once it is released; from then on one expands the
 * schema, and a later one, when no server of the former version runs any more, contracts it.
 */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  readdirSync(home)
    .toSorted()
    .map((name) => [
      name.replace(/\.sql$/, ''),
      {
        up: async (database) => {
          await sql.raw(read(join(home, name))).execute(database)
        },
      },
    ]),
)
