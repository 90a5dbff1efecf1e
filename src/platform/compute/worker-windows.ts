import type { LoadOutcome } from '../../domain/ecg/pen'
import type { WindowAnswer, WindowMessage } from '../../../workers/trace.worker'
import type { WindowReader } from './held-windows'

interface Asked {
  resolve(outcome: LoadOutcome | null): void
  reject(fault: Error): void
}

/**
 * Reads windows in a worker by one numbered message each way: a proxy call would be slower. Bytes
 * are copied, for the next pen. Rejects where the worker could not read at all.
 */
export const windowsOf = (
  worker: Pick<Worker, 'postMessage' | 'addEventListener'>,
): WindowReader => {
  const asked = new Map<number, Asked>()
  let last = 0
  worker.addEventListener('message', (event: Event) => {
    // Other answers, of calls through proxies, have no number.
    const { to, outcome } = (event as MessageEvent<Partial<WindowAnswer>>).data
    const waiting = to === undefined ? undefined : asked.get(to)
    if (to === undefined || waiting === undefined) return
    asked.delete(to)
    if (outcome === undefined) waiting.reject(new Error('The window could not be read'))
    else waiting.resolve(outcome)
  })
  const tell = (message: WindowMessage): void => worker.postMessage(message)
  const ask = (make: (number: number) => WindowMessage): Promise<LoadOutcome | null> =>
    new Promise((resolve, reject) => {
      asked.set((last += 1), { resolve, reject })
      tell(make(last))
    })
  const whole = async (answer: Promise<LoadOutcome | null>): Promise<LoadOutcome> => {
    const outcome = await answer
    if (outcome === null) throw new Error('The window could not be read')
    return outcome
  }
  return {
    load: (key, form, read) => whole(ask((number) => ({ number, what: 'load', key, form, read }))),
    prepare: (key, form, read) =>
      whole(ask((number) => ({ number, what: 'prepare', key, form, read }))),
    put: (key) => ask((number) => ({ number, what: 'put', key })),
    letGo: (key) => tell({ number: 0, what: 'letGo', key }),
  }
}
