import type { Runtime } from '../../engine/define'
import { useRuntime } from '../../engine/react'
import type { Waveforms } from './waveforms'

const provided = new WeakMap<Runtime, Waveforms>()

/** Gives a runtime its waveforms: src/data/runtime.ts, and tests with a runtime of their own. */
export const provideWaveforms = (runtime: Runtime, waveforms: Waveforms): void => {
  provided.set(runtime, waveforms)
}

/** Windows of waveforms, and pens to draw them. Throws where the runtime was given none. */
export const useWaveforms = (): Waveforms => {
  const waveforms = provided.get(useRuntime())
  if (waveforms === undefined) throw new Error('This runtime has no waveforms')
  return waveforms
}
