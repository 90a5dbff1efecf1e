import { z } from 'zod'
import { monitoringChunkSchema, type MonitoringChunk } from '../../domain/monitoring/chunk'
import { patientSchema } from '../../domain/patient/patient'
import type { Page, Settled } from '../../engine/define'

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

const servedSchema = patientSchema.extend({ asOf: instant })

/** The patient as the named mutation left them. */
export const readLeftPatient =
  (name: string) =>
  (answer: unknown): Settled<{ readonly id: string }> => {
    const { asOf, ...patient } = servedSchema.parse(
      z.record(z.string(), z.unknown()).parse(answer)[name],
    )
    return {
      value: { id: patient.id },
      accept: [{ resource: 'patientRecord', row: patient, asOf }],
    }
  }
