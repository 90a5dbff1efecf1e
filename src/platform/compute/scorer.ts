import { releaseProxy, transfer, wrap } from 'comlink'
import { z } from 'zod'
import type { OpenScorer, ScoredColumns } from '../../domain/ews'
import type { ScoreWorker } from '../../../workers/score.worker'

const bytes = z.instanceof(Uint8Array<ArrayBuffer>)
const columnScores = z.object({
  parameters: z.object({
    respiratoryRate: bytes,
    spO2: bytes,
    bloodPressure: bytes,
    pulse: bytes,
    temperature: bytes,
  }),
  totals: bytes,
})
const count = z.int()
const shownScores = columnScores.extend({
  changed: z.object({ all: count, loaded: count, last: count, ofLast: count }),
})

/** The worker's own: the page keeps its columns, to score by itself where there is no worker. */
const copyOf = ({ columns, stored }: ScoredColumns) => ({
  columns: {
    count: columns.count,
    places: {
      respiratoryRate: columns.places.respiratoryRate.slice(),
      spO2: columns.places.spO2.slice(),
      bloodPressure: columns.places.bloodPressure.slice(),
      pulse: columns.places.pulse.slice(),
      temperature: columns.places.temperature.slice(),
    },
    rest: columns.rest.slice(),
    hasRest: columns.hasRest.slice(),
  },
  stored: stored.slice(),
})

/** Scores in `workers/score.worker.ts`, which starts now and ends with `close`. */
export const openScorer: OpenScorer = async (lost) => {
  const worker = new Worker(new URL('../../../workers/score.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lamplight-score',
  })
  const api = wrap<ScoreWorker>(worker)
  let isClosed = false
  const died = (): void => {
    if (!isClosed) lost()
  }
  worker.addEventListener('error', died)
  worker.addEventListener('messageerror', died)
  return {
    hold: (columns) => {
      const copy = copyOf(columns)
      const { places, rest, hasRest } = copy.columns
      const buffers = [...Object.values(places), rest, hasRest, copy.stored].map(
        ({ buffer }) => buffer,
      )
      api.hold(transfer(copy, buffers)).catch(died)
    },
    shown: async (scheme, from) => shownScores.parse(await api.shown(scheme, from)),
    all: async (scheme) => columnScores.parse(await api.all(scheme)),
    close: () => {
      isClosed = true
      api[releaseProxy]()
      worker.terminate()
    },
  }
}
