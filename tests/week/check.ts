import { iso } from './world'

/** One property of the play, judged by what everybody wrote down. */
export interface Check {
  readonly name: string
  /** Of how many things it was judged. */
  judged: number
  /** What is not as it must be, with the lines of the ledger that say so. */
  readonly failures: string[]
}

/** A check that has judged nothing yet. */
export const newCheck = (name: string): Check => ({ name, judged: 0, failures: [] })

/** An instant in a line of a ledger. */
export const say = (ms: number): string => iso(ms).slice(5, 19)
