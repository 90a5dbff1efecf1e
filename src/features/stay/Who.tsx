import { formatPatientName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { formatDate } from '../../domain/time'
import { stayTexts } from '../../texts/stay'
import { useEdition } from '../../ui/edition'
import type { FieldSpec } from '../../ui/form-kit'

/** Who is meant. */
export function Who({ patient }: { readonly patient: Patient }) {
  const edition = useEdition()
  return (
    <p>
      <strong>
        {stayTexts(edition).who(formatPatientName(patient), formatDate(patient.birthDate, edition))}
      </strong>
    </p>
  )
}

/** The field in which the patient's full name is typed (C431, C432). */
export const nameField = (
  { name: t }: ReturnType<typeof stayTexts>,
  person: Patient,
): FieldSpec<'name'> => ({
  kind: 'fullName',
  name: 'name',
  label: t.label,
  hint: t.hint,
  required: true,
  missing: t.missing,
  mismatch: t.mismatch,
  person,
})
