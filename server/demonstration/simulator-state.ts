import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What the simulator remembers. If it is lost, all is sent again and stored once. */
const stateSchema = z.object({
  /** When the simulated world was switched on (unix ms). */
  anchor: z.number(),
  /** Days of history, counted back from the anchor, that the server has confirmed. */
  confirmedDays: z.array(z.number().int()),
  /** Everything due before this instant was confirmed (unix ms). */
  upTo: z.number(),
  /** The alerts raised up to this instant were answered by the staff; null: none yet (unix ms). */
  answeredUpTo: z.number().nullable().default(null),
})
export type SimulatorState = z.infer<typeof stateSchema>

/** Of a world that is switched on now. */
export const freshState = (nowMs: number): SimulatorState => ({
  anchor: nowMs,
  confirmedDays: [],
  upTo: nowMs,
  answeredUpTo: null,
})

/** The state in a directory, or a new one that starts at `nowMs`. */
export const readState = (directory: string, nowMs: number): SimulatorState => {
  const fresh = freshState(nowMs)
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(directory, 'simulator.json'), 'utf8')))
  } catch {
    return fresh
  }
}

/** Writes the state, whole or not at all. */
export const writeState = (directory: string, state: SimulatorState): void => {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'simulator.json')
  writeFileSync(`${path}.new`, JSON.stringify(state))
  renameSync(`${path}.new`, path)
}
