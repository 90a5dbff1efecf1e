import type { ActionHead } from './action-log'
import { sql } from 'kysely'
import { continueActionChain, readActionChain } from './action-log'
import type { Database } from './database'
import { changedRows } from './sealed-rows'

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
 * Checks the chain of every organisation with an action log, or in `heads`, and the rows of other
 * tables that its entries hold. Prints `whole ORGANISATION ENTRIES HASH`, `BROKEN ORGANISATION at
 * ENTRY` or `CHANGED ORGANISATION TABLE …` for what is not as an entry says.
 * @param nowMs epoch milliseconds
 * @param reads `since-heads`: only what was written after them, and whether they are still there
 * @returns whether all are whole
 */
export const checkActionLog = async (
  database: Database,
  heads: ReadonlyMap<string, ActionHead>,
  say: (line: string) => void,
  nowMs: number,
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
    const from = reads === 'since-heads' ? kept : undefined
    const { brokenAt, head, changed } = await database.asSystem(async (trx) => {
      // What is written meanwhile is in the log and in its table, or in neither.
      await sql`set transaction isolation level repeatable read`.execute(trx)
      const chain =
        from === undefined
          ? await readActionChain(trx, organization, kept)
          : await continueActionChain(trx, organization, from)
      return {
        ...chain,
        changed:
          chain.brokenAt === null
            ? await changedRows(trx, organization, from?.seq ?? 0, nowMs)
            : [],
      }
    })
    isWhole &&= brokenAt === null && changed.length === 0
    if (brokenAt !== null) say(`BROKEN ${organization} at ${brokenAt}`)
    else if (head !== null) say(`whole ${organization} ${head.seq} ${head.hash}`)
    for (const what of changed) say(`CHANGED ${organization} ${what}`)
  }
  return isWhole
}
