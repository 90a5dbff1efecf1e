import { z } from 'zod'
import { servedPatientSchema, type Patient } from '../../domain/patient/patient'
import { virtualWardPatientSchema } from '../../domain/virtual-ward/virtual-ward'
import type { ChangedRow, Settled } from '../../engine/define'

const cardSchema = virtualWardPatientSchema.extend({ __typename: z.literal('VirtualWardPatient') })

/** A patient, and the time of the answer. */
const rowOf = (served: unknown): { readonly row: Patient; readonly asOf: number } => {
  const { asOf, ...row } = servedPatientSchema.parse(served)
  return { row, asOf: Date.parse(asOf) }
}

/** The patient that a mutation left behind. */
export const settleLeft = (served: unknown): Settled<{ readonly id: string }> => {
  const { row, asOf } = rowOf(served)
  return { value: { id: row.id }, accept: [{ resource: 'patientRecord', row, asOf }] }
}

/** The patient that a command left behind, and their card among the rows that changed with it. */
export const settlePatient = (served: unknown, also: readonly unknown[]): readonly ChangedRow[] => {
  const { row, asOf } = rowOf(served)
  const cards = also.flatMap((one) => {
    const card = cardSchema.safeParse(one)
    if (!card.success) return []
    const { __typename: _kind, ...kept } = card.data
    return [{ resource: 'virtualWard', row: kept, asOf }]
  })
  return [{ resource: 'patientRecord', row, asOf }, ...cards]
}

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
