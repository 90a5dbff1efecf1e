import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkActionLog, readHeads } from './check-action-log'
import type { Database } from './database'
import type { LogKey } from './log-key'

/** The anchor of a data directory. */
export const anchorOf = (dataDir: string): string => join(dataDir, 'action-log-anchor')

/** An anchor that this did not write, or that was changed since. */
export class AnchorError extends Error {
  override readonly name = 'AnchorError'
}

/** What an anchor is checked and written with. */
export interface AnchorParts {
  readonly database: Database
  /** The file, outside the database. */
  readonly anchor: string
  readonly key: LogKey
  readonly nowMs: number
  readonly say: (line: string) => void
}

const signedLine = /^signed (\S+) (\S+) (\S+)\n$/m

/** The ends of the chains with the time and the signature, a line each. */
const statementOf = (lines: readonly string[], { key, nowMs }: AnchorParts): string => {
  const ends = lines.map((line) => `${line}\n`).join('')
  const at = new Date(nowMs).toISOString()
  return `${ends}signed ${at} ${key.publicKey} ${key.sign(`${ends}${at}`)}\n`
}

/**
 * The lines of a statement that were signed with the key. One without a signature is of a release
 * before signatures.
 * @throws AnchorError for one that was changed
 */
const endsOf = (statement: string, key: LogKey): string => {
  const [line, at, , signature] = signedLine.exec(statement) ?? []
  if (line === undefined || at === undefined || signature === undefined) return statement
  const ends = statement.slice(0, -line.length)
  if (!key.isSigned(`${ends}${at}`, signature))
    throw new AnchorError('The anchor was changed, or signed with another key')
  return ends
}

/**
 * Checks the action log against the anchor, a signed file with the end of each chain as it was found
 * whole last. Then the anchor moves on; where an entry was changed, removed or put in, it stays, so
 * that the next check finds it too; also where a look at a record or an emergency access is not as the
 * log says.
 * @param reads `since-heads`: only what was written since
 * @returns the new anchor; null: the log is not whole
 * @throws AnchorError for an anchor that this did not write
 */
export const verifyLog = async (
  parts: AnchorParts,
  reads: 'all' | 'since-heads' = 'all',
): Promise<string | null> => {
  const { database, anchor, key, nowMs, say } = parts
  const kept = existsSync(anchor) ? readFileSync(anchor, 'utf8') : ''
  const lines: string[] = []
  const isWhole = await checkActionLog(
    database,
    readHeads(endsOf(kept, key)),
    (line) => {
      lines.push(line)
      say(line)
    },
    nowMs,
    reads,
  )
  if (!isWhole) return null
  const statement = statementOf(lines, parts)
  writeFileSync(`${anchor}.new`, statement, { mode: 0o600 })
  renameSync(`${anchor}.new`, anchor)
  return statement
}
