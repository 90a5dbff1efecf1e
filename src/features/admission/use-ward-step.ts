import { useState } from 'react'
import { z } from 'zod'
import {
  earlierScoring,
  patientFlags,
  type EarlierScoring,
  type PatientFlagState,
} from '../../data/admission'
import { carePathways } from '../../data/pathway'
import { wards } from '../../data/ward'
import { admissionTimeError } from '../../domain/patient/admission-time'
import {
  aYearAfter,
  daysBetween,
  expectedDischargeError,
} from '../../domain/patient/expected-discharge'
import { flagFault } from '../../domain/patient/flag-types'
import type { Edition } from '../../domain/organization/organization'
import { dayOf, parseTypedDate } from '../../domain/time'
import { useAnswer, type Answer } from '../../engine/react'
import type { AdmissionTexts } from '../../texts/admission'
import { useEdition } from '../../ui/edition'
import {
  entityValue,
  instantOf,
  useCommandForm,
  type AnyCommandForm,
  type EntitySearch,
  type FieldSpec,
  type FieldValue,
} from '../../ui/form-kit'
import { readNow } from '../../ui/time'
import type { PendingAdmission } from './journey-state'
import type { JourneyStore } from './use-kept-journey'

const backdated = 'isBackdated'
const scale2Choices = ['KEEP', 'END'] as const
/** The field of a kind of flag. */
export const flagName = (type: string): string => `flag-${type}`

/** Those whose name has the text in it, by name. */
const searchIn =
  (known: readonly { readonly id: string; readonly name: string }[]): EntitySearch =>
  async (text) => ({
    kind: 'done',
    value: known
      .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name }) => ({ id, label: name })),
  })

/** What the server said of a field that it refused, until the field is another. */
export interface Refused {
  readonly value: FieldValue | undefined
  readonly message: string
}
export type RefusedFields = Readonly<Record<string, Refused>>

const orNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

interface Choices {
  readonly wards: Answer<readonly { readonly id: string; readonly name: string }[]>
  readonly carePathways: Answer<readonly { readonly id: string; readonly name: string }[]>
  readonly flags: Answer<readonly PatientFlagState[]>
  readonly scoring: Answer<EarlierScoring | null>
  /** Somebody who is registered elsewhere has no record here yet: what was set is not known. */
  readonly isUnseen: boolean
  readonly knowsScoring: boolean
}

/** Of who is on Scale 2, and of whom it is not known (K16). */
const asksScale2 = ({ scoring, isUnseen }: Choices): boolean =>
  isUnseen || scoring.value?.isOnScale2 === true

interface WardStepOptions {
  readonly store: JourneyStore
  readonly t: AdmissionTexts
  readonly mayAdmit: boolean
  readonly asksKit: boolean
  readonly asksDischarge: boolean
}

/** The days of the organisation, wherever the device is, and how they are typed. */
interface Days {
  readonly today: string
  readonly edition: Edition
}

const fieldsOf = (
  { store, t, asksKit, asksDischarge }: WardStepOptions,
  choices: Choices,
  values: Readonly<Record<string, FieldValue>>,
  { today, edition }: Days,
): readonly FieldSpec[] => {
  const must = { required: true, missing: t.required } as const
  const { patient } = store.kept.state
  // As soon as it is typed: a line that came when the field is left would move what is pressed.
  const discharge = parseTypedDate(String(values['expectedDischargeDate'] ?? ''), edition)
  const admittedMs = instantOf(String(values['admittedAt'] ?? ''), edition)
  const from = admittedMs === null ? today : dayOf(admittedMs)
  return [
    {
      kind: 'entity',
      name: 'ward',
      label: t.fields.ward,
      search: searchIn(choices.wards.value ?? []),
      noneFound: t.ward.noWards,
      ...must,
    },
    {
      kind: 'entity',
      name: 'carePathway',
      label: t.fields.carePathway,
      search: searchIn(choices.carePathways.value ?? []),
      noneFound: t.ward.noPathways,
      ...must,
    },
    { kind: 'switch', name: backdated, label: t.ward.isBackdated },
    {
      kind: 'dateTime',
      name: 'admittedAt',
      label: t.ward.admittedAt,
      disabled: values[backdated] !== true,
    },
    ...(asksDischarge
      ? [
          {
            kind: 'date',
            name: 'expectedDischargeDate',
            label: t.ward.discharge,
            min: today,
            max: aYearAfter(today),
            ...(discharge !== null && discharge >= from
              ? { hint: t.ward.stay(daysBetween(from, discharge)) }
              : {}),
          } as const,
        ]
      : []),
    ...(asksKit
      ? [
          {
            kind: 'select',
            name: 'isSelfCare',
            label: t.ward.kit,
            options: [
              { value: 'yes', label: t.ward.kits.yes },
              { value: 'no', label: t.ward.kits.no },
            ],
            ...must,
          } as const,
        ]
      : []),
    ...(asksScale2(choices)
      ? [
          {
            kind: 'select',
            name: 'scale2',
            label: t.scoring.label,
            ...(choices.isUnseen ? { hint: t.scoring.unseen.hint } : {}),
            options: scale2Choices.map((value) => ({
              value,
              label: (choices.isUnseen ? t.scoring.unseen : t.scoring).choices[value],
            })),
            ...must,
          } as const,
        ]
      : []),
    ...(choices.flags.value ?? []).map(({ type, title, description }) => {
      const fault = patient === null ? null : flagFault(type, patient, readNow())
      return {
        kind: 'switch',
        name: flagName(type),
        label: title,
        hint: fault ?? description,
        // One that is set can be ended.
        disabled: fault !== null && values[flagName(type)] !== true,
      } as const
    }),
  ]
}

const read = z.record(z.string(), z.unknown())

/** What was chosen, or the fault of each field (O306, O307, O310, O311). */
const admissionOf = (
  values: Readonly<Record<string, FieldValue>>,
  choices: Choices,
  refused: RefusedFields,
  t: AdmissionTexts,
): z.ZodType<PendingAdmission, unknown> =>
  read.transform((given, context): PendingAdmission => {
    const wrong = (field: string, message: string | null): void => {
      if (message !== null) context.addIssue({ code: 'custom', path: [field], message })
    }
    const now = readNow()
    const admittedAt = given[backdated] === true ? orNull(given['admittedAt']) : null
    const discharge = orNull(given['expectedDischargeDate'])
    if (admittedAt !== null) wrong('admittedAt', admissionTimeError(Date.parse(admittedAt), now))
    else if (given[backdated] === true) wrong('admittedAt', t.required)
    if (discharge !== null)
      wrong('expectedDischargeDate', expectedDischargeError(discharge, dayOf(now)))
    for (const [field, { value, message }] of Object.entries(refused))
      if (values[field] === value) wrong(field, message)
    const chosen = (from: Choices['wards'], id: unknown) => ({
      id: orNull(id) ?? '',
      name: from.value?.find((one) => one.id === id)?.name ?? '',
    })
    return {
      ward: chosen(choices.wards, given['ward']),
      carePathway: chosen(choices.carePathways, given['carePathway']),
      isSelfCare: given['isSelfCare'] === 'yes',
      flags: (choices.flags.value ?? []).map(({ type }) => ({
        type,
        active: given[flagName(type)] === true,
      })),
      scale2: asksScale2(choices)
        ? (scale2Choices.find((choice) => choice === given['scale2']) ?? null)
        : null,
      admittedAt,
      expectedDischargeDate: discharge,
    }
  })

/** Ward, pathway, dates, kit and flags of the admission; nothing is sent yet. */
export const useWardStep = (
  options: WardStepOptions,
): {
  readonly form: AnyCommandForm
  readonly choices: Choices
  /** Shows what the server refused of it. */
  readonly refuse: (
    problems: readonly { readonly field: string; readonly message: string }[],
  ) => void
} => {
  const { store, mayAdmit } = options
  const { patient } = store.kept.state
  const edition = useEdition()
  const [today] = useState(() => dayOf(readNow()))
  const [refused, setRefused] = useState<RefusedFields>({})
  const knownId = patient?.id ?? null
  const scoring = useAnswer(
    earlierScoring,
    { patientId: knownId ?? '' },
    { enabled: mayAdmit && knownId !== null },
  )
  const choices: Choices = {
    scoring,
    isUnseen: patient !== null && knownId === null,
    knowsScoring: knownId === null || scoring.at !== null,
    wards: useAnswer(wards, undefined, { enabled: mayAdmit }),
    carePathways: useAnswer(carePathways, undefined, { enabled: mayAdmit }),
    flags: useAnswer(patientFlags, { patientId: patient?.id ?? null }, { enabled: mayAdmit }),
  }
  const flags = choices.flags.value ?? []
  const [only] = choices.wards.value?.length === 1 ? choices.wards.value : []
  const before: Readonly<Record<string, FieldValue>> = {
    ward: entityValue(only === undefined ? null : { id: only.id, label: only.name }),
    carePathway: '',
    [backdated]: false,
    admittedAt: '',
    expectedDischargeDate: '',
    isSelfCare: '',
    scale2: '',
    ...Object.fromEntries(flags.map(({ type, active }) => [flagName(type), active])),
  }
  const draft = store.form('ward', before)
  const values = draft.fields
  const form = useCommandForm<
    Readonly<Record<string, FieldValue>>,
    PendingAdmission,
    PendingAdmission
  >({
    command: { run: async (value) => ({ kind: 'done', value }) },
    fields: fieldsOf(options, choices, values, { today, edition }),
    before,
    schema: admissionOf(values, choices, refused, options.t),
    draft,
    asksToLeave: false,
    onDone: (pendingWardAdmission) => store.setState({ pendingWardAdmission }),
  })
  return {
    choices,
    form: {
      ...form,
      // Unticking clears the date (O308).
      set: (name, value) => {
        if (name === backdated && value === false) form.set('admittedAt', '')
        form.set(name, value)
      },
    },
    refuse: (problems) =>
      setRefused(
        Object.fromEntries(
          problems.map(({ field, message }) => [field, { value: values[field], message }]),
        ),
      ),
  }
}
