import { z } from 'zod'
import { monitoringChunkSchema, type MonitoringChunk } from '../../domain/monitoring/chunk'
import type { Page, Settled } from '../../engine/define'
import { settleLeft } from '../patient'

const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())
const answerSchema = z.object({
  monitoringChunks: z.object({ chunks: z.array(monitoringChunkSchema), asOf: instant }),
})

export const readMonitoringChunks = (answer: unknown): Page<MonitoringChunk> => {
  const { chunks, asOf } = answerSchema.parse(answer).monitoringChunks
  return { rows: chunks, total: null, asOf }
}

/** The patient as the named mutation left them. */
export const readLeftPatient =
  (name: string) =>
  (answer: unknown): Settled<{ readonly id: string }> =>
    settleLeft(z.record(z.string(), z.unknown()).parse(answer)[name])
