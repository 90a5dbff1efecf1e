import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { checkActionLog, readHeads } from './check-action-log'
import type { Database } from './database'

/**
 * Checks the action log against the anchor, a file outside the database with the end of each chain
 * as it was found whole last. Then the anchor moves on; where an entry was changed, removed or put
 * in, it stays, so that the next check finds it too.
 * @returns whether the log is whole
 */
export const verifyLog = async (
  database: Database,
  anchor: string,
  say: (line: string) => void,
): Promise<boolean> => {
  const heads = readHeads(existsSync(anchor) ? readFileSync(anchor, 'utf8') : '')
  const lines: string[] = []
  const isWhole = await checkActionLog(database, heads, (line) => {
    lines.push(line)
    say(line)
  })
  if (!isWhole) return false
  writeFileSync(`${anchor}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  renameSync(`${anchor}.new`, anchor)
  return true
}
