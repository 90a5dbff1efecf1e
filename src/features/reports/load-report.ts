import type { ReportAsked, ReportPart } from '../../data/report'
import { noReport, reportLists, type Report, type ReportList } from '../../domain/report/device'
import type { Problem } from '../../domain/problem'
import type { CallResult } from '../../engine/define'

/** The period that is asked for; the lists of it are asked for apart. */
export type ReportBase = Omit<ReportAsked, ReportList>

/** What is to be there. */
export interface Wanted {
  /** Null: nothing. */
  readonly base: ReportBase | null
  readonly lists: readonly ReportList[]
  /** Another one: the same period is asked for anew, since what is told of it may have changed. */
  readonly madeAt?: number
  /** False: nothing is asked, and what was loaded stays. */
  readonly isOn: boolean
}

/** What the server answered so far. */
export interface Loaded {
  /** The lists that are whole, and of one version of the record. */
  readonly lists: Partial<Report>
  /** When the first of their parts was answered, epoch milliseconds. */
  readonly asOf: number | null
  /** `changing`: the record changes more often than it can be loaded. */
  readonly problem: Problem | 'changing' | null
  readonly progress: { readonly done: number; readonly of: number } | null
}

/** Lists that are asked for together, and how far their parts have come. */
interface Round {
  readonly lists: readonly ReportList[]
  readonly after: string | null
  readonly rows: Report
}

const nothing: Loaded = { lists: {}, asOf: null, problem: null, progress: null }

/** A record that changes more often than this while it is loaded is not asked for again by itself. */
const mostRestarts = 3

const joined = (rows: Report, part: ReportPart): Report => ({
  aggregates: [...rows.aggregates, ...part.aggregates],
  softSigns: [...rows.softSigns, ...part.softSigns],
  checkups: [...rows.checkups, ...part.checkups],
  notes: [...rows.notes, ...part.notes],
  alerts: [...rows.alerts, ...part.alerts],
  wardAdmissions: [...rows.wardAdmissions, ...part.wardAdmissions],
})

const picked = (rows: Report, lists: readonly ReportList[]): Partial<Report> =>
  Object.fromEntries(lists.map((list) => [list, rows[list]]))

const periodOf = (base: ReportBase | null): string =>
  base === null ? '' : JSON.stringify({ ...base, aggregateIntervalHours: 0 })

/**
 * Loads a report part after part. A part that failed is asked for again from where it stopped; a list
 * that is loaded is not asked for again. Parts of two versions of the record are no report: then it
 * begins again.
 */
export const createReportLoader = (
  ask: (input: ReportAsked & { readonly after: string | null }) => Promise<CallResult<ReportPart>>,
) => {
  let wanted: Wanted = { base: null, lists: [], isOn: false }
  let loaded = nothing
  let round: Round | null = null
  let version: string | null = null
  let restarts = 0
  // Answers to an earlier question are left.
  let turn = 0
  let isAsking = false
  const listeners = new Set<() => void>()
  const tell = (next: Loaded): void => {
    loaded = next
    for (const listener of listeners) listener()
  }
  const beginAgain = (lists: Partial<Report>): void => {
    turn += 1
    isAsking = false
    round = null
    tell({ ...nothing, lists, asOf: Object.keys(lists).length === 0 ? null : loaded.asOf })
  }
  const missing = (): readonly ReportList[] =>
    wanted.base === null ? [] : wanted.lists.filter((list) => loaded.lists[list] === undefined)

  const take = (part: ReportPart, of: Round): void => {
    if (version !== null && part.version !== version) {
      version = null
      restarts += 1
      beginAgain({})
      if (restarts > mostRestarts) tell({ ...loaded, problem: 'changing' })
      return
    }
    version = part.version
    const rows = joined(of.rows, part)
    const isWhole = part.next === null
    round = isWhole ? null : { ...of, after: part.next, rows }
    tell({
      lists: isWhole ? { ...loaded.lists, ...picked(rows, of.lists) } : loaded.lists,
      asOf: loaded.asOf ?? Date.parse(part.asOf),
      problem: null,
      progress: { done: rows.checkups.length, of: part.checkupCount },
    })
  }

  const pump = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const own = turn
    for (;;) {
      const lists = round?.lists ?? missing()
      if (wanted.base === null || !wanted.isOn || lists.length === 0 || loaded.problem !== null)
        break
      const of: Round = round ?? { lists, after: null, rows: noReport }
      const toggles = Object.fromEntries(
        reportLists.map((list) => [list, lists.includes(list)]),
      ) as Record<ReportList, boolean>
      const result = await ask({ ...wanted.base, ...toggles, after: of.after })
      if (own !== turn) return
      if (result.kind === 'refused') {
        round = of
        tell({ ...loaded, problem: result.problem })
        break
      }
      take(result.value, of)
      if (own !== turn) {
        void pump()
        return
      }
    }
    isAsking = false
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: (): Loaded => loaded,
    /** Says what is to be there; what is lacking is asked for. */
    want: (next: Wanted): void => {
      const before = wanted
      wanted = next
      if (periodOf(next.base) !== periodOf(before.base) || next.madeAt !== before.madeAt) {
        version = null
        restarts = 0
        beginAgain({})
      } else if (
        next.base?.aggregateIntervalHours !== before.base?.aggregateIntervalHours &&
        (loaded.lists.aggregates !== undefined || round?.lists.includes('aggregates') === true)
      ) {
        const { aggregates: _other, ...rest } = loaded.lists
        beginAgain(rest)
      } else if (next.isOn && !before.isOn && loaded.problem !== null)
        tell({ ...loaded, problem: null })
      void pump()
    },
    /** Asks again for what failed, from where it stopped. */
    retry: (): void => {
      restarts = 0
      tell({ ...loaded, problem: null })
      void pump()
    },
    /** What is under way is left. */
    stop: (): void => {
      turn += 1
      isAsking = false
      round = null
      wanted = { ...wanted, isOn: false }
    },
  }
}
