import type { ReactNode } from 'react'
import type { ListedPatient } from '../../data/patient-list'
import { formatPatientName } from '../../domain/identity'
import type { PatientsTexts } from '../../texts/patients'
import { SimilarNamesWarning } from '../../ui/clinical'
import { Tooltip } from '../../ui/feedback'
import type { Column } from '../../ui/table'
import styles from './patients.module.css'
import type { TextColumn } from './patients.view'

/** The practices of a patient; pressed, they are changed. */
function PracticeChips({
  patient,
  t,
  onChange,
  off,
}: {
  readonly patient: ListedPatient
  readonly t: PatientsTexts
  /** Null: this user does not change them. */
  readonly onChange: (() => void) | null
  /** Why not now; null: now. */
  readonly off: string | null
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
    <Tooltip label={off} disabled={off === null}>
      <button
        type="button"
        className={styles['chips']}
        aria-disabled={off !== null || undefined}
        aria-label={
          isNone
            ? t.assignTo(name)
            : t.practicesOf(name, practices.map((practice) => practice.name).join(', '))
        }
        onClick={off === null ? onChange : undefined}
      >
        {chips}
      </button>
    </Tooltip>
  )
}

/**
 * The columns of a list of patients.
 *
 * @param onPractices opens the practices of a patient; null: this user does not change them
 * @param off why they are not changed now; null: they are
 */
export const patientColumns = (
  texts: readonly TextColumn[],
  t: PatientsTexts,
  onPractices: ((patient: ListedPatient) => void) | null,
  off: string | null,
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
            off={off}
            onChange={
              onPractices === null || !patient.mayAssign ? null : () => onPractices(patient)
            }
          />
        ),
      }
    return column
  })
