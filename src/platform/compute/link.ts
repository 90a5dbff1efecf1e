import { proxy, releaseProxy, wrap, type Remote } from 'comlink'

/** Work over a worker's `api`; `back` makes a function that the worker may call, and must await. */
export type Use<Api, Value> = (api: Remote<Api>, back: typeof proxy) => Promise<Value>

/** A worker that runs. */
export interface Link<Api> {
  use<Value>(use: Use<Api, Value>): Promise<Value>
  end(): void
}

/** Starts this page's worker. `died`: it could not be fetched, or threw outside of work. */
export const startLink = <Api>(died: () => void): Link<Api> => {
  const worker = new Worker(new URL('../../../workers/compute.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lamplight-compute',
  })
  const api = wrap<Api>(worker)
  worker.addEventListener('error', died)
  worker.addEventListener('messageerror', died)
  return {
    use: (use) => use(api, proxy),
    end: () => {
      api[releaseProxy]()
      worker.terminate()
    },
  }
}
