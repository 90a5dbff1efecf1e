import type { Runtime } from '../engine/define'
import { createEngine } from '../engine/runtime'
import type { RuntimeOptions } from '../engine/runtime-options'
import { catalogue } from './catalogue'
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
  const runtime = createEngine({
    ...options,
    catalogue: {
      ...catalogue,
      entities: async (access) => {
        const { createWaveforms, entities, openScorer, provideScorer } = await import('./entities')
        provideWaveforms(runtime, createWaveforms(access))
        provideScorer(runtime, openScorer)
        return entities
      },
    },
  })
  return runtime
}
