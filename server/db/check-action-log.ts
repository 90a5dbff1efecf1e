import type { ActionHead } from './action-log'
import { continueActionChain, readActionChain } from './action-log'
import type { Database } from './database'

const wholeLine = /^whole +(\S+) +(\d+) +([0-9a-f]{64})$/

/**
 * The chain heads that an earlier check printed, by organisation.
 * @throws for a line that it did not print
 */
export const readHeads = (printed: string): ReadonlyMap<string, ActionHead> =>
  new Map(
    printed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [, organization, seq, hash] = wholeLine.exec(line.trim()) ?? []
        if (organization === undefined || hash === undefined)
          throw new Error(`Not a line of a whole action log: ${line}`)
        return [organization, { seq: Number(seq), hash }]
      }),
  )

/**
 * Checks the chain of every organisation with an action log, or in `heads`. Prints `whole
 * ORGANISATION ENTRIES HASH` or `BROKEN ORGANISATION at ENTRY`.
 * @param reads `since-heads`: only what was written after them, and whether they are still there
 * @returns whether all are whole
 */
export const checkActionLog = async (
  database: Database,
  heads: ReadonlyMap<string, ActionHead>,
  say: (line: string) => void,
  reads: 'all' | 'since-heads' = 'all',
): Promise<boolean> => {
  const rows = await database.asSystem((trx) =>
    trx.selectFrom('action_log').select('organization_id').distinct().execute(),
  )
  const organizations = new Set([
    ...rows.map(({ organization_id }) => organization_id),
    ...heads.keys(),
  ])
  let isWhole = true
  for (const organization of [...organizations].toSorted()) {
    const kept = heads.get(organization)
    const { brokenAt, head } = await database.asSystem((trx) =>
      reads === 'since-heads' && kept !== undefined
        ? continueActionChain(trx, organization, kept)
        : readActionChain(trx, organization, kept),
    )
    isWhole &&= brokenAt === null
    if (brokenAt !== null) say(`BROKEN ${organization} at ${brokenAt}`)
    else if (head !== null) say(`whole ${organization} ${head.seq} ${head.hash}`)
  }
  return isWhole
}
