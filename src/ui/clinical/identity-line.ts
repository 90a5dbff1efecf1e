import { formatNationalIdentifier, formatPatientName } from '../../domain/identity'
import { formatDate } from '../../domain/time'
import { useEdition, useTexts } from '../edition'
import type { BannerPatient } from './PatientBanner'

/** A patient's identity as one line of text, for each sheet of paper; '': nobody's. */
export const useIdentityLine = (
  patient: Pick<
    BannerPatient,
    'firstName' | 'lastName' | 'birthDate' | 'nationalIdentifier'
  > | null,
): string => {
  const t = useTexts().ui.patient
  const edition = useEdition()
  if (patient === null) return ''
  const { birthDate, nationalIdentifier: identifier } = patient
  return [
    formatPatientName(patient),
    `${t.born} ${birthDate === null ? t.notKnown : formatDate(birthDate, edition)}`,
    ...(identifier === null
      ? []
      : [`${t.identifiers[identifier.type]} ${formatNationalIdentifier(identifier.value)}`]),
  ].join(' · ')
}
