import { z } from 'zod'
import { servedPatientSchema, type Patient } from '../../domain/patient/patient'
import { virtualWardPatientSchema } from '../../domain/virtual-ward/virtual-ward'
import type { Page, Settled } from '../../engine/define'

const cardSchema = virtualWardPatientSchema.extend({ __typename: z.literal('VirtualWardPatient') })

/** A patient, and the time of the answer. */
const rowOf = (served: unknown): { readonly row: Patient; readonly asOf: number } => {
  const { asOf, ...row } = servedPatientSchema.parse(served)
  return { row, asOf: Date.parse(asOf) }
}

export const readPatient = (answer: unknown): Page<Patient> => {
  const { row, asOf } = rowOf(z.object({ patient: z.unknown() }).parse(answer).patient)
  return { rows: [row], total: 1, asOf }
}

/** The patient that a command left behind, and among the rows that changed with it their card. */
export const settlePatient = (
  served: unknown,
  also: readonly unknown[] = [],
): Settled<{ readonly id: string }> => {
  const { row, asOf } = rowOf(served)
  const cards = also.flatMap((one) => {
    const card = cardSchema.safeParse(one)
    if (!card.success) return []
    const { __typename: _kind, ...kept } = card.data
    return [{ resource: 'virtualWard', row: kept, asOf }]
  })
  return {
    value: { id: row.id },
    accept: [{ resource: 'patientRecord', row, asOf }, ...cards],
  }
}

/** The patient of the mutation `name`'s answer; readings that show them are asked again. */
export const settleAnswer =
  (name: string) =>
  (answer: unknown): Settled<{ readonly id: string }> => ({
    value: z
      .object({ id: z.string() })
      .parse(z.record(z.string(), z.unknown()).parse(answer)[name]),
  })

const createdSchema = z.object({
  createEWSThresholds: z.object({
    errors: z.array(z.object({ path: z.string(), reason: z.string(), message: z.string() })),
    patient: z.unknown(),
  }),
})

/** The patient with the new thresholds; or the errors, and nothing was saved. */
export const settleThresholds = (
  answer: unknown,
): Settled<{
  readonly errors: readonly { readonly reason: string; readonly message: string }[]
}> => {
  const { errors, patient } = createdSchema.parse(answer).createEWSThresholds
  if (patient == null)
    return { value: { errors: errors.length > 0 ? errors : [{ reason: 'INVALID', message: '' }] } }
  return { value: { errors }, accept: [{ resource: 'patientRecord', ...rowOf(patient) }] }
}
