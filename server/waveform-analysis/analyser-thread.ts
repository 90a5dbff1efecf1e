import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { ownAnalyser } from './analyser'

/* Our analyser on its own thread: a slot takes up to a quarter of a second. */

const orderSchema = z.object({
  id: z.number(),
  slotStart: z.number(),
  runs: z.array(
    z.object({ startedAt: z.number(), frequency: z.number(), samples: z.instanceof(Float32Array) }),
  ),
})

parentPort?.on('message', (message: unknown) => {
  const { id, runs, slotStart } = orderSchema.parse(message)
  ownAnalyser.analyse(runs, slotStart).then(
    (events) => parentPort?.postMessage({ id, events }),
    (error: unknown) =>
      parentPort?.postMessage({
        id,
        failure: error instanceof Error ? error.message : String(error),
      }),
  )
})
