import type { Runtime } from '../engine/define'
import { createEngine } from '../engine/runtime'
import type { RuntimeOptions } from '../engine/runtime-options'
import { catalogue } from './catalogue'
import { createLazyWaveforms } from './lazy-waveforms'
import { provideWaveforms } from './waveform/use-waveforms'

/**
 * The engine with the portal's entities. In src/app/boot, once per page:
 *
 *     const runtime = createRuntime({ config: { origin: location.origin, basePath: '/Prod' }, auth:
 *     createAuth(…) })
 *     void runtime.start()   // reads the local session record; waits for no network
 *     root.render(<DataProvider runtime={runtime}><App /></DataProvider>)
 */
export const createRuntime = (options: Omit<RuntimeOptions, 'catalogue'>): Runtime => {
  const { runtime, access } = createEngine({ ...options, catalogue })
  provideWaveforms(runtime, createLazyWaveforms(access))
  return runtime
}
