import type { OpenScorer } from '../../domain/ews'
import type { Runtime } from '../../engine/define'
import { useRuntime } from '../../engine/react'

const provided = new WeakMap<Runtime, OpenScorer>()

/** Gives a runtime its worker for scores: src/data/runtime.ts, and tests. */
export const provideScorer = (runtime: Runtime, open: OpenScorer): void => {
  provided.set(runtime, open)
}

/** Starts a worker that scores; null: this runtime has none. */
export const useScorer = (): OpenScorer | null => provided.get(useRuntime()) ?? null
