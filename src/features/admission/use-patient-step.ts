import { useRef, useState } from 'react'
import {
  createPatient,
  similarPatients,
  type RegisteredPatient,
  type SimilarPatient,
} from '../../data/admission'
import { isDouble } from '../../domain/identity'
import { genders, type NationalIdentifier } from '../../domain/patient/patient'
import { problem } from '../../domain/problem'
import { useCall, useCommand } from '../../engine/react'
import type { AdmissionTexts } from '../../texts/admission'
import { useCommandForm, type AnyCommandForm, type Doing } from '../../ui/form-kit'
import type { JourneyPatient } from './journey-state'
import type { JourneyStore } from './use-kept-journey'
import type { SearchValues } from './use-search-step'

/** Whom the journey goes on with, of somebody who was registered or changed. */
export const patientOfRegistered = (made: RegisteredPatient): JourneyPatient => ({
  id: made.id,
  firstName: made.firstName,
  lastName: made.lastName,
  birthDate: made.birthDate,
  gender: made.gender,
  identifier: made.nationalIdentifier?.value ?? null,
  telephone: made.telephone,
  address: made.address,
})

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** An address with a postcode, or none (O300). */
const addressOf = (address: unknown, postcode: unknown) =>
  text(address) === '' || text(postcode) === ''
    ? null
    : { address: text(address), postcode: text(postcode) }

/** What was said of somebody similar: it is another person, for a reason where one is asked for. */
export type TwinAnswer = { readonly reason: string | null } | null

/** Somebody similar is registered: the question whether this is another one. */
export interface TwinQuestion {
  readonly twins: readonly SimilarPatient[]
  /** Of one of them there is a double, which is registered for a reason alone (T7). */
  readonly asksReason: boolean
  /** Null: the same person, or nobody knows. */
  readonly answer: (given: TwinAnswer) => void
}

/** Asks about similar names before anything is sent. A lost answer is not asked about again. */
const useTwinQuestion = <
  Given extends {
    firstName: string
    lastName: string
    birthDate: string
    nationalIdentifierValue: string | null
    differentPatientReason?: string | undefined
  },
  Value,
>(
  doing: Doing<Given, Value>,
): readonly [Doing<Given, Value>, TwinQuestion | null] => {
  const similar = useCall(similarPatients)
  const [question, setQuestion] = useState<TwinQuestion | null>(null)
  // What is asked for again is what was sent, with its reason.
  const sent = useRef<Given | null>(null)
  const ask = (twins: readonly SimilarPatient[], asksReason: boolean): Promise<TwinAnswer> =>
    new Promise((resolve) => {
      setQuestion({
        twins,
        asksReason,
        answer: (given) => {
          setQuestion(null)
          resolve(given)
        },
      })
    })
  const run: Doing<Given, Value>['run'] = async (given, again) => {
    if (again !== undefined) return doing.run(sent.current ?? given, again)
    const { firstName, lastName, birthDate, nationalIdentifierValue } = given
    const found = await similar.run({ firstName, lastName, birthDate })
    if (found.kind === 'refused') return found
    const asksReason = found.value.some(({ likeness, hasNationalIdentifier }) =>
      isDouble(likeness, hasNationalIdentifier && nationalIdentifierValue !== null),
    )
    const said = found.value.length === 0 ? { reason: null } : await ask(found.value, asksReason)
    if (said === null) return { kind: 'refused', problem: problem('conflict') }
    sent.current = said.reason === null ? given : { ...given, differentPatientReason: said.reason }
    return doing.run(sent.current)
  }
  return [{ ...doing, run }, question]
}

/** The form of a new patient, begun with what was searched for. */
export const usePatientStep = (
  store: JourneyStore,
  scheme: NationalIdentifier['type'] | null,
  searched: SearchValues,
  t: AdmissionTexts,
): { readonly form: AnyCommandForm; readonly question: TwinQuestion | null } => {
  const command = useCommand(createPatient)
  const [doing, question] = useTwinQuestion(store.keyed('createPatient', command))
  const before = {
    identifier: searched.nhsNumber,
    firstName: searched.firstName,
    lastName: searched.lastName,
    birthDate: searched.birthDate,
    gender: '',
    address: '',
    postcode: '',
    telephone: '',
    hasOneName: false,
  }
  const draft = store.form('patient', before)
  const isOneName = draft.fields.hasOneName
  const must = { required: true, missing: t.required } as const
  const form = useCommandForm({
    command: doing,
    fields: [
      ...(scheme === null
        ? []
        : [{ kind: 'identifier', name: 'identifier', label: t.schemes[scheme], scheme } as const]),
      {
        kind: 'text',
        name: 'firstName',
        label: t.fields.firstName,
        maxLength: 100,
        ...(isOneName ? { disabled: true } : must),
      },
      { kind: 'text', name: 'lastName', label: t.fields.lastName, maxLength: 100, ...must },
      {
        kind: 'switch',
        name: 'hasOneName',
        label: t.patient.oneName,
        hint: t.patient.oneNameHint,
      },
      { kind: 'date', name: 'birthDate', label: t.fields.birthDate, ...must },
      {
        kind: 'select',
        name: 'gender',
        label: t.fields.gender,
        options: genders.map((value) => ({ value, label: t.genders[value] })),
        ...must,
      },
      {
        kind: 'text',
        name: 'address',
        label: t.fields.address,
        hint: t.addressHint,
        maxLength: 500,
      },
      { kind: 'text', name: 'postcode', label: t.fields.postcode, maxLength: 20 },
      { kind: 'telephone', name: 'telephone', label: t.fields.telephone },
    ],
    before,
    toInput: (read) => ({
      type: 'elderly',
      firstName: isOneName ? '' : read['firstName'],
      lastName: read['lastName'],
      ...(isOneName ? { hasOneName: true } : {}),
      // As an ISO time (O302).
      birthDate: typeof read['birthDate'] === 'string' ? `${read['birthDate']}T00:00:00.000Z` : '',
      gender: read['gender'],
      address: addressOf(read['address'], read['postcode']),
      telephone: read['telephone'] ?? null,
      preExistingConditions: [],
      nationalIdentifierValue: read['identifier'] ?? null,
    }),
    paths: { nationalIdentifierValue: 'identifier' },
    draft,
    onDone: (made) => {
      if (made !== null)
        store.setState({ patient: patientOfRegistered(made), patientCreated: true, match: null })
    },
    // Who said that it is the same person is not told that anything failed.
    onRefused: ({ code, said }) => code === 'conflict' && said === null,
  })
  return { form, question }
}
