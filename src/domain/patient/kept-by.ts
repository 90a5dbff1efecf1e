import type { NamedReference } from '../organization/organization'
import type { Patient } from './patient'

/**
 * The other organisation that keeps the details of a patient and alone may change them, since it has
 * them admitted (K7). Null: no other has, or a row that was kept earlier does not say who.
 */
export const keptByOther = (
  { wardAdmission }: Pick<Patient, 'wardAdmission'>,
  own: string | undefined,
): NamedReference | null => {
  const keeper = wardAdmission?.organization
  return keeper === undefined || keeper.id === own ? null : keeper
}
