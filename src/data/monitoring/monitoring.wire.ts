import { z } from 'zod'
import { monitoringChunkSchema, type MonitoringChunk } from '../../domain/monitoring/chunk'
import type { Page } from '../kit'

const instant = z.string().transform((text) => Date.parse(text)).pipe(z.number())
const answerSchema = z.object({ monitoringChunks: z.object({ chunks: z.array(monitoringChunkSchema), asOf: instant }) })

export const readMonitoringChunks = (answer: unknown): Page<MonitoringChunk> => {
  const { chunks, asOf } = answerSchema.parse(answer).monitoringChunks
  return { rows: chunks, total: null, asOf }
}
