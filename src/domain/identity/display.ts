import type { NationalIdentifier } from '../patient/patient'
import { formatPatientName, initials } from './names'
import { formatNationalIdentifier } from './national-identifier'

/** How cards of many patients name them (C209). */
export const identityDisplays = ['full', 'initials', 'id', 'hidden'] as const
export type IdentityDisplay = (typeof identityDisplays)[number]
/** The default (C634). */
export const defaultIdentityDisplay: IdentityDisplay = 'full'

export interface IdentifiedPatient {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly nationalIdentifier: NationalIdentifier | null
}

/**
 * What a card shows of a patient's identity. The identifier is the product's own where none is
 * registered. Null parts are not shown, also not to a screen reader.
 */
export const showIdentity = (
  patient: IdentifiedPatient,
  display: IdentityDisplay,
): { readonly name: string | null; readonly identifier: string | null } => {
  const identifier =
    patient.nationalIdentifier === null
      ? null
      : formatNationalIdentifier(patient.nationalIdentifier.value)
  switch (display) {
    case 'full':
      return { name: formatPatientName(patient), identifier }
    case 'initials':
      return { name: initials(patient), identifier: null }
    case 'id':
      return { name: null, identifier: identifier ?? patient.id }
    case 'hidden':
      return { name: null, identifier: null }
  }
}
