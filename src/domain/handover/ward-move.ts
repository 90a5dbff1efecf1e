import { z } from 'zod'
import { namedReferenceSchema } from '../organization/organization'
import type { Patient } from '../patient/patient'

/** A patient who was moved from one ward to another, or discharged. */
export const wardMoveSchema = z.object({
  patientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  from: namedReferenceSchema,
  /** Null: not for this user to know. */
  to: namedReferenceSchema.nullable(),
  isDischarge: z.boolean(),
  at: z.string(),
})
export type WardMove = z.infer<typeof wardMoveSchema>

/** Every move of a patient between wards that the record tells, oldest first. */
export const movesOf = ({
  id: patientId,
  firstName,
  lastName,
  admissionEvents,
}: Pick<Patient, 'id' | 'firstName' | 'lastName' | 'admissionEvents'>): readonly WardMove[] => {
  const onWard = admissionEvents
    .filter(({ type }) => type === 'Admission' || type === 'WardTransfer')
    .toSorted(
      (a, b) =>
        Date.parse(a.effectiveAt) - Date.parse(b.effectiveAt) ||
        Date.parse(a.createdAt) - Date.parse(b.createdAt),
    )
  return onWard.flatMap(({ type, admissionId, ward, effectiveAt }, at) => {
    const from = onWard.slice(0, at).findLast((one) => one.admissionId === admissionId)?.ward
    return type !== 'WardTransfer' || from == null || ward === null || from.id === ward.id
      ? []
      : [{ patientId, firstName, lastName, from, to: ward, isDischarge: false, at: effectiveAt }]
  })
}
