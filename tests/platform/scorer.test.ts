import { afterEach, expect, test, vi } from 'vitest'
import { columnsOf, createScoring, type EwsScheme, type ScoredColumns } from '../../src/domain/ews'
import { openScorer } from '../../src/platform/compute/scorer'

const scheme: EwsScheme = { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }
const held: ScoredColumns = {
  columns: columnsOf(
    Array.from({ length: 14 }, (_none, at) => ({
      respiratoryRate: 8 + at,
      spO2: 97,
      onOxygen: false,
      systolic: 120,
      pulse: 60 + 10 * at,
      consciousness: 'A' as const,
      temperature: 37,
    })),
  ),
  stored: new Uint8Array(14),
}

/** The worker's own code on this thread, over the channel that a real one has. */
class NearWorker {
  static last: NearWorker | null = null
  isEnded = false
  readonly channel = new MessageChannel()
  readonly #errors = new Set<() => void>()
  constructor() {
    NearWorker.last = this
  }
  postMessage(message: unknown, given: Transferable[] = []): void {
    this.channel.port1.postMessage(message, given)
  }
  addEventListener(type: string, listener: () => void): void {
    if (type === 'error') this.#errors.add(listener)
    else if (type === 'message') {
      this.channel.port1.addEventListener(type, listener)
      this.channel.port1.start()
    }
  }
  removeEventListener(type: string, listener: () => void): void {
    this.channel.port1.removeEventListener(type, listener)
  }
  die(): void {
    for (const error of this.#errors) error()
  }
  terminate(): void {
    this.isEnded = true
    this.channel.port1.close()
    this.channel.port2.close()
  }
}
/** Opens a scorer; `answers`: how many buffers each answer of its worker was given over with. */
const opened = async (lost = () => undefined) => {
  vi.stubGlobal('Worker', NearWorker)
  const scorer = await openScorer(lost)
  const worker = NearWorker.last as NearWorker
  const { port2 } = worker.channel
  const answers: number[] = []
  vi.stubGlobal('addEventListener', port2.addEventListener.bind(port2))
  vi.stubGlobal('postMessage', (message: unknown, given: Transferable[]) => {
    answers.push(given.length)
    port2.postMessage(message, given)
  })
  vi.resetModules()
  await import('../../workers/score.worker')
  port2.start()
  return { scorer, worker, answers }
}

afterEach(() => {
  NearWorker.last?.terminate()
  vi.unstubAllGlobals()
})

test('the worker answers what the page would work out, in arrays that are given over, and keeps what it scores with', async () => {
  const { scorer, answers } = await opened()
  scorer.hold(held)
  // The page has its own still: it scores by them where the worker is gone.
  expect([held.columns.places.pulse.length, held.stored.length]).toEqual([14, 14])
  const here = createScoring(held)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await scorer.shown(scheme, 4)).toEqual(here.shown(scheme, 4))
    expect(await scorer.all(scheme)).toEqual(here.all(scheme))
  }
  expect(answers).toEqual([0, 1, 6, 1, 6])
})

test('an answer that is none is refused, and so is a question about check-ups that it was not given', async () => {
  const { scorer, worker } = await opened()
  await expect(scorer.shown(scheme, 0)).rejects.toThrow('No check-ups are held')
  const { port2 } = worker.channel
  vi.stubGlobal('postMessage', (message: { readonly id: string }) =>
    port2.postMessage({ id: message.id, type: 'RAW', value: { totals: [1, 2, 3] } }),
  )
  scorer.hold(held)
  await expect(scorer.shown(scheme, 0)).rejects.toThrow()
})

test('a worker that dies is told, and not after it was closed; without workers there is none', async () => {
  const lost = vi.fn(() => undefined)
  const { scorer, worker } = await opened(lost)
  worker.die()
  expect(lost).toHaveBeenCalledOnce()
  scorer.close()
  worker.die()
  expect([lost.mock.calls.length, worker.isEnded]).toEqual([1, true])
  vi.stubGlobal('Worker', undefined)
  await expect(openScorer(lost)).rejects.toThrow()
})
