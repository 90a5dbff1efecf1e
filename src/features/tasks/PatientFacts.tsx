import type { Task } from '../../data/referral'
import { ageOn, formatNationalIdentifier } from '../../domain/identity'
import { formatDate } from '../../domain/time'
import { tasksTexts } from '../../texts/tasks'
import { Facts } from '../../ui/clinical'
import { useEdition, useTexts } from '../../ui/edition'
import { readNow } from '../../ui/time'

/** What the sender tells of the patient beside the name. */
export function PatientFacts({ patient }: { readonly patient: NonNullable<Task['patient']> }) {
  const edition = useEdition()
  const { drawer } = tasksTexts(edition)
  const { patient: words } = useTexts().ui
  const { birthDate, gender, nationalIdentifier: identifier } = patient
  return (
    <Facts
      of={[
        [
          drawer.born,
          `${formatDate(birthDate, edition)} (${words.age(ageOn(birthDate, readNow()))})`,
        ],
        [drawer.gender, words.genders[gender]],
        ...(identifier === null
          ? []
          : [
              [
                words.identifiers[identifier.type],
                formatNationalIdentifier(identifier.value),
              ] as const,
            ]),
      ]}
    />
  )
}
