// The types of the tables, made of the schema that the migrations leave (server/db/migrations), with
// the comments that stand before a column there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../server/db/database'
import { filledByTriggers } from '../server/db/narrowed'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** It has a default. */
  readonly filled: boolean
  /** The database alone writes it. */
  readonly made: boolean
}

/** What a value of a type is read as and written as, the same on both engines (type-parsers.ts). */
const read: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'character varying': 'string',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Instant',
}

const migrationsHome = join(import.meta.dirname, '..', 'server', 'db', 'migrations')
const walk = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? walk(join(path, entry.name)) : [join(path, entry.name)],
    )

/** The comments before each table and column of the SQL, by `table` and `table.column`. */
const comments = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const file of walk(migrationsHome)) {
    let table: string | null = null
    let said: string[] = []
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const comment = /^\s*-- (.*)$/.exec(line)?.[1]
      const opened = /^create table (\w+) \($/.exec(line)?.[1]
      const column = /^ {2}(\w+) /.exec(line)?.[1]
      if (comment !== undefined) said.push(comment)
      else {
        if (opened !== undefined) table = opened
        else if (line.startsWith(');')) table = null
        const key = opened ?? (table !== null && column !== undefined ? `${table}.${column}` : null)
        if (key !== null && said.length > 0) found.set(key, said.join(' '))
        said = []
      }
    }
  }
  return found
}

/** The columns of which server/db/narrowed.ts knows more than the schema. */
const narrowedColumns = (): ReadonlySet<string> =>
  new Set(
    [
      ...readFileSync(join(migrationsHome, '..', 'narrowed.ts'), 'utf8').matchAll(
        /^ {2}'(\w+\.\w+)':/gm,
      ),
    ].flatMap(([, key]) => key ?? []),
  )

/** The words that a column may hold by its own check, as a union of texts. */
const wordsOf = (check: string): string | null => {
  const list = /= ANY \((?:\()?ARRAY\[([^\]]*)\]/.exec(check)?.[1]
  if (list === undefined || !/^CHECK \(\(\(?\w+\)?(?:::text)? = ANY/.test(check)) return null
  const words = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, word]) => `'${word}'`)
  const numbers = list.split(', ').filter((one) => /^\d+$/.test(one))
  return words.length > 0 ? words.join(' | ') : numbers.length > 0 ? numbers.join(' | ') : null
}

const docOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text} */\n`

/** The module of all tables' types. */
export const tableTypes = async (): Promise<string> => {
  const database = await openDatabase({ inMemory: true })
  try {
    const { rows: columns } = await sql<Column>`
      select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
        a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' or a.attidentity = 'a' as made
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`.execute(database.kysely)
    const { rows: checks } = await sql<{ table: string; name: string; check: string }>`
      select c.relname as table, a.attname as name, pg_get_constraintdef(k.oid) as check
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
      where k.contype = 'c'`.execute(database.kysely)
    const words = new Map<string, string>(
      checks.flatMap(({ table, name, check }) => {
        const union = wordsOf(check)
        return union === null ? [] : [[`${table}.${name}`, union] as const]
      }),
    )
    const said = comments()
    const narrowed = narrowedColumns()
    const used = new Set<string>()
    const typeOf = ({ table, name, type, required, made, ...column }: Column): string => {
      const key: string = `${table}.${name}`
      const filled = column.filled || filledByTriggers.includes(key)
      const own = narrowed.has(key) ? `Narrowed['${key}']` : undefined
      if (own !== undefined) used.add(key)
      const value = own ?? words.get(key) ?? read[type]
      if (value === undefined) throw new Error(`${key}: no type for ${type}`)
      const whole = required ? value : `${value} | null`
      if (made) return `GeneratedAlways<${whole}>`
      if (type === 'jsonb')
        return required ? `${filled ? 'JsonFilled' : 'Json'}<${value}>` : `JsonOrNull<${value}>`
      return !required ? `OrNull<${value}>` : filled ? `Generated<${value}>` : value
    }
    const tables = [...new Set(columns.map(({ table }) => table))]
    const interfaces = tables.map((table) => {
      const fields = columns
        .filter((column) => column.table === table)
        .map(
          (column) =>
            `${docOf(said.get(`${table}.${column.name}`), '  ')}  ${column.name}: ${typeOf(column)}`,
        )
      return `${docOf(said.get(table), '')}interface ${nameOf(table)} {\n${fields.join('\n')}\n}`
    })
    const unknown = [...narrowed].filter((key) => !used.has(key))
    if (unknown.length > 0)
      throw new Error(`server/db/narrowed.ts names what is no column: ${unknown.join(', ')}`)
    return `import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json, JsonFilled, JsonOrNull, OrNull } from '../columns'
import type { Narrowed } from '../narrowed'

${interfaces.join('\n')}
/** Every table, by its name. */
export interface AllTables {
${tables.map((table) => `  ${table}: ${nameOf(table)}`).join('\n')}
}
`
  } finally {
    await database.close()
  }
}

const nameOf = (table: string): string =>
  `${table.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Table`
