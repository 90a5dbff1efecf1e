import type { ReactNode } from 'react'
import type { ListedPatient } from '../../data/patient-list'
import { formatPatientName } from '../../domain/identity'
import type { PatientsTexts } from '../../texts/patients'
import { SimilarNamesWarning } from '../../ui/clinical'
import type { Column } from '../../ui/table'
import styles from './patients.module.css'
import type { TextColumn } from './patients.view'

/** The practices of a patient; pressed, they are changed. */
function PracticeChips({
  patient,
  t,
  onChange,
}: {
  readonly patient: ListedPatient
  readonly t: PatientsTexts
  /** Null: this user does not change them, or not now. */
  readonly onChange: (() => void) | null
}) {
  const { practices } = patient
  const isNone = practices.length === 0
  const chips: ReactNode = isNone ? (
    <span className={styles['chip']} data-open="true">
      {t.unassigned}
    </span>
  ) : (
    practices.map(({ id, name }) => (
      <span key={id} className={styles['chip']}>
        {name}
      </span>
    ))
  )
  if (onChange === null) return <span className={styles['chips']}>{chips}</span>
  const name = formatPatientName(patient)
  return (
    <button
      type="button"
      className={styles['chips']}
      aria-label={
        isNone
          ? t.assignTo(name)
          : t.practicesOf(name, practices.map((practice) => practice.name).join(', '))
      }
      onClick={onChange}
    >
      {chips}
    </button>
  )
}

/** The columns of a list of patients. @param onPractices opens the practices of a patient */
export const patientColumns = (
  texts: readonly TextColumn[],
  t: PatientsTexts,
  onPractices: ((patient: ListedPatient) => void) | null,
): readonly Column<ListedPatient>[] =>
  texts.map(({ id, heading, text }): Column<ListedPatient> => {
    const column = { id, heading, cell: text }
    if (id === 'firstName') return { ...column, rowHeader: true }
    if (id === 'lastName')
      return {
        ...column,
        sortable: true,
        cell: (patient) => (
          <>
            {patient.lastName}
            <SimilarNamesWarning count={patient.numSimilarNames} />
          </>
        ),
      }
    if (id === 'practices')
      return {
        ...column,
        cell: (patient) => (
          <PracticeChips
            patient={patient}
            t={t}
            onChange={
              onPractices === null || !patient.mayAssign ? null : () => onPractices(patient)
            }
          />
        ),
      }
    return column
  })
