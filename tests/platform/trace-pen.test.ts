import { expose } from 'comlink'
import { afterEach, expect, test, vi } from 'vitest'
import { openTracePen } from '../../src/platform/compute/trace-pen'

/** A worker on this thread, over the channel that a real one has; it dies when it is told to. */
class NearWorker {
  static readonly all: NearWorker[] = []
  static starts: 'well' | 'badly' = 'well'
  readonly attached: unknown[] = []
  isEnded = false
  readonly #channel = new MessageChannel()
  readonly #errors = new Set<() => void>()
  constructor() {
    NearWorker.all.push(this)
    const { attached } = this
    if (NearWorker.starts === 'well')
      expose(
        {
          isHere: () => true,
          attach: (canvas: unknown) => {
            attached.push(canvas)
          },
          valueAt: (instant: number) => instant / 1000,
        },
        this.#channel.port2,
      )
    else queueMicrotask(() => this.die())
  }
  die(): void {
    for (const error of this.#errors) error()
  }
  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer)
  }
  addEventListener(type: string, listener: () => void): void {
    if (type === 'error') this.#errors.add(listener)
    else if (type === 'message') {
      this.#channel.port1.addEventListener(type, listener)
      this.#channel.port1.start()
    }
  }
  removeEventListener(type: string, listener: () => void): void {
    this.#channel.port1.removeEventListener(type, listener)
  }
  terminate(): void {
    this.isEnded = true
    this.#channel.port1.close()
    this.#channel.port2.close()
  }
}
const given = vi.fn(() => new ArrayBuffer(8))
const canvas = () =>
  ({ transferControlToOffscreen: given, getContext: () => null }) as unknown as HTMLCanvasElement
const canvases = () => ({ paper: canvas(), times: canvas() })
const stand = (starts: 'well' | 'badly') => {
  NearWorker.starts = starts
  vi.stubGlobal('Worker', NearWorker)
  vi.stubGlobal('OffscreenCanvas', Object)
}

afterEach(() => {
  for (const worker of NearWorker.all.splice(0)) worker.terminate()
  vi.unstubAllGlobals()
  given.mockClear()
})

test('a worker that dies is told once to whoever opened the pen, and not after the pen was closed', async () => {
  stand('well')
  const lost = vi.fn()
  const pen = await openTracePen(canvases(), lost)
  const [worker] = NearWorker.all
  expect([pen.at, worker?.attached.length, await pen.valueAt(5000)]).toEqual(['worker', 1, 5])
  expect(lost).not.toHaveBeenCalled()
  worker?.die()
  expect(lost).toHaveBeenCalledOnce()
  pen.close()
  worker?.die()
  expect([lost.mock.calls.length, worker?.isEnded]).toEqual([1, true])
})

test('without workers, when the worker does not start, or when the page is asked to, the page draws on its own canvas', async () => {
  stand('badly')
  expect((await openTracePen(canvases(), () => undefined)).at).toBe('page')
  expect([NearWorker.all[0]?.isEnded, given.mock.calls.length]).toEqual([true, 0])
  stand('well')
  expect((await openTracePen(canvases(), () => undefined, true)).at).toBe('page')
  expect(NearWorker.all).toHaveLength(1)
  vi.stubGlobal('OffscreenCanvas', undefined)
  expect((await openTracePen(canvases(), () => undefined)).at).toBe('page')
  expect(NearWorker.all).toHaveLength(1)
})
