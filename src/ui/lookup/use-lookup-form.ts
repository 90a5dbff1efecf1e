import { useState } from 'react'
import { z } from 'zod'
import { readLookup, type LookupCriteria, type LookupField } from '../../domain/patient/lookup'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { dayOf } from '../../domain/time'
import { lookupTexts, type LookupTexts } from '../../texts/lookup'
import { useEdition } from '../edition'
import {
  useCommandForm,
  type CommandForm,
  type CommandFormOptions,
  type Doing,
  type FieldSpec,
} from '../form-kit'
import { readNow } from '../time'

/** What is typed into a look-up. */
export type LookupValues = Readonly<Record<LookupField, string>>

const untouched: LookupValues = { nhsNumber: '', birthDate: '', firstName: '', lastName: '' }

/** The fields of a look-up in their order; no identifier where the organisation has no scheme. */
const lookupFields = (
  scheme: NationalIdentifier['type'] | null,
  t: LookupTexts,
): readonly FieldSpec<LookupField>[] => [
  ...(scheme === null
    ? []
    : [
        {
          kind: 'identifier',
          name: 'nhsNumber',
          label: t.schemes[scheme],
          hint: t.identifierHint(t.schemes[scheme]),
          scheme,
        } as const,
      ]),
  { kind: 'text', name: 'firstName', label: t.firstName, maxLength: 100 },
  { kind: 'text', name: 'lastName', label: t.lastName, maxLength: 100 },
  { kind: 'date', name: 'birthDate', label: t.birthDate },
]

const typedSchema = z.object({
  nhsNumber: z.string().nullable(),
  birthDate: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
})

/** Typed values as they are sent, or the fault of each field (O290 to O294). */
const criteriaUntil = (today: string): z.ZodType<LookupCriteria, unknown> =>
  typedSchema.transform((typed, context): LookupCriteria => {
    const { criteria, faults } = readLookup(
      { ...typed, nhsNumber: typed.nhsNumber ?? '', birthDate: typed.birthDate ?? '' },
      today,
    )
    for (const [field, message] of Object.entries(faults))
      context.addIssue({ code: 'custom', path: [field], message })
    return criteria
  })

/**
 * The form of a look-up: four fields that are checked when they are left (`leave`), and again
 * before anything is sent.
 */
export const useLookupForm = <Value>({
  look,
  scheme,
  onFound,
  onRefused,
}: {
  /** `useCall(lookupPatient)` fits. */
  readonly look: Doing<LookupCriteria, Value>
  /** Null: the organisation has no national identifier. */
  readonly scheme: NationalIdentifier['type'] | null
  readonly onFound: (value: Value) => void
  readonly onRefused?: NonNullable<
    CommandFormOptions<LookupValues, LookupCriteria, Value>['onRefused']
  >
}): CommandForm<LookupValues> => {
  const t = lookupTexts(useEdition())
  const [today] = useState(() => dayOf(readNow()))
  return useCommandForm<LookupValues, LookupCriteria, Value>({
    command: look,
    fields: lookupFields(scheme, t),
    before: untouched,
    schema: criteriaUntil(today),
    // What is looked for is known to whoever typed it.
    asksToLeave: false,
    onDone: (value) => {
      if (value !== null) onFound(value)
    },
    ...(onRefused === undefined ? {} : { onRefused }),
  })
}
