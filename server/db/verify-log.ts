import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkActionLog, readMarks } from './check-action-log'
import type { Marks } from './check-action-log'
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
 * Ends of before, as lines: fewer the longer ago, so that the stretch from which on a chain was written
 * anew is about a fifth of what was written since.
 */
const earlierLines = (kept: Marks, ends: Marks): readonly string[] =>
  [...kept].flatMap(([organization, marks]) => {
    const end = ends.get(organization)?.at(-1)?.seq ?? 0
    const taken = new Set<number>()
    return marks.flatMap(({ seq, hash }) => {
      const distance = Math.floor(4 * Math.log2(end - seq))
      if (seq >= end || taken.has(distance)) return []
      taken.add(distance)
      return [`earlier ${organization} ${seq} ${hash}`]
    })
  })

/**
 * Checks the action log against the anchor, a signed file with the end of each chain as it was found
 * whole last, and some of before, by which it is told where a chain was written anew. Then the anchor
 * moves on. Where an entry was changed, removed or put in, or a look at a record or an emergency
 * access is not as the log says, it stays, so that the next check finds it too.
 * @param reads `since-heads`: only what was written since
 * @returns the ends, signed: enough for an anchor elsewhere; null: the log is not whole
 * @throws AnchorError for an anchor that this did not write
 */
export const verifyLog = async (
  parts: AnchorParts,
  reads: 'all' | 'since-heads' = 'all',
): Promise<string | null> => {
  const { database, anchor, key, nowMs, say } = parts
  const kept = existsSync(anchor) ? readFileSync(anchor, 'utf8') : ''
  const marks = readMarks(endsOf(kept, key))
  const lines: string[] = []
  const isWhole = await checkActionLog(
    database,
    marks,
    (line) => {
      lines.push(line)
      say(line)
    },
    nowMs,
    reads,
  )
  if (!isWhole) return null
  const moved = statementOf([...lines, ...earlierLines(marks, readMarks(lines.join('\n')))], parts)
  writeFileSync(`${anchor}.new`, moved, { mode: 0o600 })
  renameSync(`${anchor}.new`, anchor)
  return statementOf(lines, parts)
}
