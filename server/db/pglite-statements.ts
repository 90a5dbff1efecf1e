import { parse as wire, protocol } from '@electric-sql/pglite'
import type { messages as kinds, PGlite, Results } from '@electric-sql/pglite'

/** Statements that are kept prepared; the one that was not used for the longest time makes room. */
const keptAtMost = 200
/**
 * Statements are planned again after this many uses: PGlite gathers no statistics, so a plan for an
 * empty table would stay.
 */
const usedAtMost = 1_000

interface Prepared {
  readonly name: string
  readonly types: readonly number[]
  /** What a row looks like; null where the statement has no rows. */
  readonly shape: kinds.RowDescriptionMessage | null
  uses: number
}

const together = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/**
 * Runs PGlite statements, each prepared once: reading and planning takes most of their time, in six
 * WASM calls; this makes it one. For the holder of the connection.
 */
export const createStatements = (pglite: PGlite) => {
  const { serialize } = protocol
  const prepared = new Map<string, Prepared>()
  let named = 0

  const ask = (parts: readonly Uint8Array[]): Promise<kinds.BackendMessage[]> =>
    pglite.execProtocolStream(together([...parts, serialize.sync()]), { syncToFs: false })
  const close = ({ name }: Prepared) => ask([serialize.close({ type: 'S', name })])

  const prepare = async (sql: string): Promise<Prepared> => {
    const name = `s${(named += 1)}`
    const said = await ask([
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    ])
    const statement: Prepared = {
      name,
      types: wire.parseDescribeStatementResults(said),
      uses: 0,
      shape:
        said.find((one): one is kinds.RowDescriptionMessage => one.name === 'rowDescription') ??
        null,
    }
    prepared.set(sql, statement)
    for (const [text, oldest] of prepared) {
      if (prepared.size <= keptAtMost) break
      prepared.delete(text)
      await close(oldest)
    }
    return statement
  }
  const find = async (sql: string): Promise<Prepared> => {
    const known = prepared.get(sql)
    if (known === undefined) return prepare(sql)
    prepared.delete(sql)
    if (known.uses >= usedAtMost) {
      await close(known)
      return prepare(sql)
    }
    prepared.set(sql, known)
    return known
  }
  const asText = (value: unknown, type: number | undefined) => {
    if (value === null || value === undefined) return null
    const write = type === undefined ? undefined : pglite.serializers[type]
    return write === undefined ? String(value) : write(value)
  }

  return {
    run: (sql: string, parameters: readonly unknown[]): Promise<Results> =>
      pglite.runExclusive(async () => {
        const statement = await find(sql)
        statement.uses += 1
        const values = parameters.map((value, at) => asText(value, statement.types[at]))
        const said = await ask([
          serialize.bind({ statement: statement.name, values }),
          serialize.execute({}),
        ])
        const [result] = wire.parseResults(
          [...(statement.shape === null ? [] : [statement.shape]), ...said],
          pglite.parsers,
        )
        return result ?? { rows: [], fields: [] }
      }),
  }
}
