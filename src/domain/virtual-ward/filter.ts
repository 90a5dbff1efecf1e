import { foldName } from '../identity'
import type { VirtualWardPatient, VirtualWardQuery } from './virtual-ward'

/** True for digits and non-word characters only: the filter searches the identifier (C190). */
export const isNumberSearch = (text: string): boolean =>
  text.trim() !== '' && !/[\p{L}_]/u.test(text)

/** The label of the filter's chip (C190). */
export const searchLabel = (text: string): 'NHS number' | 'Name' =>
  isNumberSearch(text) ? 'NHS number' : 'Name'

type Named = Pick<VirtualWardPatient, 'firstName' | 'lastName' | 'nationalIdentifier'>

/** True when every word is in the name, or the digits are in the identifier. Empty matches all. */
export const matchesSearch = (patient: Named, text: string): boolean => {
  if (text.trim() === '') return true
  if (isNumberSearch(text)) {
    const digits = text.replace(/\D/g, '')
    return digits !== '' && (patient.nationalIdentifier?.value.includes(digits) ?? false)
  }
  const name = foldName(`${patient.firstName} ${patient.lastName}`)
  return foldName(text)
    .split(/[\s,]+/)
    .every((word) => name.includes(word))
}

const isOneOf = (ids: readonly string[] | undefined, id: string | undefined): boolean =>
  ids === undefined || ids.length === 0 || (id !== undefined && ids.includes(id))

/** True when a patient is on the wards and of the neighbours asked for, and matches the text. */
export const matchesQuery = (
  patient: VirtualWardPatient,
  query: Pick<VirtualWardQuery, 'wardIds' | 'neighborIds' | 'nameOrNhsNumber'>,
): boolean =>
  isOneOf(query.wardIds, patient.wardAdmission?.ward.id) &&
  isOneOf(query.neighborIds, patient.organization.id) &&
  matchesSearch(patient, query.nameOrNhsNumber ?? '')
