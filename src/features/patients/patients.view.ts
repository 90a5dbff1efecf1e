import type { ListedPatient, PatientName } from '../../data/patient-list'
import { foldName, formatNationalIdentifier } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import type { PatientListFilter } from '../../domain/patient/list'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { formatDate, formatDateTime } from '../../domain/time'
import { matchesSearch } from '../../domain/virtual-ward/filter'
import type { PatientsTexts } from '../../texts/patients'

/** The lists of /patients. */
export type ListName = 'admitted' | 'discharged' | 'all'

/** What each list asks for. */
export const filterOf: Readonly<Record<ListName, PatientListFilter>> = {
  admitted: 'activeAdmission',
  discharged: 'recentlyDischarged',
  all: 'all',
}

/** Those of the kept names that a list shows for a search, in the order of the server's list. */
export const namesFound = (
  names: readonly PatientName[],
  tab: Exclude<ListName, 'discharged'>,
  search: string,
  descending: boolean,
): readonly PatientName[] => {
  const turn = descending ? -1 : 1
  return names
    .filter((one) => (tab === 'all' || one.ward !== null) && matchesSearch(one, search))
    .map((one) => ({ one, by: `${foldName(one.lastName)}\0${foldName(one.firstName)}\0${one.id}` }))
    .toSorted((a, b) => (a.by < b.by ? -turn : turn))
    .map(({ one }) => one)
}

/** What the columns depend on: the organisation's features and scheme. */
export interface ShownColumns {
  readonly wards: boolean
  readonly scheme: NationalIdentifier['type'] | null
}

/** One column of the list as text. */
export interface TextColumn {
  readonly id: string
  readonly heading: string
  readonly text: (patient: ListedPatient) => string
}

const names = (all: readonly { readonly name: string }[]): string =>
  all.map(({ name }) => name).join(', ')

/** The columns as text, for the table, paper and a file alike (O029 to O031). */
export const textColumns = (
  edition: Edition,
  t: PatientsTexts,
  words: {
    readonly genders: Readonly<Record<'male' | 'female', string>>
    readonly identifiers: Readonly<Record<NationalIdentifier['type'], string>>
  },
  { wards, scheme }: ShownColumns,
): readonly TextColumn[] => [
  { id: 'firstName', heading: t.headings.firstName, text: ({ firstName }) => firstName },
  { id: 'lastName', heading: t.headings.lastName, text: ({ lastName }) => lastName },
  {
    id: 'birthDate',
    heading: t.headings.birthDate,
    text: ({ birthDate }) => formatDate(birthDate, edition),
  },
  { id: 'sex', heading: t.headings.sex, text: ({ gender }) => words.genders[gender] },
  {
    id: 'practices',
    heading: t.headings.practices,
    text: ({ practices }) => (practices.length === 0 ? t.unassigned : names(practices)),
  },
  ...(wards
    ? [
        {
          id: 'wards',
          heading: t.headings.wards,
          text: (patient: ListedPatient) => names(patient.wards),
        },
      ]
    : []),
  {
    id: 'registered',
    heading: t.headings.registered,
    text: ({ createdAt }) => formatDateTime(createdAt, edition),
  },
  ...(scheme === null
    ? []
    : [
        {
          id: 'identifier',
          heading: words.identifiers[scheme],
          text: ({ nationalIdentifier }: ListedPatient) =>
            nationalIdentifier === null ? '' : formatNationalIdentifier(nationalIdentifier.value),
        },
      ]),
]
