import { useState } from 'react'
import { z } from 'zod'
import { lookupPatient, type LookupMatch } from '../../data/lookup'
import { readLookup, type LookupCriteria } from '../../domain/patient/lookup'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { dayOf } from '../../domain/time'
import { useCall, useOffline } from '../../engine/react'
import type { AdmissionTexts } from '../../texts/admission'
import { useCommandForm, type AnyCommandForm, type FieldSpec } from '../../ui/form-kit'
import { readNow } from '../../ui/time'
import type { JourneyMatch, JourneyPatient } from './journey-state'
import type { JourneyStore } from './use-kept-journey'

const untouched = { nhsNumber: '', birthDate: '', firstName: '', lastName: '' }
export type SearchValues = Readonly<Record<keyof typeof untouched, string>>

const typed = z.object({
  nhsNumber: z.string().nullish(),
  birthDate: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
})

/** Typed values as they are sent, or the fault of each field (O295, O296). */
const criteria: z.ZodType<LookupCriteria, unknown> = typed.transform((given, context) => {
  const read = readLookup(
    { ...given, nhsNumber: given.nhsNumber ?? '', birthDate: given.birthDate ?? '' },
    dayOf(readNow()),
  )
  for (const [field, message] of Object.entries(read.faults))
    context.addIssue({ code: 'custom', path: [field], message })
  return read.criteria
})

/** Whom the journey goes on with, of somebody who was found. */
const patientOfMatch = (
  { firstName, lastName, birthDate, patient }: JourneyMatch,
  searched: string,
): JourneyPatient => ({
  id: patient?.id ?? null,
  firstName,
  lastName,
  birthDate,
  gender: patient?.gender ?? null,
  identifier: patient === null ? searched : (patient.nationalIdentifier?.value ?? null),
  telephone: patient?.telephone ?? null,
  address: patient?.address ?? null,
})

/** The search: identifier and date of birth first; names where there is no scheme, or on demand. */
export const useSearchStep = (
  store: JourneyStore,
  scheme: NationalIdentifier['type'] | null,
  t: AdmissionTexts,
): {
  readonly form: AnyCommandForm
  readonly values: SearchValues
  readonly hasMore: boolean
  readonly showMore: () => void
  readonly tooMany: boolean
} => {
  const [isOpened, setOpened] = useState(false)
  const [tooMany, setTooMany] = useState(false)
  const look = useCall(lookupPatient)
  const offline = useOffline()
  const draft = store.form<SearchValues>('search', untouched)
  const hasNames =
    scheme === null || isOpened || draft.fields.firstName !== '' || draft.fields.lastName !== ''
  const names: readonly FieldSpec<keyof SearchValues>[] = [
    { kind: 'text', name: 'firstName', label: t.fields.firstName, maxLength: 100 },
    { kind: 'text', name: 'lastName', label: t.fields.lastName, maxLength: 100 },
  ]
  const form = useCommandForm<SearchValues, LookupCriteria, { match: LookupMatch | null }>({
    command: { run: look.run, blocked: offline ? 'offline' : null },
    fields: [
      ...(scheme === null
        ? names
        : [
            {
              kind: 'identifier',
              name: 'nhsNumber',
              label: t.schemes[scheme],
              hint: t.search.hint(t.schemes[scheme]),
              scheme,
              autoFocus: true,
            } as const,
          ]),
      {
        kind: 'date',
        name: 'birthDate',
        label: t.fields.birthDate,
        required: true,
        missing: t.search.birthDateRequired,
      },
      ...(scheme !== null && hasNames ? names : []),
    ],
    before: untouched,
    schema: criteria,
    draft,
    asksToLeave: false,
    onDone: (found) => {
      setTooMany(false)
      const match = found?.match ?? null
      store.setState({
        match,
        patient:
          match === null
            ? null
            : patientOfMatch(match, form.values.nhsNumber.replaceAll(/\s/g, '')),
      })
    },
    onRefused: ({ code }) => {
      const isTooMany = code === 'conflict:lookup-too-many'
      setTooMany(isTooMany)
      if (isTooMany || code === 'conflict:lookup-no-field') setOpened(true)
      return isTooMany
    },
  })
  return {
    form,
    values: form.values,
    hasMore: scheme !== null && !hasNames,
    showMore: () => setOpened(true),
    tooMany,
  }
}
