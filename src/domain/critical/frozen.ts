import { z } from 'zod'
import type { Edition } from '../organization/organization'
import { allergySchema } from './allergies'
import { criticalInformationSchema, isMasked, knownField, type CriticalField } from './information'
import { allergiesValue, criticalWords, reviewedWords, type CriticalPatient } from './words'

/** What everybody must know as a document keeps it. */
export const frozenCriticalSchema = z.object({
  allergies: z.array(allergySchema),
  criticalInformation: z.array(criticalInformationSchema),
  othersFrom: z.string().nullable(),
})
export type FrozenCritical = z.infer<typeof frozenCriticalSchema>

/** For a document: what is hidden on the screen is on no paper. */
export const frozenCritical = (known: unknown): FrozenCritical => {
  const { allergies, criticalInformation, othersFrom } = frozenCriticalSchema.parse(known)
  return {
    allergies,
    criticalInformation: criticalInformation.filter(({ field }) => !isMasked(field)),
    othersFrom,
  }
}

/** The facts of a document: always allergies, resuscitation status and conditions, and others that are known. */
export const frozenFacts = (
  frozen: FrozenCritical,
  conditions: readonly string[],
  atMs: number,
  edition: Edition,
  zone: string,
): readonly { readonly label: string; readonly value: string }[] => {
  const patient: CriticalPatient = { ...frozen, preExistingConditions: conditions }
  const t = criticalWords(edition)
  const told: readonly CriticalField[] = [
    'resuscitation',
    ...(['escalation', 'interpreter'] as const).filter(
      (field) => knownField(patient, field).kind === 'value',
    ),
    'conditions',
  ]
  return [
    { label: t.allergies, value: allergiesValue(patient, edition, zone) },
    ...told.map((field) => ({
      label: t.fields[field],
      value: reviewedWords(patient, field, atMs, edition, zone),
    })),
  ]
}
