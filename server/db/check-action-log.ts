import type { ActionHead, ReadChain } from './action-log'
import { sql } from 'kysely'
import { continueActionChain, readActionChain } from './action-log'
import type { Database } from './database'
import { changedRows } from './sealed-rows'

const markLine = /^(?:whole|earlier) +(\S+) +(\d+) +([0-9a-f]{64})$/

/** Entries of chains that were found whole, by organisation, each in the order of their places. */
export type Marks = ReadonlyMap<string, readonly ActionHead[]>

/**
 * The entries that an earlier check printed: the end of each chain, and ends of before (`earlier`).
 * @throws for a line that is none
 */
export const readMarks = (printed: string): Marks => {
  const marks = new Map<string, ActionHead[]>()
  for (const line of printed.split('\n')) {
    if (line.trim() === '') continue
    const [, organization, seq, hash] = markLine.exec(line.trim()) ?? []
    if (organization === undefined || hash === undefined)
      throw new Error(`Not a line of a whole action log: ${line}`)
    marks.set(organization, [...(marks.get(organization) ?? []), { seq: Number(seq), hash }])
  }
  for (const of of marks.values()) of.sort((a, b) => a.seq - b.seq)
  return marks
}

/** How a chain that is not whole is told: by the entry, or between which ones it was changed. */
const brokenLine = (organization: string, { brokenAt, wholeUpTo }: ReadChain): string =>
  brokenAt === wholeUpTo + 1
    ? `BROKEN ${organization} at ${brokenAt}`
    : `BROKEN ${organization} between ${wholeUpTo + 1} and ${brokenAt}`

/**
 * Checks the chain of every organisation with an action log, or in `marks`, and the rows of other
 * tables that its entries hold. Prints `whole ORGANISATION ENTRIES HASH`, `BROKEN ORGANISATION at
 * ENTRY` (`between A and B`: it was written anew from one of these on) or `CHANGED ORGANISATION TABLE …` for what is not as an entry says.
 * @param nowMs epoch milliseconds
 * @param reads `since-heads`: only what was written after them, and whether they are still there; where one is not, all
 * @returns whether all are whole
 */
export const checkActionLog = async (
  database: Database,
  marks: Marks,
  say: (line: string) => void,
  nowMs: number,
  reads: 'all' | 'since-heads' = 'all',
): Promise<boolean> => {
  const rows = await database.asSystem((trx) =>
    trx.selectFrom('action_log').select('organization_id').distinct().execute(),
  )
  const organizations = new Set([
    ...rows.map(({ organization_id }) => organization_id),
    ...marks.keys(),
  ])
  let isWhole = true
  for (const organization of [...organizations].toSorted()) {
    const kept = marks.get(organization) ?? []
    const from = reads === 'since-heads' ? kept.at(-1) : undefined
    const { chain, changed } = await database.asSystem(async (trx) => {
      // What is written meanwhile is in the log and in its table, or in neither.
      await sql`set transaction isolation level repeatable read`.execute(trx)
      const since = from === undefined ? null : await continueActionChain(trx, organization, from)
      const chain =
        since === null || since.brokenAt === from?.seq
          ? await readActionChain(trx, organization, kept)
          : since
      return {
        chain,
        changed:
          chain.brokenAt === null
            ? await changedRows(trx, organization, from?.seq ?? 0, nowMs)
            : [],
      }
    })
    isWhole &&= chain.brokenAt === null && changed.length === 0
    if (chain.brokenAt !== null) say(brokenLine(organization, chain))
    else if (chain.head !== null) say(`whole ${organization} ${chain.head.seq} ${chain.head.hash}`)
    for (const what of changed) say(`CHANGED ${organization} ${what}`)
  }
  return isWhole
}
